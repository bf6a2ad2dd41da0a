#include "daemon/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"

/* The loop waits meanwhile. An answer takes less than a millisecond, but a busy machine may not run the template for a
 * few hundred; and one that is ended in the middle of an order costs a start. */
enum { ANSWER_MS = 500, LEAVE_MS = 100, LATE_MAX = 3, ORDER_MAX = 64 << 10, STRINGS_MAX = 1023 };

/* An order begins with it (src/jail/PROTOCOL.md). */
struct order_head {
    uint32_t argument_count, variable_count;
};

/* --- loaded ---------------------------------------------------------------------------------- */

/* The jail's three signals wait until it is ready for them: they may be sent the moment that it is there. */
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

/* Standard input is /dev/null where nothing else is given. */
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

/* --- one that waits ---------------------------------------------------------------------------- */

void jailer_prepare(struct jailer *jailer, char *path, char *const *environment)
{
    static char option[] = "--serve";
    char *const arguments[] = {path, option, NULL};
    int pair[2];
    if (jailer->pid > 0 || jailer->is_useless)
        return;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return;
    int r = load(arguments, environment, pair[1], &jailer->pid);
    close(pair[1]);
    if (r < 0) {
        log_debug("jailer: cannot be started: %s", strerror(-r));
        close(pair[0]);
        return;
    }
    jailer->fd = pair[0];
}

void jailer_wish(struct jailer *jailer)
{
    static const struct order_head nothing;
    if (jailer->has_served && !jailer->has_wished && jailer->ahead == 0)
        jailer->has_wished = send(jailer->fd, &nothing, sizeof nothing, MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

/* -ENOTCONN: nobody has read the order, and nobody will. -EIO: somebody has, and left without a word. */
static int read_number(const struct jailer *jailer, pid_t *ret_number)
{
    ssize_t n = recv(jailer->fd, ret_number, sizeof *ret_number, MSG_DONTWAIT);
    if (n == sizeof *ret_number)
        return 0;
    return n < 0 && errno == ECONNRESET ? -ENOTCONN : -EIO;
}

/* The answer to a wish comes before that to the next order. */
static int read_wish(struct jailer *jailer)
{
    pid_t pid = 0;
    int r = jailer->has_wished ? read_number(jailer, &pid) : 0;
    if (pid > 0)
        jailer->ahead = pid;
    jailer->has_wished = r < 0;
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

/* It leaves and clears up behind itself, unless it is stopped. Should it have got an order of which we were not told,
 * it ends what it has started. */
static void end_ahead(struct jailer *jailer)
{
    if (jailer->ahead == 0)
        return;
    autoclose int fd = pidfd_open(jailer->ahead, 0);
    if (fd >= 0 && kill(jailer->ahead, SIGINT) == 0)
        (void)poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, LEAVE_MS);
    (void)kill(jailer->ahead, SIGKILL);
    (void)reap(jailer->ahead);
    jailer->ahead = 0;
}

/* It may be stopped, and has nothing to lose. One that has left by itself would do so again. */
static void end(struct jailer *jailer)
{
    (void)kill(jailer->pid, SIGKILL);
    int status = reap(jailer->pid);
    jailer->is_useless |= status >= 0 && WIFEXITED(status);
    jailer->pid = 0;
    jailer->has_served = false;
}

/* What it has said last was read; `used` is a jail now. */
static void forget(struct jailer *jailer, pid_t used)
{
    (void)read_wish(jailer);
    jailer->has_wished = false;
    if (jailer->ahead == used)
        jailer->ahead = 0;
    end_ahead(jailer);
    close(jailer->fd);
}

void jailer_clear(struct jailer *jailer)
{
    if (jailer->pid > 0) {
        end(jailer);
        forget(jailer, 0);
    }
}

/* --- orders -------------------------------------------------------------------------------------- */

static int add_strings(struct buf *order, char *const *strings, uint32_t *ret_count)
{
    int r = 0;
    for (*ret_count = 0; r == 0 && strings[*ret_count]; ++*ret_count)
        r = *ret_count < STRINGS_MAX ? buf_append(order, strings[*ret_count], strlen(strings[*ret_count]) + 1) : -E2BIG;
    return r;
}

static int write_order(struct buf *order, char *const *arguments, char *const *environment)
{
    struct order_head head = {0};
    int r = buf_append(order, &head, sizeof head);
    if (r == 0)
        r = add_strings(order, arguments, &head.argument_count);
    if (r == 0)
        r = add_strings(order, environment, &head.variable_count);
    if (r == 0)
        memcpy(order->data, &head, sizeof head);
    return r;
}

static int read_answer(struct jailer *jailer, pid_t *ret_pid)
{
    int r = read_wish(jailer);
    return r < 0 ? r : read_number(jailer, ret_pid);
}

static bool await_word(const struct jailer *jailer, uint64_t until_ns)
{
    struct pollfd word = {.fd = jailer->fd, .events = POLLIN};
    int r;
    do {
        uint64_t now = clock_monotonic_ns();
        r = poll(&word, 1, until_ns > now ? (int)((until_ns - now) / 1000000) + 1 : 0);
    } while (r < 0 && errno == EINTR);
    return r == 1;
}

static int await_answer(struct jailer *jailer, pid_t *ret_pid)
{
    uint64_t until_ns = clock_monotonic_ns() + UINT64_C(1000000) * ANSWER_MS;
    bool is_late = !await_word(jailer, until_ns);
    int r = is_late ? 0 : read_wish(jailer);
    if (r == 0)
        is_late = is_late || !await_word(jailer, until_ns);
    jailer->late = is_late ? jailer->late + 1 : 0;
    jailer->is_useless |= jailer->late >= LATE_MAX;
    if (r == 0)
        r = is_late ? -ETIMEDOUT : read_number(jailer, ret_pid);
    if (r == 0)
        return 0;
    pid_t pid = jailer->pid;
    end(jailer);
    if (is_late) /* now it is settled what it has done */
        r = read_answer(jailer, ret_pid);
    forget(jailer, *ret_pid);
    log_warn("jailer: process %d does not answer%s", (int)pid, r == -ENOTCONN ? "; weir-jail is loaded instead" : "");
    return r;
}

static int send_order(struct jailer *jailer, char *const *arguments, char *const *environment)
{
    struct buf text = BUF_LIMITED(ORDER_MAX);
    int r = write_order(&text, arguments, environment);
    if (r == 0 && send(jailer->fd, text.data, text.size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        log_warn("jailer: process %d takes no orders (%s); weir-jail is loaded instead", (int)jailer->pid,
                 strerror(errno));
        jailer_clear(jailer);
        r = -ENOTCONN;
    }
    buf_clear(&text);
    return r;
}

/* The jail is the one that was made ahead, or that one is lost. */
static void take(struct jailer *jailer, pid_t pid)
{
    jailer->has_served = true;
    if (jailer->ahead == pid)
        jailer->ahead = 0;
    end_ahead(jailer);
}

/* -ENOTCONN: it has not done it, and will not. -EBUSY: it may have; what it made ends by itself. */
static int order(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid)
{
    pid_t pid = 0;
    if (jailer->pid == 0 || send_order(jailer, arguments, environment) < 0)
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
    if (pid == -EINVAL || pid == -E2BIG) /* this one cannot be ordered */
        return -ENOTCONN;
    log_debug("jailer: of no use here: %s", strerror(-pid));
    jailer_clear(jailer);
    jailer->is_useless = true;
    return -ENOTCONN;
}

int jailer_spawn(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid)
{
    if (fault_point("executor.spawn") < 0)
        return -EAGAIN;
    int r = order(jailer, arguments, environment, ret_pid);
    return r == -ENOTCONN ? load(arguments, environment, -1, ret_pid) : r;
}
