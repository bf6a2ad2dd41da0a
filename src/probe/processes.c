#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/internal.h"

enum { READ_MAX = 64 << 10 };

/* If /proc does not show the namespace, the PID may be valid: makes the attempt. */
static bool means_another(const struct probe_target *target, struct probe_result *result)
{
    int64_t here = probe_pid_namespace();
    if (here == 0 || target->pid_namespace == 0 || here == target->pid_namespace)
        return false;
    probe_refused(result, ESRCH, "PIDs refer to other processes inside");
    return true;
}

void probe_ptrace(const struct probe_target *target, struct probe_result *result)
{
    if (means_another(target, result))
        return;
    /* The end of this process detaches it. */
    if (ptrace(PTRACE_SEIZE, (pid_t)target->number, NULL, NULL) < 0)
        probe_refused(result, errno, "cannot trace it");
    else
        probe_succeeded(result, "traced it");
}

void probe_signal(const struct probe_target *target, struct probe_result *result)
{
    if (means_another(target, result))
        return;
    /* Ignored by default. */
    if (kill((pid_t)target->number, SIGURG) < 0)
        probe_refused(result, errno, "cannot signal it");
    else
        probe_succeeded(result, "signaled it");
}

/* Sets the current limits again. */
void probe_limits(const struct probe_target *target, struct probe_result *result)
{
    struct rlimit limit;
    if (means_another(target, result))
        return;
    if (prlimit((pid_t)target->number, RLIMIT_NOFILE, NULL, &limit) < 0)
        probe_refused(result, errno, "cannot read its limits");
    else if (prlimit((pid_t)target->number, RLIMIT_NOFILE, &limit, NULL) < 0)
        probe_refused(result, errno, "cannot set its limits");
    else
        probe_succeeded(result, "set its limits");
}

static bool set_nice(pid_t pid)
{
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, (id_t)pid);
    return errno == 0 && setpriority(PRIO_PROCESS, (id_t)pid, nice) == 0;
}

static bool set_affinity(pid_t pid)
{
    cpu_set_t processors;
    return sched_getaffinity(pid, sizeof processors, &processors) == 0 &&
           sched_setaffinity(pid, sizeof processors, &processors) == 0;
}

static bool set_scheduler(pid_t pid)
{
    struct sched_param parameters;
    int policy = sched_getscheduler(pid);
    return policy >= 0 && sched_getparam(pid, &parameters) == 0 && sched_setscheduler(pid, policy, &parameters) == 0;
}

static bool set_io_priority(pid_t pid)
{
    enum { WHO_PROCESS = 1 };
    long priority = syscall(SYS_ioprio_get, WHO_PROCESS, pid);
    return priority >= 0 && syscall(SYS_ioprio_set, WHO_PROCESS, pid, priority) == 0;
}

/* Sets the current values again. */
void probe_schedule(const struct probe_target *target, struct probe_result *result)
{
    static const struct {
        const char *what;
        bool (*set)(pid_t pid);
    } ways[] = {{"its priority", set_nice},
                {"its processors", set_affinity},
                {"its scheduler", set_scheduler},
                {"its I/O priority", set_io_priority}};
    if (means_another(target, result))
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].set((pid_t)target->number)) {
            probe_succeeded(result, "can set %s", ways[i].what);
            return;
        }
    probe_refused(result, errno, "cannot set its priorities or its processors");
}

/* --- /proc --- */

static ssize_t read_of(const struct probe_target *target, const char *name, char *data, size_t size,
                       struct probe_result *result)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)target->number, name);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, data, size);
    if (n < 0)
        probe_refused(result, errno, "%s", fd < 0 ? "cannot open it" : "cannot read it");
    return n;
}

void probe_environment(const struct probe_target *target, struct probe_result *result)
{
    static char data[READ_MAX];
    ssize_t n = read_of(target, "environ", data, sizeof data, result);
    if (n < 0)
        return;
    if (probe_holds((struct slice){data, (size_t)n}, target->text))
        probe_succeeded(result, "%zd bytes", n);
    else
        probe_refused(result, 0, "it belongs to another process, or is empty");
    explicit_bzero(data, sizeof data);
}

void probe_command_line(const struct probe_target *target, struct probe_result *result)
{
    char name[64], line[256];
    ssize_t n = read_of(target, "comm", name, sizeof name - 1, result);
    if (n < 0)
        return;
    name[n] = '\0';
    name[strcspn(name, "\n")] = '\0';
    if (strcmp(name, target->text) != 0) {
        probe_refused(result, ESRCH, "the PID refers to another process inside");
        return;
    }
    n = read_of(target, "cmdline", line, sizeof line, result);
    if (n > 0)
        probe_succeeded(result, "read %zd bytes", n);
    else if (n == 0)
        probe_refused(result, 0, "it is empty");
}
