/* The task back end of this program: it runs tasks in executors. */
#include <errno.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/executor/internal.h"
#include "rpc/peer.h"

static void end(struct task_job *job)
{
    struct executor *executor = job->executor;
    if (!executor)
        executor_begin_never(job);
    if (!executor || executor->stop == RUN_ENDED || !executor->process.directory)
        return;
    if (executor->peer && executor->stop < RUN_CANCELLED)
        executor_cancel(executor);
    executor->stop = RUN_ENDED;
    executor_end_now(executor, "");
}

static void pause_reports(struct task_job *job, bool paused)
{
    if (job->executor)
        executor_pause(job->executor, paused);
}

/* A prompt is sent only after a record names its task. A starting task without a record was never sent, so it starts
 * now. If the executor does not know the task, the prompt is sent again, to the same agent. */
static int adopt(struct task_job *job)
{
    char problem[256] = "";
    int r = executor_adopt(job);
    if (r == 0)
        r = executor_name_agent(job->executor, job);
    else if (r == -ENOENT && job->task->state == TASK_STATE_STARTING)
        r = executor_begin(job, problem);
    if (r < 0 && job->executor) /* the task is about to be freed; executor_recovered() handles the executor */
        (void)executor_detach(job->executor);
    return r;
}

const struct task_backend task_backend = {
    .name = "executors",
    .start = executor_begin,
    .stop = executor_stop,
    .kill = end,
    .confirmed = executor_confirm,
    .stored = executor_stored,
    .pause = pause_reports,
    .recover = executor_recover,
    .adopt = adopt,
    .recovered = executor_recovered,
    .handover = &executor_handover,
};
