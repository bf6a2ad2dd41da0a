/* task.cancel and session.close: queued tasks are cancelled by one write; a running task is asked to stop, and the call
 * waits until it has ended. */
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

/* The queue may be long (tasks.queue), so its tasks are cancelled in several changes of a few hundred, which let other
 * changes go between them. */
enum { STEP_TASKS = 500, STEP_BYTES = 16 << 20 };

/* --- on the writer thread --- */

/* *ret_active: the task is running and must be asked to stop. */
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

/* Cancels the next tasks of a session that are in these states. Returns how many it found. *ret_task: the running
 * one. */
static int cancel_some(struct store_tx *tx, int64_t session, unsigned states, struct slice reason, int64_t *ret_task)
{
    struct arena arena = ARENA_LIMITED(STEP_BYTES);
    struct store_tasks_found found = {0};
    int r = store_task_in_states(tx, states, session, STEP_TASKS, &arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        bool active = false;
        r = cancel(tx, &found.items[i], reason, &active);
        if (active)
            *ret_task = found.items[i].no;
    }
    arena_clear(&arena);
    return r < 0 ? r : (int)found.count;
}

/* A running task stays in its state and is found again; queued tasks are not found again once they are cancelled. */
int task_cancel_session(struct store_tx *tx, int64_t session, struct slice reason, int64_t *ret_task, bool *ret_more)
{
    int64_t at_work = 0;
    int r = cancel_some(tx, session, TASK_STATES_ACTIVE, reason, &at_work);
    if (r >= 0)
        r = cancel_some(tx, session, TASK_STATE_BIT(TASK_STATE_QUEUED), reason, &at_work);
    if (r < 0)
        return r;
    *ret_task = at_work;
    *ret_more = r == STEP_TASKS;
    return 0;
}

/* --- on the loop thread --- */

void task_stop(struct task_queue *queue, int64_t task, struct slice reason)
{
    /* A running task has a run, because an earlier change claimed it. Only a task from the previous daemon may have
     * none yet; the adoption then stops it. */
    struct task_run *run = task_run_find(queue, task);
    if (run)
        task_run_stop(run, reason);
}

/* --- task.cancel --- */

struct cancelling {
    struct store_task task;
    bool active;
};

/* An empty reason would mean that no stop was requested. */
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

/* The run still exists: it is freed after the waiters were called. */
static void on_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    const struct task_queue *queue = task_queue_of(waiter->call);
    const struct task_run *run = task_run_find(queue, waiter->task);
    struct task_cancel_result result = {.cancelled = state == TASK_STATE_CANCELLED};
    if (run && run->processes >= 0) {
        result.processes = run->processes;
        result.processes_is = FIELD_SET;
    }
    if (status < 0)
        (void)call_fail(waiter->call, ERROR_TASK_NOT_FOUND, "the task was deleted with its session");
    else
        (void)task_cancel_reply(waiter->call, &result);
    free(waiter);
}

static void on_gone(struct task_waiter *waiter)
{
    free(waiter);
}

/* The call is answered when all processes of the task are gone. */
static void wait_for_end(struct store_request *request)
{
    const struct store_task *task = &((const struct cancelling *)request->more)->task;
    struct task_waiter *waiter = malloc(sizeof *waiter);
    if (!waiter) {
        (void)store_fail_call(request->store, request->call, -ENOMEM);
        return;
    }
    *waiter = (struct task_waiter){.task = task->no, .session = task->session_no, .ended = on_ended, .gone = on_gone};
    struct task_queue *queue = task_queue_of(request->call);
    if (task_waiter_add(queue, waiter, store_request_keep_call(request)) < 0)
        free(waiter);
}

static void answer_cancel(struct store_request *request)
{
    const struct task_cancel_params *params = request->call->params;
    const struct cancelling *cancelling = request->more;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(params->task_id));
    } else if (request->status == -ESTALE) {
        (void)call_fail(request->call, ERROR_TASK_NOT_CANCELLABLE, "task %.*s has ended", SLICE_ARG(params->task_id));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else if (!cancelling->active) {
        (void)task_cancel_reply(request->call, &(struct task_cancel_result){.cancelled = true});
    } else {
        task_stop(task_queue_of(request->call), cancelling->task.no, reason_of(params));
        wait_for_end(request);
    }
}

int task_cancel(struct call *call, const struct task_cancel_params *params)
{
    if (task_reason_is_failure(params->reason))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.reason",
                           "params.reason: this reason is reserved for the daemon itself");
    return store_request_write(call, sizeof(struct cancelling), find_and_cancel, answer_cancel);
}

/* --- session.close: answered when no task of the session is running --- */

struct closing {
    struct store_session session;
    int64_t task;         /* the running task; 0: none */
    bool more;            /* more queued tasks must be cancelled */
    bool watchers_called; /* the watchers of the session were called */
};

/* A call that waits for the end of the task, with its result. */
struct waiting {
    struct task_waiter waiter;
    struct session_record record;
    max_align_t block[]; /* memory for the strings of `record` */
};

/* --- on the writer thread --- */

/* One step. A closed session may still have a stopping task, which is waited for, too. If the daemon dies between two
 * steps, the queue cancels the rest when it claims such a task. */
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

/* --- response --- */

static void on_last_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    struct waiting *waiting = list_member(waiter, struct waiting, waiter);
    (void)status;
    (void)state; /* any end will do */
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
    struct task_queue *queue = task_queue_of(request->call);
    if (task_waiter_add(queue, &waiting->waiter, store_request_keep_call(request)) < 0)
        free(waiting);
    return 0;
}

/* Called after the first step, even if a later one fails. */
static void call_watchers(struct store_request *request, struct slice session_id)
{
    struct closing *closing = request->more;
    if (closing->watchers_called)
        return;
    closing->watchers_called = true;
    session_over(session_keeper_of(request->call), session_id);
}

static void answer_close(struct store_request *request)
{
    const struct session_close_params *params = request->call->params;
    const struct closing *closing = request->more;
    if (request->status < 0) {
        session_fail(request, params->session_id);
        return;
    }
    call_watchers(request, params->session_id);
    if (closing->more) {
        if (closing->task > 0)
            task_stop(task_queue_of(request->call), closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
        store_request_again(request);
        return;
    }
    if (closing->task == 0) {
        (void)session_close_reply(request->call, &closing->session.record);
        return;
    }
    struct task_queue *queue = task_queue_of(request->call);
    request->status = wait_for_task(request, closing);
    if (request->status < 0)
        session_fail(request, params->session_id);
    task_stop(queue, closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
}

int session_close(struct call *call, const struct session_close_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct closing), close_session, answer_close);
}
