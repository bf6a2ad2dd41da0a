/* Threads: the complete messages of sessions, as rows that outlive the events.
 *
 * A row has the number of the event that completed the message. A fork inherits rows by the same numbers as events.
 * Each session that exists has a row in `threads`, with the number of its messages and the last of them. */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "contract/chat_types.h"

struct store_tx;

/* The number of the last event that was added, also by this change. */
int64_t store_event_last(const struct store_tx *tx);

struct store_said {
    int64_t seq; /* of the event */
    enum chat_role role;
    struct slice text;
};

/* Adds messages of one session. Empty ones are skipped, and texts are cut at U+0000, which no client accepts. */
int store_said_add(struct store_tx *tx, int64_t session, const struct store_said *said, size_t count);

/* The size of all messages, about; store_retain() removes none of them. `by` changes it. */
enum { STORE_MESSAGE_BYTES = 64 }; /* of a row without its text */
int store_said_size(struct store_tx *tx, int64_t *ret_bytes);
int store_said_resize(struct store_tx *tx, int64_t by);

/* The text of the message that an agent is writing: its complete blocks so far. */
int store_draft_add(struct store_tx *tx, int64_t task, int64_t seq, struct slice text);
int store_draft_drop(struct store_tx *tx, int64_t task);
/* Adds the message with this number; 0: with that of its last block. Does nothing without a draft. */
int store_draft_finish(struct store_tx *tx, int64_t task, int64_t session, int64_t seq);

/* Returns 1 if the last message of the session is not an agent's. */
int store_thread_awaits(struct store_tx *tx, int64_t session);

/* Called for a fork that inherited rows. */
int store_thread_count(struct store_tx *tx, int64_t session);

/* --- reading --- */

struct store_thread {
    int64_t no; /* of the session */
    struct slice id, title, last;
    enum field_is title_is;
    int64_t messages, created_at, updated_at;
};

/* The position of a thread in the list, which has the newest first. */
struct store_thread_place {
    int64_t updated_at, no;
};

#define STORE_THREAD_FIRST ((struct store_thread_place){INT64_MAX, INT64_MAX})

struct store_threads {
    struct store_thread *items; /* without created_at */
    size_t count;
};

/* Lists up to `limit` threads behind this position: those of an app, or all (app_id empty). */
int store_thread_list(struct store_tx *tx, struct slice app_id, struct store_thread_place after, int64_t limit,
                      struct arena *arena, struct store_threads *ret_threads);

/* -ENOENT: there is none. */
int store_thread_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_thread *ret_thread);

struct store_said_row {
    int64_t seq, at;
    enum chat_role role;
    struct slice text;
};
struct store_said_filter {
    int64_t session;
    int64_t before; /* only messages with smaller numbers */
    int64_t limit;
    size_t bytes; /* of all texts */
};
struct store_said_rows {
    struct store_said_row *items; /* the newest first */
    size_t count;
};

/* Reads the newest messages of a thread, also inherited ones. -EMSGSIZE: their texts exceed filter->bytes. */
int store_said_list(struct store_tx *tx, const struct store_said_filter *filter, struct arena *arena,
                    struct store_said_rows *ret_rows);

/* Returns 1 if the thread has a message with this number. */
int store_said_exists(struct store_tx *tx, int64_t session, int64_t seq);
