/* A process that tries to survive: it has no parent, leads its own session, and ignores signals. Its lock on a file
 * shows that it is running, and its PID, in every namespace. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/internal.h"

/* If nobody finds it, it ends by itself. */
enum { STAYS_SECONDS = 600, END_MS = 5000 };

__attribute__((noreturn)) static void stay(const char *path, int ready)
{
    static const int ignored[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTTOU, SIGTTIN, SIGTSTP};
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int error = 0;
    (void)setsid();
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        (void)signal(ignored[i], SIG_IGN);
    if (dup2(ready, 3) != 3)
        _exit(1);
    /* Closes everything that was inherited. */
    (void)close(0);
    (void)close(1);
    (void)close(2);
    (void)syscall(SYS_close_range, 4, ~0U, 0);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || fcntl(fd, F_SETLK, &lock) < 0)
        error = errno;
    (void)!write(3, &error, sizeof error);
    (void)close(3);
    if (error)
        _exit(1);
    (void)alarm(STAYS_SECONDS);
    for (;;)
        (void)pause();
}

void probe_outlive(const struct probe_target *target, struct probe_result *result)
{
    int ends[2], error = EIO;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        probe_impossible(result, errno, "cannot create a pipe");
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        pid_t grandchild = fork();
        if (grandchild == 0)
            stay(target->path, ends[1]);
        _exit(grandchild < 0);
    }
    int fork_error = errno;
    autoclose int in = ends[0];
    (void)close(ends[1]);
    if (child < 0) {
        probe_refused(result, fork_error, "cannot start a process");
        return;
    }
    (void)waitpid(child, NULL, 0);
    if (read(in, &error, sizeof error) != (ssize_t)sizeof error)
        error = EIO;
    if (error)
        probe_refused(result, error, "cannot lock the file");
    else
        probe_succeeded(result, "a process is still running");
}

/* --- finding and ending it from outside --- */

int probe_outliver_find(const char *path, pid_t *ret_pid)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    autoclose int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        *ret_pid = 0;
        return 0;
    }
    if (fd < 0 || fcntl(fd, F_GETLK, &lock) < 0)
        return -errno;
    *ret_pid = lock.l_type == F_UNLCK ? 0 : lock.l_pid;
    return 0;
}

int probe_outliver_end(const char *path)
{
    pid_t pid = 0, again = 0;
    int r = probe_outliver_find(path, &pid);
    if (r < 0 || pid == 0)
        return r;
    if (pid < 0)
        return -ESRCH; /* in another namespace that is not below this one */
    autoclose int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd < 0)
        return errno == ESRCH ? 0 : -errno;
    /* The PID may have been reused before pidfd_open(). */
    r = probe_outliver_find(path, &again);
    if (r < 0 || again != pid)
        return r;
    if (syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0) < 0)
        return -errno;
    struct pollfd wait = {.fd = pidfd, .events = POLLIN};
    int n;
    do {
        n = poll(&wait, 1, END_MS);
    } while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : n == 0 ? -ETIMEDOUT : 0;
}
