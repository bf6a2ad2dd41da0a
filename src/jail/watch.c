#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "jail/init.h"
#include "jail/jail.h"

/* Intervals of the limit checks: normally, and while the number of processes does not change. */
enum { COUNT_MS = 100, COUNT_STEADY_MS = 150 };
/* The interval between attempts to kill the remaining processes, and the time limit of the namespace's PID 1. */
enum { END_AGAIN_MS = 5, END_INIT_MS = 2000 };
enum { OWN_POLL = 3 }; /* own descriptors to poll; those of the control socket follow */
enum { OUTPUT_TURN = 4 * OUTPUT_FILE_MAX, OUTPUT_LAST = 16 * OUTPUT_FILE_MAX };

static uint64_t in_ms(int ms)
{
    return clock_monotonic_ns() + (uint64_t)ms * 1000000;
}

static pid_t root_of(const struct jail *jail)
{
    return jail->control_fd >= 0 ? jail->child : getpid();
}

/* --- stopping --- */

static void request(const struct jail *jail, char word)
{
    (void)send(jail->control_fd, &word, 1, MSG_NOSIGNAL);
}

/* Counts the processes to be ended, for the status. Processes that are reaped by their own parents would not be counted
 * otherwise. */
static void count_for_status(struct jail *jail)
{
    (void)tree_find(&jail->tree, root_of(jail), 0);
    jail->status.ended = (unsigned)tree_living(&jail->tree);
}

static void begin_asking(struct jail *jail)
{
    if (jail->phase != JAIL_RUNNING)
        return;
    count_for_status(jail);
    jail->phase = JAIL_ASKED;
    jail->deadline_ns = in_ms(jail->options.grace_ms);
    if (jail->control_fd >= 0) {
        request(jail, INIT_REQUEST_ASK);
        return;
    }
    tree_ask(&jail->tree, root_of(jail), SIGTERM);
    (void)tree_find(&jail->tree, root_of(jail), SIGCONT); /* a stopped process would not handle SIGTERM */
}

static void end_again(struct jail *jail)
{
    if (jail->control_fd < 0) {
        tree_end(&jail->tree, root_of(jail));
        jail->deadline_ns = in_ms(END_AGAIN_MS);
        return;
    }
    /* A process has stopped our PID 1. The kernel ends the namespace with it. */
    (void)kill(jail->child, SIGKILL);
    jail->deadline_ns = 0;
}

static void begin_ending(struct jail *jail)
{
    if (jail->phase == JAIL_ENDING)
        return;
    if (jail->phase == JAIL_RUNNING && !jail->program_ended)
        count_for_status(jail);
    jail->phase = JAIL_ENDING;
    jail->deadline_ns = in_ms(END_INIT_MS);
    (void)fault_point("jail.before_end");
    if (jail->control_fd >= 0) {
        request(jail, INIT_REQUEST_END);
        return;
    }
    cgroup_kill(&jail->cgroup);
    end_again(jail);
}

/* --- limits --- */

static void read_limits(struct jail *jail)
{
    jail->limits = limits_read(jail->directory_fd);
    cgroup_limit(&jail->cgroup, &jail->limits);
    jail->count_at_ns = limits_any(&jail->limits) ? in_ms(0) : 0;
}

static void pass_limit(struct jail *jail, const char *limit)
{
    jail->status.limit = limit;
    begin_ending(jail);
}

static void look_at_limits(struct jail *jail)
{
    if (jail->phase != JAIL_RUNNING) {
        jail->count_at_ns = 0;
        return;
    }
    (void)tree_find(&jail->tree, root_of(jail), 0);
    const char *limit = limits_passed(&jail->limits, &jail->tree);
    if (!limit && cgroup_was_out_of_memory(&jail->cgroup))
        limit = "memory";
    jail->count_at_ns = in_ms(jail->tree.count == jail->counted ? COUNT_STEADY_MS : COUNT_MS);
    jail->counted = jail->tree.count;
    if (limit)
        pass_limit(jail, limit);
}

/* --- reaping --- */

static void note_program(struct jail *jail, int wait_status)
{
    jail->program_ended = true;
    jail->status.wait_status = wait_status;
    if (jail->phase == JAIL_RUNNING && WIFSIGNALED(wait_status) && cgroup_was_out_of_memory(&jail->cgroup))
        jail->status.limit = "memory";
}

static void take_report(struct jail *jail)
{
    struct init_report report;
    for (;;) {
        ssize_t n = recv(jail->control_fd, &report, sizeof report, MSG_DONTWAIT);
        if (n < 0 && errno == ECONNRESET) /* PID 1 exited without reading a request; its reports follow */
            continue;
        if (n == 0)
            jail->init_is_silent = true;
        if (n != (ssize_t)sizeof report)
            return;
        if (report.word == INIT_NOT_STARTED) {
            jail->status.failed = report.problem.error;
            (void)snprintf(jail->status.sentence, sizeof jail->status.sentence, "%s", report.problem.sentence);
        } else if (report.word == INIT_SESSION) {
            control_answer(jail, &report.problem);
        } else if (report.word == INIT_PROGRAM_ENDED) {
            note_program(jail, report.number);
            jail->status.stopped = jail->status.stopped && report.told; /* the request may have arrived too late */
        } else if (report.word == INIT_EMPTY) {
            jail->reaped = (unsigned)report.number;
        }
    }
}

/* PID 1 has ended; the kernel has killed all other processes of the namespace before it reports that. */
static void reap_init(struct jail *jail)
{
    int wait_status = 0;
    if (waitpid(jail->child, &wait_status, WNOHANG) != jail->child)
        return;
    take_report(jail);
    if (!jail->program_ended)
        note_program(jail, SIGKILL); /* PID 1 was killed from outside, and the program with it */
    jail->phase = JAIL_EMPTY;
}

static void reap_all(struct jail *jail)
{
    for (;;) {
        int wait_status = 0;
        pid_t pid = waitpid(-1, &wait_status, WNOHANG);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid == 0)
            break;
        if (pid < 0) {
            jail->phase = JAIL_EMPTY;
            return;
        }
        jail->reaped += jail->phase != JAIL_RUNNING;
        if (pid == jail->child)
            note_program(jail, wait_status);
    }
    if (jail->program_ended && jail->phase == JAIL_RUNNING)
        begin_ending(jail);
}

static void reap(struct jail *jail)
{
    if (jail->control_fd >= 0)
        reap_init(jail);
    else
        reap_all(jail);
}

static void take_signals(struct jail *jail)
{
    struct signalfd_siginfo info;
    while (read(jail->signal_fd, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGHUP) {
            read_limits(jail);
        } else if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT) {
            jail->status.stopped |= !jail->program_ended;
            if (info.ssi_signo == SIGINT)
                begin_ending(jail);
            else
                begin_asking(jail);
        }
    }
}

/* --- the loop --- */

static int until_next(const struct jail *jail)
{
    uint64_t next = jail->deadline_ns;
    if (jail->count_at_ns && (!next || jail->count_at_ns < next))
        next = jail->count_at_ns;
    if (!next)
        return -1;
    uint64_t now = clock_monotonic_ns();
    return next <= now ? 0 : (int)((next - now) / 1000000 + 1);
}

static void keep_deadlines(struct jail *jail)
{
    uint64_t now = clock_monotonic_ns();
    if (jail->count_at_ns && jail->count_at_ns <= now)
        look_at_limits(jail);
    if (!jail->deadline_ns || jail->deadline_ns > now)
        return;
    if (jail->phase == JAIL_ASKED)
        begin_ending(jail);
    else if (jail->phase == JAIL_ENDING)
        end_again(jail);
}

void jail_watch(struct jail *jail)
{
    read_limits(jail);
    reap(jail); /* the child may have ended before signals were watched */
    while (jail->phase != JAIL_EMPTY) {
        struct pollfd fds[OWN_POLL + CONTROL_POLL] = {
            {.fd = jail->signal_fd, .events = POLLIN},
            {.fd = jail->output.pipe_fd, .events = POLLIN},
            {.fd = jail->init_is_silent ? -1 : jail->control_fd, .events = POLLIN},
        };
        control_fill(&jail->control, fds + OWN_POLL);
        if (poll(fds, sizeof fds / sizeof *fds, until_next(jail)) < 0 && errno != EINTR)
            break;
        if (fds[1].revents)
            output_take(&jail->output, OUTPUT_TURN);
        if (fds[2].revents)
            take_report(jail);
        control_take(jail, fds + OWN_POLL);
        reap(jail); /* a program that has ended by itself was not stopped */
        (void)fault_point("jail.before_signals");
        if (jail->phase != JAIL_EMPTY)
            take_signals(jail);
        if (jail->phase != JAIL_EMPTY)
            reap(jail); /* the loop may have consumed a SIGCHLD, which is not sent again */
        if (jail->phase != JAIL_EMPTY)
            keep_deadlines(jail);
    }
    output_take(&jail->output, OUTPUT_LAST);
    if (jail->reaped > jail->status.ended)
        jail->status.ended = jail->reaped;
}
