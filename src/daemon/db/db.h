/* Maintains the store: retention removes old rows, and clients can request checks, backups and compaction. */
#pragma once

#include <stdbool.h>

#include "contract/config.h"
#include "daemon/options.h"
#include "daemon/session/session.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct db_keeper;
struct call;

/* Removes rows that need not be kept, in bounded steps. Each step is a change of its own, so that other writes
 * run in between. */
struct db_sweep {
    struct db_keeper *keeper;
    /* The order matters: purging deleted rows frees space, so that retention has to remove less to stay within
     * the size limit. */
    enum db_sweep_phase { SWEEP_PURGE, SWEEP_ACTIVITY, SWEEP_OLD, SWEEP_PAGES, SWEEP_DONE } phase;
    enum db_sweep_phase end; /* the sweep stops before this phase */
    struct store_removed removed;
    int status;  /* the result of the last step */
    bool failed; /* the error came from the store */
    /* Runs on the loop thread after each step. More steps are left unless the phase is SWEEP_DONE or the step
     * has failed. */
    void (*stepped)(struct db_sweep *sweep);
    struct store_retention retention;
    int64_t step;             /* rows or pages that the current step has removed */
    struct store_removed now; /* the part of `step` that retention removed */
    struct store_change change;
};

/* The state of the maintenance. */
struct db_keeper {
    struct store *store;
    struct snapshots *snapshots;
    struct rpc *rpc;
    const struct config_settings *settings;
    bool stopping;
    struct session_watcher watcher;
    bool busy;             /* with a check, a backup or a compaction for a client; only one runs at a time */
    struct deadline next;  /* when the next automatic sweep or its next step runs */
    struct db_sweep sweep; /* the automatic sweep, which pauses between steps */
    bool sweeping;
    bool again; /* new rows to remove appeared, which the sweep may have passed already */
};

/* See daemon/concern.c. */
struct db_keeper *db_keeper_of(const struct call *call);

/* Fill in the pointers to other concerns before. */
void db_keeper_init(struct db_keeper *keeper, struct session_keeper *sessions);
void db_keeper_stop(struct db_keeper *keeper);

/* Called once the store is open: starts the automatic sweeps. */
void db_keeper_start(struct db_keeper *keeper);

/* A session was deleted: sweeps soon to remove its rows. */
void db_keeper_wake(struct db_keeper *keeper);

/* Prepares a sweep without starting it. `pages`: also returns free pages to the file system. */
void db_sweep_init(struct db_sweep *sweep, struct db_keeper *keeper, bool pages,
                   void (*stepped)(struct db_sweep *sweep));

/* Starts the next step. The sweep must stay in memory until `stepped` is called. */
void db_sweep_step(struct db_sweep *sweep);
