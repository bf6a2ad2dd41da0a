#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/jail.h"

/* Blocks all signals except those that report a bug in this program. */
static int hold_signals(struct jail *jail)
{
    static const int ours[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
    static const int mistakes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t held, wanted;
    (void)sigfillset(&held);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        (void)sigdelset(&held, mistakes[i]);
    (void)sigemptyset(&wanted);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        (void)sigaddset(&wanted, ours[i]);
    (void)signal(SIGCHLD, SIG_DFL); /* if it were ignored, waitpid() would not report children */
    (void)signal(SIGPIPE, SIG_IGN);
    if (sigprocmask(SIG_SETMASK, &held, NULL) < 0)
        return -errno;
    jail->signal_fd = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    return jail->signal_fd < 0 ? -errno : 0;
}

int jail_settle(struct jail *jail)
{
    if (jail->signal_fd >= 0)
        return 0;
    (void)close_range(3, ~0U, 0);
    (void)setsid();
    (void)umask(077);
    return hold_signals(jail);
}
