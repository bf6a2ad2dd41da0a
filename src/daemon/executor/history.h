/* What was said in a session before a task, as an agent gets it: the newest that fit, read from the log. Pieces of a
 * block that is there whole are left out, so that much fits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "contract/executor_types.h"
#include "daemon/store/rows.h"

enum { HISTORY_PENDING_MAX = 64 };

struct history {
    struct arena arena;
    struct executor_said *said; /* each has a block of its own, where its content begins */
    struct history_mark *marks; /* of each */
    size_t count, capacity, bytes;
    size_t looked_at; /* bytes of the log */
    bool continues;   /* what is in `said` is all behind wish->after_task */
    bool is_cut;      /* there was no room for something that was wanted */
    /* Blocks that are there whole, and whose beginning was not read yet: */
    struct history_block {
        struct slice task_id;
        int64_t index;
    } pending[HISTORY_PENDING_MAX];
    size_t pending_count;
    /* How far it was read: */
    bool begun;
    struct store_event_filter filter;
    int64_t first, upto; /* of the log, not looked at yet */
    int64_t window;      /* rows of the next step */
};

struct history_wish {
    struct slice session_id;
    struct slice task_id;    /* what was said in it is left out */
    struct slice after_task; /* nothing up to its end is wanted; empty: all is */
    size_t bytes;            /* about so many at most, the newest */
};

/* The next step, a few megabytes of the log at most. 1: there is more to read. 0: history->said is complete, in the
 * order of the log. On the reader thread. */
int history_read(struct history *history, struct store_tx *tx, const struct history_wish *wish);
void history_clear(struct history *history);
