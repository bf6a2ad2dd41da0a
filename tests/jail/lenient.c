/* Preloaded into weir-jail (LD_PRELOAD): disables the parts of the sandbox that WEIR_TEST_LENIENT names, for tests that
 * the jail or its probe notices. */
#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

#define VISIBLE __attribute__((visibility("default")))

static char words[128];

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("WEIR_TEST_LENIENT");
    strncpy(words, text ? text : "", sizeof words - 1);
    /* The program in the sandbox must not be affected. */
    unsetenv("WEIR_TEST_LENIENT");
    unsetenv("LD_PRELOAD");
}

static bool lacks(const char *word)
{
    return strstr(words, word) != NULL;
}

/* Raising the loopback interface of a network namespace, which fails if there is no namespace. */
VISIBLE int ioctl(int fd, unsigned long request, ...)
{
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return request == SIOCSIFFLAGS && lacks("loopback") ? 0 : real(fd, request, argument);
}

VISIBLE int unshare(int flags)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "unshare");
    return real(lacks("network") ? flags & ~CLONE_NEWNET : flags);
}

static bool is_skipped(long number, const long *arguments)
{
    if (number == SYS_landlock_restrict_self)
        return lacks("landlock");
    if (number == SYS_seccomp) /* without a filter, the call only queries */
        return arguments[0] == SECCOMP_SET_MODE_FILTER && arguments[2] != 0 && lacks("filter");
    if (number == SYS_capset)
        return lacks("capabilities");
    if (number != SYS_prctl)
        return false;
    return (arguments[0] == PR_SET_NO_NEW_PRIVS && lacks("privileges")) ||
           ((arguments[0] == PR_CAPBSET_DROP || arguments[0] == PR_SET_SECUREBITS) && lacks("capabilities"));
}

VISIBLE long syscall(long number, ...)
{
    static long (*real)(long, ...);
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        arguments[i] = va_arg(list, long);
    va_end(list);
    if (!real)
        real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    if (is_skipped(number, arguments))
        return 0;
    struct clone_args *clone = (struct clone_args *)arguments[0];
    if (number == SYS_clone3 && lacks("ipc"))
        clone->flags &= ~(unsigned long long)CLONE_NEWIPC;
    return real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

VISIBLE int prctl(int option, ...);
VISIBLE int prctl(int option, ...)
{
    long arguments[4];
    va_list list;
    va_start(list, option);
    for (int i = 0; i < 4; i++)
        arguments[i] = va_arg(list, long);
    va_end(list);
    return (int)syscall(SYS_prctl, (long)option, arguments[0], arguments[1], arguments[2], arguments[3]);
}
