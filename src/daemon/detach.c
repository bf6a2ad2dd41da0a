#include "daemon/detach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

static void wait_for_child(pid_t child, int ready_fd)
{
    char byte;
    ssize_t n;
    do
        n = read(ready_fd, &byte, 1);
    while (n < 0 && errno == EINTR);
    if (n == 1)
        _exit(0);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        (void)fprintf(stderr, "weird: ended by signal %d before it was ready\n", WTERMSIG(status));
    _exit(WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : 1);
}

int detach_begin(int *ret_ready_fd)
{
    int pipe_fds[2];
    if (pipe2(pipe_fds, O_CLOEXEC) < 0) {
        (void)fprintf(stderr, "weird: cannot make a pipe: %s\n", strerror(errno));
        return -1;
    }
    pid_t child = fork();
    if (child < 0) {
        (void)fprintf(stderr, "weird: cannot fork: %s\n", strerror(errno));
        close(pipe_fds[0]);
        close(pipe_fds[1]);
        return -1;
    }
    if (child > 0) {
        close(pipe_fds[1]);
        wait_for_child(child, pipe_fds[0]);
    }
    close(pipe_fds[0]);
    (void)setsid();
    *ret_ready_fd = pipe_fds[1];
    return 0;
}

void detach_ready(int *ready_fd)
{
    if (*ready_fd < 0)
        return;
    autoclose int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0)
        for (int fd = 0; fd <= 2; fd++)
            (void)dup2(null, fd);
    (void)!chdir("/");
    (void)!write(*ready_fd, "", 1);
    close(*ready_fd);
    *ready_fd = -1;
}
