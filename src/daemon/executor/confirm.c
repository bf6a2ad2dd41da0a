/* Telling an executor what is stored. Until then it keeps it, and sends it again to the next daemon; nothing else waits
 * for this. So messages that come one by one are confirmed many at a time. */
#include "base/fault.h"
#include "daemon/executor/internal.h"
#include "rpc/peer.h"

enum { CONFIRM_MS = 250, CONFIRM_MESSAGES = 32, CONFIRM_BYTES = 64 << 10 };

static void tell(const struct executor *executor, const struct task_job *run, int64_t sequence)
{
    if (executor->peer && executor->resumes && !executor->exit)
        (void)peer_notify(executor->peer, &confirm_messages_method,
                          &(struct confirm_messages_params){.task_id = run->task->id, .sequence = sequence});
}

static void confirm(struct executor *executor)
{
    timers_unset(&executor->pool->rpc->timers, &executor->confirm);
    executor->confirmed = executor->stored;
    executor->confirmed_bytes = executor->output_bytes;
    if (fault_point("executor.before_confirm") == 0)
        tell(executor, executor->run, executor->stored);
}

static void on_due(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, confirm);
    if (executor->run)
        confirm(executor);
}

void executor_confirm(struct task_job *run, int64_t sequence)
{
    struct executor *executor = run->executor;
    if (!executor || executor->run != run)
        return;
    if (sequence < executor->confirmed) /* of the task before */
        executor->confirmed = executor->confirmed_bytes = 0;
    executor->stored = sequence;
    executor->confirm.expired = on_due;
    bool many = sequence - executor->confirmed >= CONFIRM_MESSAGES ||
                executor->output_bytes - executor->confirmed_bytes >= CONFIRM_BYTES;
    if (many ||
        (executor->confirm.index == 0 && timers_set(&executor->pool->rpc->timers, &executor->confirm, CONFIRM_MS) < 0))
        confirm(executor);
}

void executor_confirm_all(struct task_job *run)
{
    struct executor *executor = run->executor;
    timers_unset(&executor->pool->rpc->timers, &executor->confirm);
    executor->confirmed = executor->stored = executor->confirmed_bytes = 0;
    tell(executor, run, run->reported);
}
