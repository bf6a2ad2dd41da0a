/* task.cancel and session.close: what waits is cancelled by one write; what is at work is asked to stop, and everybody
 * waits until it has. */
#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "daemon/task/run.h"
#include "daemon/task/task.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

/* As many may wait as tasks.queue says: they are cancelled a few hundred at a time, each time in a change of its own,
 * so that nobody else's change waits for all of them. */
enum { SOME = 500, SOME_BYTES = 16 << 20 };

/* --- on the writer --- */

/* *ret_active: it is at work, and has to be told. */
static int cancel(struct store_tx *tx, const struct store_task *task, struct slice reason, bool *ret_active)
{
    static const struct task_result nothing = {0};
    struct task_ids ids = task_ids_of(task);
    enum task_state state = task->record.state;
    *ret_active = false;
    if (task_state_is_final(state))
        return -ESTALE;
    if (state == TASK_STATE_QUEUED)
        return task_transition_ended(tx, &ids, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_CANCELLED, reason,
                                     &nothing, clock_epoch_ms());
    *ret_active = true;
    return state == TASK_STATE_STOPPING ? 0 : task_transition_stopping(tx, &ids, reason, clock_epoch_ms());
}

/* The next of a session's tasks in these states: the number of those it found. *ret_task as below. */
static int cancel_some(struct store_tx *tx, int64_t session, unsigned states, struct slice reason, int64_t *ret_task)
{
    struct arena arena = ARENA_LIMITED(SOME_BYTES);
    struct store_tasks_found found = {0};
    int r = store_task_in_states(tx, states, session, SOME, &arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        bool active = false;
        r = cancel(tx, &found.items[i], reason, &active);
        if (active)
            *ret_task = found.items[i].no;
    }
    arena_clear(&arena);
    return r < 0 ? r : (int)found.count;
}

/* One at work stays where it is found; those that wait are no longer found once they are cancelled. */
int task_cancel_session(struct store_tx *tx, int64_t session, struct slice reason, int64_t *ret_task, bool *ret_more)
{
    int64_t at_work = 0;
    int r = cancel_some(tx, session, TASK_STATES_ACTIVE, reason, &at_work);
    if (r >= 0)
        r = cancel_some(tx, session, TASK_STATE_BIT(TASK_STATE_QUEUED), reason, &at_work);
    if (r < 0)
        return r;
    *ret_task = at_work;
    *ret_more = r == SOME;
    return 0;
}

/* --- on the loop --- */

void task_stop(struct task_queue *queue, int64_t task, struct slice reason)
{
    /* One that is at work has a run: it was claimed by a change before the one that has seen it at work. Only what a
     * daemon before this one left behind may have none yet; whoever takes it over sees that it shall stop. */
    struct task_run *run = task_run_find(queue, task);
    if (run)
        task_run_stop(run, reason);
}

/* --- task.cancel --- */

struct cancelling {
    struct store_task task;
    bool active;
};

/* An empty one would mean that nobody wants it to stop. */
static struct slice reason_of(const struct task_cancel_params *params)
{
    return params->reason.size > 0 ? params->reason : SLICE("user_cancelled");
}

static int find_and_cancel(struct store_request *request, struct store_tx *tx)
{
    const struct task_cancel_params *params = request->call->params;
    struct cancelling *cancelling = request->more;
    int r = store_task_find(tx, params->task_id, &request->arena, &cancelling->task);
    return r < 0 ? r : cancel(tx, &cancelling->task, reason_of(params), &cancelling->active);
}

/* Its run is still there: it ends when everybody was told. */
static void on_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    const struct task_queue *queue = task_queue_of(daemon_of(waiter->call));
    const struct task_run *run = task_run_find(queue, waiter->task);
    struct task_cancel_result result = {.cancelled = state == TASK_STATE_CANCELLED};
    if (run && run->processes >= 0) {
        result.processes = run->processes;
        result.processes_is = FIELD_SET;
    }
    if (status < 0)
        (void)call_fail(waiter->call, ERROR_TASK_NOT_FOUND, "the task is gone");
    else
        (void)task_cancel_reply(waiter->call, &result);
    free(waiter);
}

static void on_gone(struct task_waiter *waiter)
{
    free(waiter);
}

/* Answered once nothing of it is left. */
static void wait_for_end(struct store_request *request)
{
    const struct store_task *task = &((const struct cancelling *)request->more)->task;
    struct task_waiter *waiter = malloc(sizeof *waiter);
    if (!waiter) {
        (void)store_fail_call(request->store, request->call, -ENOMEM);
        return;
    }
    *waiter = (struct task_waiter){.task = task->no, .session = task->session_no, .ended = on_ended, .gone = on_gone};
    if (task_waiter_add(task_queue_of(request->daemon), waiter, store_request_keep_call(request)) < 0)
        free(waiter);
}

static void answer_cancel(struct store_request *request)
{
    const struct task_cancel_params *params = request->call->params;
    const struct cancelling *cancelling = request->more;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "there is no task %.*s", SLICE_ARG(params->task_id));
    } else if (request->status == -ESTALE) {
        (void)call_fail(request->call, ERROR_TASK_NOT_CANCELLABLE, "the task %.*s has ended",
                        SLICE_ARG(params->task_id));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else if (!cancelling->active) {
        (void)task_cancel_reply(request->call, &(struct task_cancel_result){.cancelled = true});
    } else {
        task_stop(task_queue_of(request->daemon), cancelling->task.no, reason_of(params));
        wait_for_end(request);
    }
}

int task_cancel(struct call *call, const struct task_cancel_params *params)
{
    if (task_reason_is_failure(params->reason))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.reason",
                           "params.reason: must not be a word with which the daemon itself stops a task");
    return store_request_write(call, sizeof(struct cancelling), find_and_cancel, answer_cancel);
}

/* --- session.close: answered once no task of the session is at work any more --- */

struct closing {
    struct store_session session;
    int64_t task; /* at work; 0: none */
    bool more;    /* tasks wait that are not cancelled yet */
    bool told;    /* everybody knows that it is closed */
};

/* A call that waits for the end of the task, with its answer. */
struct waiting {
    struct task_waiter waiter;
    struct session_record record;
    max_align_t block[]; /* what it points to */
};

/* --- on the writer --- */

/* One step. Of a session that is closed already a task may still be stopping: that is waited for, too. Where the daemon
 * dies between two steps, the queue cancels the rest when it meets it. */
static int close_session(struct store_request *request, struct store_tx *tx)
{
    const struct session_close_params *params = request->call->params;
    struct closing *closing = request->more;
    struct store_session *session = &closing->session;
    int r = store_session_find(tx, params->session_id, &request->arena, session);
    if (r == 0 && session->record.state == SESSION_STATE_OPEN)
        r = session_close_open(tx, session);
    if (r == 0)
        r = task_cancel_session(tx, session->no, SLICE(TASK_REASON_SESSION_CLOSED), &closing->task, &closing->more);
    return r;
}

/* --- the answer --- */

static void on_last_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    struct waiting *waiting = list_member(waiter, struct waiting, waiter);
    (void)status;
    (void)state; /* whatever became of it, it is over */
    (void)session_close_reply(waiter->call, &waiting->record);
    free(waiting);
}

static void on_closer_gone(struct task_waiter *waiter)
{
    free(list_member(waiter, struct waiting, waiter));
}

static int wait_for_task(struct store_request *request, const struct closing *closing)
{
    const struct session_record *record = &closing->session.record;
    struct waiting *waiting = malloc(sizeof *waiting + json_copy_size(&session_record_shape, record));
    if (!waiting)
        return -ENOMEM;
    waiting->waiter = (struct task_waiter){
        .task = closing->task, .session = closing->session.no, .ended = on_last_ended, .gone = on_closer_gone};
    json_copy(&session_record_shape, record, &waiting->record, waiting->block);
    if (task_waiter_add(task_queue_of(request->daemon), &waiting->waiter, store_request_keep_call(request)) < 0)
        free(waiting);
    return 0;
}

/* With the first step, whatever becomes of the others. */
static void tell_closed(struct store_request *request, struct slice session_id)
{
    struct closing *closing = request->more;
    if (closing->told)
        return;
    closing->told = true;
    session_over(session_keeper_of(request->daemon), session_id);
}

static void answer_close(struct store_request *request)
{
    const struct session_close_params *params = request->call->params;
    const struct closing *closing = request->more;
    if (request->status < 0) {
        session_fail(request, params->session_id);
        return;
    }
    tell_closed(request, params->session_id);
    if (closing->more) {
        if (closing->task > 0)
            task_stop(task_queue_of(request->daemon), closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
        store_request_again(request);
        return;
    }
    if (closing->task == 0) {
        (void)session_close_reply(request->call, &closing->session.record);
        return;
    }
    request->status = wait_for_task(request, closing);
    if (request->status < 0)
        session_fail(request, params->session_id);
    task_stop(task_queue_of(request->daemon), closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
}

int session_close(struct call *call, const struct session_close_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct closing), close_session, answer_close);
}
