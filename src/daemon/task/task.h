/* The task queue: queued and running tasks, and calls that wait for the end of a task. */
#pragma once

#include "contract/errors.h"
#include "contract/task.h"
#include "daemon/store/request.h"
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "daemon/options.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/task/backend.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct arena;
struct task_wait_params;
struct task_queue;
struct call;
struct store_tx;
struct task_run;
struct executor_pool;
struct task_lookup;
struct task_ids;

/* Waiters for the end of tasks, by task number. */
struct task_waiters {
    struct list *slots; /* a hash table, its size a power of two; NULL: none */
    size_t slot_count, count;
    uint64_t ended; /* how many tasks have ended since the start; a lookup compares it to notice an end meanwhile */
};

/* Callbacks of other concerns. Each may be NULL. */
struct task_hooks {
    void *snapshots; /* the argument of the next three */
    /* A task is about to end. True: `then` is called when the changes of its files are recorded. */
    bool (*ends)(void *snapshots, int64_t task, void (*then)(void *user), void *user);
    /* The task is being stopped: its end waits only a moment longer for that. */
    void (*stops)(void *snapshots, int64_t task);
    /* Whether files of the session are being restored, so no task of it may start. task_queue_let_go() follows. */
    bool (*is_held)(void *snapshots, int64_t session);
    void *permissions; /* the argument of `flush` */
    /* Writes recorded permission decisions before anything that is written from now on. */
    void (*flush)(void *permissions);
};

struct task_queue {
    const struct task_backend *backend;
    struct executor_pool *pool; /* for the back end */
    struct task_hooks hooks;
    void (*settled)(void *user); /* a task has ended */
    void *user;
    bool held;  /* no task is started, because a new program is taking over */
    bool ended; /* running tasks were killed, not only asked to end */
    struct store *store;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    int state_fd;
    struct list runs;            /* struct task_run: running or ending */
    size_t run_count;            /* runs, including claims in progress */
    bool maybe_more;             /* a queued task may be startable */
    bool open;                   /* the tasks of the previous daemon are settled */
    bool closed;                 /* the daemon stops; nothing is started any more */
    bool stopped;                /* running tasks were asked to end */
    bool recovered;              /* backend->recover was called */
    struct task_waiters waiters; /* struct task_waiter */
    struct task_lookup *lookup;  /* the latest lookup of wait.c, which further waiters for the same task share */
    struct deadline retry;       /* retries after a failure of the store */
    struct session_watcher watcher;
};

/* The queue that serves a call; see daemon/concern.c. */
struct task_queue *task_queue_of(const struct call *call);

/* The caller fills in what the queue depends on before this. */
void task_queue_init(struct task_queue *queue, struct session_keeper *sessions);

/* While held, no task is started. */
void task_queue_hold(struct task_queue *queue, bool held);

/* The store is open: tasks that were running when the previous daemon ended are adopted, or fail; then queued tasks
 * start. */
void task_queue_open(struct task_queue *queue);

/* Calls backend->recover, once. A new program that takes over calls it earlier than task_queue_open(). */
void task_queue_recover(struct task_queue *queue);

/* Starts tasks if possible. task_queue_wake() also notes that a queued task may have become startable: after a submit,
 * the end of a task, or anything that frees a session. */
void task_queue_step(struct task_queue *queue);
void task_queue_wake(struct task_queue *queue);
/* Files of the session are restored: starts a task that was claimed meanwhile. */
void task_queue_let_go(struct task_queue *queue, int64_t session);

/* The daemon stops: no further task starts. task_queue_stop_all() asks running tasks to end, or kills them at once.
 * `settled` is called after the end of each. */
void task_queue_close(struct task_queue *queue);
void task_queue_stop_all(struct task_queue *queue, struct slice reason, bool now);

/* Whether everything reported by running tasks is stored. */
bool task_queue_is_at_rest(const struct task_queue *queue);

/* The params with which a waiting task.wait would be called now, with the remaining time. */
struct task_wait_params task_wait_left(const struct call *call);

/* To be called after each group of writes: answers the waiters for tasks that have ended. */
void task_queue_events(struct task_queue *queue, const struct store_event *events, size_t count);

/* The task that is running in the session; NULL: none. */
const struct task_ids *task_queue_at_work(const struct task_queue *queue, int64_t session);

/* Frees everything. No task runs, and no change is in progress. */
void task_queue_clear(struct task_queue *queue);

/* The ids of a running task; valid as long as the run. */
const struct task_ids *task_ids_of_job(const struct task_job *job);

#define TASK_REASON_SESSION_CLOSED "session_closed"

/* --- stopping the tasks of a session --- */

/* Within a change: cancels queued tasks of the session, some hundred at a time, and moves the running one to
 * `stopping`, each with an event. *ret_task: the running task, also one that was stopping already; 0: none. *ret_more:
 * more queued tasks need another change. */
int task_cancel_session(struct store_tx *tx, int64_t session, struct slice reason, int64_t *ret_task, bool *ret_more);

/* After that change, from its `done`: asks the task to end, and kills it after a time limit. */
void task_stop(struct task_queue *queue, int64_t task, struct slice reason);

/* A waiter for the end of a task, in its owner's memory.
 *
 *     struct closing { struct task_waiter waiter; … };
 *     closing->waiter = (struct task_waiter){.task = task, .session = session, .ended = ended, .gone = gone};
 *     r = task_waiter_add(queue, &closing->waiter, store_request_keep_call(request));
 */
struct task_waiter {
    struct list link;
    int64_t task, session; /* their numbers in the store */
    struct call *call;
    /* The task is in a final state and the events were sent, or it was deleted with its session (-ENOENT). Answers the
     * call and frees the waiter, which is in no list any more. */
    void (*ended)(struct task_waiter *waiter, int status, enum task_state state);
    /* The call was abandoned. Frees the waiter; the call must not be used. */
    void (*gone)(struct task_waiter *waiter);
};

/* Adds a waiter for a task that is not final. Must be called from the `done` of the change that read this state, so
 * that no end is missed. Takes the held call, which the waiter later answers with call_reply() and similar functions,
 * without call_drop(). On failure the owner frees the waiter: -ECANCELED, the call was abandoned; -ENOMEM, the call was
 * answered. */
int task_waiter_add(struct task_queue *queue, struct task_waiter *waiter, struct call *call);
void task_waiter_remove(struct task_queue *queue, struct task_waiter *waiter);
