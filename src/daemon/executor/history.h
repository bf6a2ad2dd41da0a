/* The earlier messages of a session, read from the event log for an agent: the newest that fit. Streamed pieces of a
 * content block are left out if the complete block is there, to save space. */
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
    struct executor_said *said; /* each is allocated on its own; the block starts at its content */
    struct history_mark *marks; /* one for each of them */
    size_t count, capacity, bytes;
    size_t looked_at; /* bytes read from the log */
    bool continues;   /* `said` has every message after query->after_task */
    bool is_cut;      /* messages were dropped for lack of room */
    /* Complete blocks whose beginning has not been read yet: */
    struct history_block {
        struct slice task_id;
        int64_t index;
    } pending[HISTORY_PENDING_MAX];
    size_t pending_count;
    /* The position in the log: */
    bool begun;
    struct store_event_filter filter;
    int64_t first, upto; /* the part of the log that was not read yet */
    int64_t window;      /* rows to read in the next step */
};

struct history_query {
    struct slice session_id;
    struct slice task_id;    /* messages of this task are left out */
    struct slice after_task; /* only messages after this task; empty: all */
    size_t bytes;            /* an approximate upper limit */
};

/* Reads the next step, a few megabytes of the log at most, on the reader thread. 1: there is more to read. 0:
 * history->said is complete, in the order of the log. */
int history_read(struct history *history, struct store_tx *tx, const struct history_query *query);
void history_clear(struct history *history);
