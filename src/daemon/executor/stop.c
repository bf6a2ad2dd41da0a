/* How a task is stopped: stop_task asks, cancel_task ends it at once; then shutdown, then its processes are asked; the
 * queue ends them where even that takes too long. */
#include <stdio.h>

#include "daemon/executor/internal.h"
#include "rpc/peer.h"

static void on_rung(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, start);
    int64_t ms = executor->pool->settings->tasks.stop_ms / 8;
    if (!executor->peer || executor->stop > RUN_CANCELLED) {
        executor_ask(executor);
        return;
    }
    (void)timers_set(&executor->pool->rpc->timers, &executor->start, (uint64_t)ms);
    if (executor->stop == RUN_ASKED) {
        executor_cancel(executor);
    } else {
        executor->stop = RUN_TOLD_TO_LEAVE;
        (void)peer_call(executor->peer, &executor_shutdown_method,
                        &(struct executor_shutdown_params){.reason = SLICE("task_stopped"), .timeout_ms = ms}, 0, NULL,
                        NULL, NULL);
    }
}

void executor_cancel(struct executor *executor)
{
    executor->stop = RUN_CANCELLED;
    (void)peer_notify(executor->peer, &cancel_task_method,
                      &(struct cancel_task_params){.session_token = slice_of(executor->token.text),
                                                   .task_id = executor->run->task->id,
                                                   .reason = slice_of(executor->stop_reason),
                                                   .reason_is = executor->stop_reason[0] ? FIELD_SET : FIELD_ABSENT});
}

void executor_tell_stop(struct executor *executor)
{
    executor->start.expired = on_rung;
    if (timers_set(&executor->pool->rpc->timers, &executor->start,
                   (uint64_t)executor->pool->settings->tasks.stop_ms / 2) < 0)
        executor_ask(executor);
    else
        (void)peer_call(executor->peer, &stop_task_method,
                        &(struct stop_task_params){.session_token = slice_of(executor->token.text),
                                                   .task_id = executor->run->task->id,
                                                   .reason = slice_of(executor->stop_reason),
                                                   .reason_is = FIELD_SET},
                        0, NULL, NULL, NULL);
}

void executor_stop(struct task_job *run, struct slice reason)
{
    struct executor *executor = run->executor;
    if (!executor)
        executor_begin_never(run);
    if (!executor || executor->stop != RUN_GOES_ON)
        return;
    executor->stop = RUN_ASKED;
    (void)snprintf(executor->stop_reason, sizeof executor->stop_reason, "%.*s",
                   (int)(reason.size < sizeof executor->stop_reason ? reason.size : sizeof executor->stop_reason - 1),
                   reason.data);
    if (executor->state == EXECUTOR_READY && executor->peer && executor->prompted)
        executor_tell_stop(executor);
    else if (executor->state != EXECUTOR_STARTING || !executor->prompted || !executor->resumes || executor->exit)
        executor_ask(executor);
    /* else it is being connected again, and told then */
}
