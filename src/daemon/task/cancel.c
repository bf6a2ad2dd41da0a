/* task.cancel, and what it shares with the end of a session: what waits is cancelled by one write; what is at work is
 * asked to stop, and everybody waits until it has. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "contract/task.h"
#include "daemon/store/request.h"
#include "daemon/task/run.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* As many may wait as tasks.queue says: they are cancelled a few hundred at a time, each time in a change of its own,
 * so that nobody else's change waits for all of them. */
enum { SOME = 500, SOME_BYTES = 16 << 20 };

/* --- on the writer ------------------------------------------------------------------------ */

/* *ret_active: it is at work, and has to be told. */
static int cancel(struct store_tx *tx, const struct store_task *task, struct slice reason, bool *ret_active)
{
    static const struct task_result nothing = {0};
    struct task_ids place = task_ids_of(task);
    enum task_state state = task->record.state;
    *ret_active = false;
    if (task_state_is_final(state))
        return -ESTALE;
    if (state == TASK_STATE_QUEUED)
        return task_transition_ended(tx, &place, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_CANCELLED, reason,
                                     &nothing, clock_epoch_ms());
    *ret_active = true;
    return state == TASK_STATE_STOPPING ? 0 : task_transition_stopping(tx, &place, reason, clock_epoch_ms());
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

/* --- on the loop ---------------------------------------------------------------------------- */

void task_stop(struct task_queue *queue, int64_t task, struct slice reason)
{
    /* One that is at work has a run: it was claimed by a change before the one that has seen it at work. Only what a
     * daemon before this one left behind may have none yet; whoever takes it over sees that it shall stop. */
    struct task_run *run = task_run_find(queue, task);
    if (run)
        task_run_stop(run, reason);
}

/* --- task.cancel ------------------------------------------------------------------------------ */

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

static void answer(struct store_request *request)
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
    return store_request_write(call, sizeof(struct cancelling), find_and_cancel, answer);
}
