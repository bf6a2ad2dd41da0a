/* What happens to sessions, for the concerns above that keep something of them; and their closing. */
#include "base/clock.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/permissions.h"

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
