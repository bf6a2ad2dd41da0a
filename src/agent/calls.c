/* The tools that an answer asks for, one after the other in its order. Whatever is wrong with a call is told to the
 * model as its result; it is no end. */
#include <errno.h>
#include <stdio.h>

#include "agent/loop.h"
#include "json/read.h"

static const struct block *call_at_hand(const struct agent *agent)
{
    return agent->answer.blocks[agent->at].block;
}

/* --- its result -------------------------------------------------------------------------------------------- */

static void finish_call(struct agent *agent, const struct tool_result *result)
{
    const struct block *call = call_at_hand(agent);
    struct tool_result told = *result;
    if (told.text.size == 0 && told.image.size == 0)
        told.text = SLICE("(no output)");
    if (event_tool_result(agent, call, &told) < 0)
        return;
    struct block block = {.kind = BLOCK_TOOL_RESULT,
                          .id = call->id,
                          .name = call->name,
                          .text = told.text,
                          .image = told.image,
                          .mime = told.mime,
                          .is_error = told.is_error};
    int r = conversation_add(agent->conversation, SAID_BY_USER, &block);
    if (r < 0) {
        agent_break(agent, r);
        return;
    }
    agent->at++;
    agent_next(agent, calls_next);
}

static void fail_call(struct agent *agent, struct slice text)
{
    finish_call(agent, &(struct tool_result){.is_error = true, .text = text});
}

static void on_done(void *user, const struct tool_result *result)
{
    struct agent *agent = user;
    agent->tool_call = NULL;
    if (agent->phase == PHASE_TOOL)
        finish_call(agent, result);
}

/* --- its work ----------------------------------------------------------------------------------------------- */

static void run(struct agent *agent)
{
    char problem[TOOL_PROBLEM_SIZE] = "the tool could not be started";
    if (event_tool_call(agent, call_at_hand(agent)) < 0)
        return;
    agent->phase = PHASE_TOOL;
    if (tool_start(&agent->box, agent->tool, agent->tool_input, on_done, agent, &agent->tool_call, problem) < 0)
        fail_call(agent, slice_of(problem));
}

static void on_kept(struct agent *agent, int status)
{
    if (agent->phase != PHASE_KEEP)
        return;
    if (status < 0)
        fail_call(agent, SLICE("Nothing was done: what the files hold now could not be kept before the change, so it "
                               "could not have been undone."));
    else
        run(agent);
}

static void keep_files(struct agent *agent)
{
    struct slice path = {0};
    enum tool_touches touches = TOOL_TOUCHES_ANY;
    if (agent->tool->touches)
        touches = agent->tool->touches(&agent->box, agent->tool_input, &agent->input, &path);
    if (touches == TOOL_TOUCHES_NOTHING) {
        run(agent);
        return;
    }
    agent->phase = PHASE_KEEP;
    int r = agent->host.keep(agent->host_data, touches == TOOL_TOUCHES_PATH ? path : SLICE(""), on_kept);
    if (r < 0)
        agent_break(agent, r);
}

/* --- whether it may ------------------------------------------------------------------------------------------- */

static void refuse(struct agent *agent, struct slice reason, struct slice note)
{
    struct buf text = BUF_LIMITED(64 << 10);
    if (event_permission_denied(agent, call_at_hand(agent), reason) < 0)
        return;
    buf_printf(&text, "This call was not permitted (%.*s).", SLICE_ARG(reason));
    if (note.size > 0)
        buf_printf(&text, " The user says: %.*s", SLICE_ARG(note));
    fail_call(agent, text.error ? SLICE("This call was not permitted.") : buf_slice(&text));
    buf_clear(&text);
}

static void on_permission(struct agent *agent, bool approved, struct slice reason, struct slice note)
{
    if (agent->phase != PHASE_PERMISSION)
        return;
    if (approved)
        keep_files(agent);
    else
        refuse(agent, reason, note);
}

static void refuse_unknown(struct agent *agent, struct slice name)
{
    struct buf text = BUF_LIMITED(8 << 10);
    buf_printf(&text, "There is no tool %.*s here. There is:", name.size < 128 ? (int)name.size : 128, name.data);
    for (size_t i = 0; agent->tools[i]; i++)
        buf_printf(&text, "%s %s", i ? "," : "", agent->tools[i]->name);
    if (!agent->tools[0])
        buf_append_text(&text, " none");
    fail_call(agent, text.error ? SLICE("There is no such tool.") : buf_slice(&text));
    buf_clear(&text);
}

static int read_input(struct agent *agent, const struct block *call, char problem[static TOOL_PROBLEM_SIZE])
{
    struct json_error error = {0};
    if (call->input.size > TOOL_INPUT_MAX) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "The input is longer than %d bytes.", TOOL_INPUT_MAX);
        return -E2BIG;
    }
    arena_reset(&agent->input);
    int r = json_read(&agent->input, call->input, &agent->tool_input, &error);
    if (r < 0) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "The input is not JSON as it should be: %s.",
                       r == -ENOMEM ? "it is too large" : error.message);
        return r;
    }
    return tool_check(agent->tool, agent->tool_input, problem);
}

void calls_next(struct agent *agent)
{
    const struct answer *answer = &agent->answer;
    char problem[TOOL_PROBLEM_SIZE] = "The input is wrong.";
    while (agent->at < answer->count && answer->blocks[agent->at].block->kind != BLOCK_TOOL_USE)
        agent->at++;
    if (agent->at == answer->count) {
        turn_begin(agent);
        return;
    }
    const struct block *call = call_at_hand(agent);
    agent->tool = tool_find(agent->tools, call->name);
    if (!agent->tool) {
        refuse_unknown(agent, call->name);
    } else if (read_input(agent, call, problem) < 0) {
        fail_call(agent, slice_of(problem));
    } else {
        agent->phase = PHASE_PERMISSION;
        int r = agent->host.ask_permission(agent->host_data, call->name, call->input, on_permission);
        if (r < 0)
            agent_break(agent, r);
    }
}
