/* The agent `builtin`: what it needs comes by get_execution_context, what it asks and reports goes by the task. */
#include "executor/adapters/builtin.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

/* --- its end ------------------------------------------------------------------------------------------- */

static void free_conversation(void *conversation)
{
    if (conversation)
        conversation_clear(conversation);
    free(conversation);
}

static void on_closed(uv_handle_t *handle)
{
    struct builtin *builtin = handle->data;
    free_conversation(builtin->conversation);
    free(builtin->service);
    free(builtin);
}

static void end(struct builtin *builtin, enum task_status status, struct slice code, struct slice message,
                struct slice text)
{
    builtin->ended = true;
    task_ended(builtin->task, status, code, message, text);
    uv_close((uv_handle_t *)&builtin->timer, on_closed);
}

static void on_ended(void *host, enum agent_end how, struct slice code, struct slice message, struct slice text)
{
    struct builtin *builtin = host;
    enum task_status status = how == AGENT_COMPLETED ? TASK_COMPLETED
                              : how == AGENT_FAILED  ? TASK_FAILED
                                                     : TASK_CANCELLED;
    builtin->agent = NULL;
    /* What broke off is told better by the log. */
    if (how == AGENT_COMPLETED && builtin->conversation->bytes <= BUILTIN_KEPT_MAX)
        task_keep(builtin->task, take_pointer(builtin->conversation), free_conversation);
    end(builtin, status, code, message, text);
}

/* --- what it reports ------------------------------------------------------------------------------------- */

static int report(void *host, struct slice type, struct slice data)
{
    const struct builtin *builtin = host;
    return task_report(builtin->task, type, data);
}

static int report_usage(void *host, const struct model_usage *total)
{
    const struct builtin *builtin = host;
    return task_report_usage(builtin->task,
                             &(struct executor_usage){
                                 .input_tokens = total->input_tokens,
                                 .input_tokens_is = FIELD_SET,
                                 .output_tokens = total->output_tokens,
                                 .output_tokens_is = FIELD_SET,
                                 .cache_read_tokens = total->cache_read_tokens,
                                 .cache_read_tokens_is = total->cache_read_tokens > 0 ? FIELD_SET : FIELD_ABSENT,
                                 .cache_write_tokens = total->cache_write_tokens,
                                 .cache_write_tokens_is = total->cache_write_tokens > 0 ? FIELD_SET : FIELD_ABSENT,
                                 .model = slice_of(builtin->model),
                                 .model_is = builtin->model[0] ? FIELD_SET : FIELD_ABSENT,
                             });
}

static const struct agent_host host_table = {
    .report = report,
    .usage = report_usage,
    .get_key = builtin_get_key,
    .ask_permission = builtin_ask_permission,
    .keep = builtin_keep,
    .ended = on_ended,
};

/* --- its beginning ---------------------------------------------------------------------------------------- */

/* Of weir's own tools those that the task lists; all where it lists none. */
static const struct tool **choose_tools(const struct execute_prompt_params *params)
{
    size_t count = 0, taken = 0;
    while (tools_own[count])
        count++;
    const struct tool **tools = calloc(count + 1, sizeof *tools);
    for (size_t i = 0; tools && i < count; i++) {
        bool listed = params->tools_is != FIELD_SET;
        for (size_t k = 0; k < params->tools.count && !listed; k++)
            listed = slice_is(params->tools.items[k], tools_own[i]->name);
        if (listed)
            tools[taken++] = tools_own[i];
    }
    return tools;
}

static void note_model(struct builtin *builtin, const struct agent_prompt *prompt)
{
    const struct executor_provider *provider = NULL;
    struct slice model = {0};
    char problem[256];
    if (agent_choose(prompt->providers, prompt->provider_count, prompt->model, prompt->model_socket.size > 0, &provider,
                     &model, problem) < 0 ||
        model.size >= sizeof builtin->model)
        return;
    slice_copy(builtin->model, model);
    builtin->model[model.size] = '\0';
}

static int begin(struct builtin *builtin, const struct get_execution_context_result *context, char problem[static 256])
{
    const struct execute_prompt_params *params = task_params(builtin->task);
    bool has_model = context->model_config_is == FIELD_SET;
    autofree const struct tool **tools = choose_tools(params);
    struct agent_prompt prompt = {
        .text = params->prompt,
        .cwd = params->cwd,
        .home = slice_of(getenv("HOME")),
        .providers = context->providers.items,
        .provider_count = context->providers_is == FIELD_SET ? context->providers.count : 0,
        .model = has_model ? context->model_config.model : SLICE(""),
        .model_socket = context->model_socket_is == FIELD_SET ? context->model_socket : SLICE(""),
        .context_files = context->context_files.items,
        .context_file_count = context->context_files.count,
        .tools = tools,
        .read_only = params->permission_mode == SESSION_PERMISSION_MODE_PLAN,
    };
    if (context->thinking_tokens_is == FIELD_SET)
        prompt.thinking_tokens = context->thinking_tokens;
    else if (has_model && context->model_config.thinking_tokens_is == FIELD_SET)
        prompt.thinking_tokens = context->model_config.thinking_tokens;
    if (context->continues_is != FIELD_SET || !context->continues) {
        conversation_clear(builtin->conversation);
        conversation_init(builtin->conversation);
    }
    int r = tools ? history_read(builtin->conversation, context->messages.items, context->messages.count) : -ENOMEM;
    if (r < 0) {
        (void)snprintf(problem, 256, "what was said before cannot be read: %s", strerror(-r));
        return r;
    }
    note_model(builtin, &prompt);
    return agent_start(task_loop(builtin->task), &host_table, builtin, builtin->conversation, &prompt, &builtin->agent,
                       problem);
}

static void on_context(struct task *task, const struct reply *reply)
{
    struct builtin *builtin = task_agent(task);
    char problem[256] = "";
    if (uv_is_active((uv_handle_t *)&builtin->timer)) /* it was stopped */
        return;
    if (reply->status < 0) {
        (void)snprintf(problem, sizeof problem, "the session's context could not be had: %.*s",
                       reply->message.size < 160 ? (int)reply->message.size : 160,
                       reply->message.data ? reply->message.data : "");
        end(builtin, TASK_FAILED, SLICE("no_context"), slice_of(problem), SLICE(""));
        return;
    }
    int r = begin(builtin, reply->result, problem);
    if (r < 0)
        end(builtin, TASK_FAILED, r == -ENOENT ? SLICE("no_model") : SLICE("agent_failed"), slice_of(problem),
            SLICE(""));
    else if (builtin->paused)
        agent_pause(builtin->agent, true);
}

/* Where the session's last task was here too, only what was said since need be told. */
static int ask_context(struct builtin *builtin, struct task *task)
{
    char before[TASK_ID_SIZE];
    struct get_execution_context_params params = {.history = true, .history_bytes = BUILTIN_HISTORY_MAX};
    builtin->conversation = task_take_kept(task, before);
    if (builtin->conversation) {
        params.after_task = slice_of(before);
        params.after_task_is = FIELD_SET;
    } else {
        builtin->conversation = malloc(sizeof *builtin->conversation);
        if (!builtin->conversation)
            return -ENOMEM;
        conversation_init(builtin->conversation);
    }
    return task_ask(task, &get_execution_context_method, &params, on_context);
}

static int start(struct task *task, char problem[static 256])
{
    struct builtin *builtin = calloc(1, sizeof *builtin);
    int r = builtin ? ask_context(builtin, task) : -ENOMEM;
    if (r < 0) {
        (void)snprintf(problem, 256, "out of memory");
        if (builtin)
            free_conversation(builtin->conversation);
        free(builtin);
        return r;
    }
    builtin->task = task;
    (void)uv_timer_init(task_loop(task), &builtin->timer);
    builtin->timer.data = builtin;
    task_set_agent(task, builtin);
    return 0;
}

/* --- the adapter -------------------------------------------------------------------------------------------- */

static void on_stopped(uv_timer_t *timer)
{
    end(timer->data, TASK_CANCELLED, SLICE(""), SLICE(""), SLICE(""));
}

static void kill_now(struct task *task)
{
    struct builtin *builtin = task_agent(task);
    if (!builtin || builtin->ended)
        return;
    if (builtin->agent)
        agent_stop(builtin->agent);
    else
        (void)uv_timer_start(&builtin->timer, on_stopped, 0, 0);
}

static void stop(struct task *task, struct slice reason)
{
    (void)reason;
    kill_now(task);
}

static void pause_it(struct task *task, bool paused)
{
    struct builtin *builtin = task_agent(task);
    if (!builtin || builtin->ended)
        return;
    builtin->paused = paused;
    if (builtin->agent)
        agent_pause(builtin->agent, paused);
}

const struct adapter builtin_adapter = {
    .name = "builtin",
    .look = builtin_look,
    .look_cancel = builtin_look_cancel,
    .start = start,
    .stop = stop,
    .kill = kill_now,
    .pause = pause_it,
};
