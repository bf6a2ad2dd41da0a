/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/executor_dispatch.h"
#include "contract/executor.h"

static int handle_execute_prompt(struct call *call, const void *params)
{
    return execute_prompt(call, params);
}

static int handle_list_agents(struct call *call, const void *params)
{
    return list_agents(call, params);
}

static int handle_spawn_terminal(struct call *call, const void *params)
{
    return spawn_terminal(call, params);
}

static int handle_get_terminal(struct call *call, const void *params)
{
    return get_terminal(call, params);
}

static int handle_close_terminal(struct call *call, const void *params)
{
    return close_terminal(call, params);
}

static int handle_stop_task(struct call *call, const void *params)
{
    return stop_task(call, params);
}

static int handle_cancel_task(struct call *call, const void *params)
{
    return cancel_task(call, params);
}

static int handle_executor_shutdown(struct call *call, const void *params)
{
    return executor_shutdown(call, params);
}

static int handle_terminate(struct call *call, const void *params)
{
    return terminate(call, params);
}

static int handle_pause_notifications(struct call *call, const void *params)
{
    return pause_notifications(call, params);
}

static int handle_resume_notifications(struct call *call, const void *params)
{
    return resume_notifications(call, params);
}

static int handle_resume(struct call *call, const void *params)
{
    return resume(call, params);
}

static int handle_confirm_messages(struct call *call, const void *params)
{
    return confirm_messages(call, params);
}

static int handle_mcp_call_progress(struct call *call, const void *params)
{
    return mcp_call_progress(call, params);
}

static int handle_mcp_server_changed(struct call *call, const void *params)
{
    return mcp_server_changed(call, params);
}

static const struct dispatch_entry entries[] = {
    {&execute_prompt_method, handle_execute_prompt},
    {&list_agents_method, handle_list_agents},
    {&spawn_terminal_method, handle_spawn_terminal},
    {&get_terminal_method, handle_get_terminal},
    {&close_terminal_method, handle_close_terminal},
    {&stop_task_method, handle_stop_task},
    {&cancel_task_method, handle_cancel_task},
    {&executor_shutdown_method, handle_executor_shutdown},
    {&terminate_method, handle_terminate},
    {&pause_notifications_method, handle_pause_notifications},
    {&resume_notifications_method, handle_resume_notifications},
    {&resume_method, handle_resume},
    {&confirm_messages_method, handle_confirm_messages},
    {&mcp_call_progress_method, handle_mcp_call_progress},
    {&mcp_server_changed_method, handle_mcp_server_changed},
};

static const uint16_t slots[] = {
    4, 0, 0, 0, 9, 0, 0, 0, 0, 0, 10, 8, 12, 0, 0, 0,
    0, 3, 0, 6, 2, 5, 0, 0, 0, 7, 11, 1, 13, 14, 15, 0,
};

const struct dispatch executor_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 15,
    .slot_mask = 31,
};
