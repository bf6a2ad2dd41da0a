/* What need not be kept goes by itself: soon after the start, then every ten minutes, and when a session was deleted.
 */
#include <string.h>

#include "base/list.h"
#include "base/log.h"
#include "daemon/db/db.h"
#include "daemon/snapshot/snapshot.h"

enum {
    FIRST_MS = 5000,
    INTERVAL_MS = 10 * 60 * 1000,
    PAUSE_MS = 20, /* between two steps, so that the writer has most of its time for others */
};

static void wait(struct db_keeper *keeper, uint64_t delay_ms)
{
    if (timers_set(&keeper->rpc->timers, &keeper->next, delay_ms) < 0)
        log_error(
            "db: no memory for a timer: nothing old is removed until a session is deleted or db.compact is called");
}

static void tell(const struct db_sweep *sweep)
{
    int64_t events = sweep->removed.events, tasks = sweep->removed.tasks;
    if (events > 0 || tasks > 0)
        log_info("db: retention removed %lld events and %lld tasks", (long long)events, (long long)tasks);
}

/* A store that fails says so itself, where it is asked for; here it is only tried again later. */
static void on_stepped(struct db_sweep *sweep)
{
    struct db_keeper *keeper = sweep->keeper;
    bool over = sweep->phase == SWEEP_DONE || sweep->status < 0;
    if (sweep->status < 0 && !sweep->failed)
        log_error("db: cannot remove what is old: %s", strerror(-sweep->status));
    if (over) {
        tell(sweep);
        snapshot_sweep_soon(keeper->snapshots);
    }
    keeper->sweeping = !over;
    if (!keeper->stopping)
        wait(keeper, over && !(keeper->again && sweep->status == 0) ? INTERVAL_MS : PAUSE_MS);
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
    wait(keeper, FIRST_MS);
}

void db_keeper_wake(struct db_keeper *keeper)
{
    if (keeper->stopping)
        return;
    keeper->again = true;
    if (!keeper->sweeping)
        wait(keeper, PAUSE_MS);
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
