#include "offline/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/read.h"

enum { INPUT_MAX = 1 << 20, RESULT_MAX = 1 << 20, EVENT_MAX = 12 << 20, PROBLEM_MAX = 8 << 10, REFUSED_MAX = 64 << 10 };

#define FIRST_LINE                                                                                                     \
    "This is the offline agent, which follows fixed rules instead of a model. For a real agent, add an API key with "  \
    "`weir key set anthropic` (or `openai`), or start Ollama on this machine; `weir agents` lists the agents.\n\n"

/* --- end --- */

static void offline_free(struct offline *offline)
{
    free(offline->prompt);
    free(offline->tools);
    arena_clear(&offline->arena);
    buf_clear(&offline->input);
    buf_clear(&offline->result);
    buf_clear(&offline->listing);
    buf_clear(&offline->problem);
    buf_clear(&offline->said);
    buf_clear(&offline->line);
    free(offline);
}

static void on_idle_closed(uv_handle_t *handle)
{
    offline_free(handle->data);
}

/* All processes of its tools have ended. */
static void on_box_closed(void *user)
{
    struct offline *offline = user;
    const char *word = offline->error ? "agent_failed" : offline->failure;
    struct slice why = offline->error           ? slice_of(strerror(-offline->error))
                       : offline->problem.error ? SLICE("")
                                                : buf_slice(&offline->problem);
    offline->host.ended(offline->host_data, offline->end, slice_of(word ? word : ""), why,
                        offline->said.error ? SLICE("") : buf_slice(&offline->said));
    uv_close((uv_handle_t *)&offline->idle, on_idle_closed);
}

static void end(struct offline *offline, enum agent_end how, int error)
{
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->end = how;
    offline->error = error;
    offline->phase = OFFLINE_ENDS;
    (void)uv_idle_stop(&offline->idle);
    tool_box_close(&offline->box, on_box_closed, offline);
}

/* --- running a tool --- */

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
        end(offline, AGENT_FAILED, r);
    else
        go_on(offline);
}

static void on_done(void *user, const struct tool_result *result)
{
    take_result(user, result);
}

static void fail_tool(struct offline *offline, struct slice problem)
{
    take_result(offline, &(struct tool_result){.is_error = true, .text = problem});
}

static void run_tool(struct offline *offline)
{
    char problem[TOOL_PROBLEM_SIZE] = "";
    int r = offline_report_call(offline);
    if (r < 0) {
        end(offline, AGENT_FAILED, r);
        return;
    }
    offline->phase = OFFLINE_WORKS;
    r = tool_start(&offline->box, offline->tool, SLICE(""), offline->input_value, on_done, offline, &offline->call,
                   problem);
    if (r < 0)
        fail_tool(offline, slice_of(problem));
}

static void on_kept(void *agent, int status)
{
    struct offline *offline = agent;
    if (offline->phase != OFFLINE_KEEPS)
        return;
    if (status < 0)
        fail_tool(offline, SLICE("The call was not run: weir cannot save the files first, so the change could not be "
                                 "undone."));
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
    offline->phase = OFFLINE_KEEPS;
    int r = offline->host.keep(offline->host_data, touches == TOOL_TOUCHES_PATH ? path : SLICE(""), on_kept);
    if (r < 0)
        end(offline, AGENT_FAILED, r);
}

/* --- permissions --- */

static void refuse(struct offline *offline, struct slice reason, struct slice note)
{
    struct buf text = BUF_LIMITED(REFUSED_MAX);
    int r = offline_report_refused(offline, reason);
    if (r < 0) {
        end(offline, AGENT_FAILED, r);
        return;
    }
    offline->refused = true;
    (void)buf_printf(&text, "%s was not permitted (%.*s).", offline->tool->name, SLICE_ARG(reason));
    if (note.size > 0)
        (void)buf_printf(&text, " You said: %.*s", SLICE_ARG(note));
    fail_tool(offline, text.error ? SLICE("It was not permitted.") : buf_slice(&text));
    buf_clear(&text);
}

static void on_permission(void *agent, bool approved, struct slice reason, struct slice note)
{
    struct offline *offline = agent;
    if (offline->phase != OFFLINE_ASKS)
        return;
    if (approved)
        keep_before(offline);
    else
        refuse(offline, reason, note);
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
    offline->phase = OFFLINE_ASKS;
    if (tool_find(offline->tools, slice_of(name)))
        return offline->host.ask_permission(offline->host_data, slice_of(name), buf_slice(&offline->input),
                                            on_permission);
    /* Refuses tools that the host does not list, whatever the permissions are. */
    refuse(offline, SLICE("not among the tools of this task"), SLICE(""));
    return 0;
}

/* --- steps --- */

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
        end(offline, offline->failure ? AGENT_FAILED : AGENT_COMPLETED, 0);
    return r;
}

static void on_idle(uv_idle_t *idle)
{
    struct offline *offline = idle->data;
    (void)uv_idle_stop(idle);
    if (offline->stopped) {
        end(offline, AGENT_CANCELLED, 0);
        return;
    }
    int r = take_step(offline);
    if (r < 0)
        end(offline, AGENT_FAILED, r);
}

static void go_on(struct offline *offline)
{
    offline->phase = OFFLINE_READY;
    if (!offline->paused || offline->stopped)
        (void)uv_idle_start(&offline->idle, on_idle);
}

/* --- start --- */

static int copy_prompt(struct offline *offline, const struct agent_prompt *prompt)
{
    size_t count = 0;
    while (prompt->tools[count])
        count++;
    offline->prompt = malloc(prompt->text.size + 1);
    offline->tools = calloc(count + 1, sizeof *offline->tools);
    if (!offline->prompt || !offline->tools)
        return -ENOMEM;
    slice_copy(offline->prompt, prompt->text);
    offline->prompt[prompt->text.size] = '\0';
    for (size_t i = 0; i < count; i++)
        offline->tools[i] = prompt->tools[i];
    offline_understand((struct slice){offline->prompt, prompt->text.size}, &offline->intent);
    return 0;
}

int offline_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, const struct agent_prompt *prompt,
                  struct offline **ret_offline, char problem[static 256])
{
    struct offline *offline = calloc(1, sizeof *offline);
    int r = offline ? copy_prompt(offline, prompt) : -ENOMEM;
    if (r == 0)
        r = tool_box_init(&offline->box, loop, prompt->cwd, prompt->home);
    if (r < 0) {
        (void)snprintf(problem, 256, "out of memory");
        if (offline)
            offline_free(offline);
        return r;
    }
    offline->host = *host;
    offline->host_data = host_data;
    offline->arena = (struct arena)ARENA_LIMITED(4 * (size_t)INPUT_MAX);
    offline->input = (struct buf)BUF_LIMITED(INPUT_MAX);
    offline->result = (struct buf)BUF_LIMITED(RESULT_MAX);
    offline->listing = (struct buf)BUF_LIMITED(RESULT_MAX);
    offline->problem = (struct buf)BUF_LIMITED(PROBLEM_MAX);
    offline->said = (struct buf)BUF_LIMITED(2 * (size_t)OFFLINE_TEXT_MAX);
    offline->line = (struct buf)BUF_LIMITED(EVENT_MAX);
    (void)uv_idle_init(loop, &offline->idle);
    offline->idle.data = offline;
    go_on(offline);
    *ret_offline = offline;
    return 0;
}

/* --- interface --- */

void offline_stop(struct offline *offline)
{
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->stopped = true;
    (void)uv_idle_start(&offline->idle, on_idle);
}

void offline_pause(struct offline *offline, bool paused)
{
    if (offline->phase == OFFLINE_ENDS)
        return;
    offline->paused = paused;
    if (paused && !offline->stopped)
        (void)uv_idle_stop(&offline->idle);
    else if (offline->phase == OFFLINE_READY || offline->stopped)
        (void)uv_idle_start(&offline->idle, on_idle);
}
