/* Runs a user_message. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/loop.h"
#include "agent/runtime/runtime.h"
#include "base/log.h"
#include "offline/offline.h"
#include "json/read.h"
#include "json/write.h"

static const struct tool *const no_tools[] = {NULL};

/* --- end --- */

void runtime_work_finish(struct runtime_work *work, struct slice error)
{
    struct runtime *runtime = work->runtime;
    struct runtime_talk *talk = work->talk;
    struct buf line = BUF_LIMITED(RUNTIME_LINE_MAX);
    if (error.size > 0)
        runtime_write_error(&line, work->request.id, error);
    else
        runtime_write_done(&line, work->request.id);
    runtime_send(runtime, &line);
    runtime_keys_forget(work);
    list_remove(&work->link);
    list_remove(&work->waits);
    runtime->work_count--;
    runtime->at_work -= work->begun;
    runtime_work_forget_tools(work);
    arena_clear(&work->arena);
    free(work);
    if (talk->forgotten && list_is_empty(&talk->work))
        runtime_talk_free(runtime, talk);
    runtime_work_step(runtime);
    runtime_settle(runtime);
}

/* Without keys, the agent uses a provider that needs none, mostly a local server, which may not be running: mentions
 * the missing key, too. */
static void fail(struct runtime_work *work, struct slice message)
{
    const struct runtime *runtime = work->runtime;
    struct buf text = BUF_LIMITED(RUNTIME_LINE_MAX);
    bool has_choice = !runtime_names_model(runtime);
    for (size_t i = 0; i < runtime->provider_count; i++)
        has_choice = has_choice && !runtime->providers[i].has_key;
    (void)buf_append_slice(&text, message.size > 0 ? message : SLICE("the agent failed"));
    if (has_choice)
        (void)buf_printf(&text, " (no API key configured; add one: weir key set anthropic%s%s)",
                         runtime->keys.problem[0] ? "; " : "", runtime->keys.problem);
    runtime_work_finish(work, buf_slice(&text));
    buf_clear(&text);
}

static void on_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct runtime_work *work = host;
    (void)code;
    (void)text;
    work->agent = NULL;
    if (end == AGENT_COMPLETED)
        runtime_work_finish(work, SLICE(""));
    else if (end == AGENT_CANCELLED)
        runtime_work_finish(work, SLICE("weir-agent was stopped before this was done"));
    else
        fail(work, message);
}

/* --- callbacks of the agent --- */

static int on_usage(void *host, const struct model_usage *total, int64_t context_tokens, int64_t context_limit)
{
    (void)host;
    (void)total;
    (void)context_tokens;
    (void)context_limit;
    return 0;
}

/* The daemon keeps files for its own tasks; the host of weir-agent is responsible for its own. */
static int keep(void *host, struct slice path, agent_kept_fn answered)
{
    struct runtime_work *work = host;
    (void)path;
    answered(work->agent, 0);
    return 0;
}

static const struct agent_host host_table = {
    .report = runtime_work_report,
    .usage = on_usage,
    .get_key = runtime_work_get_key,
    .ask_permission = runtime_work_ask_permission,
    .keep = keep,
    .ended = on_ended,
};

/* --- the offline agent --- */

/* Adds the text to the conversation, for a later request that may use a model. */
static void remember(struct runtime_work *work, struct slice text)
{
    struct conversation *said = &work->talk->said;
    if (text.size > 0 && conversation_add_text(said, SAID_BY_USER, work->request.message) == 0)
        (void)conversation_add_text(said, SAID_BY_ASSISTANT, text);
}

static void on_offline_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct runtime_work *work = host;
    const char *problem = work->runtime->keys.problem;
    struct buf error = BUF_LIMITED(RUNTIME_LINE_MAX);
    remember(work, text);
    if (end != AGENT_FAILED) {
        on_ended(host, end, code, message, text);
        return;
    }
    work->agent = NULL;
    (void)buf_append_slice(&error, message.size > 0 ? message : SLICE("the offline agent failed"));
    if (slice_is(code, "not_understood") && problem[0])
        (void)buf_printf(&error, " (%s)", problem);
    runtime_work_finish(work, buf_slice(&error));
    buf_clear(&error);
}

static const struct agent_host offline_host_table = {
    .report = runtime_work_report,
    .ask_permission = runtime_work_ask_permission,
    .keep = keep,
    .ended = on_offline_ended,
};

/* Logged once, until a model was used. */
static void tell_offline(struct runtime *runtime)
{
    const char *problem = runtime->keys.problem;
    if (!runtime->found.told)
        log_warn("using the offline agent: %s%s%s", runtime->found.problem, problem[0] ? "; " : "", problem);
    runtime->found.told = true;
}

static int begin_offline(struct runtime_work *work, const struct agent_prompt *prompt, char problem[static 256])
{
    struct runtime *runtime = work->runtime;
    struct offline *offline = NULL;
    tell_offline(runtime);
    if (prompt->attachment_count > 0) {
        (void)snprintf(problem, 256,
                       "attached files need a model, and none is available; add an API key (weir key set anthropic, or "
                       "openai), or start Ollama on this machine");
        return -ENOENT;
    }
    int r = offline_start(&runtime->loop, &offline_host_table, work, prompt, &offline, problem);
    work->agent = offline;
    work->is_offline = true;
    return r;
}

/* --- start --- */

/* Checks everything that could fail first: a prompt that could not be started must not stay in the conversation. */
static int check(const struct runtime *runtime, const struct agent_prompt *prompt, char problem[static 256])
{
    const struct executor_provider *provider = NULL;
    struct conversation tried;
    struct slice model;
    int r = agent_choose(prompt->providers, prompt->provider_count, prompt->model, false, &provider, &model, problem);
    if (r < 0 && runtime->keys.problem[0]) {
        size_t size = strlen(problem);
        (void)snprintf(problem + size, 256 - size, " (%.100s)", runtime->keys.problem);
    }
    if (r < 0 || prompt->attachment_count == 0)
        return r;
    conversation_init(&tried);
    r = attachments_add(&tried, prompt, problem);
    conversation_clear(&tried);
    return r;
}

static int begin(struct runtime_work *work, const struct agent_prompt *prompt, char problem[static 256])
{
    struct runtime *runtime = work->runtime;
    struct agent *agent = NULL;
    runtime->found.told = false;
    int r = check(runtime, prompt, problem);
    if (r == 0)
        r = agent_start(&runtime->loop, &host_table, work, &work->talk->said, prompt, &agent, problem);
    work->agent = agent;
    return r;
}

static void pause_it(const struct runtime_work *work, bool paused)
{
    if (work->agent && work->is_offline)
        offline_pause(work->agent, paused);
    else if (work->agent)
        agent_pause(work->agent, paused);
}

void runtime_work_go_on(struct runtime_work *work)
{
    struct runtime *runtime = work->runtime;
    const char *model = runtime->model;
    bool named = runtime_names_model(runtime);
    char problem[256] = "";
    if (work->stopped) {
        runtime_work_finish(work, SLICE("weir-agent was stopped before this was started"));
        return;
    }
    struct agent_prompt prompt = {
        .text = work->request.message,
        .attachments = work->request.attachments,
        .attachment_count = work->request.attachment_count,
        .cwd = slice_of(runtime->cwd),
        .home = slice_of(runtime->home),
        .providers = named ? runtime->providers : &runtime->found.provider,
        .provider_count = named ? runtime->provider_count : 1,
        .model = slice_of(model ? model : ""),
        .thinking_tokens = runtime->thinking_tokens,
        .tools = runtime->options.no_tools ? no_tools : tools_own,
        .read_only = runtime->options.mode == SESSION_PERMISSION_MODE_PLAN,
    };
    int r = named || runtime->found.is_usable ? begin(work, &prompt, problem) : begin_offline(work, &prompt, problem);
    if (r < 0)
        runtime_work_finish(work, slice_of(problem));
    else if (runtime->output.full)
        pause_it(work, true);
}

void runtime_work_step(struct runtime *runtime)
{
    for (struct list *link = runtime->talks.next, *next; link != &runtime->talks; link = next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        next = link->next;
        if (runtime->at_work >= RUNTIME_AT_WORK_MAX || list_is_empty(&talk->work))
            continue;
        struct runtime_work *work = list_member(talk->work.next, struct runtime_work, link);
        if (work->begun)
            continue;
        if (runtime->ending) {
            runtime_work_finish(work, SLICE("weir-agent was stopped before this was started"));
            return; /* runtime_work_step() has run from inside */
        }
        work->begun = true;
        runtime->at_work++;
        runtime_keys_await(runtime, work);
        next = runtime->talks.next; /* the list may have changed */
    }
}

void runtime_work_pause(struct runtime *runtime, bool paused)
{
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        for (struct list *at = talk->work.next; at != &talk->work; at = at->next)
            pause_it(list_member(at, struct runtime_work, link), paused);
    }
}

void runtime_work_stop(struct runtime_work *work)
{
    work->stopped = true;
    if (work->agent && work->is_offline)
        offline_stop(work->agent);
    else if (work->agent)
        agent_stop(work->agent);
}

/* --- events --- */

/* Translates the agent's events into answers. */

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static void say(struct runtime_work *work, struct buf *line)
{
    runtime_send(work->runtime, line);
}

/* --- tools --- */

/* Every result must follow its call, even if the call was refused before it ran. So calls are stored from the model's
 * request until they are reported. */

static int keep_tool(struct runtime_work *work, yyjson_val *block)
{
    struct buf input = BUF_LIMITED((size_t)2 * TOOL_INPUT_MAX);
    struct slice id = text_of(block, "id"), name = text_of(block, "name");
    yyjson_val *value = yyjson_obj_get(block, "input");
    int r = value ? json_write_value(&input, value) : 0;
    struct runtime_tool *tool = r == 0 ? malloc(sizeof *tool + id.size + name.size + input.size) : NULL;
    if (tool) {
        char *text = (char *)(tool + 1);
        *tool = (struct runtime_tool){.next = work->tools,
                                      .id = {text, id.size},
                                      .name = {text + id.size, name.size},
                                      .input = {text + id.size + name.size, input.size}};
        slice_copy(text, id);
        slice_copy(text + id.size, name);
        slice_copy(text + id.size + name.size, buf_slice(&input));
        work->tools = tool;
    }
    buf_clear(&input);
    return tool ? 0 : r < 0 ? r : -ENOMEM;
}

void runtime_work_forget_tools(struct runtime_work *work)
{
    while (work->tools) {
        struct runtime_tool *tool = work->tools;
        work->tools = tool->next;
        free(tool);
    }
}

static void tell_tool(struct runtime_work *work, struct slice id)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    for (struct runtime_tool *tool = work->tools; tool; tool = tool->next) {
        if (tool->told || !slice_equal(tool->id, id))
            continue;
        tool->told = true;
        runtime_write_tool_use(&line, work->request.id, tool->id, tool->name, tool->input);
        say(work, &line);
        return;
    }
}

static void tell_result(struct runtime_work *work, yyjson_val *data)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    yyjson_val *image = yyjson_obj_get(data, "image");
    struct runtime_result result = {
        .tool_id = text_of(data, "tool_call_id"),
        .name = text_of(data, "tool"),
        .text = text_of(data, "result"),
        .image = text_of(image, "data"),
        .mime = text_of(image, "mime"),
        .is_error = yyjson_is_true(yyjson_obj_get(data, "is_error")),
    };
    tell_tool(work, result.tool_id);
    runtime_write_tool_result(&line, work->request.id, &result);
    say(work, &line);
}

/* --- text --- */

static void tell_piece(struct runtime_work *work, yyjson_val *data)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    struct slice text = text_of(yyjson_obj_get(data, "delta"), "text");
    if (text.size == 0)
        return;
    runtime_write_token(&line, work->request.id, text);
    say(work, &line);
}

int runtime_work_report(void *host, struct slice type, struct slice data)
{
    struct runtime_work *work = host;
    struct arena *arena = &work->runtime->scratch;
    struct json_error error;
    yyjson_val *root = NULL;
    bool is_stop = slice_is(type, "content_block_stop"), is_start = slice_is(type, "message_start");
    bool is_piece = slice_is(type, "content_block_delta"), is_call = slice_is(type, "tool_call");
    bool is_result = slice_is(type, "tool_result");
    if (is_start)
        runtime_work_forget_tools(work);
    if (!is_stop && !is_piece && !is_call && !is_result)
        return 0;
    int r = json_read(arena, data, &root, &error);
    if (r == 0 && is_piece)
        tell_piece(work, root);
    else if (r == 0 && is_call)
        tell_tool(work, text_of(root, "tool_call_id"));
    else if (r == 0 && is_result)
        tell_result(work, root);
    else if (r == 0 && slice_is(text_of(yyjson_obj_get(root, "content_block"), "type"), "tool_use"))
        r = keep_tool(work, yyjson_obj_get(root, "content_block"));
    arena_reset(arena);
    return r;
}
