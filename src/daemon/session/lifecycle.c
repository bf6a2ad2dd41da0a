/* Calls the watchers of sessions, and closes sessions that are idle for long enough. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/id.h"
#include "base/list.h"
#include "base/log.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/permissions.h"

/* --- watchers --- */

void session_add_watcher(struct session_keeper *keeper, struct session_watcher *watcher)
{
    watcher->next = keeper->watchers;
    keeper->watchers = watcher;
}

void session_updated(struct session_keeper *keeper, const struct session_record *session)
{
    for (const struct session_watcher *watcher = keeper->watchers; watcher; watcher = watcher->next)
        if (watcher->updated)
            watcher->updated(watcher->user, session);
}

void session_over(struct session_keeper *keeper, struct slice session_id)
{
    for (const struct session_watcher *watcher = keeper->watchers; watcher; watcher = watcher->next)
        if (watcher->over)
            watcher->over(watcher->user, session_id);
}

void session_deleted(struct session_keeper *keeper)
{
    for (const struct session_watcher *watcher = keeper->watchers; watcher; watcher = watcher->next)
        if (watcher->deleted)
            watcher->deleted(watcher->user);
}

bool session_is_in_use(const struct session_keeper *keeper, struct slice session_id)
{
    for (const struct session_watcher *watcher = keeper->watchers; watcher; watcher = watcher->next)
        if (watcher->is_in_use && watcher->is_in_use(watcher->user, session_id))
            return true;
    return false;
}

int session_close_open(struct store_tx *tx, struct store_session *session)
{
    struct session_record *record = &session->record;
    int64_t now = clock_epoch_ms();
    int r = store_session_close(tx, session->no, now);
    if (r == 0)
        r = store_rule_remove_session(tx, session->no);
    if (r < 0)
        return r;
    record->state = SESSION_STATE_CLOSED;
    record->updated_at = record->closed_at = now;
    record->closed_at_is = FIELD_SET;
    return store_event_add(tx, &event_session_closed_event, session->no, 0,
                           &(struct event_session_closed_params){.timestamp = now, .session_id = record->id});
}

/* --- idle sessions --- */

enum { INTERVAL_MAX_MS = 10 * 60 * 1000, INTERVAL_MIN_MS = 20, FIRST_MAX_MS = 60 * 1000, ARENA_BYTES = 16 << 20 };

/* A search for idle sessions, one at a time, from the oldest. Each is found first, then closed if it is not in use. The
 * writer checks again before it closes the session, because a task may have been submitted in between. */
struct idle_closing {
    struct session_keeper *keeper;
    struct store_change change;
    struct arena arena;
    struct store_session session;
    int64_t before_ms;
    char after[ID_SIZE]; /* the last session that was checked */
    bool is_closed;      /* the last change has closed the session */
};

static void schedule(struct session_keeper *keeper, int64_t longest_ms)
{
    int64_t ms = keeper->settings->sessions.close_idle_ms / 10;
    ms = ms > longest_ms ? longest_ms : ms < INTERVAL_MIN_MS ? INTERVAL_MIN_MS : ms;
    if (keeper->settings->sessions.close_idle_ms == 0)
        ms = longest_ms; /* a reload may set it */
    if (timers_set(&keeper->rpc->timers, &keeper->next, (uint64_t)ms) < 0)
        log_error("session: out of memory for a timer, idle sessions stay open");
}

static void end(struct idle_closing *closing)
{
    struct session_keeper *keeper = closing->keeper;
    arena_clear(&closing->arena);
    free(closing);
    keeper->closing = NULL;
    if (!keeper->stopping)
        schedule(keeper, INTERVAL_MAX_MS);
}

static int find(struct store_change *change, struct store_tx *tx)
{
    struct idle_closing *closing = list_member(change, struct idle_closing, change);
    arena_reset(&closing->arena);
    return store_session_find_idle(tx, closing->before_ms, slice_of(closing->after), &closing->arena,
                                   &closing->session);
}

static int close_if_idle(struct store_change *change, struct store_tx *tx)
{
    struct idle_closing *closing = list_member(change, struct idle_closing, change);
    closing->is_closed = false;
    int r = store_session_is_idle(tx, closing->session.no, closing->before_ms);
    if (r <= 0)
        return r;
    r = session_close_open(tx, &closing->session);
    closing->is_closed = r == 0;
    return r;
}

static void find_next(struct idle_closing *closing);

static void on_closed(struct store_change *change)
{
    struct idle_closing *closing = list_member(change, struct idle_closing, change);
    struct session_keeper *keeper = closing->keeper;
    if (change->status < 0 || change->failed) {
        end(closing);
        return;
    }
    if (closing->is_closed) {
        log_info("session %.*s: closed, it was idle for sessions.closeIdleMs", SLICE_ARG(closing->session.record.id));
        session_over(keeper, closing->session.record.id);
    }
    find_next(closing);
}

static void on_found(struct store_change *change)
{
    struct idle_closing *closing = list_member(change, struct idle_closing, change);
    const struct session_record *record = &closing->session.record;
    if (change->status < 0 || change->failed || closing->keeper->stopping || !store_is_open(closing->keeper->store) ||
        record->id.size >= sizeof closing->after) {
        end(closing);
        return;
    }
    slice_copy(closing->after, record->id);
    closing->after[record->id.size] = '\0';
    if (record->close_when_idle_is != FIELD_SET || !record->close_when_idle ||
        session_is_in_use(closing->keeper, record->id)) {
        find_next(closing);
        return;
    }
    closing->change = (struct store_change){.apply = close_if_idle, .done = on_closed};
    (void)store_write(closing->keeper->store, &closing->change);
}

static void find_next(struct idle_closing *closing)
{
    if (closing->keeper->stopping || !store_is_open(closing->keeper->store)) {
        end(closing);
        return;
    }
    closing->change = (struct store_change){.apply = find, .done = on_found, .lazy = true};
    (void)store_write(closing->keeper->store, &closing->change);
}

static void on_timer(struct deadline *deadline)
{
    struct session_keeper *keeper = list_member(deadline, struct session_keeper, next);
    int64_t idle_ms = keeper->settings->sessions.close_idle_ms;
    if (keeper->stopping || !store_is_open(keeper->store) || keeper->closing)
        return;
    struct idle_closing *closing = idle_ms > 0 ? calloc(1, sizeof *closing) : NULL;
    if (!closing) {
        schedule(keeper, INTERVAL_MAX_MS);
        return;
    }
    closing->keeper = keeper;
    closing->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    closing->before_ms = clock_epoch_ms() - idle_ms;
    keeper->closing = closing;
    find_next(closing);
}

void session_keeper_start(struct session_keeper *keeper)
{
    keeper->next.expired = on_timer;
    schedule(keeper, FIRST_MAX_MS); /* by then, executors of an earlier daemon have listed their terminals */
}

void session_keeper_stop(struct session_keeper *keeper)
{
    keeper->stopping = true;
}
