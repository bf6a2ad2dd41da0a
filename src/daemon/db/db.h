/* The care of the store: what is removed from it and when, and the work that a client asks for. */
#pragma once

#include <stdbool.h>

#include "contract/config.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/session/session.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct db_keeper;
struct call;

/* Removing what need not be kept, in bounded steps. Each is a change of its own, so that other writes go on in between.
 */
struct db_sweep {
    struct db_keeper *keeper;
    /* In this order: what was deleted makes room, so that less has to go for the sake of the size. */
    enum db_sweep_phase { SWEEP_PURGE, SWEEP_OLD, SWEEP_PAGES, SWEEP_DONE } phase;
    enum db_sweep_phase end; /* the first that is left out */
    struct store_removed removed;
    int status;  /* of the last step */
    bool failed; /* the store is to blame for it */
    /* On the loop thread, after a step. More is left to do unless the phase is SWEEP_DONE or the step has failed. */
    void (*stepped)(struct db_sweep *sweep);
    struct store_retention retention;
    int64_t step;             /* what the step at hand has removed: rows or pages */
    struct store_removed now; /* and of that what retention has */
    struct store_change change;
};

/* What the daemon keeps of it. */
struct db_keeper {
    struct store *store;
    struct snapshots *snapshots;
    struct rpc *rpc;
    const struct config_settings *settings;
    bool stopping;
    struct session_watcher watcher;
    bool busy;             /* with a check, a backup or a compaction that a client asked for: one at a time */
    struct deadline next;  /* of the sweep that goes on by itself, or of its next step */
    struct db_sweep sweep; /* step by step, with pauses */
    bool sweeping;
    bool again; /* something new is there to remove, behind where the sweep stands */
};

/* From a call: daemon/concern.h. */
struct db_keeper *db_keeper_of(struct daemon *daemon);

/* What it stands on is filled in before. */
void db_keeper_init(struct db_keeper *keeper, struct session_keeper *sessions);
void db_keeper_stop(struct db_keeper *keeper);

/* The store is open; what retention does not keep is removed from now on. */
void db_keeper_start(struct db_keeper *keeper);

/* A session was deleted: its rows go soon. */
void db_keeper_wake(struct db_keeper *keeper);

/* `pages`: free ones are given back to the disk, too. Does nothing yet. */
void db_sweep_init(struct db_sweep *sweep, struct db_keeper *keeper, bool pages,
                   void (*stepped)(struct db_sweep *sweep));

/* The next step; it stays in place until `stepped`. */
void db_sweep_step(struct db_sweep *sweep);
