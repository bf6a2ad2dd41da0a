/* Persistent storage of sessions, tasks and the event log. The rest of the daemon uses only this header, rows.h
 * and their companions; SQLite is known only inside this folder.
 *
 * The store has two threads. The writer executes all changes, in groups: the changes that were queued during
 * one transaction form the next one. The reader executes queries. A third one for searches starts with the first of
 * them. The loop thread queues work and receives results. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/slice.h"

struct store;
struct store_tx; /* the argument of changes and queries; see rows.h */

/* A write. The owner keeps it in memory, unchanged, from store_write() until `done`. */
struct store_change {
    /* On the writer thread, in the transaction of the group. If it returns an error, its own writes are rolled
     * back, and nothing else. It may be called twice, if the group is rolled back and repeated; only the last
     * call counts. */
    int (*apply)(struct store_change *change, struct store_tx *tx);
    /* On the loop thread, after the group was committed or has failed; see `status` and `failed`. Send
     * responses here. The owner may free the change here, unless `confirmed` is set. */
    void (*done)(struct store_change *change);
    /* On the loop thread, after the events of the group were pushed, also after a failure; or NULL. The owner
     * may free the change here. */
    void (*confirmed)(struct store_change *change);
    bool lazy;       /* no caller waits for it: it may be reported before it is synced to the disk */
    int status;      /* the result of `apply`, or why it was not called or committed */
    bool failed;     /* the store has failed, not the change itself */
    uint64_t ticket; /* changes are applied in the order of tickets */
    struct store_change *next;
};

/* A read from one consistent snapshot of the store. */
struct store_query {
    int (*run)(struct store_query *query, struct store_tx *tx); /* on the reader thread */
    void (*done)(struct store_query *query);                    /* on the loop thread */
    uint64_t after;                                             /* the ticket of a change that the read must see */
    /* Identifies the connection, only for comparison. Queries of different owners are served round-robin. */
    const void *owner;
    int status;
    bool failed;
    struct store_query *next;
    struct store_query *last, *next_lane, *next_found; /* private to lanes.c */
};

/* A committed event, ready to be sent. */
struct store_event {
    int64_t seq;
    unsigned kind;         /* index into contract_events */
    int64_t session, task; /* internal numbers; 0: none */
    struct slice line;     /* the complete notification, with its newline */
    const void *params;    /* the struct of the event if its type is in store_options.typed; else NULL */
};

/* The range of the event log. */
struct store_position {
    char epoch[40];
    int64_t first; /* the oldest event; last + 1 if the log is empty */
    int64_t last;  /* the newest event that was committed and passed to the loop; 0: none yet */
};

struct event_type;

struct store_options {
    const char *path; /* the database file; its directory must exist */
    uv_loop_t *loop;
    /* On the loop thread: the store is open (0), or cannot be opened, and fails all work with this error.
     * Called again with 0 if opening succeeds later. The results of changes that were queued meanwhile follow. */
    void (*opened)(void *user, int status);
    /* On the loop thread, for each group, after its responses: its events in the order of seq. */
    void (*events)(void *user, const struct store_event *events, size_t count);
    void *user;
    /* Types of events that the daemon itself reacts to: `events` receives their params too. */
    const struct event_type *const *typed;
    size_t typed_count;
};

/* Creates a closed store, which may be opened and closed repeatedly. Close it before you free it. NULL: out of
 * memory. */
struct store *store_new(void);
struct store *store_free(struct store *store);

/* Returns at once; the writer thread opens the file. */
int store_open(struct store *store, const struct store_options *options);

/* Whether work can be queued: opening has ended, successfully or not, and closing has not started. */
bool store_is_open(const struct store *store);
bool store_is_closed(const struct store *store);

/* Finishes queued work, closes the file and ends the threads. Then calls `closed` on the loop, which may open
 * or free the store. Later work fails with -ECANCELED. */
void store_close(struct store *store, void (*closed)(void *user), void *user);

/* Queues a change. Returns its ticket: a query with this ticket as `after` sees the change. */
uint64_t store_write(struct store *store, struct store_change *change);
void store_read(struct store *store, struct store_query *query);
/* For a query that may take long: runs it on the search thread, which other reads do not wait for. `after` and `owner`
 * are ignored. */
void store_search(struct store *store, struct store_query *query);

/* Whether no queued work is unfinished. */
bool store_is_idle(const struct store *store);

/* Returns the position up to which events were pushed. */
const struct store_position *store_position(const struct store *store);

enum store_state {
    STORE_OPENING,
    STORE_WORKS,
    STORE_STRUGGLES, /* the last group could not be written; the next one is tried */
    STORE_READ_ONLY, /* data can be read but not written */
    STORE_BROKEN,    /* neither reading nor writing works */
};

/* Returns the state. If there is a problem, *ret_problem says what is wrong and what to do. */
enum store_state store_look(const struct store *store, const char **ret_problem);

/* Returns a sentence about data that was lost before the store was opened; NULL: none. */
const char *store_loss(const struct store *store);

/* Whether a check runs after an unclean shutdown. */
bool store_is_being_checked(const struct store *store);

const char *store_path(const struct store *store);

struct store_numbers {
    uint64_t commits, changes;
};
struct store_numbers store_count(const struct store *store);

/* --- long-running work, on threads of its own --- */

/* A check or a backup. The owner keeps it in memory, unchanged, from store_job_start() until `done`. */
struct store_job {
    enum store_job_kind { STORE_JOB_CHECK, STORE_JOB_QUICK_CHECK, STORE_JOB_BACKUP } kind;
    struct slice path;                   /* the target of a backup: absolute, NUL-terminated */
    void (*done)(struct store_job *job); /* on the loop thread */
    int status;                          /* 0, also for a check that found problems; -EINTR: stopped */
    char message[512];                   /* why it failed */
    char *problems;                      /* of a check: lines; NULL or empty: no problems. Freed by the owner */
    int64_t bytes;                       /* the size of the backup */
    /* Private to job.c: */
    struct store *store;
    uv_thread_t thread;
    bool has_thread;
    uv_async_t async;
    bool damaged; /* a check has found damage in the file */
    uv_mutex_t lock;
    struct sqlite3 *db; /* protected by the lock: the connection to interrupt; or NULL */
    bool stopped;       /* protected by the lock */
};

/* -EBUSY: another job runs. -ESHUTDOWN: the store is closing. */
int store_job_start(struct store *store, struct store_job *job);

/* Makes the job end soon; `done` follows. store_close() calls this itself. */
void store_job_stop(struct store_job *job);
