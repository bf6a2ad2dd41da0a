/* Terminals that an executor hands over after a hand-shake. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/executor.h"
#include "daemon/daemon.h"
#include "daemon/executor/pool.h"
#include "daemon/terminal/internal.h"
#include "rpc/peer.h"

/* Of any executor, in any state: an executor must not take the id of another's. */
static struct terminal *find_any(const struct daemon *daemon, struct slice id)
{
    const struct list *all = &daemon->terminals.terminals;
    for (struct list *link = all->next; link != all; link = link->next)
        if (slice_is(id, list_member(link, struct terminal, link)->id))
            return list_member(link, struct terminal, link);
    return NULL;
}

/* Only the connection was lost. */
static void go_on(struct terminal *terminal, const struct executor_handed_terminal *handed)
{
    if (terminal->state == TERMINAL_CLOSING || terminal->is_told)
        terminal_call_close(terminal);
    else if (handed->exited)
        terminal_has_exited(terminal, handed);
}

void terminal_adopted_all(struct executor *executor)
{
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && executor->terminals == 0)
        terminal_was_last(executor);
}

static void on_got(void *user, const struct reply *reply)
{
    struct terminal *terminal = user;
    const struct executor_handed_terminal *handed = reply->result;
    const char *problem = "it did not pass it";
    int r = reply->status;
    (void)fault_point("terminal.adopted");
    if (r == 0)
        r = terminal_take_fds(terminal, reply->fds, handed->pty_pid, &problem);
    terminal->pending--;
    if (r < 0)
        log_warn("terminal %s: its executor handed it over, but %s; it is closed", terminal->id, problem);
    terminal->state = TERMINAL_OPEN;
    if (r == 0) {
        terminal_watch(terminal);
        log_info("terminal %s: goes on", terminal->id);
    }
    if (!terminal->executor)
        terminal_lost(terminal);
    else if (r == 0 && handed->exited)
        terminal_has_exited(terminal, handed);
    else if (r < 0 || terminal->doomed)
        terminal_begin_close(terminal);
}

static struct terminal *make(struct executor *executor, const struct executor_handed_terminal *handed)
{
    struct terminal *terminal =
        terminal_new(executor->daemon, slice_of(executor->session_id), handed->cwd, handed->shell);
    if (!terminal)
        return NULL;
    memset(terminal->id, 0, sizeof terminal->id);
    memcpy(terminal->id, handed->terminal_id.data, handed->terminal_id.size);
    terminal->use_tmux = handed->use_tmux;
    terminal->pid = handed->pty_pid;
    if (handed->created_at_is == FIELD_SET)
        terminal->created_at_ms = handed->created_at;
    terminal->executor = executor;
    executor->terminals++;
    return terminal;
}

void terminal_adopt(struct executor *executor, const struct executor_handed_terminal *handed)
{
    struct terminal *terminal = find_any(executor->daemon, handed->terminal_id);
    if (terminal && terminal->executor == executor) {
        go_on(terminal, handed);
        return;
    }
    if (terminal || handed->terminal_id.size == 0 || handed->terminal_id.size >= ID_SIZE) {
        log_warn("executor %s: hands over a terminal that cannot be its own", executor->process.id);
        return;
    }
    terminal = executor->peer ? make(executor, handed) : NULL;
    if (!terminal) {
        log_warn("executor %s: no memory for its terminal", executor->process.id);
        return;
    }
    const struct get_terminal_params params = {.terminal_id = slice_of(terminal->id)};
    terminal->pending++;
    int r = peer_call(executor->peer, &get_terminal_method, &params, TERMINAL_CALL_MS, on_got, terminal, NULL);
    if (r < 0)
        on_got(terminal, &(struct reply){.status = r});
}
