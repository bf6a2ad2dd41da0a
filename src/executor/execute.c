/* The methods execute_prompt, stop_task, cancel_task. */
#include <errno.h>

#include "base/buf.h"
#include "base/secret.h"
#include "executor/choose.h"
#include "executor/survey.h"
#include "executor/task.h"
#include "rpc/call.h"

static const struct executor_launch *find_launch(const struct execute_prompt_params *params)
{
    for (size_t i = 0; params->agent_is == FIELD_SET && i < params->launches.count; i++)
        if (slice_equal(params->launches.items[i].name, params->agent))
            return &params->launches.items[i];
    return NULL;
}

/* Returns the adapter to start, which may be a placeholder; NULL: no such agent. */
static const struct adapter *find_adapter(const struct execute_prompt_params *params)
{
    const struct executor_launch *launch = find_launch(params);
    if (params->agent_is != FIELD_SET)
        return &choose_adapter;
    const struct adapter *adapter = adapter_find(launch ? launch->adapter : params->agent, launch != NULL);
    return adapter && choose_keeps(params, adapter) ? &choose_program_adapter : adapter;
}

static int refuse_agent(struct call *call, const struct execute_prompt_params *params)
{
    const struct executor_launch *launch = find_launch(params);
    struct buf names = BUF_LIMITED(1024);
    if (launch)
        return call_fail(call, ERROR_AGENT_NOT_FOUND,
                         "agent %.*s needs the adapter %.*s, which this executor does not have",
                         SLICE_ARG(launch->name), SLICE_ARG(launch->adapter));
    for (const struct adapter *const *adapter = adapters; *adapter; adapter++)
        if (!(*adapter)->is_program && !(*adapter)->hidden)
            buf_printf(&names, "%s%s", names.size ? ", " : "", (*adapter)->name);
    for (size_t i = 0; i < params->launches.count; i++)
        buf_printf(&names, ", %.*s", SLICE_ARG(params->launches.items[i].name));
    (void)buf_terminate(&names);
    int r = call_fail(call, ERROR_AGENT_NOT_FOUND, "no such agent: %.*s; available: %s; see: weir agents",
                      SLICE_ARG(params->agent), names.error ? "" : names.data);
    buf_clear(&names);
    return r;
}

int execute_prompt(struct call *call, const struct execute_prompt_params *params)
{
    struct executor *executor = executor_of(call);
    const struct task *at_work = task_at_work(executor);
    const struct adapter *adapter = find_adapter(params);
    char problem[256] = "";
    if (!executor_admits(call))
        return 0;
    if (executor->leaving != LEAVING_NOT)
        return call_fail(call, ERROR_STOPPING, "the executor is stopping");
    if (at_work)
        return call_fail(call, ERROR_EXECUTOR_BUSY, "the executor is busy with task %.*s",
                         SLICE_ARG(at_work->params->task_id));
    if (!adapter)
        return refuse_agent(call, params);
    task_forget_settled(executor);
    if (task_find(executor, params->task_id))
        return call_fail(call, ERROR_EXECUTOR_BUSY, "messages of task %.*s are not confirmed yet",
                         SLICE_ARG(params->task_id));
    struct task *task = NULL;
    int r = task_new(executor, call, adapter, &task);
    if (r < 0)
        return r;
    task->launch = find_launch(task->params);
    r = adapter->start(task, problem);
    if (r < 0) {
        (void)call_fail(task->call, ERROR_AGENT_FAILED, "%s", problem);
        task_free(task);
    }
    executor_settle(executor);
    return 0;
}

/* Returns the task with this id if it is running and the token matches. */
static struct task *addressed(const struct executor *executor, struct slice task_id, struct slice token,
                              bool *ret_refused)
{
    struct task *task = task_at_work(executor);
    bool is_it = task && slice_equal(task->params->task_id, task_id);
    *ret_refused = is_it && !secret_equal(slice_of(task->token), token);
    return is_it && !*ret_refused ? task : NULL;
}

int stop_task(struct call *call, const struct stop_task_params *params)
{
    bool refused;
    if (!executor_admits(call))
        return 0;
    struct task *task = addressed(executor_of(call), params->task_id, params->session_token, &refused);
    if (refused)
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token does not belong to the task");
    int r = stop_task_reply(call, &(struct stop_task_result){
                                      .stopped = task != NULL,
                                      .message = task ? SLICE("asked the agent to stop")
                                                      : SLICE("the task is not running in this executor"),
                                      .message_is = FIELD_SET,
                                  });
    if (task)
        task_stop(task, VERDICT_STOPPED, params->reason_is == FIELD_SET ? params->reason : SLICE(""), 0);
    return r;
}

int cancel_task(struct call *call, const struct cancel_task_params *params)
{
    bool refused;
    if (!executor_admits(call))
        return 0;
    struct task *task = addressed(executor_of(call), params->task_id, params->session_token, &refused);
    if (refused)
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token does not belong to the task");
    if (task)
        task_kill(task, VERDICT_STOPPED);
    return 0;
}
