#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/environment.h"
#include "probe/internal.h"

extern char **environ;

enum { DESCRIPTORS_MAX = 65536 };

/* Descriptors that a program keeps for itself are close-on-exec; others were passed on, deliberately or by mistake.
 * This distinguishes them without knowing their owner. */
void probe_descriptors(const struct probe_target *target, struct probe_result *result)
{
    struct rlimit limit = {0};
    int found = 0, first = -1;
    (void)target;
    (void)getrlimit(RLIMIT_NOFILE, &limit);
    int end = limit.rlim_cur > DESCRIPTORS_MAX ? DESCRIPTORS_MAX : (int)limit.rlim_cur;
    for (int fd = 3; fd < end; fd++) {
        int flags = fcntl(fd, F_GETFD);
        if (flags < 0 || (flags & FD_CLOEXEC))
            continue;
        if (found++ == 0)
            first = fd;
    }
    if (found == 0) {
        probe_refused(result, EBADF, "none found");
        return;
    }
    char path[64], name[PROBE_DETAIL_SIZE / 2];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", first);
    ssize_t n = readlink(path, name, sizeof name - 1);
    name[n > 0 ? n : 0] = '\0';
    probe_succeeded(result, "%d; the first one is %d, %s", found, first, *name ? name : "unknown");
}

void probe_privileges(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    int set = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    if (set == 1)
        probe_refused(result, EPERM, "executing a program gives no more rights");
    else
        probe_succeeded(result, "no_new_privs is not set");
}

void probe_capabilities(const struct probe_target *target, struct probe_result *result)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {0};
    (void)target;
    if (syscall(SYS_capget, &head, data) < 0) {
        probe_refused(result, errno, "cannot read them");
        return;
    }
    unsigned low = data[0].permitted | data[0].effective, high = data[1].permitted | data[1].effective;
    if (low | high)
        probe_succeeded(result, "%08x%08x", high, low);
    else
        probe_refused(result, EPERM, "none found");
}

void probe_secrets(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    for (char *const *variable = environ; variable && *variable; variable++) {
        struct slice name = {*variable, strcspn(*variable, "=")};
        if (environment_judge(name) == ENVIRONMENT_SECRET) {
            probe_succeeded(result, "%.*s", SLICE_ARG(name));
            return;
        }
    }
    probe_refused(result, ENOENT, "none found");
}

/* Not an attempt: returns the directory of the executor, for preparing others. */
void probe_where(const struct probe_target *target, struct probe_result *result)
{
    const char *socket = getenv("EXECUTOR_SOCKET");
    (void)target;
    if (socket)
        probe_succeeded(result, "%s", socket);
    else
        probe_impossible(result, ENOENT, "not an executor");
}
