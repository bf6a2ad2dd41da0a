/* Terminals that an executor hands over after a hand-shake. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/executor.h"
#include "daemon/executor/executor.h"
#include "daemon/store/rows.h"
#include "daemon/terminal/internal.h"
#include "rpc/peer.h"

/* Of any executor, in any state: an executor must not take the id of another's. */
static struct terminal *find_any(const struct terminal_set *set, struct slice id)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next; link != all; link = link->next)
        if (slice_is(id, list_member(link, struct terminal, link)->id))
            return list_member(link, struct terminal, link);
    return NULL;
}

static void ask(struct terminal *terminal);

/* Only the connection was lost. */
static void go_on(struct terminal *terminal, const struct executor_handed_terminal *handed)
{
    if (terminal->is_handed)
        ask(terminal);
    else if (terminal->state == TERMINAL_CLOSING || terminal->is_told)
        terminal_call_close(terminal);
    else if (handed->exited)
        terminal_has_exited(terminal, handed);
}

/* What it has had and does not know any more is over. */
static void lose_forgotten(struct executor *executor)
{
    const struct list *all = &terminal_set_of(executor->pool->daemon)->terminals;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        bool listed = terminal->is_listed;
        next = link->next;
        terminal->is_listed = false;
        if (terminal->executor != executor || listed)
            continue;
        log_warn("terminal %s: its executor does not know it any more", terminal->id);
        executor->terminals--;
        terminal_lost(terminal);
    }
}

/* --- the session ------------------------------------------------------------------------------ */

enum { ARENA_BYTES = 1 << 20 };

struct session_look {
    struct store_query query;
    struct terminal_set *set;
    struct arena arena;
    bool is_open;
    char id[];
};

static int look(struct store_query *query, struct store_tx *tx)
{
    struct session_look *look = list_member(query, struct session_look, query);
    struct store_session session = {0};
    int r = store_session_find(tx, slice_of(look->id), &look->arena, &session);
    look->is_open = r == 0 && session.record.state == SESSION_STATE_OPEN;
    return r;
}

static void on_looked(struct store_query *query)
{
    struct session_look *look = list_member(query, struct session_look, query);
    bool is_known = !query->failed && (query->status == 0 || query->status == -ENOENT);
    if (is_known && !look->is_open)
        terminal_close_session(look->set, slice_of(look->id));
    arena_clear(&look->arena);
    free(look);
}

/* The daemon before this one may have ended when the session was closed and its terminals were not yet. */
static void look_at_session(struct executor *executor)
{
    struct terminal_set *set = terminal_set_of(executor->pool->daemon);
    size_t size = strlen(executor->session_id) + 1;
    struct session_look *looking = store_is_open(set->store) ? calloc(1, sizeof *looking + size) : NULL;
    if (!looking)
        return;
    looking->query = (struct store_query){.run = look, .done = on_looked};
    looking->set = set;
    looking->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    memcpy(looking->id, executor->session_id, size);
    store_read(set->store, &looking->query);
}

/* --- the terminals ---------------------------------------------------------------------------- */

void terminal_adopted_all(struct executor *executor)
{
    if (executor->hands_over && executor->session_id)
        look_at_session(executor);
    executor->hands_over = false;
    lose_forgotten(executor);
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && executor->terminals == 0)
        terminal_was_last(executor);
}

static void on_got(void *user, const struct reply *reply)
{
    struct terminal *terminal = user;
    const struct executor_handed_terminal *handed = reply->result;
    const char *problem = "it did not pass it";
    int r = reply->status;
    struct terminal_set *set = terminal->set;
    (void)fault_point("terminal.adopted");
    terminal->pending--;
    if (r == -ECONNRESET && terminal->executor)
        return; /* its executor comes back and hands it over once more, or is gone */
    terminal->is_handed = false;
    if (r == 0)
        r = terminal_take_fds(terminal, reply->fds, handed->pty_pid, &problem);
    if (r < 0)
        log_warn("terminal %s: its executor handed it over, but %s; it is closed", terminal->id, problem);
    terminal->state = TERMINAL_OPEN;
    if (r == 0) {
        terminal_watch(terminal);
        log_info("terminal %s: goes on", terminal->id);
    }
    if (!terminal->executor)
        terminal_lost(terminal);
    else if (r == 0 && (handed->exited || terminal->exit.known))
        terminal_has_exited(terminal, handed);
    else if (r < 0 || terminal->doomed)
        terminal_begin_close(terminal);
    terminal_release(set);
}

static void ask(struct terminal *terminal)
{
    const struct get_terminal_params params = {.terminal_id = slice_of(terminal->id)};
    terminal->pending++;
    int r =
        peer_call(terminal->executor->peer, &get_terminal_method, &params, TERMINAL_CALL_MS, on_got, terminal, NULL);
    if (r < 0)
        on_got(terminal, &(struct reply){.status = r});
}

static bool is_older(const struct terminal *terminal, const struct terminal *other)
{
    return terminal->created_at_ms != other->created_at_ms ? terminal->created_at_ms < other->created_at_ms
                                                           : strcmp(terminal->id, other->id) < 0;
}

/* Executors hand over theirs in any order. */
static void put_in_order(struct terminal *terminal)
{
    struct list *all = &terminal->set->terminals, *next = all;
    list_remove(&terminal->link);
    while (next->previous != all && is_older(terminal, list_member(next->previous, struct terminal, link)))
        next = next->previous;
    list_append(next, &terminal->link);
}

static struct terminal *make(struct executor *executor, const struct executor_handed_terminal *handed)
{
    struct terminal *terminal = terminal_new(terminal_set_of(executor->pool->daemon), slice_of(executor->session_id),
                                             handed->cwd, handed->shell);
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

/* All that it had was known before the connection was lost: whoever asked for this one was told that it failed. */
static void disown(struct executor *executor, struct slice id)
{
    const struct close_terminal_params params = {.terminal_id = id, .forget = true};
    log_warn("executor %s: terminal %.*s was given up while it was being opened; it is closed", executor->process.id,
             SLICE_ARG(id));
    if (executor->peer)
        (void)peer_call(executor->peer, &close_terminal_method, &params, TERMINAL_CALL_MS, ignore, NULL, NULL);
}

void terminal_adopt(struct executor *executor, const struct executor_handed_terminal *handed)
{
    struct terminal *terminal = find_any(terminal_set_of(executor->pool->daemon), handed->terminal_id);
    if (terminal && terminal->executor == executor && terminal->is_listed) {
        log_warn("executor %s: hands over terminal %s more than once", executor->process.id, terminal->id);
        return;
    }
    if (terminal && terminal->executor == executor && executor->peer) {
        terminal->is_listed = true;
        go_on(terminal, handed);
        return;
    }
    if (terminal || handed->terminal_id.size == 0 || handed->terminal_id.size >= ID_SIZE) {
        log_warn("executor %s: hands over a terminal that cannot be its own", executor->process.id);
        return;
    }
    if (!executor->hands_over) {
        disown(executor, handed->terminal_id);
        return;
    }
    terminal = executor->peer ? make(executor, handed) : NULL;
    if (!terminal) {
        log_warn("executor %s: no memory for its terminal", executor->process.id);
        return;
    }
    terminal->is_listed = true;
    terminal->is_handed = true;
    ask(terminal);
}
