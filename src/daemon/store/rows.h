/* Row functions for changes (on the writer) and queries (on the reader).
 *
 * Rows are structs of the contract with a few fields of the store. Results lie in the caller's arena. All
 * functions return 0 or a negative errno: -ENOENT means "no such row", -ESTALE "not in the required state".
 * Errors of the store itself (a full disk, a damaged file) are also noted in the transaction, and fail the
 * whole change. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "base/slice.h"
#include "contract/daemon_types.h"
#include "contract/key_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "rpc/method.h"

struct store_tx;

/* --- store --- */

/* Returns when a loss of stored data was last detected, in milliseconds since the epoch; 0: never. Files that
 * are older than that and unknown to the store may belong to lost rows. */
int store_lost_at(struct store_tx *tx, int64_t *ret_ms);

/* --- sessions --- */

struct store_session {
    int64_t no; /* the store's internal number */
    struct session_record record;
};

/* Makes the id of a session that will be added later. The id lies in the arena. */
int store_session_name(struct store_tx *tx, struct arena *arena, struct slice *ret_id);

/* Adds a session. Sets its number, and its id if it has none; the caller sets all other fields. The id lies in
 * the arena. */
int store_session_add(struct store_tx *tx, struct arena *arena, struct store_session *session);
int store_session_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_session *ret_session);

/* Writes agent, model, permission_mode, title, metadata, updated_at and the terms (network, keys, services,
 * permission timeout, budget, sandbox) of an open session; -ESTALE if it is closed. */
int store_session_save(struct store_tx *tx, const struct store_session *session);

/* -ESTALE: it is closed already. */
int store_session_close(struct store_tx *tx, int64_t session, int64_t now_ms);

/* -ENOENT: it is not closed. */
int store_session_reopen(struct store_tx *tx, int64_t session, int64_t now_ms);

/* Finds the first session after the id `after` ("": the first of all) that is open, has an idle limit, and has
 * been idle since before `before_ms`: no queued or running task, and no task end or other change since then.
 * -ENOENT: none. */
int store_session_find_idle(struct store_tx *tx, int64_t before_ms, struct slice after, struct arena *arena,
                            struct store_session *ret_session);
/* Returns 1 if the session is open and has been idle since then, else 0. */
int store_session_is_idle(struct store_tx *tx, int64_t session, int64_t before_ms);

/* Removes the session, its tasks and its events from all lists at once. store_purge() deletes the rows step by
 * step. Rows that forks inherit stay until the last fork is removed. -EBUSY: a task of it is running. */
int store_session_remove(struct store_tx *tx, int64_t session);
/* -EBUSY: the session *ret_id of the app has tasks that have not ended. 0: none has. */
int store_session_busy_of_app(struct store_tx *tx, struct slice app_id, struct arena *arena, struct slice *ret_id);

/* Whether a session or an unfinished task has this directory, or one below it, as its working directory. Scans
 * all sessions. */
int store_session_uses(struct store_tx *tx, struct slice directory, bool *ret_used);

/* Lets `fork`, a session that was just added, inherit the history of `parent` up to and including `at_seq`; 0:
 * all of it, and *ret_seq is the last event. Includes what the parent has inherited. -ENOENT: no such event in
 * the parent's history. */
int store_session_inherit(struct store_tx *tx, int64_t fork, int64_t parent, int64_t at_seq, int64_t *ret_seq);

struct store_session_filter {
    bool has_state;
    enum session_state state;
    struct slice app_id; /* empty: any */
    struct slice after;  /* an id; empty: from the newest */
    int64_t limit;
    size_t bytes; /* the page ends when it exceeds this */
};
struct store_sessions {
    struct session_record *items;
    size_t count;
};
int store_session_list(struct store_tx *tx, const struct store_session_filter *filter, struct arena *arena,
                       struct store_sessions *ret_sessions);

/* --- tasks --- */

struct store_task {
    int64_t no, session_no;
    int64_t last_sequence;    /* of the messages that the agent reported */
    struct slice stop_reason; /* why it is being stopped; or empty */
    struct slice request;     /* with an idempotency key: the whole request, for comparison; or empty */
    struct task_record record;
};

/* Adds a task. Sets its number, and its id if it has none. record.session_id must match session_no. -EEXIST: the
 * idempotency key is in use. */
int store_task_add(struct store_tx *tx, struct arena *arena, struct store_task *task);
int store_task_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_task *ret_task);
int store_task_find_key(struct store_tx *tx, struct slice key, struct arena *arena, struct store_task *ret_task);

/* Returns the next task to run: among queued tasks whose session has no running task, the one with the highest
 * priority, and of equals the oldest. -ENOENT: none. */
int store_task_next(struct store_tx *tx, struct arena *arena, struct store_task *ret_task);

#define TASK_STATE_BIT(state) (1u << (state))
enum {
    TASK_STATES_ACTIVE = TASK_STATE_BIT(TASK_STATE_STARTING) | TASK_STATE_BIT(TASK_STATE_RUNNING) |
                         TASK_STATE_BIT(TASK_STATE_AWAITING_PERMISSION) | TASK_STATE_BIT(TASK_STATE_STOPPING),
    TASK_STATES_FINAL =
        TASK_STATE_BIT(TASK_STATE_COMPLETED) | TASK_STATE_BIT(TASK_STATE_FAILED) | TASK_STATE_BIT(TASK_STATE_CANCELLED),
};

/* A transition to another state. Fields that are 0, NULL or empty stay unchanged. */
struct store_task_move {
    unsigned from; /* bits of the permitted current states */
    enum task_state to;
    int64_t started_at, ended_at;
    struct slice stop_reason;
    const struct task_result *result;
};

/* A conditional write. -ESTALE: the task is in another state. */
int store_task_move(struct store_tx *tx, int64_t task, const struct store_task_move *move);
int store_task_save_progress(struct store_tx *tx, int64_t task, const struct task_progress *progress);

/* Reserves the sequence numbers `first` to `last` for messages that this change writes. -ESTALE: `first` is not
 * the next one. */
int store_task_advance(struct store_tx *tx, int64_t task, int64_t first, int64_t last);

/* A message of a task that has no sequence number. */
struct store_message {
    char id[ID_SIZE];
    int64_t created_at;
};

/* Adds a message with a new id, and stores its idempotency key unless that is empty. Returns 1 if the task has
 * a message with this key: *message is set to that one, and nothing was written. */
int store_message_add(struct store_tx *tx, int64_t task, struct slice key, struct store_message *message);

/* Finds up to `limit` tasks in these states, of one session (0: all), oldest first. Texts are not loaded,
 * because a thousand queued tasks may have a megabyte each. Used at the start and to close sessions. */
struct store_tasks_found {
    struct store_task *items;
    size_t count;
};
int store_task_in_states(struct store_tx *tx, unsigned states, int64_t session, int64_t limit, struct arena *arena,
                         struct store_tasks_found *ret_tasks);

struct store_task_filter {
    bool has_state;
    enum task_state state;
    struct slice session_id; /* empty: all */
    struct slice cwd;        /* empty: all */
    struct slice after;
    int64_t limit;
    size_t bytes;
};
struct store_tasks {
    struct task_record *items; /* without results */
    size_t count;
};
int store_task_list(struct store_tx *tx, const struct store_task_filter *filter, struct arena *arena,
                    struct store_tasks *ret_tasks);

/* Returns the number of tasks in each state, indexed by enum task_state. Reads stored counters. */
enum { TASK_STATE_COUNT = TASK_STATE_CANCELLED + 1 };
int store_task_counts(struct store_tx *tx, int64_t ret_counts[static TASK_STATE_COUNT]);

/* --- ids --- */

enum { STORE_IDS_MAX = 16 };

struct store_ids {
    struct slice items[STORE_IDS_MAX]; /* newest first */
    size_t count;
    bool more;
};

/* Finds ids that start with the text, or if there are none, those that end with it. */
int store_ids_find(struct store_tx *tx, enum daemon_id_kind kind, struct slice text, struct arena *arena,
                   struct store_ids *ret_ids);

/* --- keys --- */

enum { STORE_KEY_ID_SIZE = 65 };

struct store_key {
    struct key_record record;
    struct slice sealed;
};
struct store_keys {
    struct store_key *items;
    size_t count;
};

/* Replaces the key of the service, including its usage statistics. */
int store_key_put(struct store_tx *tx, const struct store_key *key);
int store_key_remove(struct store_tx *tx, struct slice service);
int store_key_list(struct store_tx *tx, struct arena *arena, struct store_keys *ret_keys);
int store_key_reseal(struct store_tx *tx, struct slice service, struct slice sealed);
int store_key_used(struct store_tx *tx, struct slice service, int64_t now_ms);

/* Returns the id of the master key that all keys are sealed under; empty: there are no keys. */
int store_key_master(struct store_tx *tx, char ret_id[static STORE_KEY_ID_SIZE]);
int store_key_set_master(struct store_tx *tx, struct slice id);

/* --- events --- */

/* A set of indexes into contract_events. */
struct store_kinds {
    uint64_t words[4];
};
static inline bool store_kinds_has(const struct store_kinds *kinds, unsigned kind)
{
    return kind < 256 && (kinds->words[kind / 64] >> (kind % 64) & 1);
}
static inline void store_kinds_add(struct store_kinds *kinds, unsigned kind)
{
    if (kind < 256)
        kinds->words[kind / 64] |= UINT64_C(1) << (kind % 64);
}

static inline void store_kinds_remove(struct store_kinds *kinds, unsigned kind)
{
    if (kind < 256)
        kinds->words[kind / 64] &= ~(UINT64_C(1) << (kind % 64));
}

/* Appends an event to the log, on the writer. `params` is the event's struct; the store fills in seq and epoch.
 * The event is pushed after the commit. */
int store_event_add(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                    const void *params);

/* The same for several events of one kind; `params` is an array. */
int store_event_add_many(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                         const void *params, size_t count);

struct store_event_filter {
    struct store_kinds kinds;
    bool all_kinds;
    int64_t session, task; /* 0: any. A session's events include those that it inherited */
};

/* An event as it is stored. */
struct store_event_row {
    int64_t seq;
    unsigned kind;         /* index into contract_events; UINT_MAX: unknown to this version */
    int64_t session, task; /* the original owner, also for an inherited event; 0: none */
    struct slice name;
    struct slice body; /* the params without `{"seq":…,"epoch":…,` */
};

struct store_event_page {
    int64_t from, upto; /* the first and the last seq to read */
    size_t rows, bytes; /* the page ends after this many rows, or when it exceeds the bytes */
    size_t looked_at;   /* or after this many rows without a match */
    int64_t ret_next;   /* the start of the next page; upto + 1: nothing is left */
};

/* Calls `each` for every event of the page. A negative result ends the page and is returned. */
int store_event_read(struct store_tx *tx, const struct store_event_filter *filter, struct store_event_page *page,
                     int (*each)(void *user, const struct store_event_row *row), void *user);

/* Formats the complete notification with its newline; or the entry of a list: {"method":…,"params":{…}}. */
int store_event_format(struct buf *out, const struct store_event_row *row, struct slice epoch);
int store_event_format_entry(struct buf *out, const struct store_event_row *row, struct slice epoch);

struct store_position;
int store_event_position(struct store_tx *tx, struct store_position *ret_position);

/* --- usage of model calls --- */

enum { STORE_DAY_SIZE = sizeof "2026-01-31" };

/* The maximum that a model call may use, stored before the call until it is settled. */
struct store_reservation {
    char id[ID_SIZE];
    int64_t session;
    char day[STORE_DAY_SIZE]; /* UTC */
    struct slice service, model;
    int64_t input_tokens, output_tokens, cost_micros;
    int64_t input_price, output_price; /* millionths of the currency unit for a million tokens */
};

struct store_account {
    int64_t input_tokens, output_tokens, cost_micros;
    int64_t reserved_tokens, reserved_micros;
};

/* Returns the totals of a session over its lifetime; of a day if `session` is 0. */
int store_usage_account(struct store_tx *tx, int64_t session, const char *day, struct store_account *ret_account);

/* Adds a reservation. Sets its id. */
int store_reservation_add(struct store_tx *tx, struct store_reservation *reservation);
int store_reservation_find(struct store_tx *tx, struct slice id, struct store_reservation *ret_reservation);
/* Replaces the reservation with the actual usage. */
int store_reservation_settle(struct store_tx *tx, const struct store_reservation *reservation, int64_t input_tokens,
                             int64_t output_tokens, int64_t cost_micros);
/* Removes the reservation of a call that was not made. */
int store_reservation_drop(struct store_tx *tx, struct slice id);
/* Settles all open reservations at their maximum, because the process that could settle them is gone. */
int store_reservations_use(struct store_tx *tx);
/* Deletes the usage of deleted sessions on earlier days. */
int store_usage_forget(struct store_tx *tx, const char *day);

/* --- maintenance --- */

struct store_sizes {
    int64_t schema, file_bytes, wal_bytes, free_bytes, sessions, tasks;
};
int store_measure(struct store_tx *tx, struct store_sizes *ret_sizes);

/* Each function does one bounded step; 0 removed rows mean that nothing is left. Removing the oldest events
 * moves the first position of the log, so clients see a gap. A task is removed after its events. */
struct store_retention {
    int64_t older_than_ms; /* epoch; 0: no limit */
    int64_t bytes;         /* 0: no limit */
};
struct store_removed {
    int64_t events, tasks;
};
int store_retain(struct store_tx *tx, const struct store_retention *retention, struct store_removed *ret_removed);
int store_purge(struct store_tx *tx, int64_t *ret_removed); /* rows of deleted sessions */

/* Returns a bounded number of free pages to the file system. *ret_pages is 0 if none is left. */
int store_compact(struct store_tx *tx, int64_t *ret_pages);

/* Only for a query, before it reads anything: copies all committed pages from the write-ahead log to the main
 * file, and truncates both as far as other connections permit. */
int store_checkpoint(struct store_tx *tx);
