/* A run gets an executor. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "daemon/daemon.h"
#include "daemon/executor/internal.h"

struct slice executor_agent_of(const struct executor_run *run)
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

int executor_name_agent(struct executor *executor, struct slice agent)
{
    free(executor->agent);
    executor->agent = strndup(agent.data, agent.size);
    return executor->agent ? 0 : -ENOMEM;
}

static int give(struct executor_run *run, struct slice agent, bool cold, char problem[static 256])
{
    struct daemon *daemon = run->daemon;
    struct executor *executor = NULL;
    char name[256] = EXECUTOR_BUILT_IN;
    if (executor_is_configured(daemon, agent) && agent.size < sizeof name)
        (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(agent));
    const struct executor_order order = {
        .name = name,
        .use = EXECUTOR_RECORD_USE_TASKS,
        .session_id = run->task->session_id,
        .wish = {.cwd = run->task->cwd,
                 .read_only = run->session->permission_mode == SESSION_PERMISSION_MODE_PLAN,
                 .network = run->session->network,
                 .is_resolved = true},
        .cold = cold,
    };
    int r = executor_pool_take(daemon, &order, &executor, problem);
    if (r < 0)
        return r;
    r = executor_name_agent(executor, agent) < 0 ? -ENOMEM : executor_assign(executor, run);
    if (r < 0) {
        (void)snprintf(problem, 256, "it cannot be given to an executor: %s", strerror(-r));
        executor_leave(executor, SLICE("failed"), 0);
    }
    return r;
}

int executor_begin(struct executor_run *run, char problem[static 256])
{
    struct slice agent = executor_agent_of(run);
    if (agent.size == 0)
        return refuse(run);
    int r = fault_point("executor.before_take");
    return r < 0 ? r : give(run, agent, false, problem);
}

void executor_begin_again(struct executor_run *run)
{
    char problem[256] = "";
    int r = give(run, executor_agent_of(run), true, problem);
    if (r == 0)
        return;
    if (!problem[0])
        (void)snprintf(problem, sizeof problem, "%s", strerror(-r));
    executor_ended(run, &(struct executor_outcome){
                            .status = EXECUTOR_FAILED,
                            .result = {.error = {.reason = SLICE("start_failed"), .message = slice_of(problem)},
                                       .error_is = FIELD_SET},
                        });
}
