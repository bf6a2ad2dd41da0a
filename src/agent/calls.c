/* The tool calls of a response. They are started in order, and their results are reported and stored in the same order.
 * Calls that only read run in parallel; any other call waits until all previous ones are done, and all later ones wait
 * for it. An invalid call does not end the task: the model gets the problem as its result. */
#include <errno.h>
#include <stdio.h>

#include "agent/loop.h"
#include "json/read.h"

static struct agent_call *oldest(struct agent *agent)
{
    return &agent->calls[agent->first_call];
}

/* The call that the current request to the host is about. */
static struct agent_call *newest(struct agent *agent)
{
    return &agent->calls[(agent->first_call + agent->call_count - 1) % AGENT_CALLS_AT_ONCE];
}

/* --- results --- */

static void forget_oldest(struct agent *agent)
{
    struct agent_call *call = oldest(agent);
    while (call->result) {
        struct block *next = call->result->next;
        block_free(call->result);
        call->result = next;
    }
    arena_clear(&call->arena);
    agent->first_call = (agent->first_call + 1) % AGENT_CALLS_AT_ONCE;
    agent->call_count--;
}

void calls_clear(struct agent *agent)
{
    while (agent->call_count > 0)
        forget_oldest(agent);
}

/* Reports the results that are available, up to the first one that is missing. */
static void tell_results(struct agent *agent)
{
    int r = 0;
    while (r == 0 && agent->call_count > 0 && oldest(agent)->result) {
        struct agent_call *call = oldest(agent);
        if (event_tool_result(agent, call->result) < 0)
            return;
        while (r == 0 && call->result) {
            struct block *block = call->result;
            call->result = block->next;
            r = conversation_take(agent->conversation, SAID_BY_USER, block);
        }
        forget_oldest(agent);
    }
    if (r < 0)
        agent_break(agent, r);
}

static void settle(struct agent_call *call, const struct tool_result *result)
{
    struct agent *agent = call->agent;
    struct slice text = result->text;
    if (text.size == 0 && result->image.size == 0)
        text = SLICE("(no output)");
    call->result = block_new(&(struct block){.kind = BLOCK_TOOL_RESULT,
                                             .id = call->block->id,
                                             .name = call->block->name,
                                             .text = text,
                                             .image = result->image,
                                             .mime = result->mime,
                                             .is_error = result->is_error});
    struct block **end = call->result ? &call->result->next : NULL;
    for (size_t i = 0; end && i < result->more_count; i++) {
        *end =
            block_new(&(struct block){.kind = BLOCK_IMAGE, .text = result->more[i].data, .mime = result->more[i].mime});
        end = *end ? &(*end)->next : NULL;
    }
    if (!end) {
        agent_break(agent, -ENOMEM);
        return;
    }
    tell_results(agent);
    if (agent->phase == PHASE_TOOL) /* otherwise a request for another call is open, or the agent continues anyway */
        agent_next(agent, calls_next);
}

/* Only for the newest call, which has no open request any more. */
static void fail_call(struct agent_call *call, struct slice text)
{
    call->agent->phase = PHASE_TOOL;
    settle(call, &(struct tool_result){.is_error = true, .text = text});
}

static void on_done(void *user, const struct tool_result *result)
{
    struct agent_call *call = user;
    if (call->agent->phase == PHASE_ENDING)
        return;
    if (result->denied.size == 0 || event_permission_denied(call->agent, call->block, result->denied) == 0)
        settle(call, result);
}

/* --- running --- */

static void run(struct agent_call *call)
{
    struct agent *agent = call->agent;
    char problem[TOOL_PROBLEM_SIZE] = "cannot start the tool";
    struct tool_call *running = NULL; /* not needed: the box ends it */
    if (event_tool_call(agent, call->block) < 0 || agent->phase == PHASE_ENDING)
        return;
    if (tool_start(&agent->box, call->tool, call->block->id, call->input, on_done, call, &running, problem) < 0)
        fail_call(call, slice_of(problem));
    else
        agent_next(agent, calls_next);
}

static void on_kept(void *asker, int status)
{
    struct agent *agent = asker;
    if (agent->phase != PHASE_KEEP)
        return;
    if (status < 0)
        fail_call(newest(agent), SLICE("The call was not run: weir cannot save the files first, so the change could "
                                       "not be undone."));
    else
        run(newest(agent));
}

static void keep_files(struct agent_call *call)
{
    struct agent *agent = call->agent;
    struct slice path = {0};
    enum tool_touches touches = TOOL_TOUCHES_ANY;
    if (call->tool->touches)
        touches = call->tool->touches(&agent->box, call->input, &call->arena, &path);
    if (touches == TOOL_TOUCHES_NOTHING) {
        run(call);
        return;
    }
    agent->phase = PHASE_KEEP;
    int r = agent->host.keep(agent->host_data, touches == TOOL_TOUCHES_PATH ? path : SLICE(""), on_kept);
    if (r < 0)
        agent_break(agent, r);
}

/* --- permissions --- */

static void refuse(struct agent_call *call, struct slice reason, struct slice note)
{
    struct buf text = BUF_LIMITED(64 << 10);
    if (event_permission_denied(call->agent, call->block, reason) < 0)
        return;
    buf_printf(&text, "This call was denied (%.*s).", SLICE_ARG(reason));
    if (note.size > 0)
        buf_printf(&text, " The user says: %.*s", SLICE_ARG(note));
    fail_call(call, text.error ? SLICE("This call was denied.") : buf_slice(&text));
    buf_clear(&text);
}

static void on_permission(void *asker, bool approved, struct slice reason, struct slice note)
{
    struct agent *agent = asker;
    if (agent->phase != PHASE_PERMISSION)
        return;
    if (approved)
        keep_files(newest(agent));
    else
        refuse(newest(agent), reason, note);
}

static void refuse_unknown(struct agent_call *call)
{
    const struct tool *const *tools = call->agent->tools;
    struct slice name = call->block->name;
    struct buf text = BUF_LIMITED(8 << 10);
    buf_printf(&text, "No such tool: %.*s. Available tools:", name.size < 128 ? (int)name.size : 128, name.data);
    for (size_t i = 0; tools[i]; i++)
        buf_printf(&text, "%s %s", i ? "," : "", tools[i]->name);
    if (!tools[0])
        buf_append_text(&text, " none");
    fail_call(call, text.error ? SLICE("No such tool.") : buf_slice(&text));
    buf_clear(&text);
}

static int read_input(struct agent_call *call, char problem[static TOOL_PROBLEM_SIZE])
{
    struct json_error error = {0};
    struct slice text = call->block->input;
    if (text.size > TOOL_INPUT_MAX) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "The input is too long (limit: %d bytes).", TOOL_INPUT_MAX);
        return -E2BIG;
    }
    int r = json_read(&call->arena, text, &call->input, &error);
    if (r < 0) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "The input is not valid JSON: %s.",
                       r == -ENOMEM ? "it is too large" : error.message);
        return r;
    }
    return call->tool->is_remote ? 0 : tool_check(call->tool, call->input, problem);
}

static void take_up(struct agent *agent, const struct block *block, const struct tool *tool)
{
    char problem[TOOL_PROBLEM_SIZE] = "The input is invalid.";
    agent->call_count++;
    agent->at++;
    struct agent_call *call = newest(agent);
    *call = (struct agent_call){
        .agent = agent, .block = block, .tool = tool, .arena = ARENA_LIMITED(AGENT_INPUT_BYTES_MAX)};
    if (!tool) {
        refuse_unknown(call);
    } else if (read_input(call, problem) < 0) {
        fail_call(call, slice_of(problem));
    } else if (tool->is_remote) {
        run(call);
    } else {
        agent->phase = PHASE_PERMISSION;
        int r = agent->host.ask_permission(agent->host_data, block->name, block->input, on_permission);
        if (r < 0)
            agent_break(agent, r);
    }
}

/* --- next call --- */

/* Only calls that only read run in parallel. */
static bool may_join(struct agent *agent, const struct tool *tool)
{
    return agent->call_count == 0 || (agent->call_count < AGENT_CALLS_AT_ONCE && tool && tool->only_reads &&
                                      newest(agent)->tool && newest(agent)->tool->only_reads);
}

void calls_next(struct agent *agent)
{
    const struct answer *answer = &agent->answer;
    while (agent->at < answer->count && answer->blocks[agent->at].block->kind != BLOCK_TOOL_USE)
        agent->at++;
    if (agent->at == answer->count && agent->call_count == 0) {
        turn_begin(agent);
        return;
    }
    const struct block *block = agent->at < answer->count ? answer->blocks[agent->at].block : NULL;
    const struct tool *tool = block ? tool_find(agent->tools, block->name) : NULL;
    if (block && may_join(agent, tool))
        take_up(agent, block, tool);
    else
        agent->phase = PHASE_TOOL;
}
