/* Removing what need not be kept, in bounded steps. Each is a change of its own, so that other writes go on in between.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "daemon/store/rows.h"
#include "daemon/store/store.h"

struct db_keeper;

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

/* `pages`: free ones are given back to the disk, too. Does nothing yet. */
void db_sweep_init(struct db_sweep *sweep, struct db_keeper *keeper, bool pages,
                   void (*stepped)(struct db_sweep *sweep));

/* The next step; it stays in place until `stepped`. */
void db_sweep_step(struct db_sweep *sweep);
