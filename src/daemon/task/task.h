/* The queue: what waits, what runs, who waits for the end of what. */
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
#include "daemon/concern.h"
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
struct task_look;
struct task_ids;

/* Who waits for the end of tasks, by the numbers of the tasks. */
struct task_waiters {
    struct list *slots; /* a power of two of them; NULL: none */
    size_t slot_count, count;
    uint64_t
        ended; /* how many tasks have ended since the start: whoever looks at a task notices that one did meanwhile */
};

/* What other concerns keep of tasks. Each of them may be NULL. */
struct task_hooks {
    void *snapshots; /* for the next three: files are kept before tasks change them */
    /* A task comes to its end, which nobody knows of yet. True: `then` is called when its files have been looked at. */
    bool (*ends)(void *snapshots, int64_t task, void (*then)(void *user), void *user);
    /* Somebody wants it to stop: its end waits no longer for that than a moment. */
    void (*stops)(void *snapshots, int64_t task);
    /* Files of the session are being put back: no task of it may begin. task_queue_let_go() is called behind it. */
    bool (*is_held)(void *snapshots, int64_t session);
    void *permissions; /* for `flush` */
    /* What was decided at once goes to the store before whatever is written from now on. */
    void (*flush)(void *permissions);
};

struct task_queue {
    const struct task_backend *backend;
    struct executor_pool *pool; /* of the back end */
    struct task_hooks hooks;
    void (*settled)(void *user); /* a task less is at work */
    void *user;
    bool held;  /* no further task is begun for now: a new program takes over */
    bool ended; /* what runs was ended, not only told to end */
    struct store *store;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    int state_fd;
    struct list runs;            /* struct task_run: at work, or ending */
    size_t run_count;            /* of them, and of the claims that are on their way */
    bool maybe_more;             /* something may wait whose turn it is */
    bool open;                   /* what was left by the daemon before this one is settled */
    bool closed;                 /* nothing is started any more: the daemon stops */
    bool stopped;                /* and what runs was told to end */
    bool recovered;              /* the back end has looked for what that daemon left */
    struct task_waiters waiters; /* struct task_waiter */
    struct task_look *look;      /* of wait.c: the newest, for whoever waits for the same task */
    struct deadline again;       /* the store has failed: when the next try is due */
    struct session_watcher watcher;
};

/* From a call: daemon/concern.h. */
struct task_queue *task_queue_of(struct daemon *daemon);

/* What it stands on is filled in before. */
void task_queue_init(struct task_queue *queue, struct session_keeper *sessions);

/* Until it is let go no further task is begun. */
void task_queue_hold(struct task_queue *queue, bool held);

/* The store is open: what was at work when the daemon died is taken over where somebody goes on with it, or failed;
 * what was queued runs. */
void task_queue_open(struct task_queue *queue);

/* What the back end finds of a daemon before this one; a new program that takes over does it earlier. Once. */
void task_queue_recover(struct task_queue *queue);

/* Starts what may be started. task_queue_wake() says besides that something may wait whose turn it is: after a submit,
 * the end of a task, anything that frees a session. */
void task_queue_step(struct task_queue *queue);
void task_queue_wake(struct task_queue *queue);
/* Files of the session were being put back: a task of it that was claimed meanwhile begins. */
void task_queue_let_go(struct task_queue *queue, int64_t session);

/* The daemon stops: starts nothing more. task_queue_stop_all() then asks what runs to end, or ends it at once. When
 * nothing runs any more `settled` is called. */
void task_queue_close(struct task_queue *queue);
void task_queue_stop_all(struct task_queue *queue, struct slice reason, bool now);

/* Whether everything that is known of the tasks at work is stored. */
bool task_queue_is_at_rest(const struct task_queue *queue);

/* The params with which a task.wait that waits would be called now: with the time that is left. */
struct task_wait_params task_wait_left(const struct call *call);

/* After each group: who waits for one of these tasks may be answered. */
void task_queue_events(struct task_queue *queue, const struct store_event *events, size_t count);

/* What is at work in the session, by its number; NULL: nothing. */
const struct task_ids *task_queue_at_work(const struct task_queue *queue, int64_t session);

/* Nothing runs, and no change of the queue is on its way: its memory is given back. */
void task_queue_clear(struct task_queue *queue);

/* Of a task at work; as long as the run is there. */
const struct task_ids *task_ids_of_run(const struct task_job *run);

#define TASK_REASON_SESSION_CLOSED "session_closed"

/* --- stopping what a session has -------------------------------------------------------- */

/* Inside of a change: what waits in the session is cancelled, some hundred at a time, what is at work there goes to
 * `stopping`, each with its event. *ret_task is the number of the task at work, also of one that was stopping already;
 * 0: there is none. *ret_more: others wait, for another change. */
int task_cancel_session(struct store_tx *tx, int64_t session, struct slice reason, int64_t *ret_task, bool *ret_more);

/* After that change, from its `done`: asks the one at work to end, and sees to it that it does. */
void task_stop(struct task_queue *queue, int64_t task, struct slice reason);

/* Somebody who waits for the end of a task. It lies in its owner's memory.
 *
 *     struct closing { struct task_waiter waiter; … };
 *     closing->waiter = (struct task_waiter){.task = task, .session = session, .ended = ended, .gone = gone};
 *     r = task_waiter_add(queue, &closing->waiter, store_request_keep_call(request));
 */
struct task_waiter {
    struct list link;
    int64_t task, session; /* their numbers */
    struct call *call;
    /* The task is in a final state, and everybody was told; or it vanished with its session (-ENOENT). Answers the call
     * and frees the waiter, which is in no list any more. */
    void (*ended)(struct task_waiter *waiter, int status, enum task_state state);
    /* Nobody waits for the answer any more. Frees the waiter; the call is not to be touched. */
    void (*gone)(struct task_waiter *waiter);
};

/* For a task that is not final yet; from the `done` of a change that has seen it so (then no end can be missed). Takes
 * the call, which was held: it is the waiter's from here on, and must be answered by call_reply() and the like without
 * call_drop(). -ECANCELED: nobody waits for the answer any more, and -ENOMEM, with the call answered: the waiter is not
 * in the table, and the owner frees it. */
int task_waiter_add(struct task_queue *queue, struct task_waiter *waiter, struct call *call);
void task_waiter_remove(struct task_queue *queue, struct task_waiter *waiter);
