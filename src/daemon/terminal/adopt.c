/* Adopts terminals that an executor lists in the handshake, and holds calls that wait for them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/executor.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/store/rows.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- descriptors --- */

/* An executor is not trusted: descriptors are rejected unless they are a terminal, and a scrollback that cannot be
 * truncated. */

static int take_fd_at(struct message_fds *fds, unsigned index)
{
    return fds && index < fds->count ? take_fd(&fds->fds[index]) : -1;
}

/* Returns the pid in the daemon's PID namespace, since the executor may have its own. 0: not a pidfd, or not a process
 * of this namespace. */
static int64_t pid_of(int pidfd)
{
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/self/fdinfo/%d", pidfd);
    autoclose int fd = pidfd < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    const char *line = strstr(text, "\nPid:");
    int64_t pid = line ? strtoll(line + strlen("\nPid:"), NULL, 10) : 0;
    return pid > 0 ? pid : 0;
}

static bool is_master(int fd)
{
    unsigned number = 0;
    struct winsize size;
    return ioctl(fd, TIOCGPTN, &number) == 0 && ioctl(fd, TIOCGWINSZ, &size) == 0;
}

int terminal_take_fds(struct terminal *terminal, struct message_fds *fds, int64_t pty_pid, const char **ret_problem)
{
    autoclose int master = take_fd_at(fds, 0), memory = take_fd_at(fds, 1), pidfd = take_fd_at(fds, 2);
    struct scrollback scrollback = {0};
    if (master < 0 || memory < 0 || !is_master(master)) {
        *ret_problem = "the executor did not pass a terminal";
        return -EPROTO;
    }
    int r = scrollback_map(&scrollback, memory);
    if (r < 0) {
        *ret_problem = r == -EINVAL ? "the executor did not pass a scrollback" : strerror(-r);
        return r;
    }
    terminal->master = take_fd(&master);
    terminal->memory = take_fd(&memory); /* kept for a restart in place */
    terminal->scrollback = scrollback;
    terminal->pid = pid_of(pidfd);
    if (terminal->pid == 0)
        terminal->pid = pty_pid;
    return 0;
}

/* --- held calls --- */

/* Calls are held before they have any effect: for terminals of the previous daemon, until their executors have listed
 * them; and terminal.open, until the end of a restart. */

/* The time limit for an executor that does not respond. */
enum { HOLD_MS = 1000 };

struct hold {
    struct list link; /* in set->held, in order of arrival */
    struct terminal_set *set;
    struct call *call;
    struct deadline deadline; /* if it waits for executors */
    bool for_restart;
    char id[ID_SIZE]; /* of the terminal; empty: all of them */
};

static void hold_free(struct hold *hold)
{
    timers_unset(&hold->set->rpc->timers, &hold->deadline);
    list_remove(&hold->link);
    free(hold);
}

static void on_abandoned(struct call *call)
{
    hold_free(call->user);
}

static void repeat(struct hold *hold)
{
    struct call *call = hold->call;
    hold_free(hold);
    call_repeat(call);
}

static void on_deadline(struct deadline *deadline)
{
    struct hold *hold = list_member(deadline, struct hold, deadline);
    struct terminal_set *set = hold->set;
    set->is_late = true;
    repeat(hold);
    set->is_late = false;
}

static bool all_adopted(const struct terminal_set *set)
{
    const struct list *all = &set->terminals;
    for (const struct list *link = all->next; link != all; link = link->next)
        if (list_member(link, struct terminal, link)->is_pending_adoption)
            return false;
    return !executor_terminals_pending(set->executors);
}

static int hold(struct call *call, struct slice id, bool for_restart)
{
    struct terminal_set *set = terminal_set_of(call);
    struct hold *hold = calloc(1, sizeof *hold);
    if (!hold)
        return -ENOMEM;
    hold->set = set;
    hold->for_restart = for_restart;
    hold->deadline.expired = on_deadline;
    memcpy(hold->id, id.data ? id.data : "", id.size < sizeof hold->id ? id.size : 0);
    int r = for_restart ? 0 : timers_set(&set->rpc->timers, &hold->deadline, HOLD_MS);
    if (r == 0)
        r = call_defer(call, on_abandoned, hold, &hold->call);
    list_append(&set->held, &hold->link);
    if (r < 0)
        hold_free(hold);
    return r;
}

bool terminal_hold(struct call *call, struct slice id)
{
    const struct terminal_set *set = terminal_set_of(call);
    if (set->is_late || set->stopping || all_adopted(set))
        return false;
    return hold(call, id, false) == 0 || call->answered;
}

bool terminal_hold_for_restart(struct call *call)
{
    const struct terminal_set *set = terminal_set_of(call);
    return set->restart_waits && !set->stopping && (hold(call, (struct slice){0}, true) == 0 || call->answered);
}

bool terminal_is_held(const struct call *call)
{
    return call->abandoned == on_abandoned;
}

void terminal_release(struct terminal_set *set)
{
    struct list *held = &set->held;
    bool handed_over = all_adopted(set);
    struct list kept;
    list_init(&kept);
    /* Making a call again may end others, in either list. */
    while (!list_is_empty(held)) {
        struct hold *hold = list_member(held->next, struct hold, link);
        bool over = hold->for_restart ? !set->restart_waits
                                      : handed_over || (hold->id[0] && terminal_find(set, slice_of(hold->id)));
        if (over) {
            repeat(hold);
            continue;
        }
        list_remove(&hold->link);
        list_append(&kept, &hold->link);
    }
    while (!list_is_empty(&kept)) {
        struct list *link = kept.next;
        list_remove(link);
        list_append(held, link);
    }
}

/* --- adopting --- */

/* Finds a terminal in any state, of any executor, so that an executor cannot take the id of another's terminal. */
static struct terminal *find_any(const struct terminal_set *set, struct slice id)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next; link != all; link = link->next)
        if (slice_is(id, list_member(link, struct terminal, link)->id))
            return list_member(link, struct terminal, link);
    return NULL;
}

static void request_fds(struct terminal *terminal);

/* Only the connection was lost. */
static void continue_terminal(struct terminal *terminal, const struct executor_handed_terminal *handed)
{
    if (terminal->is_pending_adoption)
        request_fds(terminal);
    else if (terminal->state == TERMINAL_CLOSING || terminal->exit_stored)
        terminal_call_close(terminal);
    else if (handed->exited)
        terminal_has_exited(terminal, handed);
}

/* Ends the terminals that the executor does not list any more. */
static void end_unlisted(const struct terminal_set *set, struct executor *executor)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        bool listed = terminal->is_listed;
        next = link->next;
        terminal->is_listed = false;
        if (terminal->executor != executor || listed)
            continue;
        log_warn("terminal %s: its executor no longer lists it", terminal->id);
        executor->terminals--;
        terminal_lost(terminal);
    }
}

/* --- session --- */

enum { ARENA_BYTES = 1 << 20 };

struct session_check {
    struct store_query query;
    struct terminal_set *set;
    struct arena arena;
    bool is_open;
    char id[];
};

static int check_session(struct store_query *query, struct store_tx *tx)
{
    struct session_check *check_session = list_member(query, struct session_check, query);
    struct store_session session = {0};
    int r = store_session_find(tx, slice_of(check_session->id), &check_session->arena, &session);
    check_session->is_open = r == 0 && session.record.state == SESSION_STATE_OPEN;
    return r;
}

static void on_session_checked(struct store_query *query)
{
    struct session_check *check_session = list_member(query, struct session_check, query);
    bool is_known = !query->failed && (query->status == 0 || query->status == -ENOENT);
    if (is_known && !check_session->is_open)
        terminal_close_session(check_session->set, slice_of(check_session->id));
    arena_clear(&check_session->arena);
    free(check_session);
}

/* The previous daemon may have ended after it closed the session and before it closed the terminals. */
static void start_session_check(struct terminal_set *set, const struct executor *executor)
{
    size_t size = strlen(executor->session_id) + 1;
    struct session_check *check = store_is_open(set->store) ? calloc(1, sizeof *check + size) : NULL;
    if (!check)
        return;
    check->query = (struct store_query){.run = check_session, .done = on_session_checked};
    check->set = set;
    check->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    memcpy(check->id, executor->session_id, size);
    store_read(set->store, &check->query);
}

/* --- terminals --- */

void terminal_adopted_all(void *user, struct executor *executor)
{
    struct terminal_set *set = user;
    if (executor->terminals_pending && executor->session_id)
        start_session_check(set, executor);
    executor->terminals_pending = false;
    end_unlisted(set, executor);
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && executor->terminals == 0)
        terminal_was_last(executor);
}

static void on_fds(void *user, const struct reply *reply)
{
    struct terminal *terminal = user;
    const struct executor_handed_terminal *handed = reply->result;
    const char *problem = "it did not pass the descriptors";
    int r = reply->status;
    struct terminal_set *set = terminal->set;
    (void)fault_point("terminal.adopted");
    terminal->pending--;
    if (r == -ECONNRESET && terminal->executor)
        return; /* the executor reconnects and lists it again, or has ended */
    terminal->is_pending_adoption = false;
    if (r == 0)
        r = terminal_take_fds(terminal, reply->fds, handed->pty_pid, &problem);
    if (r < 0)
        log_warn("terminal %s: cannot take it over from its executor, closing it: %s", terminal->id, problem);
    terminal->state = TERMINAL_OPEN;
    if (r == 0) {
        terminal_watch(terminal);
        log_info("terminal %s: taken over from its executor", terminal->id);
    }
    if (!terminal->executor)
        terminal_lost(terminal);
    else if (r == 0 && (handed->exited || terminal->exit.known))
        terminal_has_exited(terminal, handed);
    else if (r < 0 || terminal->close_after_open)
        terminal_begin_close(terminal);
    terminal_release(set);
}

static void request_fds(struct terminal *terminal)
{
    const struct get_terminal_params params = {.terminal_id = slice_of(terminal->id)};
    terminal->pending++;
    int r =
        peer_call(terminal->executor->peer, &get_terminal_method, &params, TERMINAL_CALL_MS, on_fds, terminal, NULL);
    if (r < 0)
        on_fds(terminal, &(struct reply){.status = r});
}

static bool is_older(const struct terminal *terminal, const struct terminal *other)
{
    return terminal->created_at_ms != other->created_at_ms ? terminal->created_at_ms < other->created_at_ms
                                                           : strcmp(terminal->id, other->id) < 0;
}

/* Sorts by age, because executors list their terminals in any order. */
static void put_in_order(struct terminal *terminal)
{
    struct list *all = &terminal->set->terminals, *next = all;
    list_remove(&terminal->link);
    while (next->previous != all && is_older(terminal, list_member(next->previous, struct terminal, link)))
        next = next->previous;
    list_append(next, &terminal->link);
}

static struct terminal *add_adopted(struct terminal_set *set, struct executor *executor,
                                    const struct executor_handed_terminal *handed)
{
    struct terminal *terminal = terminal_new(set, slice_of(executor->session_id), handed->cwd, handed->shell);
    if (!terminal)
        return NULL;
    memset(terminal->id, 0, sizeof terminal->id);
    memcpy(terminal->id, handed->terminal_id.data, handed->terminal_id.size);
    terminal->use_tmux = handed->use_tmux;
    terminal->pid = handed->pty_pid;
    if (handed->created_at_is == FIELD_SET)
        terminal->created_at_ms = handed->created_at;
    put_in_order(terminal);
    terminal->executor = executor;
    executor->terminals++;
    return terminal;
}

static void ignore(void *user, const struct reply *reply)
{
    (void)user;
    (void)reply;
}

/* The terminals of this executor were known before the connection was lost, so this one was being opened, and its call
 * has failed. */
static void disown(struct executor *executor, struct slice id)
{
    const struct close_terminal_params params = {.terminal_id = id, .forget = true};
    log_warn("executor %s: closing terminal %.*s, since opening it had failed", executor->process.id, SLICE_ARG(id));
    if (executor->peer)
        (void)peer_call(executor->peer, &close_terminal_method, &params, TERMINAL_CALL_MS, ignore, NULL, NULL);
}

void terminal_adopt(void *user, struct executor *executor, const struct executor_handed_terminal *handed)
{
    struct terminal_set *set = user;
    struct terminal *terminal = find_any(set, handed->terminal_id);
    if (terminal && terminal->executor == executor && terminal->is_listed) {
        log_warn("executor %s: lists terminal %s more than once", executor->process.id, terminal->id);
        return;
    }
    if (terminal && terminal->executor == executor && executor->peer) {
        terminal->is_listed = true;
        continue_terminal(terminal, handed);
        return;
    }
    if (terminal || handed->terminal_id.size == 0 || handed->terminal_id.size >= ID_SIZE) {
        log_warn("executor %s: lists a terminal that is not its own", executor->process.id);
        return;
    }
    if (!executor->terminals_pending) {
        disown(executor, handed->terminal_id);
        return;
    }
    terminal = executor->peer ? add_adopted(set, executor, handed) : NULL;
    if (!terminal) {
        log_warn("executor %s: out of memory for its terminal", executor->process.id);
        return;
    }
    terminal->is_listed = true;
    terminal->is_pending_adoption = true;
    request_fds(terminal);
}
