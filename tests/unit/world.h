/* A store at work, on a disk that loses its power now and then: what it was given to do, and what it has promised when
 * the power went. */
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "contract/task_types.h"
#include "daemon/store/store.h"

enum { ITEMS_MAX = 600, CUTS_MAX = 64, EVENTS_MAX = 20000 };

/* How far a task has come; a session has only the first step. */
enum world_step { NOT_THERE, ADDED, STARTING, RUNNING, COMPLETED };

/* The state of a task at each step. */
extern const enum task_state world_states[COMPLETED + 1];

struct world_item {
    bool is_task;
    size_t session; /* of a task */
    char id[64];
    int64_t no;
    enum world_step wanted, done;
    int64_t said; /* by its agent */
    bool waits;   /* a change of it is on its way */
};

/* What was promised when the power went. */
struct world_cut {
    uint64_t seed;
    char directory[128];
    enum world_step done[ITEMS_MAX];
    int64_t upto;   /* the log has at least this */
    bool open;      /* nobody had begun to close the store */
    char epoch[40]; /* of the store, where it was open */
};

/* When the power may go. */
enum world_moment { BEFORE_A_STEP /* of the disk */, AFTER_AN_ANSWER, AFTER_A_PUSH, WORLD_MOMENTS };

struct world {
    uint64_t seed;
    size_t changes, bytes;     /* how many in each life; of an event */
    unsigned lives, all_lives; /* that are left; at first */
    char root[64], live[96], path[128];
    uv_loop_t loop;
    struct store *store;
    sqlite3 *other; /* another program's look at the file, which also makes checkpoints */
    size_t handed, at_once;
    size_t talk; /* so many changes that nobody waits for come next, in small groups */

    pthread_mutex_t lock; /* for all that is below: the power may go on any thread */
    uint64_t dice;
    struct world_item items[ITEMS_MAX];
    size_t item_count;
    char *lines[EVENTS_MAX];                /* as they were pushed, by their seq */
    int64_t pushed, pushed_before, durable; /* up to the last group, to the one before it, to what was answered */
    bool open;
    char epoch[40];
    size_t handed_ever;
    struct {
        enum world_moment moment;
        size_t handed, count; /* this one of these moments, counted from when so many changes were handed over */
    } next;
    struct world_cut *cuts[CUTS_MAX];
    size_t cut_count, cuts_wanted;
};

struct world_plan {
    unsigned rounds, lives;      /* of the store, at most, one after the other with the same file */
    size_t changes, bytes, cuts; /* changes of one life, bytes of an event at most */
};

struct world *world_new(const struct world_plan *plan, uint64_t seed);

/* All lives, from beginning to end; the cuts have their directories then. */
void world_run(struct world *world);

/* Removes all directories. */
void world_free(struct world *world);

/* Sets the boot id that a store sees in a build with faults. */
void world_start_machine(bool again);
