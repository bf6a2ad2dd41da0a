/* What need not be kept goes by itself: soon after the start, then every ten minutes, and when a session was deleted.
 */
#include <string.h>

#include "base/list.h"
#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/db/db.h"

enum {
    FIRST_MS = 5000,
    INTERVAL_MS = 10 * 60 * 1000,
    PAUSE_MS = 20, /* between two steps, so that the writer has most of its time for others */
};

static void wait(struct daemon *daemon, uint64_t delay_ms)
{
    if (timers_set(&daemon->rpc.timers, &daemon->db.next, delay_ms) < 0)
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
    struct daemon *daemon = sweep->daemon;
    bool over = sweep->phase == SWEEP_DONE || sweep->status < 0;
    if (sweep->status < 0 && !sweep->failed)
        log_error("db: cannot remove what is old: %s", strerror(-sweep->status));
    if (over) {
        tell(sweep);
        kept_sweep_soon(daemon);
    }
    daemon->db.sweeping = !over;
    if (!daemon->stopping)
        wait(daemon, over && !(daemon->db.again && sweep->status == 0) ? INTERVAL_MS : PAUSE_MS);
}

static void on_time(struct deadline *deadline)
{
    struct daemon *daemon = list_member(deadline, struct daemon, db.next);
    struct db_keeper *keeper = &daemon->db;
    if (daemon->stopping || !daemon->store)
        return;
    if (!keeper->sweeping) {
        keeper->again = false;
        keeper->sweeping = true;
        db_sweep_init(&keeper->sweep, daemon, false, on_stepped);
    }
    db_sweep_step(&keeper->sweep);
}

void db_keeper_start(struct daemon *daemon)
{
    daemon->db.next.expired = on_time;
    wait(daemon, FIRST_MS);
}

void db_keeper_wake(struct daemon *daemon)
{
    if (daemon->stopping)
        return;
    daemon->db.again = true;
    if (!daemon->db.sweeping)
        wait(daemon, PAUSE_MS);
}
