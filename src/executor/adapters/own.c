#include "executor/adapters/own.h"

#include <stdlib.h>

#include "base/wildcard.h"

int own_report(void *host, struct slice type, struct slice data)
{
    const struct own *own = host;
    return task_report(own->task, type, data);
}

enum task_status own_status(enum agent_end end)
{
    return end == AGENT_COMPLETED ? TASK_COMPLETED : end == AGENT_FAILED ? TASK_FAILED : TASK_CANCELLED;
}

const struct tool **own_tools(const struct execute_prompt_params *params)
{
    size_t count = 0, taken = 0;
    while (tools_own[count])
        count++;
    const struct tool **tools = calloc(count + 1, sizeof *tools);
    for (size_t i = 0; tools && i < count; i++) {
        bool listed = params->tools_is != FIELD_SET;
        for (size_t k = 0; k < params->tools.count && !listed; k++)
            listed = wildcard_fits(params->tools.items[k], slice_of(tools_own[i]->name));
        if (listed)
            tools[taken++] = tools_own[i];
    }
    return tools;
}

/* --- permissions --- */

static void on_permission(struct task *task, const struct reply *reply)
{
    struct own *own = task_agent(task);
    const struct request_permission_result *result = reply->result;
    struct slice reason = SLICE("no reason given"), note = SLICE("");
    bool approved = reply->status == 0 && result->approved;
    if (reply->status < 0)
        reason = reply->word.size > 0 ? reply->word : SLICE("no answer");
    else if (result->reason_is == FIELD_SET)
        reason = result->reason;
    if (reply->status == 0 && result->note_is == FIELD_SET)
        note = result->note;
    own->permission_answered(own->agent, approved, reason, note);
}

int own_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered)
{
    struct own *own = host;
    char id[ID_SIZE];
    int r = id_make(&own->ids, "perm_", id);
    if (r < 0)
        return r;
    own->permission_answered = answered;
    return task_ask(own->task, &request_permission_method,
                    &(struct request_permission_params){.tool_name = tool,
                                                        .tool_input = {.text = input},
                                                        .tool_input_is = FIELD_SET,
                                                        .request_id = slice_of(id),
                                                        .request_id_is = FIELD_SET},
                    on_permission);
}

/* --- files --- */

static void on_kept(struct task *task, const struct reply *reply)
{
    struct own *own = task_agent(task);
    const struct keep_files_result *result = reply->result;
    if (reply->status == 0 && !result->complete && !own->warned) {
        own->warned = true;
        (void)task_report_error(
            task, SLICE("FILES_NOT_KEPT"),
            SLICE("some files are too large, too many or outside of the working directory; weir task "
                  "diff and undo will miss changes to them"));
    }
    own->snapshot_answered(own->agent, reply->status);
}

int own_keep(void *host, struct slice path, agent_kept_fn answered)
{
    struct own *own = host;
    struct keep_files_params params = {
        .task_id = task_params(own->task)->task_id,
        .task_id_is = FIELD_SET,
        .paths = {&path, 1},
        .paths_is = path.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    own->snapshot_answered = answered;
    return task_ask(own->task, &keep_files_method, &params, on_kept);
}
