/* The set of terminals, terminal.list, and the events of terminals. */
#include "daemon/terminal/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/store/rows.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"

enum { LINE_BYTES = 256 << 10, LIST_BYTES = 16 << 20 };

static void on_session_over(void *user, struct slice session_id)
{
    terminal_close_session(user, session_id);
}

static bool is_in_use(void *user, struct slice session_id)
{
    return terminal_is_open_in(user, session_id);
}

static void on_settled(void *user)
{
    terminal_release(user);
}

void terminal_set_init(struct terminal_set *set, struct session_keeper *sessions)
{
    set->line = (struct buf)BUF_LIMITED(LINE_BYTES);
    list_init(&set->terminals);
    list_init(&set->held);
    set->part = (struct client_part){.user = set,
                                     .opened = terminal_client_init,
                                     .closed = terminal_client_gone,
                                     .drained = terminal_client_drained,
                                     .take = terminal_client_take};
    client_add_part(set->clients, &set->part);
    set->watcher = (struct session_watcher){.user = set, .over = on_session_over, .is_in_use = is_in_use};
    session_add_watcher(sessions, &set->watcher);
    struct executor_hooks *hooks = &set->executors->hooks;
    hooks->terminals = set;
    hooks->terminal_listed = terminal_adopt;
    hooks->terminals_listed = terminal_adopted_all;
    hooks->gone = terminal_executor_gone;
    hooks->settled = on_settled;
}

void terminal_set_stop(struct terminal_set *set)
{
    set->stopping = true;
}

void terminal_set_hold(struct terminal_set *set, bool held)
{
    set->restart_waits = held;
}

static struct terminal *terminal_free(struct terminal *terminal)
{
    if (!terminal)
        return NULL;
    terminal_unwatch(terminal); /* closes the descriptor of a terminal that was never open */
    scrollback_unmap(&terminal->scrollback);
    if (terminal->memory >= 0)
        close(terminal->memory);
    free(terminal->session_id);
    free(terminal->cwd);
    free(terminal->shell);
    free(terminal);
    return NULL;
}

static char *copy_text(struct slice text)
{
    return strndup(text.data ? text.data : "", text.size);
}

struct terminal *terminal_new(struct terminal_set *set, struct slice session_id, struct slice cwd, struct slice shell)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    if (!terminal)
        return NULL;
    terminal->set = set;
    terminal->master = terminal->memory = -1;
    terminal->created_at_ms = clock_epoch_ms();
    list_init(&terminal->attachments);
    list_init(&terminal->inputs);
    list_init(&terminal->closers);
    terminal->session_id = session_id.size > 0 ? copy_text(session_id) : NULL;
    terminal->cwd = copy_text(cwd);
    terminal->shell = copy_text(shell);
    if ((session_id.size > 0 && !terminal->session_id) || !terminal->cwd || !terminal->shell ||
        id_make(&set->ids, "term_", terminal->id) < 0)
        return terminal_free(terminal);
    list_append(&set->terminals, &terminal->link);
    set->count++;
    return terminal;
}

void terminal_settle(struct terminal *terminal)
{
    if (terminal->state != TERMINAL_OVER || terminal->pending > 0 || terminal->executor || terminal->owes_event ||
        !list_is_empty(&terminal->attachments))
        return;
    list_remove(&terminal->link);
    (void)terminal_free(terminal);
}

struct terminal *terminal_find(const struct terminal_set *set, struct slice id)
{
    const struct list *all = &set->terminals;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if ((terminal->state == TERMINAL_OPEN || terminal->state == TERMINAL_CLOSING) && slice_is(id, terminal->id))
            return terminal;
    }
    return NULL;
}

struct terminal *terminal_find_for(struct call *call, struct slice id)
{
    struct terminal *terminal = terminal_find(terminal_set_of(call), id);
    if (!terminal && !terminal_hold(call, id))
        (void)call_fail(call, ERROR_TERMINAL_NOT_FOUND, "no such terminal: %.*s", SLICE_ARG(id));
    return terminal;
}

static int64_t count_clients(const struct terminal *terminal)
{
    int64_t count = terminal->holder ? 1 : 0;
    for (const struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next)
        count++;
    return count;
}

struct terminal_record terminal_describe(const struct terminal *terminal)
{
    struct winsize size = {0};
    (void)ioctl(terminal->master, TIOCGWINSZ, &size); /* the client that has the descriptor may have changed it */
    return (struct terminal_record){
        .id = slice_of(terminal->id),
        .session_id = slice_of(terminal->session_id),
        .session_id_is = terminal->session_id ? FIELD_SET : FIELD_ABSENT,
        .pid = terminal->pid,
        .cwd = slice_of(terminal->cwd),
        .shell = slice_of(terminal->shell),
        .cols = size.ws_col,
        .rows = size.ws_row,
        .use_tmux = terminal->use_tmux,
        .created_at = terminal->created_at_ms,
        .clients = count_clients(terminal),
        .held = terminal->holder,
        .bytes = (int64_t)scrollback_total(&terminal->scrollback),
    };
}

int terminal_list(struct call *call, const struct terminal_list_params *params)
{
    const struct terminal_set *set = terminal_set_of(call);
    if (terminal_hold(call, (struct slice){0}))
        return 0;
    struct arena arena = ARENA_LIMITED(LIST_BYTES);
    struct terminal_list_result result = {.items = arena_zeroed(&arena, (set->count + 1) * sizeof *result.items)};
    if (!result.items)
        return -ENOMEM;
    for (struct list *link = set->terminals.next; link != &set->terminals; link = link->next) {
        const struct terminal *terminal = list_member(link, struct terminal, link);
        bool wanted = params->session_id_is != FIELD_SET ||
                      (terminal->session_id && slice_is(params->session_id, terminal->session_id));
        if (terminal->state == TERMINAL_OPEN && wanted)
            result.items[result.count++] = terminal_describe(terminal);
    }
    int r = terminal_list_reply(call, &result);
    arena_clear(&arena);
    return r;
}

void terminal_set_clear(struct terminal_set *set)
{
    while (!list_is_empty(&set->terminals)) {
        struct terminal *terminal = list_member(set->terminals.next, struct terminal, link);
        while (!list_is_empty(&terminal->attachments))
            terminal_detach_from(list_member(terminal->attachments.next, struct terminal_attachment, link));
        terminal_fail_inputs(terminal);
        list_remove(&terminal->link);
        (void)terminal_free(terminal);
    }
    free(set->buffer);
    buf_clear(&set->line);
    set->buffer = NULL;
    set->count = 0;
}

/* --- storing event.terminalOpened and event.terminalExited --- */

enum { ARENA_BYTES = 1 << 20 };

/* Has its own copy of everything that the writer thread needs; the terminal belongs to the loop thread. */
struct terminal_change {
    struct store_change change;
    struct terminal *terminal;
    void (*stored)(struct terminal *terminal);
    bool opened; /* otherwise exited */
    int64_t now_ms, pid;
    struct terminal_exit exit;
    char id[ID_SIZE];
    char session_id[]; /* empty: none */
};

/* Returns 0 if there is no session, or it was deleted meanwhile. */
static int find_session(struct store_tx *tx, struct slice id, int64_t *ret_no)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session = {0};
    int r = id.size > 0 ? store_session_find(tx, id, &arena, &session) : -ENOENT;
    *ret_no = r == 0 ? session.no : 0;
    arena_clear(&arena);
    return r == -ENOENT ? 0 : r;
}

static int write_event(struct store_change *change, struct store_tx *tx)
{
    const struct terminal_change *written = list_member(change, struct terminal_change, change);
    struct slice session = slice_of(written->session_id);
    enum field_is session_is = session.size > 0 ? FIELD_SET : FIELD_ABSENT;
    int64_t no = 0;
    int r = find_session(tx, session, &no);
    if (r < 0)
        return r;
    if (written->opened)
        return store_event_add(tx, &event_terminal_opened_event, no, 0,
                               &(struct event_terminal_opened_params){.timestamp = written->now_ms,
                                                                      .terminal_id = slice_of(written->id),
                                                                      .session_id = session,
                                                                      .session_id_is = session_is,
                                                                      .pid = written->pid});
    return store_event_add(tx, &event_terminal_exited_event, no, 0,
                           &(struct event_terminal_exited_params){.timestamp = written->now_ms,
                                                                  .terminal_id = slice_of(written->id),
                                                                  .session_id = session,
                                                                  .session_id_is = session_is,
                                                                  .exit_code = written->exit.code,
                                                                  .exit_code_is = written->exit.code_is,
                                                                  .signal = written->exit.signal,
                                                                  .signal_is = written->exit.signal_is});
}

static void on_event_stored(struct store_change *change)
{
    struct terminal_change *written = list_member(change, struct terminal_change, change);
    struct terminal *terminal = written->terminal;
    if (change->status < 0)
        log_warn("terminal %s: cannot store the event of its %s: %s", written->id, written->opened ? "opening" : "exit",
                 strerror(-change->status));
    if (written->stored)
        written->stored(terminal);
    free(written);
    terminal->pending--;
    terminal_settle(terminal);
}

static void store_event(struct terminal *terminal, bool opened, void (*stored)(struct terminal *terminal))
{
    struct store *store = terminal->set->store;
    const char *session = terminal->session_id ? terminal->session_id : "";
    size_t size = strlen(session) + 1;
    struct terminal_change *written = store ? calloc(1, sizeof *written + size) : NULL;
    if (!written) {
        log_warn("terminal %s: the event of its %s is lost", terminal->id, opened ? "opening" : "exit");
        if (stored)
            stored(terminal);
        return;
    }
    written->change = (struct store_change){.apply = write_event, .done = on_event_stored};
    written->terminal = terminal;
    written->stored = stored;
    written->opened = opened;
    written->now_ms = clock_epoch_ms();
    written->pid = terminal->pid;
    written->exit = terminal->exit;
    memcpy(written->id, terminal->id, sizeof written->id);
    memcpy(written->session_id, session, size);
    terminal->pending++;
    (void)store_write(store, &written->change);
}

void terminal_store_opened(struct terminal *terminal, void (*stored)(struct terminal *terminal))
{
    store_event(terminal, true, stored);
}

void terminal_store_exited(struct terminal *terminal, void (*stored)(struct terminal *terminal))
{
    store_event(terminal, false, stored);
}
