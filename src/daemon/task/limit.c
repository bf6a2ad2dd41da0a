/* How long a task may take. Its time stands still while it waits for a permission: people are not in a hurry. */
#include <errno.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/task/run.h"

static void on_timeout(struct deadline *deadline)
{
    task_run_stop_for(list_member(deadline, struct task_run, limit), SLICE(TASK_REASON_TIMEOUT));
}

static int go_on(struct task_run *run)
{
    run->limit.expired = on_timeout;
    run->time_since = clock_monotonic_ns();
    run->time_stands = false;
    return timers_set(&run->job.queue->rpc->timers, &run->limit, (uint64_t)run->time_left);
}

static void stand_still(struct task_run *run)
{
    int64_t gone = (int64_t)((clock_monotonic_ns() - run->time_since) / 1000000);
    run->time_left = gone < run->time_left ? run->time_left - gone : 0;
    run->time_stands = true;
    timers_unset(&run->job.queue->rpc->timers, &run->limit);
}

int task_limit_begin(struct task_run *run)
{
    run->time_left = run->task.record.timeout_ms;
    return go_on(run);
}

/* The clock may have been set back meanwhile: then it has all of its time once more. */
int task_limit_resume(struct task_run *run)
{
    const struct task_record *task = &run->task.record;
    int64_t gone = run->worked_ms > 0 ? run->worked_ms : 0;
    run->time_left = gone < task->timeout_ms ? task->timeout_ms - gone : 0;
    run->time_stands = task->state == TASK_STATE_AWAITING_PERMISSION;
    return run->time_stands ? 0 : go_on(run);
}

/* --- what the log says of it ---------------------------------------------------------------- */

void task_limit_hear(struct task_queue *queue, const struct store_event *event)
{
    struct task_run *run = task_run_find(queue, event->task);
    enum task_state state = ((const struct event_task_updated_params *)event->params)->state;
    if (!run || run->stopping || run->over) /* then the limit is that of the stop */
        return;
    if (state == TASK_STATE_AWAITING_PERMISSION && !run->time_stands)
        stand_still(run);
    else if (state == TASK_STATE_RUNNING && run->time_stands && go_on(run) < 0)
        task_run_kill(run); /* nobody would see to its end later */
}
