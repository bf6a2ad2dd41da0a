#include "daemon/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

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

/* Whoever has ended and was not reaped yet is gone too. */
static bool is_gone(pid_t pid)
{
    autoclose int pidfd = pid > 0 ? pidfd_open(pid, 0) : -1;
    struct pollfd end = {.fd = pidfd, .events = POLLIN};
    return pidfd >= 0 ? poll(&end, 1, 0) > 0 : pid > 0 && errno == ESRCH;
}

bool lock_rest(pid_t holder, int *waited_ms)
{
    if (*waited_ms >= (holder > 0 ? GONE_MS : UNKNOWN_MS) || (holder > 0 && !is_gone(holder)))
        return false;
    (void)poll(NULL, 0, REST_MS);
    *waited_ms += REST_MS;
    return true;
}

int lock_take(const char *path, int *ret_fd, pid_t *ret_holder)
{
    for (int waited_ms = 0;;) {
        autoclose int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return -errno;
        if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
            int error = -errno;
            *ret_holder = read_pid(fd);
            if (error == -EWOULDBLOCK && lock_rest(*ret_holder, &waited_ms))
                continue;
            return error == -EWOULDBLOCK && is_gone(*ret_holder) ? -EOWNERDEAD : error;
        }
        /* Whoever leaves removes the file while it holds the lock; so look whether the file is still the one. */
        if (!is_same_file(fd, path))
            continue;
        write_pid(fd);
        *ret_fd = take_fd(&fd);
        return 0;
    }
}

void lock_release(const char *path, int *fd)
{
    if (*fd < 0)
        return;
    if (is_same_file(*fd, path))
        (void)unlink(path);
    close(take_fd(fd));
}
