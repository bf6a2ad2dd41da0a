/* event.terminalOpened and event.terminalExited, into the log. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/store/rows.h"
#include "daemon/terminal/internal.h"

enum { ARENA_BYTES = 1 << 20 };

/* On the writer thread it has its own copy of all it needs; the terminal is the loop's. */
struct terminal_change {
    struct store_change change;
    struct terminal *terminal;
    void (*stored)(struct terminal *terminal);
    bool opened; /* else exited */
    int64_t now_ms, pid;
    struct terminal_exit exit;
    char id[ID_SIZE];
    char session_id[]; /* empty: none */
};

/* 0 where it is none of a session, or of one that was deleted meanwhile. */
static int find_session(struct store_tx *tx, struct slice id, int64_t *ret_no)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session = {0};
    int r = id.size > 0 ? store_session_find(tx, id, &arena, &session) : -ENOENT;
    *ret_no = r == 0 ? session.no : 0;
    arena_clear(&arena);
    return r == -ENOENT ? 0 : r;
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    const struct terminal_change *told = list_member(change, struct terminal_change, change);
    struct slice session = slice_of(told->session_id);
    enum field_is session_is = session.size > 0 ? FIELD_SET : FIELD_ABSENT;
    int64_t no = 0;
    int r = find_session(tx, session, &no);
    if (r < 0)
        return r;
    if (told->opened)
        return store_event_add(tx, &event_terminal_opened_event, no, 0,
                               &(struct event_terminal_opened_params){.timestamp = told->now_ms,
                                                                      .terminal_id = slice_of(told->id),
                                                                      .session_id = session,
                                                                      .session_id_is = session_is,
                                                                      .pid = told->pid});
    return store_event_add(tx, &event_terminal_exited_event, no, 0,
                           &(struct event_terminal_exited_params){.timestamp = told->now_ms,
                                                                  .terminal_id = slice_of(told->id),
                                                                  .session_id = session,
                                                                  .session_id_is = session_is,
                                                                  .exit_code = told->exit.code,
                                                                  .exit_code_is = told->exit.code_is,
                                                                  .signal = told->exit.signal,
                                                                  .signal_is = told->exit.signal_is});
}

static void on_done(struct store_change *change)
{
    struct terminal_change *told = list_member(change, struct terminal_change, change);
    struct terminal *terminal = told->terminal;
    if (change->status < 0)
        log_warn("terminal %s: that it was %s could not be stored: %s", told->id, told->opened ? "opened" : "left",
                 strerror(-change->status));
    if (told->stored)
        told->stored(terminal);
    free(told);
    terminal->pending--;
    terminal_settle(terminal);
}

static void tell(struct terminal *terminal, bool opened, void (*stored)(struct terminal *terminal))
{
    struct store *store = terminal->set->store;
    const char *session = terminal->session_id ? terminal->session_id : "";
    size_t size = strlen(session) + 1;
    struct terminal_change *told = store ? calloc(1, sizeof *told + size) : NULL;
    if (!told) {
        log_warn("terminal %s: that it was %s is not stored", terminal->id, opened ? "opened" : "left");
        if (stored)
            stored(terminal);
        return;
    }
    told->change = (struct store_change){.apply = apply, .done = on_done};
    told->terminal = terminal;
    told->stored = stored;
    told->opened = opened;
    told->now_ms = clock_epoch_ms();
    told->pid = terminal->pid;
    told->exit = terminal->exit;
    memcpy(told->id, terminal->id, sizeof told->id);
    memcpy(told->session_id, session, size);
    terminal->pending++;
    (void)store_write(store, &told->change);
}

void terminal_tell_opened(struct terminal *terminal, void (*stored)(struct terminal *terminal))
{
    tell(terminal, true, stored);
}

void terminal_tell_exited(struct terminal *terminal, void (*stored)(struct terminal *terminal))
{
    tell(terminal, false, stored);
}
