/* A task at work, on the daemon's side: what it is, and what of it is still to be written. */
#pragma once

#include "base/arena.h"
#include "base/list.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "daemon/task/job.h"
#include "daemon/task/task.h"
#include "daemon/task/transitions.h"
#include "rpc/timers.h"

/* What one report brought, with the text behind it. */
struct task_messages {
    struct task_messages *next;
    int64_t missing; /* so many sequences before the first were left out */
    size_t count;
    struct task_message items[];
};

/* Something that is to be written of a run. They lie in the run's list in their order until they are stored. */
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
        TASK_CHANGE_BEHIND, /* of somebody else, who is told when all before it is on its way to the store */
        TASK_CHANGE_ENDED,
    } kind;
    bool in_flight; /* it was handed to the store */
    int64_t now_ms; /* when it happened */
    size_t bytes;   /* of memory */
    union {
        struct {
            int64_t first, last; /* with what is missing in between */
            size_t count;        /* of all blocks */
            struct task_messages *blocks, **end;
        } messages;
        struct {
            struct task_statement what;
            struct store_message as; /* of the writer, until it is stored */
            bool stored;
            task_stated_fn answer;
            void *user;
        } stated;
        struct {
            void (*go)(void *user);
            void *user;
        } behind;
        struct task_progress progress;
        struct slice reason; /* of stopping */
        struct task_outcome outcome;
    } as;
};

struct task_run {
    struct task_job job; /* what the back end sees */
    struct list link;    /* in queue->runs */
    struct arena arena;  /* of the two records */
    struct store_task task;
    struct store_session session;
    struct task_ids ids;
    struct store_change claim; /* queued → starting */

    struct list changes;      /* struct task_change */
    size_t waiting;           /* messages in them that are not in flight, and whatever else is to be written */
    size_t bytes, in_flight;  /* of them */
    bool alone;               /* what is in flight is one that nothing may overtake */
    bool stalled;             /* the store has failed: nothing is written until `again` */
    bool broken;              /* something of it can never be written */
    struct deadline again;    /* when it is tried again */
    struct task_change ended; /* always there: the end is not lost for want of memory */
    void *ended_block;        /* what the outcome points to */

    bool paused;           /* the back end was told to report nothing */
    bool held;             /* it is not started yet: files of its session are being put back */
    bool stopping;         /* and to come to an end */
    bool over;             /* and it did: it must not be called any more */
    int64_t missing;       /* of the sequences up to the last one */
    int64_t processes;     /* that were ended with it; -1: nobody counted */
    struct deadline limit; /* of its time; once it is stopping, of the stop */
    int64_t time_left;     /* of its own, in ms, since: */
    uint64_t time_since;   /* of the monotonic clock, in ns */
    bool time_stands;      /* it waits for a permission */
    int64_t worked_ms;     /* of one that was adopted: how long it had worked by then */
};

/* --- run.c --------------------------------------------------------------------------------- */

/* NULL: no memory. One that is to be claimed. */
struct task_run *task_run_new(struct task_queue *queue);
struct task_run *task_run_free(struct task_run *run);
struct task_run *task_run_find(const struct task_queue *queue, int64_t task);

/* What people allow a session holds at once, also for its task at work. */
void task_queue_session_updated(void *queue, const struct session_record *session);

/* It was claimed: its records are there. Begins to work. */
void task_run_start(struct task_run *run);

/* A daemon before this one has started it. Negative: nobody goes on with it, and the run is in no list. */
int task_run_adopt(struct task_run *run);

/* Asks it to end, once; and ends it where that takes too long. */
void task_run_stop(struct task_run *run, struct slice reason);

/* The same for what the daemon itself wants, and so has to write down. */
void task_run_stop_for(struct task_run *run, struct slice reason);
void task_run_kill(struct task_run *run);

/* Everything of it is stored: it is gone when this returns. */
void task_run_finish(struct task_run *run);

/* An event.taskUpdated was stored. */
void task_limit_hear(struct task_queue *queue, const struct store_event *event);

/* --- queue.c: what recover.c needs of it --- */

/* The store could not write something: it is tried once more when it had time to recover. */
void task_queue_try_again(struct task_queue *queue);

/* Everything that a daemon before this one left is settled, and so many wait. */
void task_queue_begin(struct task_queue *queue, int64_t queued);

/* --- changes.c ------------------------------------------------------------------------------ */

/* Of this size, with room for whatever it points to; it must then be pushed. NULL: no memory. */
struct task_change *task_change_new(struct task_run *run, enum task_change_kind kind, size_t size);

/* The last one, which the run has from the start. */
struct task_change *task_change_end(struct task_run *run);

/* Takes it. It is written when its turn comes, and again until it is stored. */
void task_change_push(struct task_run *run, struct task_change *change);
/* Whether something is held back that the store will be given soon. */
bool task_change_is_any_waiting(const struct task_run *run);
/* The last one, where it is a progress that the store was not given yet: there is a newer one. */
void task_change_drop_progress(struct task_run *run);

/* The next messages, with the sequences behind those reported and `missing` ones that never came; copied. -ENOMEM. */
int task_change_push_messages(struct task_run *run, int64_t missing, const struct task_message *messages, size_t count);
void task_changes_clear(struct task_run *run);
