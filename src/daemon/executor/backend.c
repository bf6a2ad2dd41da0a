/* What runs tasks in this program: executors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/executor/internal.h"
#include "rpc/peer.h"

/* --- the beginning ------------------------------------------------------------------------------ */

static struct slice agent_of(const struct executor_run *run)
{
    const struct config_settings_tasks *settings = &run->daemon->config.settings.tasks;
    if (run->task->agent_is == FIELD_SET)
        return run->task->agent;
    if (run->session->agent_is == FIELD_SET)
        return run->session->agent;
    return settings->agent_is == FIELD_SET ? settings->agent : SLICE("");
}

static void on_no_agent(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, start);
    struct executor_run *run = executor->run;
    run->executor = NULL;
    executor_free(executor);
    executor_ended(run,
                   &(struct executor_outcome){
                       .status = EXECUTOR_FAILED,
                       .result = {.error = {.reason = SLICE("no_agent"),
                                            .message = SLICE("no agent is named: name one in task.submit or in the "
                                                             "session, or set tasks.agent in the configuration")},
                                  .error_is = FIELD_SET},
                   });
}

/* The end of a run never comes from inside of its start: somebody without a process stands for it meanwhile. */
static int refuse(struct executor_run *run)
{
    struct executor *executor = executor_new(run->daemon, EXECUTOR_BUILT_IN);
    if (!executor)
        return -ENOMEM;
    executor->state = EXECUTOR_LEAVING;
    executor->run = run;
    run->executor = executor;
    executor->start.expired = on_no_agent;
    int r = timers_set(&run->daemon->rpc.timers, &executor->start, 0);
    if (r < 0)
        executor_free(executor);
    return r;
}

static int name_agent(struct executor *executor, struct slice agent)
{
    free(executor->agent);
    executor->agent = strndup(agent.data, agent.size);
    return executor->agent ? 0 : -ENOMEM;
}

static int start(struct executor_run *run, char problem[static 256])
{
    struct daemon *daemon = run->daemon;
    struct slice agent = agent_of(run);
    struct executor *executor = NULL;
    char name[256] = EXECUTOR_BUILT_IN;
    if (agent.size == 0)
        return refuse(run);
    bool configured = executor_is_configured(daemon, agent);
    if (configured && agent.size < sizeof name)
        (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(agent));
    int r = fault_point("executor.before_take");
    if (r == 0)
        r = executor_pool_take(daemon, name, EXECUTOR_RECORD_USE_TASKS, run->task->session_id, &executor, problem);
    if (r < 0)
        return r;
    r = name_agent(executor, agent) < 0 ? -ENOMEM : executor_assign(executor, run);
    if (r < 0) {
        (void)snprintf(problem, 256, "it cannot be given to an executor: %s", strerror(-r));
        executor_leave(executor, SLICE("failed"), 0);
    }
    return r;
}

/* --- the end -------------------------------------------------------------------------------------- */

static void end(struct executor_run *run)
{
    struct executor *executor = run->executor;
    if (!executor || executor->stop == RUN_ENDED || !executor->process.directory)
        return;
    executor->stop = RUN_ENDED;
    if (executor->peer)
        (void)peer_notify(
            executor->peer, &cancel_task_method,
            &(struct cancel_task_params){.session_token = slice_of(executor->token.text), .task_id = run->task->id});
    executor_end_now(executor, "");
}

/* --- in between ------------------------------------------------------------------------------------ */

/* At most two for a group of the store: whatever was written with it is one change or two. */
static void confirmed(struct executor_run *run, int64_t sequence)
{
    const struct executor *executor = run->executor;
    if (!executor || !executor->peer || executor->exit || !executor->resumes ||
        fault_point("executor.before_confirm") < 0)
        return;
    (void)peer_notify(executor->peer, &confirm_messages_method,
                      &(struct confirm_messages_params){.task_id = run->task->id, .sequence = sequence});
}

static void pause_reports(struct executor_run *run, bool paused)
{
    if (run->executor)
        executor_pause(run->executor, paused);
}

/* A prompt is sent only once a record names its task. One that was starting and is in no record was given to nobody, so
 * it begins now; one whose executor turns out not to know of it is sent again, to the same agent. */
static int adopt(struct executor_run *run)
{
    char problem[256] = "";
    int r = executor_adopt(run);
    if (r == 0)
        r = name_agent(run->executor, agent_of(run));
    else if (r == -ENOENT && run->task->state == TASK_STATE_STARTING)
        r = start(run, problem);
    return r;
}

static const struct executor_backend backend = {
    .name = "executors",
    .start = start,
    .stop = executor_stop,
    .kill = end,
    .confirmed = confirmed,
    .stored = executor_stored,
    .pause = pause_reports,
    .recover = executor_recover,
    .adopt = adopt,
    .recovered = executor_recovered,
    .handover = &executor_handover,
};

const struct executor_backend *executor_backend(void)
{
    return &backend;
}
