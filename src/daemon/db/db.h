/* The care of the store: what is removed from it and when, and the work that a client asks for. */
#pragma once

#include <stdbool.h>

#include "daemon/db/sweep.h"
#include "rpc/timers.h"

struct daemon;
struct call;

/* What the daemon keeps of it. */
struct db_keeper {
    bool busy;             /* with a check, a backup or a compaction that a client asked for: one at a time */
    struct deadline next;  /* of the sweep that goes on by itself, or of its next step */
    struct db_sweep sweep; /* step by step, with pauses */
    bool sweeping;
    bool again; /* something new is there to remove, behind where the sweep stands */
};

/* keeper.c: the store is open; what retention does not keep is removed from now on. */
void db_keeper_start(struct daemon *daemon);

/* A session was deleted: its rows go soon. */
void db_keeper_wake(struct daemon *daemon);

/* --- job.c: a check or a backup, from its call to its answer ------------------------------ */

/* For handlers: `start` is called once the store is open and has what this connection wrote. Where the store does not
 * work the call is answered with that, unless `tolerant`. */
int db_job_begin(struct call *call, bool tolerant, void (*start)(struct daemon *daemon, struct call *call));

/* Takes the call, as `start` got it. `answer` answers it when the job is over; should the call end before, the job is
 * stopped. */
void db_job_start(struct daemon *daemon, struct call *call, enum store_job_kind kind, struct slice path,
                  void (*answer)(struct call *call, const struct store_job *job));
