/* The list of terminals, and the end of their processes. */
#include "executor/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "executor/terminal_internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- list --- */

struct terminal *terminal_find(const struct executor *executor, struct slice id)
{
    for (struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if (slice_is(id, terminal->id))
            return terminal;
    }
    return NULL;
}

size_t terminal_count(const struct executor *executor)
{
    size_t count = 0;
    for (const struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next)
        count++;
    return count;
}

struct executor_handed_terminal terminal_describe(const struct terminal *terminal)
{
    return (struct executor_handed_terminal){
        .terminal_id = slice_of(terminal->id),
        .pty_pid = terminal->pty.pid,
        .use_tmux = terminal->use_tmux,
        .cwd = slice_of(terminal->cwd),
        .cwd_is = FIELD_SET,
        .shell = slice_of(terminal->shell),
        .shell_is = FIELD_SET,
        .created_at = terminal->created_at_ms,
        .created_at_is = FIELD_SET,
        .exited = terminal->exited,
        .exit_code = terminal->exit_code,
        .exit_code_is = terminal->exited && terminal->exit_code >= 0 ? FIELD_SET : FIELD_ABSENT,
        .signal = terminal->signal,
        .signal_is = terminal->exited && terminal->signal > 0 ? FIELD_SET : FIELD_ABSENT,
    };
}

int terminal_hand_over(struct executor *executor, struct arena *arena, struct executor_handed_terminal **ret_items,
                       size_t *ret_count)
{
    size_t count = terminal_count(executor), at = 0;
    struct executor_handed_terminal *items = arena_zeroed(arena, (count ? count : 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (struct list *link = executor->terminals.next; link != &executor->terminals; link = link->next)
        items[at++] = terminal_describe(list_member(link, struct terminal, link));
    *ret_items = items;
    *ret_count = count;
    return 0;
}

/* --- exit --- */

static void report_exit(const struct terminal *terminal)
{
    const struct executor *executor = terminal->executor;
    struct report_terminal_exit_params params = {
        .session_token = slice_of(terminal->token),
        .session_token_is = terminal->token ? FIELD_SET : FIELD_ABSENT,
        .terminal_id = slice_of(terminal->id),
        .exit_code = terminal->exit_code,
        .exit_code_is = terminal->exit_code >= 0 ? FIELD_SET : FIELD_ABSENT,
        .signal = terminal->signal,
        .signal_is = terminal->signal > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    /* A daemon that misses this notification gets the exit in the answer to `resume`. */
    if (executor->daemon && (executor->proved || !executor->hand_shake[0]))
        (void)peer_notify(executor->daemon, &report_terminal_exit_method, &params);
}

/* Reads the exit status without reaping the process. */
static bool has_exited(struct terminal *terminal)
{
    siginfo_t about = {0};
    int r;
    do
        r = waitid(P_PID, (id_t)terminal->pty.pid, &about, WEXITED | WNOHANG | WNOWAIT);
    while (r < 0 && errno == EINTR);
    if (r == 0 && about.si_pid == 0)
        return false;
    terminal->exited = true;
    terminal->exit_code = r == 0 && about.si_code == CLD_EXITED ? about.si_status : -1;
    terminal->signal = r == 0 && about.si_code != CLD_EXITED ? about.si_status : 0;
    return true;
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct terminal *terminal = list_member(poll, struct terminal, watch);
    (void)status;
    (void)events;
    if (!has_exited(terminal))
        return;
    (void)uv_poll_stop(poll);
    report_exit(terminal);
    if (!list_is_empty(&terminal->closers))
        terminal_look(terminal);
}

/* --- lifetime --- */

static int add_dup(struct call *call, int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? -errno : call_attach_fd(call, copy);
}

int terminal_attach_fds(struct call *call, const struct terminal *terminal)
{
    int r = add_dup(call, terminal->pty.master);
    if (r == 0)
        r = add_dup(call, terminal->scrollback);
    if (r == 0)
        r = add_dup(call, terminal->pty.pidfd);
    return r;
}

struct terminal *terminal_free(struct terminal *terminal)
{
    if (!terminal)
        return NULL;
    if (terminal->pty.pid > 0) {
        (void)close(terminal->pty.master);
        (void)close(terminal->pty.pidfd);
        (void)waitpid(terminal->pty.pid, NULL, WNOHANG);
    }
    if (terminal->scrollback >= 0)
        (void)close(terminal->scrollback);
    free(terminal->token);
    free(terminal->cwd);
    free(terminal->shell);
    free(terminal);
    return NULL;
}

static void on_watch_closed(uv_handle_t *handle)
{
    (void)terminal_free(list_member(handle, struct terminal, watch));
}

void terminal_forget(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    list_remove(&terminal->link);
    timers_unset(&executor->rpc.timers, &terminal->look);
    uv_close((uv_handle_t *)&terminal->watch, on_watch_closed);
    executor_settle(executor);
}

int terminal_add(struct terminal *terminal)
{
    struct executor *executor = terminal->executor;
    int r = uv_poll_init(&executor->loop, &terminal->watch, terminal->pty.pidfd);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        (void)terminal_free(terminal);
        return r;
    }
    list_append(&executor->terminals, &terminal->link);
    r = uv_poll_start(&terminal->watch, UV_READABLE, on_readable);
    if (r < 0) {
        (void)terminal_signal(terminal, SIGKILL);
        terminal_forget(terminal);
        return r;
    }
    executor_settle(executor);
    return 0;
}

void terminal_end_all(struct executor *executor)
{
    while (!list_is_empty(&executor->terminals)) {
        struct terminal *terminal = list_member(executor->terminals.next, struct terminal, link);
        (void)terminal_signal(terminal, SIGKILL);
        while (!list_is_empty(&terminal->closers)) {
            struct terminal_closer *closer = list_member(terminal->closers.next, struct terminal_closer, link);
            list_remove(&closer->link);
            (void)call_fail(closer->call, ERROR_STOPPING, "the executor is stopping and ends its terminals");
            free(closer);
        }
        terminal_forget(terminal);
    }
}

/* --- get_terminal --- */

int get_terminal(struct call *call, const struct get_terminal_params *params)
{
    if (!executor_admits(call))
        return 0;
    struct terminal *terminal = terminal_find(executor_of(call), params->terminal_id);
    if (!terminal)
        return call_fail(call, ERROR_TERMINAL_NOT_FOUND, "no such terminal: %.*s", SLICE_ARG(params->terminal_id));
    int r = terminal_attach_fds(call, terminal);
    if (r < 0)
        return call_fail(call, ERROR_INTERNAL_ERROR, "cannot pass the terminal: %s", strerror(-r));
    /* The token was chosen by an earlier daemon; the current one does not know it. */
    free(terminal->token);
    terminal->token = NULL;
    struct executor_handed_terminal result = terminal_describe(terminal);
    return get_terminal_reply(call, &result);
}
