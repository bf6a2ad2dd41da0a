/* The daemon's memory: sessions, tasks and the log of events. This header and rows.h are all that the rest of the
 * daemon knows of it; how and where it is kept is the back end's business.
 *
 * Two threads belong to it. All writes happen on the writer, in groups: whatever has gathered while it worked becomes
 * the next transaction. Reads happen on the reader. The loop thread only hands over work and gets it back done. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/slice.h"

struct store;
struct store_tx; /* what the work of a change or a query is done with; see rows.h */

/* Something that shall be written. It lies in its owner's memory, untouched from store_write() until `done`. */
struct store_change {
    /* On the writer thread, inside of the group's transaction. Negative: whatever it did is undone, and nothing else.
     * It may be called twice, where the group had to be undone and done again; only the last time counts.
     */
    int (*apply)(struct store_change *change, struct store_tx *tx);
    /* On the loop thread, after the group was committed or has failed; `status` and `failed` say which. Answers leave
     * here. The owner may free the change here, unless it has `confirmed`. */
    void (*done)(struct store_change *change);
    /* On the loop thread, after the events of the whole group were pushed, also where it failed; or NULL. The owner may
     * free it here. */
    void (*confirmed)(struct store_change *change);
    bool lazy;       /* nobody waits for an answer: it may be pushed before the disk has it for good */
    int status;      /* what `apply` returned, or why it was not even tried or could not be committed */
    bool failed;     /* the store is to blame, not what was asked for */
    uint64_t ticket; /* changes are applied in the order of their tickets */
    struct store_change *next;
};

/* Something that shall be read, from one consistent state of the store. */
struct store_query {
    int (*run)(struct store_query *query, struct store_tx *tx); /* on the reader thread */
    void (*done)(struct store_query *query);                    /* on the loop thread */
    uint64_t after;                                             /* the read waits for this change */
    const void *owner; /* of a connection: only compared. Queries of different owners are served in turn */
    int status;
    bool failed;
    struct store_query *next;
    struct store_query *last, *next_lane, *next_found; /* of lanes.c */
};

/* A committed event, ready to be sent. */
struct store_event {
    int64_t seq;
    unsigned kind;         /* an index into contract_events */
    int64_t session, task; /* their numbers in the store; 0: none */
    struct slice line;     /* the whole notification, with its newline */
    const void *params;    /* what it was made from, of a type in store_options.typed; else NULL */
};

/* Where the log stands. */
struct store_position {
    char epoch[40];
    int64_t first; /* the oldest event that is kept; last + 1 where there is none */
    int64_t last;  /* the newest that was committed and handed to the loop; 0: none ever was */
};

struct event_type;

struct store_options {
    const char *path; /* of the file; its directory must be there */
    uv_loop_t *loop;
    /* On the loop thread: the store is open (0) or cannot be opened; then it answers everything with a failure. It
     * comes a second time, with 0, where opening succeeds later. The changes that were written meanwhile come after. */
    void (*opened)(void *user, int status);
    /* On the loop thread, for each group, after its answers: its events in the order of their seq. */
    void (*events)(void *user, const struct store_event *events, size_t count);
    void *user;
    /* Events whose params `events` gets as well, since the daemon itself acts on them. */
    const struct event_type *const *typed;
    size_t typed_count;
};

/* Closed. It may be opened, closed and opened again, and must be closed to be freed. NULL: no memory. */
struct store *store_new(void);
struct store *store_free(struct store *store);

/* Returns at once; the file is opened on the writer thread. */
int store_open(struct store *store, const struct store_options *options);

/* Whether it takes work: it was opened, well or not, and is not being closed. */
bool store_is_open(const struct store *store);
bool store_is_closed(const struct store *store);

/* Finishes what was handed over, closes the file, ends the threads; then `closed` is called on the loop, which may open
 * or free it. What is handed over after the threads have ended fails with -ECANCELED. */
void store_close(struct store *store, void (*closed)(void *user), void *user);

/* Hands over a change. Its ticket is returned: a query with it as `after` sees the change. */
uint64_t store_write(struct store *store, struct store_change *change);
void store_read(struct store *store, struct store_query *query);

/* Nothing that was handed over is on its way. */
bool store_is_idle(const struct store *store);

/* As the loop knows it: of the events that were pushed, not of those that are on their way. */
const struct store_position *store_position(const struct store *store);

enum store_state {
    STORE_OPENING,
    STORE_WORKS,
    STORE_STRUGGLES, /* the last group could not be written; the next is tried */
    STORE_READ_ONLY, /* what is there can be read */
    STORE_BROKEN,    /* nothing can be done with it */
};

/* How it is, with a sentence about what is wrong and what to do where something is. */
enum store_state store_look(const struct store *store, const char **ret_problem);

/* A sentence about what was stored once and was gone when it was opened; NULL: nothing. */
const char *store_loss(const struct store *store);

/* It was not closed well, and whether it is sound is not known yet. */
bool store_is_being_checked(const struct store *store);

/* Of the file. */
const char *store_path(const struct store *store);

struct store_numbers {
    uint64_t commits, changes;
};
struct store_numbers store_count(const struct store *store);

/* --- work that takes long, on a thread of its own --------------------------------- */

/* A check or a backup. It lies in its owner's memory, untouched from store_job_start() until `done`. */
struct store_job {
    enum store_job_kind { STORE_JOB_CHECK, STORE_JOB_QUICK_CHECK, STORE_JOB_BACKUP } kind;
    struct slice path;                   /* of the backup: absolute, with a NUL behind it */
    void (*done)(struct store_job *job); /* on the loop thread */
    int status;                          /* 0; -EINTR: it was told to stop; a check that found something has 0 too */
    char message[512];                   /* why it failed */
    char *problems;                      /* of a check: lines; NULL or empty: it is sound. Freed by the owner */
    int64_t bytes;                       /* of the backup */
    /* Of job.c: */
    struct store *store;
    uv_thread_t thread;
    bool has_thread;
    uv_async_t async;
    bool damaged; /* a check says that the file itself is broken */
    uv_mutex_t lock;
    struct sqlite3 *db; /* under the lock: whom to interrupt; or NULL */
    bool stopped;       /* under the lock */
};

/* -EBUSY: one is under way. -ESHUTDOWN: the store closes. */
int store_job_start(struct store *store, struct store_job *job);

/* It shall come to an end soon; `done` follows. store_close() does that by itself. */
void store_job_stop(struct store_job *job);
