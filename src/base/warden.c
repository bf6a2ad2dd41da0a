#include "base/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/tree.h"

enum { LOOK_MS = 10, FORCE_ROUNDS = 50, CONTROL_FD = 3 };

/* Messages from the warden, and from the child before it executes the command. */
enum { TOLD_STARTED = 1, TOLD_FAILED, TOLD_ENDED };
struct told {
    int32_t what, value;
};

static void tell(int control, int what, int value)
{
    struct told told = {.what = what, .value = value};
    (void)!send(control, &told, sizeof told, MSG_NOSIGNAL);
}

/* --- the command --- */

static bool place(int fd, int at)
{
    return fd == at ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, at) == at;
}

/* Moves a descriptor above the numbers that are assigned next. */
static int lift(int fd)
{
    enum { ABOVE = 16 };
    autoclose int null = fd < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    return fcntl(fd < 0 ? null : fd, F_DUPFD_CLOEXEC, ABOVE);
}

/* A signal handler of this program must not run in the forked copy; an ignored signal would stay ignored in the
 * command. */
static void forget_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            (void)signal(number, SIG_DFL);
}

__attribute__((noreturn)) static void be_command(const struct warden_order *order, const sigset_t *mask, int control)
{
    (void)setsid();
    forget_signals();
    (void)sigprocmask(SIG_SETMASK, mask, NULL);
    if (order->cwd && chdir(order->cwd) < 0) {
        tell(control, TOLD_FAILED, errno);
        _exit(127);
    }
    if (order->run)
        _exit(order->run(order->user));
    if (order->environment)
        (void)execvpe(order->arguments[0], order->arguments, order->environment);
    else
        (void)execvp(order->arguments[0], order->arguments);
    tell(control, TOLD_FAILED, errno);
    _exit(127);
}

/* --- the warden --- */

struct watch {
    int control, signals;
    pid_t command;
    struct tree tree;
    bool has_proc;
    uint64_t grace_ms;
    uint64_t kill_at_ns; /* 0: nothing is to be ended yet */
    bool termed;
};

/* In a PID namespace that shares the outer /proc, its numbers are those of the outer namespace. */
static bool proc_is_ours(void)
{
    char own[24], seen[24] = "";
    (void)snprintf(own, sizeof own, "%d", (int)getpid());
    return readlink("/proc/self", seen, sizeof seen - 1) > 0 && strcmp(own, seen) == 0;
}

static void end_soon(struct watch *watch, uint64_t grace_ms)
{
    uint64_t at = clock_monotonic_ns() + grace_ms * 1000000;
    if (watch->kill_at_ns == 0 || at < watch->kill_at_ns)
        watch->kill_at_ns = at;
}

static void hear(struct watch *watch)
{
    char word = 0;
    ssize_t n = recv(watch->control, &word, 1, MSG_DONTWAIT);
    if (n == 1)
        end_soon(watch, word == 'k' ? 0 : watch->grace_ms);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        end_soon(watch, 0);
}

/* Signals that do not end a program by default do not end the warden: the terminal sends SIGWINCH to all processes in
 * the foreground, and SIGCONT resumes a stopped process. */
static bool is_an_end(uint32_t number)
{
    return number != SIGCHLD && number != SIGCONT && number != SIGURG && number != SIGWINCH && number != SIGTSTP &&
           number != SIGTTIN && number != SIGTTOU;
}

static void hear_signal(struct watch *watch)
{
    struct signalfd_siginfo info;
    if (read(watch->signals, &info, sizeof info) == sizeof info && is_an_end(info.ssi_signo))
        end_soon(watch, watch->grace_ms);
}

/* Returns false if no process is left. */
static bool reap(struct watch *watch)
{
    for (;;) {
        int status = 0;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0)
            return pid == 0 || errno == EINTR;
        if (pid == watch->command) {
            tell(watch->control, TOLD_ENDED, status);
            watch->command = -1;
            end_soon(watch, WARDEN_GRACE_MS);
        }
    }
}

static void end_all(struct watch *watch, pid_t group)
{
    bool now = clock_monotonic_ns() >= watch->kill_at_ns;
    if (!now && watch->termed)
        return;
    watch->termed = true;
    if (!watch->has_proc) {
        (void)kill(-group, now ? SIGKILL : SIGTERM);
    } else if (now) {
        tree_end(&watch->tree, getpid());
    } else {
        (void)tree_find(&watch->tree, getpid(), SIGTERM);
        (void)tree_find(&watch->tree, getpid(), SIGCONT); /* a stopped process would not handle SIGTERM */
    }
}

__attribute__((noreturn)) static void watch_over(int control, int signals, pid_t command, int grace_ms)
{
    struct watch watch = {.control = control,
                          .signals = signals,
                          .command = command,
                          .grace_ms = grace_ms > 0 ? (uint64_t)grace_ms : WARDEN_GRACE_MS,
                          .has_proc = proc_is_ours()};
    struct pollfd polls[] = {{.fd = control, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    while (reap(&watch)) {
        if (watch.kill_at_ns > 0)
            end_all(&watch, command);
        /* Once the end has begun, a closed socket would be readable forever. */
        polls[0].fd = watch.kill_at_ns > 0 && watch.kill_at_ns <= clock_monotonic_ns() ? -1 : control;
        if (poll(polls, 2, watch.kill_at_ns > 0 ? LOOK_MS : -1) < 0)
            continue;
        if (polls[0].fd >= 0 && polls[0].revents)
            hear(&watch);
        if (polls[1].revents)
            hear_signal(&watch);
    }
    _exit(0);
}

/* Keeps only the descriptors of the command and of the warden, at fixed numbers. */
static bool arrange(const struct warden_order *order, int control)
{
    autoclose int input = lift(order->input), output = lift(order->output), errors = lift(order->errors);
    autoclose int own = lift(control);
    return input >= 0 && output >= 0 && errors >= 0 && own >= 0 && place(input, STDIN_FILENO) &&
           place(output, STDOUT_FILENO) && place(errors, STDERR_FILENO) && dup3(own, CONTROL_FD, O_CLOEXEC) >= 0;
}

__attribute__((noreturn)) static void be_warden(const struct warden_order *order, const sigset_t *mask, int control)
{
    if (!arrange(order, control)) {
        tell(control, TOLD_FAILED, errno);
        _exit(1);
    }
    (void)close_range(CONTROL_FD + 1, ~0U, 0);
    forget_signals();
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t all;
    (void)sigfillset(&all);
    int signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
    pid_t command = signals < 0 ? -1 : fork();
    if (command < 0) {
        tell(CONTROL_FD, TOLD_FAILED, errno);
        _exit(1);
    }
    if (command == 0) {
        (void)close(signals);
        be_command(order, mask, CONTROL_FD);
    }
    tell(CONTROL_FD, TOLD_STARTED, command);
    /* Closes the inherited output: it must reach its end when the command closes it. */
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (null < 0 || dup2(null, fd) < 0)
            (void)close(fd);
    watch_over(CONTROL_FD, signals, command, order->grace_ms);
}

/* --- the caller --- */

static int next_told(int control, int flags, struct told *ret_told)
{
    ssize_t n;
    do
        n = recv(control, ret_told, sizeof *ret_told, flags);
    while (n < 0 && errno == EINTR);
    return n == sizeof *ret_told ? 0 : n < 0 ? -errno : -EPIPE;
}

static int wait_for_start(struct warden *warden)
{
    struct told told;
    /* The command's message may arrive before the warden's; warden_reap() reads it. */
    int r = next_told(warden->control, MSG_PEEK, &told);
    if (r == 0 && told.what == TOLD_STARTED) {
        warden->command = told.value;
        return next_told(warden->control, 0, &told);
    }
    return r == -EPIPE ? 0 : r;
}

int warden_start(const struct warden_order *order, struct warden *ret_warden)
{
    struct warden warden = WARDEN_NONE;
    int pair[2];
    /* A packet socket keeps the messages of warden and command apart. */
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return -errno;
    autoclose int ours = pair[0], theirs = pair[1];
    sigset_t all, mask;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &mask);
    warden.pid = fork();
    if (warden.pid == 0)
        be_warden(order, &mask, theirs);
    int r = warden.pid < 0 ? -errno : 0;
    (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (r < 0)
        return r;
    (void)close(take_fd(&theirs));
    warden.control = take_fd(&ours);
    warden.pidfd = pidfd_open(warden.pid, 0);
    r = warden.pidfd < 0 ? -errno : wait_for_start(&warden);
    if (r < 0) {
        struct warden_report ignored;
        warden_end(&warden, true);
        warden_reap(&warden, &ignored);
        return r;
    }
    *ret_warden = warden;
    return 0;
}

void warden_end(struct warden *warden, bool now)
{
    if (warden->control >= 0)
        (void)!send(warden->control, now ? "k" : "t", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void warden_force(struct warden *warden)
{
    struct tree tree = {0};
    if (warden->pidfd < 0)
        return;
    for (int round = 0; proc_is_ours() && round < FORCE_ROUNDS; round++) {
        tree_end(&tree, warden->pid);
        if (tree_living(&tree) == 0)
            break;
    }
    tree_clear(&tree);
    (void)pidfd_send_signal(warden->pidfd, SIGKILL, NULL, 0);
}

void warden_reap(struct warden *warden, struct warden_report *ret_report)
{
    *ret_report = (struct warden_report){.status = -1};
    while (waitpid(warden->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    for (struct told told; next_told(warden->control, MSG_DONTWAIT, &told) == 0;) {
        if (told.what == TOLD_FAILED)
            ret_report->error = -told.value;
        else if (told.what == TOLD_ENDED)
            ret_report->status = told.value;
    }
    cleanup_close(&warden->control);
    cleanup_close(&warden->pidfd);
    *warden = (struct warden)WARDEN_NONE;
}
