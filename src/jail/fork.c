#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fault.h"
#include "jail/jail.h"

/* Like fork(), with the flags of clone3(), for which glibc has no wrapper. Returns a negative errno in the parent. */
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

pid_t jail_fork(struct jail *jail, uint64_t flags)
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
