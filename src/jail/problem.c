#include "jail/problem.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/sandbox.h"

__attribute__((format(printf, 4, 0))) static int fill(struct problem *problem, int error, bool is_final,
                                                      const char *format, va_list arguments)
{
    problem->error = error;
    problem->is_final = is_final;
    (void)vsnprintf(problem->sentence, sizeof problem->sentence, format, arguments);
    return -error;
}

int problem_say(struct problem *problem, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int r = fill(problem, error, false, format, arguments);
    va_end(arguments);
    return r;
}

int problem_refuse(struct problem *problem, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int r = fill(problem, error, true, format, arguments);
    va_end(arguments);
    return r;
}

/* --- missing --- */

/* Settings that disable user namespaces. */
static const struct setting {
    const char *path, *name;
    long forbids, allows;
} settings[] = {
    {"/proc/sys/user/max_user_namespaces", "user.max_user_namespaces", 0, 10000},
    {"/proc/sys/kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone", 0, 1},
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "kernel.apparmor_restrict_unprivileged_userns", 1, 0},
};

static bool has_value(const char *path, long wanted)
{
    char text[32] = "";
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    return n > 0 && strtol(text, NULL, 10) == wanted;
}

void missing_namespaces(char *text, unsigned long size, int error, const char *what)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (has_value(settings[i].path, settings[i].forbids)) {
            (void)snprintf(text, size, "user namespaces are disabled (to enable them: sysctl -w %s=%ld)",
                           settings[i].name, settings[i].allows);
            return;
        }
    }
    if (*what)
        (void)snprintf(text, size, "namespaces do not work (%.120s)", what);
    else
        (void)snprintf(text, size, "cannot create a user namespace (%s)", strerror(error));
}

void missing_landlock(char *text, unsigned long size, int version)
{
    if (version == 0)
        (void)snprintf(
            text, size,
            "Landlock is not available (needs CONFIG_SECURITY_LANDLOCK, and landlock in the kernel parameter lsm=)");
    else
        (void)snprintf(text, size, "Landlock is too old (version %d; version %d needs Linux 6.2)", version,
                       LANDLOCK_NEEDED);
}
