#include "daemon/db/db.h"

#include <errno.h>

#include "base/clock.h"
#include "base/list.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static int retain(struct db_sweep *sweep, struct store_tx *tx)
{
    int r = store_retain(tx, &sweep->retention, &sweep->now);
    if (r == 0)
        sweep->step = sweep->now.events + sweep->now.tasks;
    return r;
}

/* May be applied twice, where the first try of its group was taken back. */
static int apply(struct store_change *change, struct store_tx *tx)
{
    struct db_sweep *sweep = list_member(change, struct db_sweep, change);
    sweep->step = 0;
    sweep->now = (struct store_removed){0};
    switch (sweep->phase) {
    case SWEEP_PURGE:
        return store_purge(tx, &sweep->step);
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
