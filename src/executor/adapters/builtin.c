/* The agent `builtin`: gets its context with get_execution_context; calls and reports go through the task. */
#include "executor/adapters/builtin.h"
#include "executor/adapters/builtin_mcp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/expand.h"
#include "base/attachment.h"
#include "base/cleanup.h"
#include "base/secret.h"
#include "executor/choose.h"
#include "json/copy.h"
#include "json/read.h"
#include "json/write.h"

enum { EXPANDED_MAX = 4 << 20 };

/* --- end --- */

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
    free(builtin->context);
    builtin_mcp_free(builtin->mcp);
    free(builtin);
}

static void end(struct builtin *builtin, enum task_status status, struct slice code, struct slice message,
                struct slice text)
{
    builtin->ended = true;
    agent_find_cancel(take_pointer(builtin->find));
    task_ended(builtin->own.task, status, code, message, text);
    uv_close((uv_handle_t *)&builtin->timer, on_closed);
}

static void on_ended(void *host, enum agent_end how, struct slice code, struct slice message, struct slice text)
{
    struct builtin *builtin = host;
    builtin->own.agent = NULL;
    /* The log is the better source for a conversation that was interrupted. */
    if (how == AGENT_COMPLETED && builtin->conversation->bytes <= BUILTIN_KEPT_MAX)
        task_keep(builtin->own.task, take_pointer(builtin->conversation), free_conversation);
    end(builtin, in_process_status(how), code, message, text);
}

/* --- reports --- */

static int report_usage(void *host, const struct model_usage *total, int64_t context_tokens, int64_t context_limit)
{
    const struct builtin *builtin = host;
    return task_report_usage(builtin->own.task,
                             &(struct executor_usage){
                                 .input_tokens = total->input_tokens,
                                 .input_tokens_is = FIELD_SET,
                                 .output_tokens = total->output_tokens,
                                 .output_tokens_is = FIELD_SET,
                                 .cache_read_tokens = total->cache_read_tokens,
                                 .cache_read_tokens_is = total->cache_read_tokens > 0 ? FIELD_SET : FIELD_ABSENT,
                                 .cache_write_tokens = total->cache_write_tokens,
                                 .cache_write_tokens_is = total->cache_write_tokens > 0 ? FIELD_SET : FIELD_ABSENT,
                                 .context_tokens = context_tokens,
                                 .context_tokens_is = FIELD_SET,
                                 .context_limit = context_limit,
                                 .context_limit_is = context_limit > 0 ? FIELD_SET : FIELD_ABSENT,
                                 .model = slice_of(builtin->model),
                                 .model_is = builtin->model[0] ? FIELD_SET : FIELD_ABSENT,
                             });
}

static const struct agent_host host_table = {
    .report = in_process_report,
    .usage = report_usage,
    .get_key = builtin_get_key,
    .ask_permission = in_process_ask_permission,
    .keep = in_process_keep_file,
    .ended = on_ended,
};

/* --- start --- */

/* If the agent was chosen, choose_report() has reported it with its provider. */
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
    if (task_params(builtin->own.task)->agent_is == FIELD_SET)
        choose_report(builtin->own.task,
                      &(struct executor_agent){.name = slice_of(builtin_adapter.name),
                                               .adapter = slice_of(builtin_adapter.name),
                                               .service = provider->service,
                                               .service_is = FIELD_SET,
                                               .model = model,
                                               .model_is = FIELD_SET},
                      SLICE("requested by name"));
}

static size_t list_attachments(const struct execute_prompt_params *params,
                               struct agent_attachment ret_items[static ATTACHMENTS_MAX])
{
    size_t count = 0;
    for (; params->attachments_is == FIELD_SET && count < params->attachments.count && count < ATTACHMENTS_MAX; count++)
        ret_items[count] = (struct agent_attachment){.path = params->attachments.items[count].path};
    return count;
}

/* Lists the skills whose files the sandbox shows. */
static size_t list_skills(const struct get_execution_context_result *context, struct agent_skill **ret_items)
{
    size_t count = 0;
    struct agent_skill *items = calloc(context->commands.count + 1, sizeof *items);
    for (size_t i = 0; items && context->commands_is == FIELD_SET && i < context->commands.count; i++) {
        const struct agent_command *command = &context->commands.items[i];
        if (command->kind == AGENT_COMMAND_KIND_SKILL && command->path_is == FIELD_SET &&
            access(command->path.data, R_OK) == 0)
            items[count++] = (struct agent_skill){
                .name = command->name,
                .description = command->description_is == FIELD_SET ? command->description : SLICE(""),
                .path = command->path};
    }
    *ret_items = items;
    return count;
}

/* Returns the prompt with a slash command expanded. */
static struct slice expand(const struct get_execution_context_result *context, struct slice prompt, struct buf *text)
{
    struct slice name, arguments;
    const struct get_execution_context_result_command *command = &context->command;
    if (context->command_is != FIELD_SET || !expand_is_command(prompt, &name, &arguments))
        return prompt;
    int r = command->kind == AGENT_COMMAND_KIND_SKILL
                ? expand_skill(text, name, command->path, command->text, arguments)
                : expand_command(text, command->text, arguments);
    return r < 0 ? prompt : buf_slice(text);
}

static int begin(struct builtin *builtin, const struct get_execution_context_result *context, char problem[static 256])
{
    const struct execute_prompt_params *params = task_params(builtin->own.task);
    bool has_model = context->model_config_is == FIELD_SET;
    autofree const struct tool **own = in_process_tools(params);
    autofree const struct tool **tools = own ? builtin_mcp_tools(builtin, own) : NULL;
    struct agent_server servers[BUILTIN_MCP_SERVERS_MAX];
    struct agent_attachment attachments[ATTACHMENTS_MAX];
    autofree struct agent_skill *skills = NULL;
    AUTO(buf_clear) struct buf text = BUF_LIMITED(EXPANDED_MAX);
    struct agent_prompt prompt = {
        .text = expand(context, builtin_mcp_prompt(builtin, params->prompt), &text),
        .skill_count = list_skills(context, &skills),
        .servers = servers,
        .server_count = builtin_mcp_servers(builtin, servers),
        .attachments = attachments,
        .attachment_count = list_attachments(params, attachments),
        .cwd = params->cwd,
        .home = slice_of(getenv("HOME")),
        .providers = context->providers.items,
        .provider_count = context->providers_is == FIELD_SET ? context->providers.count : 0,
        .model = has_model ? context->model_config.model : SLICE(""),
        .model_socket = context->model_socket_is == FIELD_SET ? context->model_socket : SLICE(""),
        .context_files = context->context_files.items,
        .context_file_count = context->context_files.count,
        .activity = context->activity.items,
        .activity_count = context->activity_is == FIELD_SET ? context->activity.count : 0,
        .tools = tools,
        .read_only = params->permission_mode == SESSION_PERMISSION_MODE_PLAN,
    };
    prompt.skills = skills;
    if (context->thinking_tokens_is == FIELD_SET)
        prompt.thinking_tokens = context->thinking_tokens;
    else if (has_model && context->model_config.thinking_tokens_is == FIELD_SET)
        prompt.thinking_tokens = context->model_config.thinking_tokens;
    if (!tools) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    note_model(builtin, &prompt);
    struct agent *agent = NULL;
    int r = agent_start(task_loop(builtin->own.task), &host_table, builtin, builtin->conversation, &prompt, &agent,
                        problem);
    builtin->own.agent = agent;
    return r;
}

static void begin_or_end(struct builtin *builtin, const struct get_execution_context_result *context)
{
    char problem[256] = "";
    struct slice refused = builtin_mcp_problem(builtin);
    if (refused.size > 0) {
        end(builtin, TASK_FAILED, SLICE("mcp_prompt_failed"), refused, SLICE(""));
        return;
    }
    int r = begin(builtin, context, problem);
    if (r < 0)
        end(builtin, TASK_FAILED, builtin_why(r), slice_of(problem), SLICE(""));
    else if (builtin->paused)
        agent_pause(builtin->own.agent, true);
    if (r == 0)
        builtin_mcp_go_on(builtin);
}

bool builtin_is_stopped(const struct builtin *builtin)
{
    return uv_is_active((const uv_handle_t *)&builtin->timer);
}

/* --- MCP servers --- */

/* Copies it into one block, without the messages. It may refer to the previous copy. */
static int keep_context(struct builtin *builtin, const struct get_execution_context_result *context)
{
    struct get_execution_context_result rest = *context;
    rest.messages.count = 0;
    struct get_execution_context_result *copy =
        malloc(sizeof rest + json_copy_size(&get_execution_context_result_shape, &rest));
    if (!copy)
        return -ENOMEM;
    json_copy(&get_execution_context_result_shape, &rest, copy, copy + 1);
    free(builtin->context);
    builtin->context = copy;
    return 0;
}

/* 0: not known. */
static int64_t context_tokens(const struct get_execution_context_result *context)
{
    const struct executor_provider *provider = NULL;
    struct slice model;
    char problem[256];
    int r = agent_choose(context->providers.items, context->providers_is == FIELD_SET ? context->providers.count : 0,
                         context->model_config_is == FIELD_SET ? context->model_config.model : SLICE(""),
                         context->model_socket_is == FIELD_SET, &provider, &model, problem);
    return r == 0 ? provider->context_tokens : 0;
}

static void on_servers(struct builtin *builtin)
{
    begin_or_end(builtin, builtin->context);
}

/* The provider is known. */
static void find_servers(struct builtin *builtin, const struct get_execution_context_result *context)
{
    if (!task_has_mcp(builtin->own.task))
        begin_or_end(builtin, context);
    else if (keep_context(builtin, context) < 0)
        end(builtin, TASK_FAILED, SLICE("agent_failed"), SLICE("out of memory"), SLICE(""));
    else
        builtin_mcp_begin(builtin, context_tokens(context), on_servers);
}

/* --- choosing among several providers without keys --- */

static bool is_open_choice(const struct get_execution_context_result *context)
{
    size_t open = 0;
    if (context->model_config_is == FIELD_SET || context->model_socket_is == FIELD_SET ||
        context->providers_is != FIELD_SET)
        return false;
    for (size_t i = 0; i < context->providers.count; i++) {
        if (context->providers.items[i].has_key)
            return false;
        open += context->providers.items[i].header.size == 0;
    }
    return open > 1;
}

static void on_found(void *user, const struct executor_provider *provider, struct slice model, struct slice problem)
{
    struct builtin *builtin = user;
    builtin->find = NULL;
    if (builtin_is_stopped(builtin))
        return;
    if (!provider) {
        end(builtin, TASK_FAILED, SLICE("no_model"), problem, SLICE(""));
        return;
    }
    struct executor_provider found = *provider;
    found.model = model;
    found.model_is = FIELD_SET;
    struct get_execution_context_result chosen = *builtin->context;
    chosen.providers.items = &found;
    chosen.providers.count = 1;
    find_servers(builtin, &chosen);
}

static void find_service(struct builtin *builtin, const struct get_execution_context_result *context)
{
    struct agent_find *find = NULL;
    if (keep_context(builtin, context) < 0 ||
        agent_find(task_loop(builtin->own.task), builtin->context->providers.items, builtin->context->providers.count,
                   on_found, builtin, &find) < 0)
        end(builtin, TASK_FAILED, SLICE("agent_failed"), SLICE("out of memory"), SLICE(""));
    else if (find)
        builtin->find = find;
}

/* --- the context --- */

static int read_history(struct builtin *builtin, const struct get_execution_context_result *context)
{
    if (context->continues_is != FIELD_SET || !context->continues) {
        conversation_clear(builtin->conversation);
        conversation_init(builtin->conversation);
    }
    return history_read(builtin->conversation, context->messages.items, context->messages.count);
}

static void on_context(struct task *task, const struct reply *reply)
{
    struct builtin *builtin = task_agent(task);
    const struct get_execution_context_result *context = reply->result;
    char problem[256] = "";
    if (builtin_is_stopped(builtin))
        return;
    if (reply->status < 0) {
        (void)snprintf(problem, sizeof problem, "cannot get the context of the session: %.*s",
                       reply->message.size < 160 ? (int)reply->message.size : 160,
                       reply->message.data ? reply->message.data : "");
        end(builtin, TASK_FAILED, SLICE("no_context"), slice_of(problem), SLICE(""));
        return;
    }
    int r = read_history(builtin, context);
    if (r < 0) {
        (void)snprintf(problem, sizeof problem, "cannot read the earlier conversation: %s", strerror(-r));
        end(builtin, TASK_FAILED, SLICE("agent_failed"), slice_of(problem), SLICE(""));
    } else if (is_open_choice(context)) {
        find_service(builtin, context);
    } else {
        find_servers(builtin, context);
    }
}

/* If the session's last task ran here too, asks only for messages since then. */
static int ask_context(struct builtin *builtin, struct task *task)
{
    char before[TASK_ID_SIZE];
    struct get_execution_context_params params = {
        .history = true, .history_bytes = BUILTIN_HISTORY_MAX, .commands = true};
    struct slice arguments;
    params.command_is =
        expand_is_command(task_params(task)->prompt, &params.command, &arguments) ? FIELD_SET : FIELD_ABSENT;
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
    builtin->own.task = task;
    (void)uv_timer_init(task_loop(task), &builtin->timer);
    builtin->timer.data = builtin;
    task_set_agent(task, builtin);
    return 0;
}

/* --- adapter --- */

static void on_stopped(uv_timer_t *timer)
{
    end(timer->data, TASK_CANCELLED, SLICE(""), SLICE(""), SLICE(""));
}

static void kill_now(struct task *task)
{
    struct builtin *builtin = task_agent(task);
    if (!builtin || builtin->ended)
        return;
    if (builtin->own.agent)
        agent_stop(builtin->own.agent);
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
    if (builtin->own.agent)
        agent_pause(builtin->own.agent, paused);
}

const struct adapter builtin_adapter = {
    .name = "builtin",
    .check = builtin_check,
    .check_cancel = builtin_check_cancel,
    .start = start,
    .stop = stop,
    .kill = kill_now,
    .pause = pause_it,
};

/* --- keys --- */

/* Key requests of the built-in agent. */

static int ask_key(struct builtin *builtin);

static void on_time(uv_timer_t *timer)
{
    struct builtin *builtin = timer->data;
    if (ask_key(builtin) < 0)
        builtin->key_answered(builtin->own.agent, -ENOMEM, SLICE(""), SLICE("out of memory"));
}

/* Writes the daemon's reason, and what helps. */
static void explain(const struct builtin *builtin, const struct reply *reply, char text[static 512])
{
    const char *service = builtin->service;
    if (slice_is(reply->word, "key_not_found"))
        (void)snprintf(text, 512, "no API key configured for %s; add one: weir key set %s", service, service);
    else if (slice_is(reply->word, "key_refused"))
        (void)snprintf(
            text, 512,
            "the daemon refused the key for %s: %.*s; weir session update can change the session's providers", service,
            SLICE_ARG(reply->message));
    else if (slice_is(reply->word, "too_many_key_requests"))
        (void)snprintf(text, 512,
                       "too many key requests in this session (limit: keys.perMinute); raise keys.perMinute in the "
                       "configuration, or try again in a minute");
    else
        (void)snprintf(text, 512, "cannot get the key for %s: %.*s", service, SLICE_ARG(reply->message));
}

/* Returns the wait that the daemon demands. */
static int64_t wait_of(const struct reply *reply)
{
    yyjson_val *data = reply->value ? yyjson_obj_get((yyjson_val *)reply->value, "data") : NULL;
    const yyjson_val *wait = yyjson_obj_get(data, "retry_in_ms");
    int64_t ms = 0;
    if (!wait || json_integer(wait, &ms) < 0)
        return BUILTIN_KEY_AGAIN_MS;
    return ms < BUILTIN_KEY_AGAIN_LEAST_MS ? BUILTIN_KEY_AGAIN_LEAST_MS
           : ms < BUILTIN_KEY_MINUTE_MS    ? ms
                                           : BUILTIN_KEY_MINUTE_MS;
}

/* Reports the wait, so that the user knows why nothing happens. */
static void ask_again_later(struct builtin *builtin, const struct reply *reply)
{
    struct buf data = BUF_LIMITED(8 << 10);
    int64_t wait = wait_of(reply);
    buf_append_text(&data, "{\"code\":\"too_many_key_requests\",\"message\":");
    json_write_string(&data, reply->message);
    buf_append_text(&data, ",\"retry_in_ms\":");
    buf_append_signed(&data, wait);
    if (buf_append_char(&data, '}') == 0)
        (void)task_report(builtin->own.task, SLICE("error"), buf_slice(&data));
    buf_clear(&data);
    builtin->waited_ms += wait;
    (void)uv_timer_start(&builtin->timer, on_time, (uint64_t)wait, 0);
}

static void on_key(struct task *task, const struct reply *reply)
{
    struct builtin *builtin = task_agent(task);
    const struct get_api_key_result *result = reply->result;
    char text[512];
    if (reply->status == 0) {
        builtin->key_answered(builtin->own.agent, 0, result->api_key, SLICE(""));
        secret_clear_registers(); /* the agent has copied the key */
        return;
    }
    if (slice_is(reply->word, "too_many_key_requests") && builtin->waited_ms < BUILTIN_KEY_WAIT_MAX_MS) {
        ask_again_later(builtin, reply);
        return;
    }
    explain(builtin, reply, text);
    builtin->key_answered(builtin->own.agent, reply->status, SLICE(""), slice_of(text));
}

static int ask_key(struct builtin *builtin)
{
    return task_ask(builtin->own.task, &get_api_key_method,
                    &(struct get_api_key_params){.service = slice_of(builtin->service)}, on_key);
}

int builtin_get_key(void *host, struct slice service, agent_key_fn answered)
{
    struct builtin *builtin = host;
    free(builtin->service);
    builtin->service = strndup(service.data, service.size);
    builtin->key_answered = answered;
    builtin->waited_ms = 0;
    return builtin->service ? ask_key(builtin) : -ENOMEM;
}

/* --- whether it is usable --- */

/* Whether the built-in agent has a usable model: one with a key, or a running provider that needs none. */

static void on_check_found(void *user, const struct executor_provider *provider, struct slice model,
                           struct slice problem)
{
    struct agent_check *check = user;
    struct slice text = provider ? model : problem;
    check->state = NULL;
    (void)snprintf(check->text, sizeof check->text, "%.*s", SLICE_ARG(text));
    if (provider) {
        check->found.usable = true;
        check->found.service = provider->service;
        check->found.service_is = FIELD_SET;
        if (model.size > 0 && model.size < sizeof check->text) {
            check->found.model = slice_of(check->text);
            check->found.model_is = FIELD_SET;
        }
    } else {
        check->found.reason = slice_of(check->text);
        check->found.reason_is = FIELD_SET;
    }
    check->done(check);
}

void builtin_check(struct agent_check *check)
{
    struct agent_find *find = NULL;
    if (agent_find(check->loop, check->providers, check->provider_count, on_check_found, check, &find) < 0)
        on_check_found(check, NULL, SLICE(""), SLICE("out of memory"));
    else if (find) /* otherwise the check has ended, and another one may have started in its memory */
        check->state = find;
}

void builtin_check_cancel(struct agent_check *check)
{
    agent_find_cancel(take_pointer(check->state));
}
