/* What can be done inside of a change (on the writer) or a query (on the reader): rows in, rows out.
 *
 * Rows are the contract's own structs with what the store adds. What is found lies in the caller's arena. All return 0
 * or a negative errno; -ENOENT is "no such row", -ESTALE "it is not in the state that this needs". Anything that is the
 * store's own fault (a full disk, a broken file) is also noted in the transaction, and fails the change as such. */
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

/* --- the store itself ------------------------------------------------------------- */

/* When it was last found that something is gone which was stored once, in milliseconds since the epoch; 0: never. What
 * is older and not in the store was in it, perhaps. */
int store_lost_at(struct store_tx *tx, int64_t *ret_ms);

/* --- sessions --------------------------------------------------------------------- */

struct store_session {
    int64_t no; /* the store's own number of it */
    struct session_record record;
};

/* The id of a session that will be added. It lies in the arena. */
int store_session_name(struct store_tx *tx, struct arena *arena, struct slice *ret_id);

/* Gives it a number, and an id unless it has one; all else is the caller's. The id lies in the arena. */
int store_session_add(struct store_tx *tx, struct arena *arena, struct store_session *session);
int store_session_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_session *ret_session);

/* Writes agent, model, permission_mode, title, metadata, updated_at and the terms (network, keys, services, permission
 * time-out, budget, sandbox) of an open session; -ESTALE if it is closed. */
int store_session_save(struct store_tx *tx, const struct store_session *session);

/* -ESTALE if it is closed already. */
int store_session_close(struct store_tx *tx, int64_t session, int64_t now_ms);

/* -ENOENT if it is not closed. */
int store_session_reopen(struct store_tx *tx, int64_t session, int64_t now_ms);

/* The first behind the id `after` ("": of all) that is open, closes when it is idle, and has been so since before
 * `before_ms`: no task of it waits or is at work, none has ended since, and nothing else was changed. -ENOENT: none. */
int store_session_find_idle(struct store_tx *tx, int64_t before_ms, struct slice after, struct arena *arena,
                            struct store_session *ret_session);
/* 1: it is open, and idle since then; 0: it is not. */
int store_session_is_idle(struct store_tx *tx, int64_t session, int64_t before_ms);

/* The session, its tasks and its events vanish from every list at once; the rows themselves go little by little
 * (store_purge()), and what a fork inherited only with the last fork. -EBUSY: a task of it is at work. */
int store_session_remove(struct store_tx *tx, int64_t session);

/* Whether one works in this directory or below it, or a task does that has not ended. It looks at all sessions. */
int store_session_uses(struct store_tx *tx, struct slice directory, bool *ret_used);

/* `fork`, just added, inherits the history of `parent`, its own and what it has inherited, up to and with `at_seq`;
 * 0: all there is, and *ret_seq says up to which event. -ENOENT: no such event in the parent's history. */
int store_session_inherit(struct store_tx *tx, int64_t fork, int64_t parent, int64_t at_seq, int64_t *ret_seq);

struct store_session_filter {
    bool has_state;
    enum session_state state;
    struct slice after; /* an id; empty: from the newest */
    int64_t limit;
    size_t bytes; /* the page ends when it has become longer than this */
};
struct store_sessions {
    struct session_record *items;
    size_t count;
};
int store_session_list(struct store_tx *tx, const struct store_session_filter *filter, struct arena *arena,
                       struct store_sessions *ret_sessions);

/* --- tasks ------------------------------------------------------------------------ */

struct store_task {
    int64_t no, session_no;
    int64_t last_sequence;    /* of the messages that its agent reported */
    struct slice stop_reason; /* why it is being stopped; empty: it is not */
    struct slice request;     /* of a task with an idempotency key: the whole request, to compare; or empty */
    struct task_record record;
};

/* Gives it an id and a number. record.session_id must be that of session_no. -EEXIST: the idempotency key is taken. */
int store_task_add(struct store_tx *tx, struct arena *arena, struct store_task *task);
int store_task_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_task *ret_task);
int store_task_find_key(struct store_tx *tx, struct slice key, struct arena *arena, struct store_task *ret_task);

/* The one that shall run next: of the queued tasks whose session has none at work the one with the highest priority,
 * among equals the oldest. -ENOENT: none. */
int store_task_next(struct store_tx *tx, struct arena *arena, struct store_task *ret_task);

#define TASK_STATE_BIT(state) (1u << (state))
enum {
    TASK_STATES_ACTIVE = TASK_STATE_BIT(TASK_STATE_STARTING) | TASK_STATE_BIT(TASK_STATE_RUNNING) |
                         TASK_STATE_BIT(TASK_STATE_AWAITING_PERMISSION) | TASK_STATE_BIT(TASK_STATE_STOPPING),
    TASK_STATES_FINAL =
        TASK_STATE_BIT(TASK_STATE_COMPLETED) | TASK_STATE_BIT(TASK_STATE_FAILED) | TASK_STATE_BIT(TASK_STATE_CANCELLED),
};

/* What changes together with the state; what is 0, NULL or empty stays as it was. */
struct store_task_move {
    unsigned from; /* bits of the states in which this may happen */
    enum task_state to;
    int64_t started_at, ended_at;
    struct slice stop_reason;
    const struct task_result *result;
};

/* One conditional write. -ESTALE: it is in another state. */
int store_task_move(struct store_tx *tx, int64_t task, const struct store_task_move *move);
int store_task_save_progress(struct store_tx *tx, int64_t task, const struct task_progress *progress);

/* Messages `first` to `last` of the task's agent are being written in this change: -ESTALE unless `first` is the one
 * that comes next. */
int store_task_advance(struct store_tx *tx, int64_t task, int64_t first, int64_t last);

/* A message of a task that is stored outside of the sequences. */
struct store_message {
    char id[ID_SIZE];
    int64_t created_at;
};

/* Gives it an id, and notes both under the key (empty: nowhere). 1: the task has one with this key, and *message is
 * what that one is; nothing was written. */
int store_message_add(struct store_tx *tx, int64_t task, struct slice key, struct store_message *message);

/* Up to `limit` tasks in any of these states, of one session (0: all), the oldest first, without their texts: a
 * thousand may wait with a megabyte each, and many more with less. For the start and for closing a session. */
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

/* How many there are in each state; indexed by enum task_state. Kept, not counted. */
enum { TASK_STATE_COUNT = TASK_STATE_CANCELLED + 1 };
int store_task_counts(struct store_tx *tx, int64_t ret_counts[static TASK_STATE_COUNT]);

/* --- ids ---------------------------------------------------------------------------- */

enum { STORE_IDS_MAX = 16 };

struct store_ids {
    struct slice items[STORE_IDS_MAX]; /* the newest first */
    size_t count;
    bool more;
};

/* Ids that begin with the text; where there are none, those that end with it. */
int store_ids_find(struct store_tx *tx, enum daemon_id_kind kind, struct slice text, struct arena *arena,
                   struct store_ids *ret_ids);

/* --- keys --------------------------------------------------------------------------- */

enum { STORE_KEY_ID_SIZE = 65 };

struct store_key {
    struct key_record record;
    struct slice sealed;
};
struct store_keys {
    struct store_key *items;
    size_t count;
};

/* Replaces what was there for the service, its uses too. */
int store_key_put(struct store_tx *tx, const struct store_key *key);
int store_key_remove(struct store_tx *tx, struct slice service);
int store_key_list(struct store_tx *tx, struct arena *arena, struct store_keys *ret_keys);
int store_key_reseal(struct store_tx *tx, struct slice service, struct slice sealed);
int store_key_used(struct store_tx *tx, struct slice service, int64_t now_ms);

/* Which master key they are sealed under; empty: there are no keys. */
int store_key_master(struct store_tx *tx, char ret_id[static STORE_KEY_ID_SIZE]);
int store_key_set_master(struct store_tx *tx, struct slice id);

/* --- events ----------------------------------------------------------------------- */

/* A set of contract_events, by index. */
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

/* Appends to the log. `params` is the event's struct; its seq and epoch are the store's to fill. The event is pushed
 * after the commit. Only on the writer. */
int store_event_add(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                    const void *params);

/* Many of one kind, one behind the other: `params` is an array. */
int store_event_add_many(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                         const void *params, size_t count);

struct store_event_filter {
    struct store_kinds kinds;
    bool all_kinds;
    int64_t session, task; /* 0: any. A session's events are with those that it inherited. */
};

/* An event as it is stored. */
struct store_event_row {
    int64_t seq;
    unsigned kind;         /* an index into contract_events; UINT_MAX: of another version, this one does not know it */
    int64_t session, task; /* whose it is, also where a fork inherited it; 0: nobody's */
    struct slice name;
    struct slice body; /* the params without `{"seq":…,"epoch":…,` */
};

struct store_event_page {
    int64_t from, upto; /* the first and the last seq that may be in it */
    size_t rows, bytes; /* it ends when it has this many, or more than these bytes */
    size_t looked_at;   /* or when it has passed over this many rows that do not match */
    int64_t ret_next;   /* where the next page begins; upto + 1: there is nothing left */
};

/* Calls `each` for every event of the page; a negative result of it ends the page and is returned. */
int store_event_read(struct store_tx *tx, const struct store_event_filter *filter, struct store_event_page *page,
                     int (*each)(void *user, const struct store_event_row *row), void *user);

/* The notification, whole with its newline; and the same as an entry of a list: {"method":…,"params":{…}}. */
int store_event_format(struct buf *out, const struct store_event_row *row, struct slice epoch);
int store_event_format_entry(struct buf *out, const struct store_event_row *row, struct slice epoch);

struct store_position;
int store_event_position(struct store_tx *tx, struct store_position *ret_position);

/* --- what model calls use ------------------------------------------------------------ */

enum { STORE_DAY_SIZE = sizeof "2026-01-31" };

/* Of one call, from before it is made until it is settled. */
struct store_reservation {
    char id[ID_SIZE];
    int64_t session;
    char day[STORE_DAY_SIZE]; /* UTC */
    struct slice service, model;
    int64_t input_tokens, output_tokens, cost_micros;
    int64_t input_price, output_price; /* millionths of the unit for a million tokens */
};

struct store_account {
    int64_t input_tokens, output_tokens, cost_micros;
    int64_t reserved_tokens, reserved_micros;
};

/* Of a session over its whole life; of a day where `session` is 0. */
int store_usage_account(struct store_tx *tx, int64_t session, const char *day, struct store_account *ret_account);

/* Gives it an id. */
int store_reservation_add(struct store_tx *tx, struct store_reservation *reservation);
int store_reservation_find(struct store_tx *tx, struct slice id, struct store_reservation *ret_reservation);
/* It is gone, and this was used instead. */
int store_reservation_settle(struct store_tx *tx, const struct store_reservation *reservation, int64_t input_tokens,
                             int64_t output_tokens, int64_t cost_micros);
/* Nothing was used at all, and no call was made. */
int store_reservation_drop(struct store_tx *tx, struct slice id);
/* Nobody is left who could settle them: all were used as reserved. */
int store_reservations_use(struct store_tx *tx);
/* What deleted sessions have used on days before this one. */
int store_usage_forget(struct store_tx *tx, const char *day);

/* --- housekeeping ----------------------------------------------------------------- */

struct store_sizes {
    int64_t schema, file_bytes, wal_bytes, free_bytes, sessions, tasks;
};
int store_measure(struct store_tx *tx, struct store_sizes *ret_sizes);

/* One bounded step of each; nothing removed: nothing is left to do. Events below the oldest kept one are a gap from
 * then on, and the position says so. A task goes after its events. */
struct store_retention {
    int64_t older_than_ms; /* epoch; 0: age does not matter */
    int64_t bytes;         /* 0: size does not matter */
};
struct store_removed {
    int64_t events, tasks;
};
int store_retain(struct store_tx *tx, const struct store_retention *retention, struct store_removed *ret_removed);
int store_purge(struct store_tx *tx, int64_t *ret_removed); /* what deleted sessions left */

/* Gives a bounded number of free pages back to the disk; 0 in *ret_pages: none is left. */
int store_compact(struct store_tx *tx, int64_t *ret_pages);

/* Only for a query, and before it reads anything: all that was committed goes into the main file, which gets its
 * length, and the write-ahead log is emptied; as far as nobody is in the way. */
int store_checkpoint(struct store_tx *tx);
