/* The queue: what waits, what runs, who waits for the end of what. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "daemon/store/store.h"
#include "rpc/timers.h"

struct arena;
struct task_wait_params;
struct daemon;
struct call;
struct store_tx;
struct task_run;
struct task_look;
struct task_place;
struct executor_run;

/* Who waits for the end of tasks, by the numbers of the tasks. */
struct task_waiters {
    struct list *slots; /* a power of two of them; NULL: none */
    size_t slot_count, count;
    uint64_t
        ended; /* how many tasks have ended since the start: whoever looks at a task notices that one did meanwhile */
};

struct task_queue {
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
};

void task_queue_init(struct task_queue *queue);

/* The store is open: what was at work when the daemon died is taken over where somebody goes on with it, or failed;
 * what was queued runs. */
void task_queue_open(struct daemon *daemon);

/* What the back end finds of a daemon before this one; a new program that takes over does it earlier. Once. */
void task_queue_recover(struct daemon *daemon);

/* Starts what may be started. task_queue_wake() says besides that something may wait whose turn it is: after a submit,
 * the end of a task, anything that frees a session. */
void task_queue_step(struct daemon *daemon);
void task_queue_wake(struct daemon *daemon);
/* Files of the session were being put back: a task of it that was claimed meanwhile begins. */
void task_queue_let_go(struct daemon *daemon, int64_t session);

/* The daemon stops: starts nothing more. task_queue_stop_all() then asks what runs to end, or ends it at once. When
 * nothing runs any more daemon_stop_step() is called. */
void task_queue_close(struct daemon *daemon);
void task_queue_stop_all(struct daemon *daemon, struct slice reason, bool now);

/* Whether everything that is known of the tasks at work is stored. */
bool task_queue_is_at_rest(const struct daemon *daemon);

/* The params with which a task.wait that waits would be called now: with the time that is left. */
struct task_wait_params task_wait_left(const struct call *call);

/* After each group: who waits for one of these tasks may be answered. */
void task_queue_events(struct daemon *daemon, const struct store_event *events, size_t count);

/* Nothing runs, and no change of the queue is on its way: its memory is given back. */
void task_queue_clear(struct daemon *daemon);

/* Of a task at work; as long as the run is there. */
const struct task_place *task_place_of_run(const struct executor_run *run);

/* What people allow a session holds at once, also for its task at work. */
void task_session_updated(struct daemon *daemon, const struct session_record *session);

#define TASK_REASON_SESSION_CLOSED "session_closed"

/* --- stopping what a session has -------------------------------------------------------- */

/* Inside of a change: what waits in the session is cancelled, some hundred at a time, what is at work there goes to
 * `stopping`, each with its event. *ret_task is the number of the task at work, also of one that was stopping already;
 * 0: there is none. *ret_more: others wait, for another change. */
int task_cancel_session(struct store_tx *tx, int64_t session, struct slice reason, int64_t *ret_task, bool *ret_more);

/* After that change, from its `done`: asks the one at work to end, and sees to it that it does. */
void task_stop(struct daemon *daemon, int64_t task, struct slice reason);

/* Somebody who waits for the end of a task. It lies in its owner's memory.
 *
 *     struct closing { struct task_waiter waiter; … };
 *     closing->waiter = (struct task_waiter){.task = task, .session = session, .ended = ended, .gone = gone};
 *     r = task_waiter_add(daemon, &closing->waiter, store_request_keep_call(request));
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
int task_waiter_add(struct daemon *daemon, struct task_waiter *waiter, struct call *call);
void task_waiter_remove(struct daemon *daemon, struct task_waiter *waiter);
