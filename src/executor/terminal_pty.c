#include "executor/terminal_pty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

/* The step that failed in the child, sent to the parent through a pipe; end of file means success. */
struct failure {
    enum { STEP_TERMINAL, STEP_CWD, STEP_PROGRAM } step;
    int error;
};

/* --- in the child: only async-signal-safe calls --- */

static _Noreturn void give_up(int pipe, int step, int error)
{
    struct failure failure = {step, error};
    (void)!write(pipe, &failure, sizeof failure);
    _exit(127);
}

static void reset_signals(void)
{
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &plain, NULL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become(const struct terminal_command *command, int slave, int pipe)
{
    if (setsid() < 0 || ioctl(slave, TIOCSCTTY, 0) < 0)
        give_up(pipe, STEP_TERMINAL, errno);
    for (int fd = 0; fd <= 2; fd++)
        if (dup2(slave, fd) < 0)
            give_up(pipe, STEP_TERMINAL, errno);
    /* Our own descriptors are close-on-exec; this is for descriptors that a library may have opened. */
    (void)syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
    reset_signals();
    if (chdir(command->cwd) < 0)
        give_up(pipe, STEP_CWD, errno);
    (void)execve(command->path, command->arguments, command->environment);
    give_up(pipe, STEP_PROGRAM, errno);
}

/* --- in the parent --- */

static int open_pair(const struct terminal_command *command, int *ret_master, int *ret_slave)
{
    const struct winsize size = {.ws_col = command->cols, .ws_row = command->rows};
    autoclose int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0 || ioctl(master, TIOCSWINSZ, &size) < 0)
        return -errno;
    /* Opens the slave through the master: /dev/pts may belong to another devpts instance here. */
    int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0)
        return -errno;
    *ret_master = take_fd(&master);
    *ret_slave = slave;
    return 0;
}

/* Blocks all signals, because handlers of this program must not run in the child. */
static pid_t fork_quietly(void)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t pid = fork();
    int saved = errno;
    if (pid != 0)
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return pid;
}

static int wait_for_start(int pipe, const struct terminal_command *command, char problem[static TERMINAL_PROBLEM_SIZE])
{
    struct failure failure;
    ssize_t n;
    do
        n = read(pipe, &failure, sizeof failure);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)sizeof failure)
        return 0;
    const char *why = strerror(failure.error);
    if (failure.step == STEP_CWD)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot use the working directory %.150s: %s", command->cwd,
                       why);
    else if (failure.step == STEP_PROGRAM)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot run %.150s: %s", command->path, why);
    else
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot set the controlling terminal: %s", why);
    return -failure.error;
}

/* The child was not reaped, so its PID cannot have been reused. */
static int watch(pid_t pid, int *ret_pidfd, char problem[static TERMINAL_PROBLEM_SIZE])
{
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd >= 0) {
        *ret_pidfd = pidfd;
        return 0;
    }
    int r = -errno;
    (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot watch the shell: %s", strerror(-r));
    (void)kill(pid, SIGKILL);
    return r;
}

int terminal_pty_start(const struct terminal_command *command, struct terminal_pty *ret_pty,
                       char problem[static TERMINAL_PROBLEM_SIZE])
{
    autoclose int master = -1, slave = -1, told = -1, tells = -1;
    int ends[2] = {-1, -1}, pidfd = -1;
    int r = open_pair(command, &master, &slave);
    if (r == 0 && pipe2(ends, O_CLOEXEC) < 0)
        r = -errno;
    if (r < 0) {
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot open a terminal: %s", strerror(-r));
        return r;
    }
    told = ends[0];
    tells = ends[1];
    pid_t pid = fork_quietly();
    if (pid < 0) {
        r = -errno;
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot start a process: %s", strerror(-r));
        return r;
    }
    if (pid == 0)
        become(command, slave, tells);
    close(take_fd(&tells));
    r = wait_for_start(told, command, problem);
    if (r == 0)
        r = watch(pid, &pidfd, problem);
    if (r < 0) {
        (void)waitpid(pid, NULL, 0);
        return r;
    }
    *ret_pty = (struct terminal_pty){.master = take_fd(&master), .pidfd = pidfd, .pid = pid};
    return 0;
}
