#include "executor/adapters/offline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/read.h"

enum { INPUT_MAX = 1 << 20, RESULT_MAX = 1 << 20, EVENT_MAX = 12 << 20, PROBLEM_MAX = 8 << 10 };

#define FIRST_LINE                                                                                                     \
    "No model answers here, I work by rules alone: `weir key set anthropic` (or `openai`), or Ollama on this "         \
    "machine, "                                                                                                        \
    "gives you a real agent; `weir agents` shows what is there.\n\n"

/* --- its end -------------------------------------------------------------------------------------------- */

static void on_idle_closed(uv_handle_t *handle)
{
    struct offline *offline = handle->data;
    arena_clear(&offline->arena);
    buf_clear(&offline->input);
    buf_clear(&offline->result);
    buf_clear(&offline->listing);
    buf_clear(&offline->problem);
    buf_clear(&offline->said);
    buf_clear(&offline->line);
    free(offline);
}

/* Nothing of its tools is left. */
static void on_box_closed(void *user)
{
    struct offline *offline = user;
    const char *word = offline->error ? "agent_failed" : offline->failure;
    struct slice why = offline->error           ? slice_of(strerror(-offline->error))
                       : offline->problem.error ? SLICE("")
                                                : buf_slice(&offline->problem);
    task_ended(offline->task, offline->status, slice_of(word ? word : ""), why,
               offline->said.error ? SLICE("") : buf_slice(&offline->said));
    uv_close((uv_handle_t *)&offline->idle, on_idle_closed);
}

static void end(struct offline *offline, enum task_status status, int error)
{
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->status = status;
    offline->error = error;
    offline->phase = OFFLINE_ENDS;
    (void)uv_idle_stop(&offline->idle);
    tool_box_close(&offline->box, on_box_closed, offline);
}

/* --- a tool ------------------------------------------------------------------------------------------------ */

static void go_on(struct offline *offline);

static void take_result(struct offline *offline, const struct tool_result *result)
{
    if (offline->phase == OFFLINE_ENDS)
        return;
    buf_reset(&offline->result, 0);
    (void)buf_append_slice(&offline->result, result->text);
    offline->result_is_error = result->is_error;
    offline->call = NULL;
    int r = offline_report_result(offline, result);
    if (r < 0)
        end(offline, TASK_FAILED, r);
    else
        go_on(offline);
}

static void on_done(void *user, const struct tool_result *result)
{
    take_result(user, result);
}

static void fail_tool(struct offline *offline, const char *problem)
{
    take_result(offline, &(struct tool_result){.is_error = true, .text = slice_of(problem)});
}

static void run_tool(struct offline *offline)
{
    char problem[TOOL_PROBLEM_SIZE] = "";
    int r = offline_report_call(offline);
    if (r < 0) {
        end(offline, TASK_FAILED, r);
        return;
    }
    offline->phase = OFFLINE_WORKS;
    r = tool_start(&offline->box, offline->tool, offline->input_value, on_done, offline, &offline->call, problem);
    if (r < 0)
        fail_tool(offline, problem);
}

static void on_kept(struct task *task, const struct reply *reply)
{
    struct offline *offline = task_agent(task);
    if (offline->phase != OFFLINE_KEEPS)
        return;
    if (reply->status < 0)
        fail_tool(offline, "Nothing was done: what the files hold now could not be kept before, so that it could not "
                           "have been put back.");
    else
        run_tool(offline);
}

static void keep_before(struct offline *offline)
{
    struct slice path = SLICE("");
    enum tool_touches touches = offline->tool->touches(&offline->box, offline->input_value, &offline->arena, &path);
    if (touches == TOOL_TOUCHES_NOTHING) {
        run_tool(offline);
        return;
    }
    struct keep_files_params params = {.task_id = task_params(offline->task)->task_id, .task_id_is = FIELD_SET};
    if (touches == TOOL_TOUCHES_PATH && path.size > 0) {
        params.paths.items = &path;
        params.paths.count = 1;
        params.paths_is = FIELD_SET;
    }
    offline->phase = OFFLINE_KEEPS;
    int r = task_ask(offline->task, &keep_files_method, &params, on_kept);
    if (r < 0)
        end(offline, TASK_FAILED, r);
}

/* --- whether it may ---------------------------------------------------------------------------------------- */

static void refuse(struct offline *offline, struct slice reason, struct slice note)
{
    char text[1024];
    int r = offline_report_refused(offline, reason);
    if (r < 0) {
        end(offline, TASK_FAILED, r);
        return;
    }
    offline->refused = true;
    (void)snprintf(text, sizeof text, "%s was not permitted (%.*s).%s%.*s", offline->tool->name,
                   (int)(reason.size < 200 ? reason.size : 200), reason.data, note.size > 0 ? " You said: " : "",
                   (int)(note.size < 400 ? note.size : 400), note.size > 0 ? note.data : "");
    fail_tool(offline, text);
}

static void on_permission(struct task *task, const struct reply *reply)
{
    struct offline *offline = task_agent(task);
    const struct request_permission_result *result = reply->result;
    if (offline->phase != OFFLINE_ASKS)
        return;
    if (reply->status < 0)
        refuse(offline, reply->word.size > 0 ? reply->word : SLICE("not answered"), SLICE(""));
    else if (!result->approved)
        refuse(offline, result->reason_is == FIELD_SET ? result->reason : SLICE("without a reason"),
               result->note_is == FIELD_SET ? result->note : SLICE(""));
    else
        keep_before(offline);
}

/* What the task does not list is refused, whatever the mode. */
static bool is_listed(const struct offline *offline)
{
    const struct execute_prompt_params *params = task_params(offline->task);
    bool listed = params->tools_is != FIELD_SET;
    for (size_t i = 0; i < params->tools.count && !listed; i++)
        listed = slice_is(params->tools.items[i], offline->tool->name);
    return listed;
}

static int ask_permission(struct offline *offline)
{
    char id[ID_SIZE];
    int r = id_make(&offline->ids, "perm_", id);
    if (r < 0)
        return r;
    struct request_permission_params params = {.tool_name = slice_of(offline->tool->name),
                                               .tool_input = {.text = buf_slice(&offline->input)},
                                               .tool_input_is = FIELD_SET,
                                               .request_id = slice_of(id),
                                               .request_id_is = FIELD_SET};
    offline->phase = OFFLINE_ASKS;
    return task_ask(offline->task, &request_permission_method, &params, on_permission);
}

static int use_tool(struct offline *offline, const char *name)
{
    struct json_error error = {0};
    offline->tool = tool_find(tools_own, slice_of(name));
    arena_reset(&offline->arena);
    int r = offline->tool && !offline->input.error ? id_make(&offline->ids, "call_", offline->call_id) : -EINVAL;
    if (r == 0)
        r = json_read(&offline->arena, buf_slice(&offline->input), &offline->input_value, &error);
    if (r == 0)
        r = offline_announce_tool(offline);
    if (r < 0)
        return r;
    offline->step++;
    if (is_listed(offline))
        return ask_permission(offline);
    offline->phase = OFFLINE_ASKS;
    refuse(offline, SLICE("not among the tools of this task"), SLICE(""));
    return 0;
}

/* --- step by step ---------------------------------------------------------------------------------------------- */

static int take_step(struct offline *offline)
{
    struct buf text = BUF_LIMITED(OFFLINE_TEXT_MAX);
    const char *tool = NULL;
    int r = offline_begin_message(offline);
    if (r == 0 && offline->step == 0)
        r = offline_say(offline, SLICE(FIRST_LINE));
    if (r == 0)
        r = offline_decide(offline, &tool, &text);
    if (r == 0 && !text.error)
        r = offline_say(offline, buf_slice(&text));
    buf_clear(&text);
    if (r < 0)
        return r;
    if (tool)
        return use_tool(offline, tool);
    r = offline_end_message(offline, "end_turn");
    if (r == 0)
        end(offline, offline->failure ? TASK_FAILED : TASK_COMPLETED, 0);
    return r;
}

static void on_idle(uv_idle_t *idle)
{
    struct offline *offline = idle->data;
    (void)uv_idle_stop(idle);
    if (offline->stopped) {
        end(offline, TASK_CANCELLED, 0);
        return;
    }
    int r = take_step(offline);
    if (r < 0)
        end(offline, TASK_FAILED, r);
}

static void go_on(struct offline *offline)
{
    offline->phase = OFFLINE_READY;
    if (!offline->paused || offline->stopped)
        (void)uv_idle_start(&offline->idle, on_idle);
}

/* --- the adapter -------------------------------------------------------------------------------------------- */

static int start(struct task *task, char problem[static 256])
{
    const struct execute_prompt_params *params = task_params(task);
    struct offline *offline = calloc(1, sizeof *offline);
    const char *home = getenv("HOME");
    int r = offline ? tool_box_init(&offline->box, task_loop(task), params->cwd, slice_of(home ? home : "")) : -ENOMEM;
    if (r < 0) {
        (void)snprintf(problem, 256, "out of memory");
        free(offline);
        return r;
    }
    offline->task = task;
    offline->arena = (struct arena)ARENA_LIMITED(4 * (size_t)INPUT_MAX);
    offline->input = (struct buf)BUF_LIMITED(INPUT_MAX);
    offline->result = (struct buf)BUF_LIMITED(RESULT_MAX);
    offline->listing = (struct buf)BUF_LIMITED(RESULT_MAX);
    offline->problem = (struct buf)BUF_LIMITED(PROBLEM_MAX);
    offline->said = (struct buf)BUF_LIMITED(2 * (size_t)OFFLINE_TEXT_MAX);
    offline->line = (struct buf)BUF_LIMITED(EVENT_MAX);
    offline_understand(params->prompt, &offline->intent);
    (void)uv_idle_init(task_loop(task), &offline->idle);
    offline->idle.data = offline;
    task_set_agent(task, offline);
    go_on(offline);
    return 0;
}

static void stop_now(struct task *task)
{
    struct offline *offline = task_agent(task);
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->stopped = true;
    (void)uv_idle_start(&offline->idle, on_idle);
}

static void stop(struct task *task, struct slice reason)
{
    (void)reason;
    stop_now(task);
}

static void pause_it(struct task *task, bool paused)
{
    struct offline *offline = task_agent(task);
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->paused = paused;
    if (paused && !offline->stopped)
        (void)uv_idle_stop(&offline->idle);
    else if (offline->phase == OFFLINE_READY || offline->stopped)
        (void)uv_idle_start(&offline->idle, on_idle);
}

const struct adapter offline_adapter = {
    .name = "offline",
    .start = start,
    .stop = stop,
    .kill = stop_now,
    .pause = pause_it,
};
