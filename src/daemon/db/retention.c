/* Runs automatic sweeps of the store: soon after the start, then every ten minutes, and after a session was
 * deleted. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/list.h"
#include "base/log.h"
#include "daemon/db/db.h"
#include "daemon/snapshot/snapshot.h"
#include "daemon/store/activity.h"
#include "daemon/store/automation.h"

/* --- sweep --- */

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static int retain(struct db_sweep *sweep, struct store_tx *tx)
{
    int64_t receipts = 0;
    int r = store_retain(tx, &sweep->retention, &sweep->now);
    if (r == 0)
        sweep->step = sweep->now.events + sweep->now.tasks;
    if (r == 0 && sweep->retention.older_than_ms > 0)
        r = store_run_prune(tx, sweep->retention.older_than_ms, &receipts);
    sweep->step += receipts;
    return r;
}

/* May run twice: the writer repeats a group after rolling it back. */
static int apply(struct store_change *change, struct store_tx *tx)
{
    struct db_sweep *sweep = list_member(change, struct db_sweep, change);
    sweep->step = 0;
    sweep->now = (struct store_removed){0};
    switch (sweep->phase) {
    case SWEEP_PURGE:
        return store_purge(tx, &sweep->step);
    case SWEEP_ACTIVITY:
        return store_activity_prune(tx, clock_epoch_ms(), &sweep->step);
    case SWEEP_OLD:
        return retain(sweep, tx);
    case SWEEP_PAGES:
        return store_compact(tx, &sweep->step);
    case SWEEP_DONE:
        break;
    }
    return -EINVAL;
}

static void on_applied(struct store_change *change)
{
    struct db_sweep *sweep = list_member(change, struct db_sweep, change);
    sweep->status = change->status;
    sweep->failed = change->failed;
    if (sweep->status == 0) {
        sweep->removed.events += sweep->now.events;
        sweep->removed.tasks += sweep->now.tasks;
        if (sweep->step == 0)
            sweep->phase = sweep->phase + 1 < sweep->end ? sweep->phase + 1 : SWEEP_DONE;
    }
    sweep->stepped(sweep);
}

void db_sweep_init(struct db_sweep *sweep, struct db_keeper *keeper, bool pages,
                   void (*stepped)(struct db_sweep *sweep))
{
    int64_t days = keeper->settings->retention.days;
    *sweep = (struct db_sweep){
        .keeper = keeper,
        .end = pages ? SWEEP_DONE : SWEEP_PAGES,
        .stepped = stepped,
        .retention = {.older_than_ms = days > 0 ? clock_epoch_ms() - days * DAY_MS : 0,
                      .bytes = keeper->settings->retention.bytes},
    };
}

void db_sweep_step(struct db_sweep *sweep)
{
    sweep->change = (struct store_change){.apply = apply, .done = on_applied, .lazy = true};
    (void)store_write(sweep->keeper->store, &sweep->change);
}

/* --- schedule --- */

enum {
    FIRST_MS = 5000,
    INTERVAL_MS = 10 * 60 * 1000,
    PAUSE_MS = 20, /* between two steps, to leave the writer most of its time for other changes */
};

static void schedule(struct db_keeper *keeper, uint64_t delay_ms)
{
    if (timers_set(&keeper->rpc->timers, &keeper->next, delay_ms) < 0)
        log_error("db: out of memory for a timer; old data is not removed until a session is deleted or db.compact is "
                  "called");
}

static void log_removed(const struct db_sweep *sweep)
{
    int64_t events = sweep->removed.events, tasks = sweep->removed.tasks;
    if (events > 0 || tasks > 0)
        log_info("db: retention removed %lld events and %lld tasks", (long long)events, (long long)tasks);
}

/* An error of the store is reported by daemon.status, so it is not logged here. The sweep is retried later. */
static void on_stepped(struct db_sweep *sweep)
{
    struct db_keeper *keeper = sweep->keeper;
    bool over = sweep->phase == SWEEP_DONE || sweep->status < 0;
    if (sweep->status < 0 && !sweep->failed)
        log_error("db: cannot remove old data: %s", strerror(-sweep->status));
    if (over) {
        log_removed(sweep);
        snapshot_sweep_soon(keeper->snapshots);
    }
    keeper->sweeping = !over;
    if (!keeper->stopping)
        schedule(keeper, over && !(keeper->again && sweep->status == 0) ? INTERVAL_MS : PAUSE_MS);
}

static void on_time(struct deadline *deadline)
{
    struct db_keeper *keeper = list_member(deadline, struct db_keeper, next);
    if (keeper->stopping || !store_is_open(keeper->store))
        return;
    if (!keeper->sweeping) {
        keeper->again = false;
        keeper->sweeping = true;
        db_sweep_init(&keeper->sweep, keeper, false, on_stepped);
    }
    db_sweep_step(&keeper->sweep);
}

void db_keeper_start(struct db_keeper *keeper)
{
    keeper->next.expired = on_time;
    schedule(keeper, FIRST_MS);
}

void db_keeper_wake(struct db_keeper *keeper)
{
    if (keeper->stopping)
        return;
    keeper->again = true;
    if (!keeper->sweeping)
        schedule(keeper, PAUSE_MS);
}

static void on_session_deleted(void *user)
{
    db_keeper_wake(user);
}

void db_keeper_init(struct db_keeper *keeper, struct session_keeper *sessions)
{
    keeper->watcher = (struct session_watcher){.user = keeper, .deleted = on_session_deleted};
    session_add_watcher(sessions, &keeper->watcher);
}

void db_keeper_stop(struct db_keeper *keeper)
{
    keeper->stopping = true;
}
