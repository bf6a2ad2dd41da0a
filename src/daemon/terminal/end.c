/* The end of a terminal: its shell exits, a client closes it, or its executor ends. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/executor.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* LAST_READ_MS: how long the exit event waits for attached clients to read the last output. */
enum { LAST_READ_MS = 1000, VIEWER_WAIT_MS = 3000 };

struct terminal_closer {
    struct list link; /* in terminal->closers */
    struct call *call;
};

static void answer_closers(struct terminal *terminal, const char *problem)
{
    while (!list_is_empty(&terminal->closers)) {
        struct terminal_closer *closer = list_member(terminal->closers.next, struct terminal_closer, link);
        struct call *call = closer->call;
        list_remove(&closer->link);
        free(closer);
        if (problem)
            (void)call_fail(call, ERROR_INTERNAL_ERROR, "terminal %s: %s", terminal->id, problem);
        else
            (void)terminal_close_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
    }
}

/* --- executor --- */

/* Whether a tmux server of the executor is running; its programs keep running without the terminal, and a later one can
 * attach to them. */
static bool tmux_lives(const struct executor *executor)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    autofree char *path = NULL;
    /* O_NOFOLLOW: a program in the terminal may have put a link there, to make the daemon connect to another socket. */
    autoclose int place =
        paths_join(executor->process.own, "tmux", &path) < 0 ? -1 : open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (place < 0)
        return false;
    (void)snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", place);
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return fd >= 0 && (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0 || errno == EAGAIN);
}

static void on_tmux_check(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    if (executor->terminals == 0 && executor->state == EXECUTOR_READY)
        terminal_was_last(executor);
}

/* Polls for the end of the tmux server: it lives a moment longer than its last session, and may end at any later time.
 * A connection that waits for its end would keep it alive. */
void terminal_was_last(struct executor *executor)
{
    enum { TMUX_CHECK_MS = 1000 };
    if (!tmux_lives(executor)) {
        executor_drop_terminals(executor);
        return;
    }
    executor->phase_deadline.expired = on_tmux_check;
    (void)timers_set(&executor->pool->rpc->timers, &executor->phase_deadline, TMUX_CHECK_MS);
}

bool terminal_leave_executor(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    if (!executor)
        return false;
    if (--executor->terminals == 0 && terminal->use_tmux)
        terminal_was_last(executor);
    else if (executor->terminals == 0)
        executor_drop_terminals(executor);
    if (executor->terminals == 0 && executor->state == EXECUTOR_LEAVING)
        return true;
    terminal->executor = NULL; /* other terminals use the executor, or are about to */
    return false;
}

/* --- exit --- */

static void note_exit(struct terminal *terminal, const struct executor_handed_terminal *how)
{
    if (terminal->exit.known)
        return;
    terminal->exit = (struct terminal_exit){.known = true};
    if (!how || !how->exited)
        return;
    terminal->exit.code = how->exit_code;
    terminal->exit.code_is = how->exit_code_is;
    terminal->exit.signal = how->signal;
    terminal->exit.signal_is = how->signal_is;
}

/* --- event --- */

/* Only now may the executor forget the terminal. If the daemon ended before, the next one would learn of the exit from
 * the executor. */
static void on_exit_stored(struct terminal *terminal)
{
    terminal->exit_stored = true;
    if (terminal->executor)
        terminal_call_close(terminal);
}

static void store_exit(struct terminal *terminal)
{
    timers_unset(&terminal->set->rpc->timers, &terminal->reader_timer);
    terminal->owes_event = false;
    (void)fault_point("terminal.before_exited");
    terminal_store_exited(terminal, on_exit_stored);
}

static void on_reader_timeout(struct deadline *deadline)
{
    store_exit(list_member(deadline, struct terminal, reader_timer));
}

static void wait_for_readers(struct terminal *terminal)
{
    terminal->reader_timer.expired = on_reader_timeout;
    if (timers_set(&terminal->set->rpc->timers, &terminal->reader_timer, LAST_READ_MS) < 0)
        store_exit(terminal);
}

void terminal_read_on(struct terminal *terminal)
{
    for (struct list *link = terminal->attachments.next, *next; link != &terminal->attachments; link = next) {
        struct terminal_attachment *attachment = list_member(link, struct terminal_attachment, link);
        next = link->next;
        if (attachment->offset == scrollback_total(&terminal->scrollback))
            terminal_detach_from(attachment);
    }
    if (terminal->owes_event && list_is_empty(&terminal->attachments))
        store_exit(terminal);
    else if (terminal->owes_event)
        wait_for_readers(terminal);
    terminal_settle(terminal);
}

/* No more output will follow. Attached clients get the remaining output, then the event. */
static void finish(struct terminal *terminal)
{
    terminal_read_rest(terminal);
    terminal->state = TERMINAL_OVER;
    terminal->set->count--;
    terminal->holder = NULL;
    terminal_unwatch(terminal);
    terminal->owes_event = true;
    terminal_fail_inputs(terminal);
    terminal_read_on(terminal);
}

/* --- closing --- */

static void was_closed(struct terminal *terminal, const struct reply *reply)
{
    bool unknown = reply->status == -EREMOTEIO && slice_is(reply->word, "terminal_not_found");
    bool usable = terminal->master >= 0; /* if the descriptor was never passed, the terminal is of no use */
    if (reply->status < 0 && !unknown && terminal->state == TERMINAL_CLOSING && usable) {
        log_warn("terminal %s: cannot close it (error %d)", terminal->id, reply->code);
        terminal->state = TERMINAL_OPEN;
        answer_closers(terminal, "its executor did not end it");
        return;
    }
    note_exit(terminal, reply->status == 0 ? reply->result : NULL);
    if (terminal->state == TERMINAL_CLOSING)
        finish(terminal);
    else if (terminal->exit_stored && !terminal_leave_executor(terminal))
        answer_closers(terminal, NULL);
}

static void on_closed(void *user, const struct reply *reply)
{
    struct terminal *terminal = user;
    (void)fault_point("terminal.closed");
    /* Without a connection, the executor has ended, or reconnects and lists the terminal again. */
    if (terminal->executor && reply->status != -ECONNRESET)
        was_closed(terminal, reply);
    terminal->pending--;
    terminal_settle(terminal);
}

void terminal_call_close(struct terminal *terminal)
{
    const struct close_terminal_params params = {.terminal_id = slice_of(terminal->id),
                                                 .forget = terminal->exit_stored};
    struct executor *executor = terminal->executor;
    if (!executor->peer)
        return; /* it reconnects, or has ended */
    terminal->pending++;
    int r = peer_call(executor->peer, &close_terminal_method, &params, TERMINAL_CALL_MS, on_closed, terminal, NULL);
    if (r < 0)
        on_closed(terminal, &(struct reply){.status = r, .message = slice_of(strerror(-r))});
}

void terminal_has_exited(struct terminal *terminal, const struct executor_handed_terminal *how)
{
    note_exit(terminal, how);
    if (terminal->state != TERMINAL_OPEN)
        return; /* it is being closed, which ends all its processes */
    if (terminal->viewer_timer.index > 0)
        return; /* terminal_is_seen() calls this again */
    finish(terminal);
}

void terminal_is_seen(struct terminal *terminal)
{
    if (terminal->viewer_timer.index == 0)
        return;
    timers_unset(&terminal->set->rpc->timers, &terminal->viewer_timer);
    if (terminal->exit.known)
        terminal_has_exited(terminal, NULL);
}

static void on_viewer_timeout(struct deadline *deadline)
{
    struct terminal *terminal = list_member(deadline, struct terminal, viewer_timer);
    if (terminal->exit.known)
        terminal_has_exited(terminal, NULL);
}

void terminal_await_viewer(struct terminal *terminal)
{
    terminal->viewer_timer.expired = on_viewer_timeout;
    /* If no timer can be set, it just ends. */
    (void)timers_set(&terminal->set->rpc->timers, &terminal->viewer_timer, VIEWER_WAIT_MS);
}

void terminal_begin_close(struct terminal *terminal)
{
    if (terminal->state == TERMINAL_OPENING)
        terminal->close_after_open = true;
    if (terminal->state != TERMINAL_OPEN)
        return;
    terminal->state = TERMINAL_CLOSING;
    terminal_call_close(terminal);
}

/* --- reports of executors --- */

static struct terminal *find_of(const struct terminal_set *set, const struct executor *executor, struct slice id)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if (terminal->executor == executor && slice_is(id, terminal->id))
            return terminal;
    }
    return NULL;
}

int report_terminal_exit(struct call *call, const struct report_terminal_exit_params *params)
{
    struct executor *executor = executor_of(call);
    struct terminal *terminal = find_of(terminal_set_of(call), executor, params->terminal_id);
    /* A terminal may be open for longer than its token is valid, and never gets another token. An exit gives the
     * executor nothing, so an expired token is accepted. */
    if (params->session_token_is == FIELD_SET && !executor_token_is(&executor->terminal_token, params->session_token)) {
        log_warn("executor %s: ignored the exit of terminal %.*s, because the token is not its own",
                 executor->process.id, SLICE_ARG(params->terminal_id));
        return 0;
    }
    if (!terminal) {
        log_warn("executor %s: ignored the exit of terminal %.*s, which it does not have", executor->process.id,
                 SLICE_ARG(params->terminal_id));
        return 0;
    }
    const struct executor_handed_terminal how = {
        .exited = true,
        .exit_code = params->exit_code,
        .exit_code_is = params->exit_code_is,
        .signal = params->signal,
        .signal_is = params->signal_is,
    };
    terminal_has_exited(terminal, &how);
    return 0;
}

void terminal_lost(struct terminal *terminal)
{
    terminal->executor = NULL;
    terminal->is_pending_adoption = false;
    terminal->pending++; /* keeps the terminal until the end of this function */
    note_exit(terminal, NULL);
    if (terminal->state != TERMINAL_OVER)
        finish(terminal);
    answer_closers(terminal, NULL);
    terminal->pending--;
    terminal_settle(terminal);
}

/* A terminal that is being opened ends when its call to the executor fails. */
void terminal_executor_gone(void *user, struct executor *executor)
{
    struct terminal_set *set = user;
    struct list *all = &set->terminals;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        next = link->next;
        if (terminal->executor == executor && terminal->state == TERMINAL_OPENING && !terminal->is_pending_adoption)
            terminal->executor = NULL;
        else if (terminal->executor == executor)
            terminal_lost(terminal);
    }
}

bool terminal_is_open_in(const struct terminal_set *set, struct slice session_id)
{
    const struct list *all = &set->terminals;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct terminal *terminal = list_member(link, struct terminal, link);
        if (terminal->state != TERMINAL_OVER && terminal->session_id && slice_is(session_id, terminal->session_id))
            return true;
    }
    return false;
}

void terminal_close_session(struct terminal_set *set, struct slice session_id)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        next = link->next;
        if (terminal->session_id && slice_is(session_id, terminal->session_id))
            terminal_begin_close(terminal);
    }
}

/* --- terminal.close --- */

static void on_abandoned(struct call *call)
{
    struct terminal_closer *closer = call->user;
    list_remove(&closer->link);
    free(closer);
}

int terminal_close(struct call *call, const struct terminal_close_params *params)
{
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    struct terminal_closer *closer = calloc(1, sizeof *closer);
    if (!closer)
        return -ENOMEM;
    int r = call_defer(call, on_abandoned, closer, &closer->call);
    if (r < 0) {
        free(closer);
        return r;
    }
    list_append(&terminal->closers, &closer->link);
    terminal_begin_close(terminal);
    return 0;
}
