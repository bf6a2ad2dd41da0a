#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "jail/init.h"
#include "jail/jail.h"
#include "jail/program.h"

/* As fork(); glibc has no door to this one. -errno in the parent. */
static pid_t clone_child(struct jail *jail, uint64_t flags)
{
    struct clone_args arguments = {
        .flags = flags | CLONE_PIDFD,
        .pidfd = (uint64_t)(uintptr_t)&jail->child_fd,
        .exit_signal = SIGCHLD,
    };
    if (jail->cgroup.fd >= 0) {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = (uint64_t)jail->cgroup.fd;
    }
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    return pid < 0 ? -errno : pid;
}

/* Born in the cgroup where that is allowed, else without. */
static pid_t make_child(struct jail *jail, uint64_t flags)
{
    if (fault_point("jail.before_clone") < 0)
        return -EAGAIN;
    pid_t pid = clone_child(jail, flags);
    if (pid < 0 && jail->cgroup.fd >= 0) {
        cgroup_remove(&jail->cgroup, jail->directory_fd);
        pid = clone_child(jail, flags);
    }
    if (pid == -ENOSYS && flags == 0)
        pid = fork();
    return pid;
}

/* --- PID 1 of a namespace --------------------------------------------------------- */

/* Its first word. Without one the namespace is of no use. */
static int await_ready(struct jail *jail)
{
    struct init_report report = {0};
    ssize_t n;
    do
        n = recv(jail->control_fd, &report, sizeof report, 0);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)sizeof report && report.word == INIT_READY)
        return 0;
    close(take_fd(&jail->control_fd));
    cleanup_close(&jail->child_fd);
    jail->child_fd = -1;
    (void)waitpid(jail->child, NULL, 0);
    return -EPERM;
}

static int start_in_namespace(struct jail *jail, const struct program *program)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return -errno;
    struct init init = {.control_fd = pair[1], .uid = geteuid(), .gid = getegid(), .program = *program};
    pid_t pid = make_child(jail, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID);
    if (pid == 0) {
        close(pair[0]); /* else this one would never see that end closed */
        init_run(&init);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return pid;
    }
    jail->child = pid;
    jail->control_fd = pair[0];
    return await_ready(jail);
}

/* --- the program as our own child ---------------------------------------------------- */

static int start_below(struct jail *jail, struct program *program)
{
    int ends[2];
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    program->parent = getpid();
    pid_t pid = make_child(jail, 0);
    if (pid == 0)
        program_run(program, ends[1]);
    close(ends[1]);
    if (pid > 0) {
        struct program_problem problem = program_await(ends[0]);
        jail->child = pid;
        jail->status.failed = problem.error;
        (void)snprintf(jail->status.sentence, sizeof jail->status.sentence, "%s", problem.sentence);
    }
    close(ends[0]);
    return pid < 0 ? pid : 0;
}

int jail_start(struct jail *jail)
{
    struct program program = {.arguments = jail->options.program, .cwd = jail->options.cwd};
    int r = output_open(&jail->output, jail->directory_fd, &program.output_fd);
    if (r < 0)
        return r;
    jail->status.level = jail->options.level;
    if (jail->options.level == JAIL_NAMESPACE)
        r = start_in_namespace(jail, &program);
    if (jail->options.level == JAIL_WALK || r < 0) {
        jail->status.level = JAIL_WALK;
        r = start_below(jail, &program);
    }
    close(program.output_fd);
    jail->status.cgroup = jail->cgroup.fd >= 0;
    return r;
}
