#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "base/wildcard.h"
#include "executor/adapters/in_process.h"
#include "offline/offline.h"

int in_process_report(void *host, struct slice type, struct slice data)
{
    const struct in_process *own = host;
    return task_report(own->task, type, data);
}

enum task_status in_process_status(enum agent_end end)
{
    return end == AGENT_COMPLETED ? TASK_COMPLETED : end == AGENT_FAILED ? TASK_FAILED : TASK_CANCELLED;
}

const struct tool **in_process_tools(const struct execute_prompt_params *params)
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
    struct in_process *own = task_agent(task);
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

int in_process_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered)
{
    struct in_process *own = host;
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
    struct in_process *own = task_agent(task);
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

int in_process_keep_file(void *host, struct slice path, agent_kept_fn answered)
{
    struct in_process *own = host;
    struct keep_files_params params = {
        .task_id = task_params(own->task)->task_id,
        .task_id_is = FIELD_SET,
        .paths = {&path, 1},
        .paths_is = path.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    own->snapshot_answered = answered;
    return task_ask(own->task, &keep_files_method, &params, on_kept);
}

/* --- the offline agent --- */

static void on_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct in_process *own = host;
    task_ended(own->task, in_process_status(end), code, message, text);
    free(own);
}

static const struct agent_host host_table = {
    .report = in_process_report,
    .ask_permission = in_process_ask_permission,
    .keep = in_process_keep_file,
    .ended = on_ended,
};

static int start(struct task *task, char problem[static 256])
{
    const struct execute_prompt_params *params = task_params(task);
    autofree const struct tool **tools = in_process_tools(params);
    struct in_process *own = calloc(1, sizeof *own);
    struct offline *offline = NULL;
    struct agent_prompt prompt = {
        .text = params->prompt, .cwd = params->cwd, .home = slice_of(getenv("HOME")), .tools = tools};
    (void)snprintf(problem, 256, "out of memory");
    int r = own && tools ? offline_start(task_loop(task), &host_table, own, &prompt, &offline, problem) : -ENOMEM;
    if (r < 0) {
        free(own);
        return r;
    }
    own->task = task;
    own->agent = offline;
    task_set_agent(task, own);
    return 0;
}

static void stop_now(struct task *task)
{
    const struct in_process *own = task_agent(task);
    offline_stop(own->agent);
}

static void stop(struct task *task, struct slice reason)
{
    (void)reason;
    stop_now(task);
}

static void pause_it(struct task *task, bool paused)
{
    const struct in_process *own = task_agent(task);
    offline_pause(own->agent, paused);
}

const struct adapter offline_adapter = {
    .name = "offline",
    .has_no_model = true,
    .start = start,
    .stop = stop,
    .kill = stop_now,
    .pause = pause_it,
};
