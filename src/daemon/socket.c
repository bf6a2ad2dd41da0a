/* Opens the daemon's socket, and locks the file beside it. */
#include "daemon/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/systemd.h"
#include "rpc/listener.h"

/* --- the lock --- */

enum { REST_MS = 5, GONE_MS = 2000, UNKNOWN_MS = 200 };

static bool is_same_file(int fd, const char *path)
{
    struct stat open_file, named;
    return fstat(fd, &open_file) == 0 && lstat(path, &named) == 0 && open_file.st_dev == named.st_dev &&
           open_file.st_ino == named.st_ino;
}

static pid_t read_pid(int fd)
{
    char text[32] = "";
    return pread(fd, text, sizeof text - 1, 0) > 0 ? (pid_t)strtol(text, NULL, 10) : 0;
}

static void write_pid(int fd)
{
    char text[32];
    int size = snprintf(text, sizeof text, "%d\n", (int)getpid());
    if (ftruncate(fd, 0) == 0)
        (void)!pwrite(fd, text, (size_t)size, 0);
}

/* Zombies count as gone too. */
static bool is_gone(pid_t pid)
{
    autoclose int pidfd = pid > 0 ? pidfd_open(pid, 0) : -1;
    struct pollfd end = {.fd = pidfd, .events = POLLIN};
    return pidfd >= 0 ? poll(&end, 1, 0) > 0 : pid > 0 && errno == ESRCH;
}

bool daemon_lock_rest(pid_t holder, int *waited_ms)
{
    if (*waited_ms >= (holder > 0 ? GONE_MS : UNKNOWN_MS) || (holder > 0 && !is_gone(holder)))
        return false;
    (void)poll(NULL, 0, REST_MS);
    *waited_ms += REST_MS;
    return true;
}

/* -EWOULDBLOCK: the lock is held; *ret_holder is the pid in the file, or 0. -EOWNERDEAD: that process has
 * ended, but a child that inherited the lock holds it. Creates the file if it is missing, and writes our pid to
 * it. */
static int lock_take(const char *path, int *ret_fd, pid_t *ret_holder)
{
    for (int waited_ms = 0;;) {
        autoclose int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return -errno;
        if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
            int error = -errno;
            *ret_holder = read_pid(fd);
            if (error == -EWOULDBLOCK && daemon_lock_rest(*ret_holder, &waited_ms))
                continue;
            return error == -EWOULDBLOCK && is_gone(*ret_holder) ? -EOWNERDEAD : error;
        }
        /* A daemon that exits removes the file while it holds the lock. We may have locked that removed file. */
        if (!is_same_file(fd, path))
            continue;
        write_pid(fd);
        *ret_fd = take_fd(&fd);
        return 0;
    }
}

/* Removes the file if it is still the locked one, and releases the lock. Sets *fd to -1. */
static void lock_release(const char *path, int *fd)
{
    if (*fd < 0)
        return;
    if (is_same_file(*fd, path))
        (void)unlink(path);
    close(take_fd(fd));
}

/* --- the address --- */

struct problem {
    char *text;
    size_t size;
};

__attribute__((format(printf, 3, 4))) static int say(const struct problem *problem, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem->text, problem->size, format, arguments);
    va_end(arguments);
    return error;
}

static int fill_address(const char *path, struct sockaddr_un *ret_address, const struct problem *problem)
{
    size_t size = strlen(path);
    if (size > PATHS_SOCKET_MAX)
        return say(problem, -ENAMETOOLONG,
                   "the socket path has %zu bytes, the limit is %d; choose a shorter one with --socket PATH or "
                   "XDG_RUNTIME_DIR (%s)",
                   size, PATHS_SOCKET_MAX, path);
    *ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(ret_address->sun_path, path, size + 1);
    return 0;
}

#define ELSEWHERE "set XDG_RUNTIME_DIR to a directory of your own, or name another socket with --socket"

/* --- another daemon --- */

/* Connects as a client would. Returns 0 and the pid of the listening process, or the error of connect(). */
static int probe(const struct sockaddr_un *address, pid_t *ret_pid)
{
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (connect(fd, (const struct sockaddr *)address, sizeof *address) < 0 && errno != EAGAIN)
        return -errno;
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    (void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    *ret_pid = peer.pid;
    return 0;
}

static int refuse_running(const char *path, pid_t pid, const struct problem *problem)
{
    if (pid > 0)
        return say(problem, -EADDRINUSE, "a daemon is running already: process %d listens on %s", (int)pid, path);
    return say(problem, -EADDRINUSE, "a daemon is running already on %s", path);
}

/* The pid in the lock file is used only for this message. The flock decides. */
static int take_lock(struct daemon_socket *socket, const struct sockaddr_un *address, const struct problem *problem)
{
    pid_t holder = 0, listener = 0;
    int r = lock_take(socket->lock_path, &socket->lock_fd, &holder);
    if (r == -EOWNERDEAD)
        return say(problem, -EADDRINUSE,
                   "daemon process %d has ended, but a process that it started still holds the lock %s; end "
                   "that process first (fuser %s shows it)",
                   (int)holder, socket->lock_path, socket->lock_path);
    if (r == -EWOULDBLOCK)
        return refuse_running(address->sun_path, probe(address, &listener) == 0 ? listener : holder, problem);
    return r < 0 ? say(problem, r, "cannot lock %s: %s; " ELSEWHERE, socket->lock_path, strerror(-r)) : 0;
}

/* --- the socket --- */

/* If another process has ended but its socket still accepts connections, waits a moment for it if `has_time`. */
static int remove_stale(const struct sockaddr_un *address, bool has_time, const struct problem *problem)
{
    struct stat info;
    pid_t pid = 0;
    int r, waited_ms = 0;
    const char *path = address->sun_path;
    if (lstat(path, &info) < 0)
        return errno == ENOENT ? 0 : say(problem, -errno, "cannot access %s: %s", path, strerror(errno));
    if (!S_ISSOCK(info.st_mode))
        return say(problem, -EEXIST, "%s exists and is not a socket; remove it, or choose another path with --socket",
                   path);
    do
        r = probe(address, &pid);
    while (r == 0 && has_time && daemon_lock_rest(pid, &waited_ms));
    if (r == 0)
        return refuse_running(path, pid, problem);
    if (r != -ECONNREFUSED)
        return say(problem, r, "cannot check whether a daemon listens on %s: %s", path, strerror(-r));
    log_info("socket: removing the stale socket %s", path);
    return unlink(path) == 0 || errno == ENOENT ? 0
                                                : say(problem, -errno, "cannot remove %s: %s", path, strerror(errno));
}

static int listen_on(struct daemon_socket *socket_, const struct sockaddr_un *address, const struct problem *problem)
{
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return say(problem, -errno, "cannot create a socket: %s", strerror(errno));
    /* With the umask, bind() creates the file with its final mode, so no other user can connect in between. */
    mode_t before = umask(0177);
    int r = bind(fd, (const struct sockaddr *)address, sizeof *address) < 0 ? -errno : 0;
    umask(before);
    if (r == 0 && listen(fd, LISTENER_BACKLOG) < 0)
        r = -errno;
    if (r < 0)
        return say(problem, r, "cannot listen on %s: %s; " ELSEWHERE, address->sun_path, strerror(-r));
    socket_->fd = take_fd(&fd);
    return 0;
}

/* Detects a root user with the XDG_RUNTIME_DIR of another user, as with sudo -E. Files that root creates there
 * would block that user's own daemon. */
static bool is_in_runtime_directory_of_another(const char *path)
{
    struct stat info;
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    size_t size = runtime && runtime[0] == '/' ? strlen(runtime) : 0;
    return size > 0 && strncmp(path, runtime, size) == 0 && path[size] == '/' && stat(runtime, &info) == 0 &&
           info.st_uid != geteuid() && info.st_uid != 0;
}

static int make_directory(const char *path, const struct problem *problem)
{
    autofree char *copy = strdup(path);
    if (!copy)
        return -ENOMEM;
    const char *directory = dirname(copy);
    if (is_in_runtime_directory_of_another(path))
        return say(problem, -EPERM, "XDG_RUNTIME_DIR is %s, which belongs to another user; " ELSEWHERE,
                   getenv("XDG_RUNTIME_DIR"));
    int r = paths_make_private(directory);
    struct stat info;
    /* Sticky directories such as /tmp: others can create files there, but only the owner can remove ours. */
    if (r == -EPERM && stat(directory, &info) == 0 && (info.st_mode & S_ISVTX) &&
        (info.st_uid == 0 || info.st_uid == geteuid()))
        return 0;
    if (r == -EPERM)
        return say(
            problem, r,
            "%s is not safe for a socket: it belongs to another user, or other users can write to it; " ELSEWHERE,
            directory);
    return r < 0 ? say(problem, r, "cannot create the directory %s: %s; " ELSEWHERE, directory, strerror(-r)) : 0;
}

static int remember_file(struct daemon_socket *socket, const struct problem *problem)
{
    struct stat info;
    if (lstat(socket->path, &info) < 0)
        return say(problem, -errno, "cannot access %s: %s", socket->path, strerror(errno));
    socket->device = info.st_dev;
    socket->inode = info.st_ino;
    return 0;
}

int daemon_socket_open(struct daemon_socket *socket, const char *path, char *problem_text, size_t problem_size)
{
    struct problem problem = {problem_text, problem_size};
    struct sockaddr_un address;
    (void)say(&problem, 0, "out of memory");
    int fd = systemd_listen_fd();
    if (fd < 0 && fd != -ENOENT)
        return say(&problem, fd, "socket activation: LISTEN_FDS must be 1 listening Unix socket");
    socket->inherited = fd >= 0;
    socket->fd = fd >= 0 ? fd : -1;
    int r = socket->inherited ? systemd_socket_path(fd, &socket->path) : (socket->path = strdup(path)) ? 0 : -ENOMEM;
    if (r == 0 && asprintf(&socket->lock_path, "%s.lock", socket->path) < 0) {
        socket->lock_path = NULL;
        r = -ENOMEM;
    }
    if (r == 0)
        r = fill_address(socket->path, &address, &problem);
    if (r == 0)
        r = make_directory(socket->path, &problem);
    if (r == 0)
        r = take_lock(socket, &address, &problem);
    if (r == 0 && !socket->inherited) {
        r = remove_stale(&address, true, &problem);
        if (r == 0)
            r = listen_on(socket, &address, &problem);
    }
    return r == 0 ? remember_file(socket, &problem) : r;
}

int daemon_socket_check(const struct daemon_socket *socket)
{
    struct stat info;
    if (lstat(socket->path, &info) < 0)
        return -errno;
    return info.st_dev == socket->device && info.st_ino == socket->inode ? 0 : -ESTALE;
}

int daemon_socket_restore(struct daemon_socket *socket, char *problem_text, size_t problem_size)
{
    struct problem problem = {problem_text, problem_size};
    struct sockaddr_un address;
    int r = fill_address(socket->path, &address, &problem);
    if (r == 0)
        r = make_directory(socket->path, &problem);
    if (r == 0)
        r = remove_stale(&address, false, &problem); /* no waiting: this runs on the loop */
    if (r == 0)
        r = listen_on(socket, &address, &problem);
    return r == 0 ? remember_file(socket, &problem) : r;
}

void daemon_socket_close(struct daemon_socket *socket)
{
    if (socket->inode && !socket->inherited && daemon_socket_check(socket) == 0)
        (void)unlink(socket->path);
    if (socket->fd >= 0)
        close(socket->fd);
    lock_release(socket->lock_path, &socket->lock_fd);
    free(socket->path);
    free(socket->lock_path);
    *socket = (struct daemon_socket)DAEMON_SOCKET_INIT;
}
