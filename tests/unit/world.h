/* A store at work on a disk that sometimes loses power: what it was asked to write, and what it had promised when the
 * power was cut. */
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

/* The progress of a task; a session has only the first step. */
enum world_step { NOT_THERE, ADDED, STARTING, RUNNING, COMPLETED };

/* The state of a task at each step. */
extern const enum task_state world_states[COMPLETED + 1];

struct world_item {
    bool is_task;
    size_t session; /* of a task */
    char id[64];
    int64_t no;
    enum world_step wanted, done;
    int64_t said; /* messages of its agent */
    bool waits;   /* a write of it is in progress */
};

/* What the store had promised when the power was cut. */
struct world_cut {
    uint64_t seed;
    char directory[128];
    enum world_step done[ITEMS_MAX];
    int64_t upto;   /* the log has at least the events up to this */
    bool open;      /* closing the store had not begun */
    char epoch[40]; /* of the store, if it was open */
};

/* When the power may be cut. */
enum world_moment { BEFORE_A_STEP /* of the disk */, AFTER_AN_ANSWER, AFTER_A_PUSH, WORLD_MOMENTS };

struct world {
    uint64_t seed;
    size_t changes, bytes;     /* changes in each life; bytes of an event */
    unsigned lives, all_lives; /* left; at the beginning */
    char root[64], live[96], path[128];
    uv_loop_t loop;
    struct store *store;
    sqlite3 *other; /* another program's connection to the file, which also makes checkpoints */
    size_t handed, at_once;
    size_t talk; /* the next changes have no waiting call; they come in small groups */

    pthread_mutex_t lock; /* for everything below, because the power may be cut on any thread */
    uint64_t dice;
    struct world_item items[ITEMS_MAX];
    size_t item_count;
    char *lines[EVENTS_MAX]; /* as pushed, by seq */
    /* The seq up to the last group, up to the one before it, and up to what was answered. */
    int64_t pushed, pushed_before, durable;
    bool open;
    char epoch[40];
    size_t handed_ever;
    struct {
        enum world_moment moment;
        /* Cut at the count-th moment of this kind, counted from when this many changes were handed over. */
        size_t handed, count;
    } next;
    struct world_cut *cuts[CUTS_MAX];
    size_t cut_count, cuts_wanted;
};

struct world_plan {
    unsigned rounds, lives;      /* of the store; lives follow each other with the same file */
    size_t changes, bytes, cuts; /* changes of one life and bytes of an event, at most */
};

struct world *world_new(const struct world_plan *plan, uint64_t seed);

/* Runs all lives. Afterwards the cuts have their directories. */
void world_run(struct world *world);

/* Removes all directories. */
void world_free(struct world *world);

/* Sets the boot id that a store sees in a build with fault points. */
void world_start_machine(bool again);
