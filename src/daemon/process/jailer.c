#include "daemon/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/list.h"
#include "base/log.h"

/* The loop blocks while it waits for an answer. That takes less than a millisecond, or up to 12 ms if ten busy
 * programs share two processors; loading weir-jail takes as long in that case. A template that answers late is
 * killed, and the result of its last request is known SETTLE_MS later. After LATE_MAX late answers in a row, no
 * template is started for REST_NS. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ANSWER_MS = 150 }; /* sanitizers make fork() slow, as more memory is mapped */
#else
enum { ANSWER_MS = 30 };
#endif
enum { SETTLE_MS = 10, LATE_MAX = 3 };
static const uint64_t REST_NS = UINT64_C(60000000000);

/* An unused jail gets LEAVE_TURNS checks to exit by itself before it is killed. */
enum { LEAVE_STEP_MS = 5, LEAVE_TURNS = 20 };

enum { REQUEST_MAX = 64 << 10, STRINGS_MAX = 1023 };

/* The header of a request (src/jail/PROTOCOL.md). */
struct request_head {
    uint32_t argument_count, variable_count;
};

/* --- loading weir-jail --- */

/* Blocks the three signals that the jail handles until it has installed its handlers: the daemon may send them
 * at once. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t usual, held;
    (void)sigfillset(&usual);
    (void)sigemptyset(&held);
    (void)sigaddset(&held, SIGTERM);
    (void)sigaddset(&held, SIGINT);
    (void)sigaddset(&held, SIGHUP);
    int r = posix_spawnattr_setsigdefault(attributes, &usual);
    if (r == 0)
        r = posix_spawnattr_setsigmask(attributes, &held);
    if (r == 0)
        r = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    return -r;
}

static int set_descriptors(posix_spawn_file_actions_t *actions, int input_fd)
{
    int r = input_fd < 0 ? 0 : posix_spawn_file_actions_adddup2(actions, input_fd, STDIN_FILENO);
    for (int fd = input_fd < 0 ? 0 : 1; r == 0 && fd <= 2; fd++)
        r = posix_spawn_file_actions_addopen(actions, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    if (r == 0)
        r = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return -r;
}

/* Standard input is /dev/null unless `input_fd` is given. */
static int load(char *const *arguments, char *const *environment, int input_fd, pid_t *ret_pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    if (posix_spawnattr_init(&attributes) != 0)
        return -ENOMEM;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        (void)posix_spawnattr_destroy(&attributes);
        return -ENOMEM;
    }
    int r = set_signals(&attributes);
    if (r == 0)
        r = set_descriptors(&actions, input_fd);
    if (r == 0)
        r = -posix_spawn(ret_pid, arguments[0], &actions, &attributes, arguments, environment);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attributes);
    return r;
}

/* --- template process --- */

void jailer_prepare(struct jailer *jailer, char *path, char *const *environment)
{
    static char option[] = "--serve";
    char *const arguments[] = {path, option, NULL};
    int pair[2];
    if (jailer->pid > 0 || jailer->is_useless || clock_monotonic_ns() < jailer->rests_until_ns)
        return;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return;
    int r = load(arguments, environment, pair[1], &jailer->pid);
    close(pair[1]);
    if (r < 0) {
        log_debug("jailer: cannot start the template process: %s", strerror(-r));
        close(pair[0]);
        return;
    }
    jailer->fd = pair[0];
}

void jailer_fork_ahead(struct jailer *jailer)
{
    static const struct request_head nothing;
    if (jailer->has_served && !jailer->fork_pending && jailer->ahead == 0)
        jailer->fork_pending = send(jailer->fd, &nothing, sizeof nothing, MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

/* -ENOTCONN: the template did not read the request and has exited. -EIO: it may have read the request, but exited
 * without an answer. */
static int read_number(const struct jailer *jailer, pid_t *ret_number)
{
    ssize_t n = recv(jailer->fd, ret_number, sizeof *ret_number, MSG_DONTWAIT);
    if (n == sizeof *ret_number)
        return 0;
    return n < 0 && errno == ECONNRESET ? -ENOTCONN : -EIO;
}

/* Reads the pid of a jail made ahead. Its message precedes the answer to the next request. */
static int read_forked_pid(struct jailer *jailer)
{
    pid_t pid = 0;
    int r = jailer->fork_pending ? read_number(jailer, &pid) : 0;
    if (pid > 0)
        jailer->ahead = pid;
    jailer->fork_pending = r < 0;
    return r;
}

static int reap(pid_t pid)
{
    int status = 0;
    pid_t found;
    do
        found = waitpid(pid, &status, 0);
    while (found < 0 && errno == EINTR);
    return found > 0 ? status : -1;
}

/* --- unused jails --- */

struct leaving {
    struct list link; /* in jailer->leaving */
    pid_t pid;
    unsigned turns;
    uv_timer_t timer;
};

static void on_timer_closed(uv_handle_t *timer)
{
    free(timer->data);
}

static void forget_leaving(struct leaving *leaving)
{
    list_remove(&leaving->link);
    uv_close((uv_handle_t *)&leaving->timer, on_timer_closed);
}

static void on_leave_step(uv_timer_t *timer)
{
    struct leaving *leaving = timer->data;
    if (waitpid(leaving->pid, NULL, WNOHANG) != 0)
        forget_leaving(leaving);
    else if (++leaving->turns == LEAVE_TURNS)
        (void)kill(leaving->pid, SIGKILL);
}

/* Ends a jail that was made ahead. It cleans up and exits, unless it is stopped by a signal. If it has received
 * a request whose answer we missed, it ends the program that it started. The loop does not wait for this. */
static void end_ahead(struct jailer *jailer)
{
    pid_t pid = jailer->ahead;
    if (pid == 0)
        return;
    jailer->ahead = 0;
    struct leaving *leaving = calloc(1, sizeof *leaving);
    if (!leaving || uv_timer_init(jailer->loop, &leaving->timer) < 0) {
        free(leaving);
        (void)kill(pid, SIGKILL);
        (void)reap(pid);
        return;
    }
    leaving->pid = pid;
    leaving->timer.data = leaving;
    list_append(&jailer->leaving, &leaving->link);
    (void)kill(pid, SIGINT);
    (void)uv_timer_start(&leaving->timer, on_leave_step, LEAVE_STEP_MS, LEAVE_STEP_MS);
}

/* Waits for unused jails when the daemon exits. */
static void end_leaving(struct jailer *jailer)
{
    while (!list_is_empty(&jailer->leaving)) {
        struct leaving *leaving = list_member(jailer->leaving.next, struct leaving, link);
        autoclose int fd = pidfd_open(leaving->pid, 0);
        if (fd >= 0 && leaving->turns < LEAVE_TURNS)
            (void)poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, LEAVE_STEP_MS * LEAVE_TURNS);
        (void)kill(leaving->pid, SIGKILL);
        (void)reap(leaving->pid);
        forget_leaving(leaving);
    }
}

/* --- end of the template --- */

/* Kills the template, which may be stopped and has no state to lose. A template that exited by itself would do
 * so again, so none is started afterwards. */
static void end(struct jailer *jailer)
{
    (void)kill(jailer->pid, SIGKILL);
    int status = reap(jailer->pid);
    jailer->is_useless |= status >= 0 && WIFEXITED(status);
    jailer->pid = 0;
    jailer->has_served = false;
}

/* Reads the template's last message before closing the socket. `used` is a jail that runs a process now. */
static void forget(struct jailer *jailer, pid_t used)
{
    (void)read_forked_pid(jailer);
    jailer->fork_pending = false;
    if (jailer->ahead == used)
        jailer->ahead = 0;
    end_ahead(jailer);
    close(jailer->fd);
}

static void drop(struct jailer *jailer)
{
    if (jailer->pid > 0) {
        end(jailer);
        forget(jailer, 0);
    }
}

void jailer_init(struct jailer *jailer, uv_loop_t *loop)
{
    *jailer = (struct jailer){.loop = loop, .answer_ms = ANSWER_MS};
    list_init(&jailer->leaving);
}

void jailer_clear(struct jailer *jailer)
{
    drop(jailer);
    end_leaving(jailer);
}

/* --- requests --- */

static int add_strings(struct buf *request, char *const *strings, uint32_t *ret_count)
{
    int r = 0;
    for (*ret_count = 0; r == 0 && strings[*ret_count]; ++*ret_count)
        r = *ret_count < STRINGS_MAX ? buf_append(request, strings[*ret_count], strlen(strings[*ret_count]) + 1)
                                     : -E2BIG;
    return r;
}

static int write_request(struct buf *request, char *const *arguments, char *const *environment)
{
    struct request_head head = {0};
    int r = buf_append(request, &head, sizeof head);
    if (r == 0)
        r = add_strings(request, arguments, &head.argument_count);
    if (r == 0)
        r = add_strings(request, environment, &head.variable_count);
    if (r == 0)
        memcpy(request->data, &head, sizeof head);
    return r;
}

static bool await_message(const struct jailer *jailer, uint64_t until_ns)
{
    struct pollfd message = {.fd = jailer->fd, .events = POLLIN};
    int r;
    do {
        uint64_t now = clock_monotonic_ns();
        r = poll(&message, 1, until_ns > now ? (int)((until_ns - now) / 1000000) + 1 : 0);
    } while (r < 0 && errno == EINTR);
    return r == 1;
}

/* -ETIMEDOUT: no answer yet, but the template or a fork of it may still send one. */
static int read_answer(struct jailer *jailer, unsigned ms, pid_t *ret_pid)
{
    uint64_t until_ns = clock_monotonic_ns() + UINT64_C(1000000) * ms;
    int r = 0;
    if (jailer->fork_pending)
        r = await_message(jailer, until_ns) ? read_forked_pid(jailer) : -ETIMEDOUT;
    if (r == 0)
        r = await_message(jailer, until_ns) ? read_number(jailer, ret_pid) : -ETIMEDOUT;
    return r;
}

static void note_late(struct jailer *jailer)
{
    if (++jailer->late < LATE_MAX)
        return;
    jailer->late = 0;
    jailer->rests_until_ns = clock_monotonic_ns() + REST_NS;
}

static int await_answer(struct jailer *jailer, pid_t *ret_pid)
{
    int r = read_answer(jailer, jailer->answer_ms, ret_pid);
    if (r == 0) {
        jailer->late = 0;
        return 0;
    }
    pid_t pid = jailer->pid;
    end(jailer);
    if (r == -ETIMEDOUT) {
        note_late(jailer);
        r = read_answer(jailer, SETTLE_MS, ret_pid); /* a forked jail reports its own pid */
    }
    if (r == -EIO && jailer->ahead == 0) /* no jail was forked, and none that was made ahead can have the request */
        r = -ENOTCONN;
    forget(jailer, *ret_pid);
    log_warn("jailer: template process %d does not respond%s", (int)pid,
             r == -ENOTCONN ? "; starting weir-jail instead" : "");
    return r;
}

static int send_request(struct jailer *jailer, char *const *arguments, char *const *environment)
{
    struct buf text = BUF_LIMITED(REQUEST_MAX);
    int r = write_request(&text, arguments, environment);
    if (r == 0 && send(jailer->fd, text.data, text.size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        log_warn("jailer: template process %d accepts no requests (%s); starting weir-jail instead", (int)jailer->pid,
                 strerror(errno));
        drop(jailer);
        r = -ENOTCONN;
    }
    buf_clear(&text);
    return r;
}

/* Notes that the jail is in use. If it is not the one made ahead, that one is lost and ended. */
static void take(struct jailer *jailer, pid_t pid)
{
    jailer->has_served = true;
    if (jailer->ahead == pid)
        jailer->ahead = 0;
    end_ahead(jailer);
}

/* -ENOTCONN: the request was not executed and will not be. -EBUSY: it may have been executed; a jail that it
 * started ends by itself. */
static int request(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid)
{
    pid_t pid = 0;
    if (jailer->pid == 0 || send_request(jailer, arguments, environment) < 0)
        return -ENOTCONN;
    int r = await_answer(jailer, &pid);
    if (r < 0)
        return r == -ENOTCONN ? r : -EBUSY;
    if (pid > 0) {
        take(jailer, pid);
        *ret_pid = pid;
        return 0;
    }
    if (pid == -EAGAIN || pid == -ENOMEM)
        return pid;
    if (pid == -EINVAL || pid == -E2BIG) /* the request is too large or invalid for the template */
        return -ENOTCONN;
    log_debug("jailer: the template process does not work here: %s", strerror(-pid));
    drop(jailer);
    jailer->is_useless = true;
    return -ENOTCONN;
}

int jailer_spawn(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid)
{
    if (fault_point("executor.spawn") < 0)
        return -EAGAIN;
    int r = request(jailer, arguments, environment, ret_pid);
    return r == -ENOTCONN ? load(arguments, environment, -1, ret_pid) : r;
}
