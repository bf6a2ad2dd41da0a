/* What the daemon reports about MCP servers: the methods mcp_call_progress and mcp_server_changed. */
#include "executor/task.h"

bool task_has_mcp(const struct task *task)
{
    return task->executor->daemon_minor >= 1;
}

const struct relay *task_relay(const struct task *task)
{
    return task->relay;
}

void task_watch_mcp(struct task *task, const struct task_mcp_events *events, void *user)
{
    task->mcp_events = events;
    task->mcp_user = user;
}

int mcp_call_progress(struct call *call, const struct mcp_call_progress_params *params)
{
    const struct executor *executor = executor_of(call);
    if (!executor_admits(call))
        return 0;
    const struct task *task = task_at_work(executor);
    if (task && task->mcp_events)
        task->mcp_events->progress(task->mcp_user, params);
    return 0;
}

int mcp_server_changed(struct call *call, const struct mcp_server_changed_params *params)
{
    const struct executor *executor = executor_of(call);
    if (!executor_admits(call))
        return 0;
    const struct task *task = task_at_work(executor);
    if (task && task->mcp_events)
        task->mcp_events->changed(task->mcp_user, params->server);
    return 0;
}
