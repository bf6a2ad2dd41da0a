#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "probe/internal.h"

/* Handlers of the caller would run in the child and write into the caller's pipes. */
static void reset_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            (void)signal(number, SIG_DFL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

__attribute__((noreturn)) static void be_child(const struct probe_attempt *attempt, const struct probe_target *target,
                                               int out)
{
    struct probe_result result = {.outcome = PROBE_IMPOSSIBLE};
    reset_signals();
    attempt->make(target, &result);
    (void)!write(out, &result, sizeof result);
    _exit(0);
}

/* A result is smaller than PIPE_BUF, so it arrives completely or not at all. */
static bool hear(int in, int timeout_ms, struct probe_result *result, bool *ret_late)
{
    uint64_t end = clock_monotonic_ns() + (uint64_t)timeout_ms * 1000000;
    struct pollfd wait = {.fd = in, .events = POLLIN};
    struct probe_result heard;
    int n;
    do {
        uint64_t now = clock_monotonic_ns();
        n = poll(&wait, 1, now < end ? (int)((end - now + 999999) / 1000000) : 0);
    } while (n < 0 && errno == EINTR);
    *ret_late = n == 0;
    if (n <= 0 || read(in, &heard, sizeof heard) != (ssize_t)sizeof heard)
        return false;
    heard.detail[sizeof heard.detail - 1] = '\0';
    *result = heard;
    return true;
}

static int reap(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

void probe_run(const struct probe_attempt *attempt, const struct probe_target *target, int timeout_ms,
               struct probe_result *ret_result)
{
    int ends[2];
    bool late = false;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        probe_impossible(ret_result, errno, "cannot create a pipe");
        return;
    }
    pid_t pid = fork();
    if (pid == 0)
        be_child(attempt, target, ends[1]);
    int error = errno;
    autoclose int in = ends[0];
    (void)close(ends[1]);
    if (pid < 0) {
        probe_impossible(ret_result, error, "cannot start a process");
        return;
    }
    bool heard = hear(in, timeout_ms, ret_result, &late);
    (void)kill(pid, SIGKILL); /* not reaped yet, so the PID is still valid */
    int status = reap(pid);
    if (heard)
        return;
    if (late)
        probe_refused(ret_result, ETIMEDOUT, "timed out");
    else
        probe_refused(ret_result, 0, "killed by signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}
