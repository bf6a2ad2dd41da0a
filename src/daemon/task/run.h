/* A running task as the queue sees it, with the changes that are not stored yet. */
#pragma once

#include "base/arena.h"
#include "base/list.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "daemon/task/job.h"
#include "daemon/task/task.h"
#include "daemon/task/transitions.h"
#include "rpc/timers.h"

/* The messages of one report; their strings follow the items. */
struct task_messages {
    struct task_messages *next;
    int64_t missing; /* how many sequences before the first message are missing */
    size_t count;
    struct task_message items[];
};

/* A change of a run that is not stored yet. Changes stay in run->changes, in order, until they are stored. */
struct task_change {
    struct store_change change;
    struct list link; /* in run->changes */
    struct task_run *run;
    enum task_change_kind {
        TASK_CHANGE_STARTED,
        TASK_CHANGE_MESSAGES,
        TASK_CHANGE_STATED,
        TASK_CHANGE_PROGRESS,
        TASK_CHANGE_WAITS,
        TASK_CHANGE_GOES_ON,
        TASK_CHANGE_STOPPING,
        /* Not written: another concern's callback, called when all changes before it were given to the store. */
        TASK_CHANGE_CALLBACK,
        TASK_CHANGE_ENDED,
    } kind;
    bool in_flight; /* given to the store */
    int64_t now_ms; /* when it happened */
    size_t bytes;   /* memory that it uses */
    union {
        struct {
            int64_t first, last; /* includes missing sequences */
            size_t count;        /* of all blocks */
            struct task_messages *blocks, **end;
        } messages;
        struct {
            struct task_statement what;
            struct store_message as; /* used by the writer thread until the change is stored */
            bool stored;
            task_stated_fn answer;
            void *user;
        } stated;
        struct {
            void (*go)(void *user);
            void *user;
        } callback;
        struct task_progress progress;
        struct slice reason; /* of a stop */
        struct task_outcome outcome;
    } as;
};

struct task_run {
    struct task_job job; /* the part that the back end sees */
    struct list link;    /* in queue->runs */
    struct arena arena;  /* for the strings of both records */
    struct store_task task;
    struct store_session session;
    struct task_ids ids;
    struct store_change claim; /* queued → starting */

    struct list changes;      /* struct task_change */
    size_t waiting;           /* messages and other changes that were not given to the store */
    size_t bytes, in_flight;  /* bytes: of all changes; in_flight: changes that were given to the store */
    bool exclusive;           /* the change in flight must be stored before the next one is written */
    bool stalled;             /* the store has failed; nothing is written until a retry */
    bool broken;              /* a message of the run can never be written */
    struct deadline retry;    /* when to retry */
    struct task_change ended; /* allocated with the run, so that the end cannot be lost for lack of memory */
    void *ended_block;        /* memory for the strings of the outcome */

    bool paused;           /* the back end was asked to stop reporting */
    bool held;             /* not started yet, because files of its session are being restored */
    bool stopping;         /* it was asked to end */
    bool over;             /* it has ended; the back end must not be called any more */
    int64_t missing;       /* missing sequences so far */
    int64_t processes;     /* processes that were killed at its end; -1: unknown */
    struct deadline limit; /* the time limit; once it is stopping, the limit of the stop */
    int64_t time_left;     /* ms of the time limit that are left at time_since */
    uint64_t time_since;   /* monotonic clock, in ns */
    bool time_paused;      /* the time limit is suspended, because the task waits for a permission */
    int64_t worked_ms;     /* for an adopted task: how long it has run before */
};

/* --- run.c --- */

/* Creates a run for a claim. NULL: out of memory. */
struct task_run *task_run_new(struct task_queue *queue);
struct task_run *task_run_free(struct task_run *run);
struct task_run *task_run_find(const struct task_queue *queue, int64_t task);

/* A change of a session's permissions applies at once, also to its running task. */
void task_queue_session_updated(void *queue, const struct session_record *session);

/* The task was claimed and its records are loaded: starts it. */
void task_run_start(struct task_run *run);

/* Takes over a task that the previous daemon started. Negative: nobody continues it, and the run is in no list. */
int task_run_adopt(struct task_run *run);

/* Asks the task to end, once, and kills it after a time limit. */
void task_run_stop(struct task_run *run, struct slice reason);

/* The same for a stop by the daemon itself, which must be stored, too. */
void task_run_stop_for(struct task_run *run, struct slice reason);
void task_run_kill(struct task_run *run);

/* The end is stored: frees the run. */
void task_run_finish(struct task_run *run);

/* Handles a stored event.taskUpdated: suspends or resumes the time limit. */
void task_limit_handle_event(struct task_queue *queue, const struct store_event *event);

/* --- queue.c: for recover.c --- */

/* The store could not write something: retries after a delay. */
void task_queue_retry_later(struct task_queue *queue);

/* Everything from the previous daemon is settled, and `queued` tasks wait: starts the queue. */
void task_queue_begin(struct task_queue *queue, int64_t queued);

/* --- changes.c --- */

/* Allocates a change of this size, including its strings. The caller must push it. NULL: out of memory. */
struct task_change *task_change_new(struct task_run *run, enum task_change_kind kind, size_t size);

/* Initializes run->ended. */
struct task_change *task_change_end(struct task_run *run);

/* Takes the change, and writes it in its turn, repeatedly until it is stored. */
void task_change_push(struct task_run *run, struct task_change *change);
/* Whether a change is held back that will be given to the store soon. */
bool task_change_is_any_waiting(const struct task_run *run);
/* Drops the last change if it is progress that was not given to the store, because there is newer progress. */
void task_change_drop_progress(struct task_run *run);

/* Adds the next messages, after `missing` lost sequences. Copies them. -ENOMEM. */
int task_change_push_messages(struct task_run *run, int64_t missing, const struct task_message *messages, size_t count);
void task_changes_clear(struct task_run *run);
