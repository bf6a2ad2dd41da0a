/* The care of the store: what is removed from it and when, and the work that a client asks for. */
#pragma once

#include <stdbool.h>

#include "contract/config.h"
#include "daemon/concern.h"
#include "daemon/db/sweep.h"
#include "daemon/options.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct db_keeper;
struct call;

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

/* keeper.c: the store is open; what retention does not keep is removed from now on. */
void db_keeper_start(struct db_keeper *keeper);

/* A session was deleted: its rows go soon. */
void db_keeper_wake(struct db_keeper *keeper);

/* --- job.c: a check or a backup, from its call to its answer ------------------------------ */

/* For handlers: `start` is called once the store is open and has what this connection wrote. Where the store does not
 * work the call is answered with that, unless `tolerant`. */
int db_job_begin(struct call *call, bool tolerant, void (*start)(struct db_keeper *keeper, struct call *call));

/* Takes the call, as `start` got it. `answer` answers it when the job is over; should the call end before, the job is
 * stopped. */
void db_job_start(struct db_keeper *keeper, struct call *call, enum store_job_kind kind, struct slice path,
                  void (*answer)(struct call *call, const struct store_job *job));
