#include "executor/adapters/claude_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wildcard.h"
#include "executor/adapters/catalog.h"
#include "executor/adapters/prompt.h"
#include "executor/relay.h"
#include "json/write.h"

enum {
    LINE_KEPT = 64 << 10,
    ARGUMENTS = 16, /* arguments of this adapter */
    TOOLS_MAX = 16 << 10,
    SERVERS_MAX = 100 << 10,      /* an argument has at most 128 KiB */
    HOOK_SECONDS = 7 * 24 * 3600, /* time limit of a hook: weir has its own limit for decisions */
};

static struct claude *claude_of(struct hosted *hosted)
{
    return (struct claude *)hosted;
}

/* --- messages to the agent --- */

static void send_initialize(struct claude *claude)
{
    (void)buf_printf(hosted_begin_line(&claude->hosted),
                     "{\"type\":\"control_request\",\"request_id\":\"weir-initialize\",\"request\":{\"subtype\":"
                     "\"initialize\",\"hooks\":{\"PreToolUse\":[{\"matcher\":null,\"hookCallbackIds\":[\"weir\"],"
                     "\"timeout\":%d}]}}}",
                     HOOK_SECONDS);
    hosted_send_line(&claude->hosted);
}

static void send_model(struct claude *claude, struct slice model)
{
    static const struct slice service = SLICE_INIT("anthropic/");
    if (slice_starts_with(model, service))
        model = (struct slice){model.data + service.size, model.size - service.size};
    struct buf *line = hosted_begin_line(&claude->hosted);
    (void)buf_append_text(line, "{\"type\":\"control_request\",\"request_id\":\"weir-model\",\"request\":{\"subtype\":"
                                "\"set_model\",\"model\":");
    (void)json_write_string(line, model);
    (void)buf_append_text(line, "}}");
    hosted_send_line(&claude->hosted);
}

static void send_prompt(struct claude *claude, const struct get_execution_context_result *context)
{
    struct buf text = BUF_LIMITED(PROGRAM_LINE_MAX);
    if (context && !claude->resumed && !slash_is_command(task_params(claude->hosted.task)->prompt))
        (void)prompt_write_earlier(&text, context->messages.items, context->messages.count);
    if (context)
        prompt_write_activity(&text, context, task_params(claude->hosted.task));
    (void)buf_append_slice(&text, task_params(claude->hosted.task)->prompt);
    char problem[ATTACHMENT_PROBLEM_SIZE];
    struct buf *line = hosted_begin_line(&claude->hosted);
    (void)buf_append_text(line, "{\"type\":\"user\",\"session_id\":\"\",\"parent_tool_use_id\":null,\"message\":{"
                                "\"role\":\"user\",\"content\":[");
    if (prompt_write_attached_claude(line, task_params(claude->hosted.task), problem) < 0) {
        buf_clear(&text);
        hosted_decide(&claude->hosted, TASK_FAILED, "attachment_failed", slice_of(problem));
        return;
    }
    (void)buf_append_text(line, "{\"type\":\"text\",\"text\":");
    (void)json_write_string(line, buf_slice(&text));
    (void)buf_append_text(line, "}]}}");
    if (text.error)
        line->error = text.error;
    buf_clear(&text);
    hosted_send_line(&claude->hosted);
}

/* If the daemon did not answer, the agent gets the prompt alone. */
static void on_context(struct task *task, const struct reply *reply)
{
    struct claude *claude = task_agent(task);
    const struct get_execution_context_result *context = reply->status == 0 ? reply->result : NULL;
    if (claude->hosted.is_over || claude->hosted.stopped)
        return;
    if (context && context->model_config_is == FIELD_SET && context->model_config.model.size > 0)
        send_model(claude, context->model_config.model);
    claude->hosted.prompted = true;
    send_prompt(claude, context);
}

/* --- messages from the agent --- */

/* Answers an unknown request with an error, because the agent waits for a response. */
static void refuse_request(struct claude *claude, const struct stream_json *message)
{
    struct buf *line = hosted_begin_line(&claude->hosted);
    (void)buf_append_text(line, "{\"type\":\"control_response\",\"response\":{\"subtype\":\"error\",\"request_id\":");
    (void)json_write_string(line, message->request_id);
    (void)buf_append_text(line, ",\"error\":\"unknown request\"}}");
    hosted_send_line(&claude->hosted);
}

static void take_response(struct claude *claude, const struct stream_json *message)
{
    char text[400];
    if (!message->is_error && slice_is(message->request_id, "weir-initialize"))
        hosted_report_models(&claude->hosted, message->response);
    if (message->commands && !message->is_error && slice_is(message->request_id, "weir-initialize")) {
        claude->knows_commands = true;
        hosted_report_commands(&claude->hosted, message->commands);
    }
    if (!message->is_error)
        return;
    if (slice_is(message->request_id, "weir-initialize"))
        (void)snprintf(text, sizeof text,
                       "this version of the agent asks for permission only when it would ask a person, not before "
                       "every tool: %.200s",
                       message->problem.data ? message->problem.data : "");
    else if (slice_is(message->request_id, "weir-model"))
        (void)snprintf(text, sizeof text, "the agent rejected the session's model: %.200s",
                       message->problem.data ? message->problem.data : "");
    else
        return;
    (void)task_report_error(claude->hosted.task, SLICE("AGENT_SETTING"), slice_of(text));
}

static void fail(struct claude *claude, struct slice problem)
{
    struct buf why = BUF_LIMITED(64 << 10);
    (void)buf_append_slice(&why, problem.size < 60 << 10 ? problem : SLICE("an error message longer than 60 KiB"));
    if (problem.size > 0 && memmem(problem.data, problem.size, "/login", 6))
        (void)buf_append_text(&why, "; log in once with this program in a terminal, or set its variables in the "
                                    "configuration (agents.NAME.env)");
    hosted_decide(&claude->hosted, TASK_FAILED, "AGENT_ERROR", buf_slice(&why));
    buf_clear(&why);
}

/* The id becomes a command-line argument of the next task: it must not check like an option. */
static bool is_session_id(struct slice id)
{
    static const char plain[] = "0123456789abcdefABCDEF-";
    for (size_t i = 0; i < id.size; i++)
        if (!memchr(plain, id.data[i], sizeof plain - 1))
            return false;
    return id.size > 0 && id.data[0] != '-';
}

static void take_result(struct claude *claude, const struct stream_json *message)
{
    struct hosted *hosted = &claude->hosted;
    claude_tell_end(claude, message);
    claude_calls_end(claude);
    task_remember(hosted->task, is_session_id(message->session_id) ? message->session_id : SLICE(""));
    if (message->is_error) {
        fail(claude, message->problem);
        return;
    }
    if (message->text.size > 0) {
        buf_reset(&hosted->reporter.answer, LINE_KEPT);
        (void)buf_append_slice(&hosted->reporter.answer, message->text);
    }
    hosted_decide(hosted, TASK_COMPLETED, "", SLICE(""));
}

static void on_line(struct hosted *hosted, struct slice line)
{
    struct claude *claude = claude_of(hosted);
    struct stream_json message;
    char problem[STREAM_JSON_PROBLEM_SIZE] = "";
    int r = stream_json_read(&hosted->arena, line, &message, problem);
    if (r < 0) {
        hosted_complain(hosted, line, problem);
        return;
    }
    hosted_is_ready(hosted);
    switch (message.type) {
    case STREAM_JSON_RESULT:
        take_result(claude, &message);
        break;
    case STREAM_JSON_MAY_USE:
    case STREAM_JSON_HOOK:
        claude_ask(claude, &message);
        break;
    case STREAM_JSON_REQUEST:
        refuse_request(claude, &message);
        break;
    case STREAM_JSON_CANCEL:
        claude_unask(claude, message.request_id);
        break;
    case STREAM_JSON_RESPONSE:
        take_response(claude, &message);
        break;
    case STREAM_JSON_RATE_LIMIT:
        if (usage_take_rate_limit(&claude->usage, message.rate_limit))
            hosted_report_usage(hosted, &claude->usage);
        break;
    case STREAM_JSON_INIT:
        if (!claude->knows_commands) /* a list of names without descriptions */
            hosted_report_commands(hosted, message.commands);
        break;
    default:
        claude_tell(claude, &message);
        break;
    }
}

static void free_claude(struct hosted *hosted)
{
    struct claude *claude = claude_of(hosted);
    claude_calls_clear(claude);
    buf_clear(&claude->text);
    buf_clear(&claude->signature);
    hosted_clear(hosted);
    free(claude);
}

static const struct hosted_protocol protocol = {.line = on_line, .free = free_claude, .way_out_ms = 3000};

/* --- start --- */

static const char *const usual_tools[] = {"Read", "Write", "Edit", "Bash", "Grep", "Glob"};
enum { USUAL_TOOLS = sizeof usual_tools / sizeof *usual_tools };

static bool lists(const struct execute_prompt_params *params, const char *tool)
{
    bool listed = params->tools_is != FIELD_SET;
    for (size_t i = 0; i < params->tools.count && !listed; i++)
        listed = wildcard_fits(params->tools.items[i], slice_of(tool));
    return listed;
}

/* Whether the name is a literal tool name that is not one of weir's. */
static bool is_other(struct slice name)
{
    for (size_t i = 0; i < USUAL_TOOLS; i++)
        if (slice_is(name, usual_tools[i]))
            return false;
    return !memchr(name.data, '*', name.size);
}

/* Its tools have the same names as weir's; tools that are not listed are not offered to the model. It has no wildcards:
 * a pattern is replaced by weir's tools that match it, and "*" by all of its own. */
static void write_tools(struct buf *out, const struct execute_prompt_params *params)
{
    for (size_t i = 0; i < params->tools.count; i++)
        if (slice_is(params->tools.items[i], "*")) {
            (void)buf_append_text(out, "default");
            (void)buf_terminate(out);
            return;
        }
    for (size_t i = 0; i < USUAL_TOOLS; i++)
        if (lists(params, usual_tools[i]))
            (void)buf_printf(out, "%s%s", out->size > 0 ? "," : "", usual_tools[i]);
    for (size_t i = 0; i < params->tools.count; i++)
        if (is_other(params->tools.items[i]))
            (void)buf_printf(out, "%s%.*s", out->size > 0 ? "," : "", SLICE_ARG(params->tools.items[i]));
    (void)buf_terminate(out);
}

struct command {
    struct slice items[256 + ARGUMENTS];
    size_t count;
    struct executor_launch_env_pair env[257];
};

static void add(struct command *command, struct slice argument)
{
    command->items[command->count++] = argument;
}

/* Its own servers stay: without --strict-mcp-config these are added to them. */
static void write_servers(struct buf *out, const struct relay *relay)
{
    (void)buf_append_text(out, "{\"mcpServers\":{");
    for (size_t i = 0; i < relay_count(relay); i++) {
        (void)buf_append_text(out, i > 0 ? "," : "");
        (void)json_write_string(out, relay_name(relay, i));
        (void)buf_append_text(out, ":{\"type\":\"stdio\",");
        (void)relay_write_command(relay, i, out);
        (void)buf_append_text(out, ",\"env\":{}}");
    }
    (void)buf_append_text(out, "}}");
    (void)buf_terminate(out);
}

/* `tools` and `servers` are terminated by NUL. */
static void make_command(struct command *command, const struct task *task, const struct buf *tools,
                         const struct buf *servers, struct slice resume)
{
    static const char *const fixed[] = {"-p",
                                        "--output-format",
                                        "stream-json",
                                        "--verbose",
                                        "--input-format",
                                        "stream-json",
                                        "--include-partial-messages",
                                        "--permission-prompt-tool",
                                        "stdio"};
    const struct executor_launch *launch = task_launch(task);
    for (size_t i = 0; i < launch->command.count && i < 256; i++)
        add(command, launch->command.items[i]);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add(command, slice_of(fixed[i]));
    if (task_params(task)->permission_mode == SESSION_PERMISSION_MODE_PLAN) {
        add(command, SLICE("--permission-mode"));
        add(command, SLICE("plan"));
    }
    if (!tools->error) {
        add(command, SLICE("--tools"));
        add(command, slice_of(tools->data));
    }
    if (relay_count(task_relay(task)) > 0 && !servers->error) {
        add(command, SLICE("--mcp-config"));
        add(command, slice_of(servers->data));
    }
    if (resume.size > 0) {
        add(command, SLICE("--resume"));
        add(command, resume);
    }
}

/* It would try to update itself, which the sandbox refuses. */
static void make_environment(struct command *command, struct executor_launch *launch)
{
    size_t count = launch->env_is == FIELD_SET ? launch->env.count : 0;
    if (count > 256)
        return;
    command->env[0] = (struct executor_launch_env_pair){SLICE("DISABLE_AUTOUPDATER"), SLICE("1")};
    for (size_t i = 0; i < count; i++)
        command->env[i + 1] = launch->env.items[i];
    launch->env.items = command->env;
    launch->env.count = count + 1;
    launch->env_is = FIELD_SET;
}

static int start_program(struct claude *claude, struct task *task, char problem[static 256])
{
    struct command command = {0};
    struct buf tools = BUF_LIMITED(TOOLS_MAX), servers = BUF_LIMITED(SERVERS_MAX);
    struct executor_launch launch = *task_launch(task);
    struct slice resume = task_remembered(task);
    write_tools(&tools, task_params(task));
    write_servers(&servers, task_relay(task));
    make_command(&command, task, &tools, &servers, resume);
    make_environment(&command, &launch);
    launch.command.items = command.items;
    launch.command.count = command.count;
    claude->resumed = resume.size > 0;
    int r = hosted_start(&claude->hosted, task, &launch, problem);
    buf_clear(&tools);
    buf_clear(&servers);
    return r;
}

static int start(struct task *task, char problem[static 256])
{
    struct claude *claude = calloc(1, sizeof *claude);
    if (!claude) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    claude->hosted.protocol = &protocol;
    usage_init(&claude->usage);
    claude->text = (struct buf)BUF_LIMITED(CLAUDE_INPUT_MAX);
    claude->signature = (struct buf)BUF_LIMITED(1 << 20);
    list_init(&claude->calls);
    list_init(&claude->requests);
    int r = start_program(claude, task, problem);
    if (r < 0) {
        free(claude);
        return r;
    }
    /* The conversation in its own files can be resumed only if this task finishes. */
    task_remember(task, (struct slice){0});
    send_initialize(claude);
    hosted_ask_context(&claude->hosted, !claude->resumed, on_context);
    return 0;
}

/* It answers with the result so far, and ends. */
static void stop(struct task *task, struct slice reason)
{
    struct claude *claude = task_agent(task);
    (void)reason;
    if (!hosted_begin_stop(&claude->hosted))
        return;
    (void)buf_append_text(hosted_begin_line(&claude->hosted),
                          "{\"type\":\"control_request\",\"request_id\":\"weir-interrupt\","
                          "\"request\":{\"subtype\":\"interrupt\"}}");
    hosted_send_line(&claude->hosted);
    hosted_await_stop(&claude->hosted);
}

const struct adapter claude_code_adapter = {
    .name = "claude-code",
    .is_program = true,
    .takes_servers = true,
    .check = hosted_check,
    .start = start,
    .stop = stop,
    .kill = hosted_kill,
    .pause = hosted_pause,
};
