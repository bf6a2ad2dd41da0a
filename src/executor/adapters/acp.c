#include "executor/adapters/acp.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "executor/adapters/catalog.h"
#include "executor/adapters/prompt.h"
#include "executor/relay.h"
#include "json/read.h"
#include "json/write.h"

enum { SETTINGS_MAX = 1 << 20 };

/* --- lines to the agent --- */

struct buf *acp_begin(struct acp *acp)
{
    struct buf *line = hosted_begin_line(&acp->hosted);
    (void)buf_append_text(line, "{\"jsonrpc\":\"2.0\",");
    return line;
}

void acp_send(struct acp *acp)
{
    hosted_send_line(&acp->hosted);
}

void acp_answer(struct acp *acp, struct slice id, struct slice result)
{
    struct buf *line = acp_begin(acp);
    (void)buf_append_text(line, "\"id\":");
    (void)buf_append_slice(line, id);
    (void)buf_append_text(line, ",\"result\":");
    (void)buf_append_slice(line, result);
    (void)buf_append_char(line, '}');
    acp_send(acp);
}

void acp_answer_error(struct acp *acp, struct slice id, int code, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct buf *line = acp_begin(acp);
    (void)buf_append_text(line, "\"id\":");
    (void)buf_append_slice(line, id);
    (void)buf_printf(line, ",\"error\":{\"code\":%d,\"message\":", code);
    (void)json_write_string(line, slice_of(text));
    (void)buf_append_text(line, "}}");
    acp_send(acp);
}

/* --- lines from the agent --- */

static void on_line(struct hosted *hosted, struct slice line)
{
    struct acp *acp = (struct acp *)hosted;
    struct acp_message message;
    char problem[ACP_PROBLEM_SIZE] = "";
    int r = acp_read(&hosted->arena, line, &message, problem);
    if (r < 0)
        hosted_complain(hosted, line, problem);
    else if (message.kind == ACP_REQUEST)
        acp_take_request(acp, &message);
    else if (message.kind != ACP_NOTIFICATION)
        acp_take_answer(acp, &message);
    else if (slice_is(message.method, "session/update"))
        acp_take_update(acp, message.params);
}

static void free_acp(struct hosted *hosted)
{
    struct acp *acp = (struct acp *)hosted;
    acp_requests_clear(acp);
    acp_calls_clear(acp);
    buf_clear(&acp->settings);
    buf_clear(&acp->earlier);
    buf_clear(&acp->activity);
    hosted_clear(hosted);
    free(acp);
}

static bool close_acp(struct hosted *hosted)
{
    return acp_terminals_close((struct acp *)hosted);
}

static const struct hosted_protocol protocol = {
    .line = on_line, .free = free_acp, .close = close_acp, .way_out_ms = 1000};

/* --- adapter --- */

/* If the daemon did not answer, the agent gets the prompt alone. */
static void on_context(struct task *task, const struct reply *reply)
{
    struct acp *acp = task_agent(task);
    const struct get_execution_context_result *context = reply->status == 0 ? reply->result : NULL;
    if (acp->hosted.is_over)
        return;
    acp->knows_context = true;
    if (context)
        (void)prompt_write_earlier(&acp->earlier, context->messages.items, context->messages.count);
    if (context)
        prompt_write_activity(&acp->activity, context, task_params(task));
    if (context && context->model_config_is == FIELD_SET && context->model_config.model.size < sizeof acp->model)
        (void)snprintf(acp->model, sizeof acp->model, "%.*s", SLICE_ARG(context->model_config.model));
    acp_open_session(acp);
}

static int start(struct task *task, char problem[static 256])
{
    struct acp *acp = calloc(1, sizeof *acp);
    if (!acp) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    acp->hosted.protocol = &protocol;
    acp->settings = (struct buf)BUF_LIMITED(SETTINGS_MAX);
    acp->earlier = (struct buf)BUF_LIMITED((size_t)2 * PROMPT_EARLIER_MAX);
    acp->activity = (struct buf)BUF_LIMITED(PROMPT_ACTIVITY_MAX);
    usage_init(&acp->usage);
    list_init(&acp->calls);
    list_init(&acp->requests);
    list_init(&acp->terminals);
    list_init(&acp->grants);
    int r = hosted_start(&acp->hosted, task, task_launch(task), problem);
    if (r < 0) {
        free(acp);
        return r;
    }
    acp_send_initialize(acp);
    hosted_ask_context(&acp->hosted, true, on_context);
    return 0;
}

/* The agent answers the prompt with `cancelled`; weir answers its open requests in the same way. */
static void stop(struct task *task, struct slice reason)
{
    struct acp *acp = task_agent(task);
    (void)reason;
    if (!hosted_begin_stop(&acp->hosted))
        return;
    acp_send_cancel(acp);
    acp_requests_cancel(acp);
    hosted_await_stop(&acp->hosted);
}

const struct adapter acp_adapter = {
    .name = "acp",
    .is_program = true,
    .takes_servers = true,
    .check = hosted_check,
    .start = start,
    .stop = stop,
    .kill = hosted_kill,
    .pause = hosted_pause,
};

/* --- session --- */

/* Requests to the agent: opens a session, and sends the prompt. */

enum { VERSION = 1, LOGIN_WANTED = -32000, SETTINGS_KEPT = 64 << 10 };

/* Begins the params of a request; end_request() sends it. */
static struct buf *begin_request(struct acp *acp, enum acp_asked asked, const char *method)
{
    acp->asked = asked;
    acp->awaits = true;
    struct buf *line = acp_begin(acp);
    (void)buf_printf(line, "\"id\":%lld,\"method\":\"%s\",\"params\":{", (long long)++acp->asked_id, method);
    return line;
}

static void end_request(struct acp *acp)
{
    (void)buf_append_text(&acp->hosted.line, "}}");
    acp_send(acp);
}

static void write_text(struct buf *line, const char *name, struct slice text)
{
    (void)buf_printf(line, "%s\"%s\":", line->data && line->data[line->size - 1] != '{' ? "," : "", name);
    (void)json_write_string(line, text);
}

void acp_send_initialize(struct acp *acp)
{
    struct buf *line = begin_request(acp, ACP_ASKED_INITIALIZE, "initialize");
    (void)buf_printf(
        line,
        "\"protocolVersion\":%d,\"clientCapabilities\":{\"fs\":{\"readTextFile\":true,\"writeTextFile\":"
        "true},\"terminal\":true},\"clientInfo\":{\"name\":\"weir\",\"title\":\"weir\",\"version\":\"%s\"}",
        VERSION, WEIR_VERSION);
    end_request(acp);
}

static void write_servers(struct buf *line, const struct relay *relay)
{
    (void)buf_append_text(line, ",\"mcpServers\":[");
    for (size_t i = 0; i < relay_count(relay); i++) {
        (void)buf_append_text(line, i > 0 ? ",{\"name\":" : "{\"name\":");
        (void)json_write_string(line, relay_name(relay, i));
        (void)buf_append_char(line, ',');
        (void)relay_write_command(relay, i, line);
        (void)buf_append_text(line, ",\"env\":[]}");
    }
    (void)buf_append_char(line, ']');
}

static void ask_session(struct acp *acp, struct slice remembered)
{
    struct buf *line = remembered.size > 0 ? begin_request(acp, ACP_ASKED_LOAD, "session/load")
                                           : begin_request(acp, ACP_ASKED_NEW, "session/new");
    if (remembered.size > 0)
        write_text(line, "sessionId", remembered);
    write_text(line, "cwd", task_params(acp->hosted.task)->cwd);
    write_servers(line, task_relay(acp->hosted.task));
    end_request(acp);
}

void acp_open_session(struct acp *acp)
{
    struct slice remembered = task_remembered(acp->hosted.task);
    if (!acp->is_open || !acp->knows_context || acp->hosted.is_over)
        return;
    if (!acp->can_load || remembered.size > ACP_ID_MAX)
        remembered = (struct slice){0};
    if (remembered.size > 0)
        (void)snprintf(acp->session, sizeof acp->session, "%.*s", SLICE_ARG(remembered));
    /* The session can be loaded again only if this task finishes. */
    ask_session(acp, remembered);
    task_remember(acp->hosted.task, (struct slice){0});
}

void acp_send_cancel(struct acp *acp)
{
    struct buf *line = acp_begin(acp);
    (void)buf_append_text(line, "\"method\":\"session/cancel\",\"params\":{");
    write_text(line, "sessionId", slice_of(acp->session));
    end_request(acp);
}

/* --- session and prompt --- */

static void take_login(struct acp *acp, yyjson_val *methods)
{
    size_t index, count, used = 0;
    yyjson_val *method;
    if (!yyjson_is_arr(methods))
        return;
    yyjson_arr_foreach(methods, index, count, method)
    {
        struct slice name = acp_text(method, "name");
        if (name.size > 0 && used + name.size + 3 < sizeof acp->login)
            used += (size_t)snprintf(acp->login + used, sizeof acp->login - used, "%s%.*s", used > 0 ? ", " : "",
                                     SLICE_ARG(name));
    }
}

static void take_initialized(struct acp *acp, yyjson_val *result)
{
    int64_t version = acp_count(result, "protocolVersion", -1);
    char why[160];
    if (version != VERSION) {
        (void)snprintf(why, sizeof why,
                       "the agent supports version %lld of the Agent Client Protocol, weir supports version %d; use "
                       "another version of the agent",
                       (long long)version, VERSION);
        hosted_decide(&acp->hosted, TASK_FAILED, "AGENT_PROTOCOL", slice_of(why));
        return;
    }
    acp->is_open = true;
    acp->can_load = yyjson_is_true(acp_member(acp_member(result, "agentCapabilities"), "loadSession"));
    yyjson_val *takes = acp_member(acp_member(result, "agentCapabilities"), "promptCapabilities");
    acp->takes.picture = yyjson_is_true(acp_member(takes, "image"));
    acp->takes.embedded = yyjson_is_true(acp_member(takes, "embeddedContext"));
    take_login(acp, acp_member(result, "authMethods"));
    acp_open_session(acp);
}

static void send_prompt(struct acp *acp)
{
    char problem[ATTACHMENT_PROBLEM_SIZE];
    struct buf text = BUF_LIMITED(PROGRAM_LINE_MAX);
    if (!acp->loaded && !slash_is_command(task_params(acp->hosted.task)->prompt))
        (void)buf_append_slice(&text, buf_slice(&acp->earlier));
    (void)buf_append_slice(&text, buf_slice(&acp->activity));
    (void)buf_append_slice(&text, task_params(acp->hosted.task)->prompt);
    struct buf *line = begin_request(acp, ACP_ASKED_PROMPT, "session/prompt");
    write_text(line, "sessionId", slice_of(acp->session));
    (void)buf_append_text(line, ",\"prompt\":[{\"type\":\"text\",\"text\":");
    (void)json_write_string(line, buf_slice(&text));
    (void)buf_append_char(line, '}');
    if (text.error)
        line->error = text.error;
    buf_clear(&text);
    if (prompt_write_attached_acp(line, task_params(acp->hosted.task), &acp->takes, problem) < 0) {
        acp->awaits = false;
        hosted_decide(&acp->hosted, TASK_FAILED, "attachment_failed", slice_of(problem));
        return;
    }
    (void)buf_append_char(line, ']');
    acp->hosted.prompted = true;
    reporter_begin_message(&acp->hosted.reporter, (struct slice){0}, (struct slice){0});
    end_request(acp);
}

/* Whether an item of the list has this value in the member. */
static bool offers(yyjson_val *list, const char *member, struct slice wanted)
{
    size_t index, count;
    yyjson_val *item;
    if (!yyjson_is_arr(list))
        return false;
    yyjson_arr_foreach(list, index, count, item)
    {
        if (slice_equal(acp_text(item, member), wanted))
            return true;
    }
    return false;
}

/* Writes the most similar name as a question, or an empty string. */
static void suggest_model(const struct offer *offer, const char *wanted, char ret[static 80])
{
    char name[OFFER_NAME_MAX + 1];
    struct suggestion suggestion = {.word = wanted};
    ret[0] = '\0';
    for (size_t i = 0; i < offer->count; i++) {
        const char *before = suggestion.best;
        (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(offer->models[i].name));
        suggest_consider(&suggestion, name);
        if (suggestion.best != before)
            (void)snprintf(ret, 80, "; did you mean %.60s?", name);
    }
}

static void ask_for_model(struct acp *acp, const struct offer *offer)
{
    bool is_option = offer->option.size > 0;
    struct buf *line =
        begin_request(acp, ACP_ASKED_MODEL, is_option ? "session/set_config_option" : "session/set_model");
    write_text(line, "sessionId", slice_of(acp->session));
    if (is_option)
        write_text(line, "configId", offer->option);
    write_text(line, is_option ? "value" : "modelId", slice_of(acp->model));
    end_request(acp);
}

static void use_model(struct acp *acp, const struct offer *offer)
{
    char text[400], nearest[80];
    if (acp->model[0] == '\0') {
        send_prompt(acp);
    } else if (offer_has(offer, slice_of(acp->model))) {
        ask_for_model(acp, offer);
    } else if (strchr(acp->model, '/') && offer->count > 0) {
        /* The name includes the provider: a model of another provider must not get the prompt. */
        suggest_model(offer, acp->model, nearest);
        (void)snprintf(text, sizeof text, "the agent does not offer the session's model %.200s%s", acp->model, nearest);
        hosted_decide(&acp->hosted, TASK_FAILED, "MODEL_UNKNOWN", slice_of(text));
    } else {
        (void)snprintf(text, sizeof text,
                       "the agent does not offer the session's model %.200s, using the agent's default", acp->model);
        (void)task_report_error(acp->hosted.task, SLICE("AGENT_SETTING"), slice_of(text));
        send_prompt(acp);
    }
}

static void set_model(struct acp *acp, yyjson_val *settings)
{
    struct offer offer = {.models = calloc(OFFER_MAX, sizeof *offer.models)};
    if (offer.models)
        offer_read(settings, &offer);
    use_model(acp, &offer);
    free(offer.models);
}

/* Many agents have their own plan mode; weir refuses everything but reading in any case. */
static void set_mode(struct acp *acp, yyjson_val *settings)
{
    yyjson_val *modes = acp_member(acp_member(settings, "modes"), "availableModes");
    bool plans = task_params(acp->hosted.task)->permission_mode == SESSION_PERMISSION_MODE_PLAN;
    if (!plans || !offers(modes, "id", SLICE("plan"))) {
        set_model(acp, settings);
        return;
    }
    struct buf *line = begin_request(acp, ACP_ASKED_MODE, "session/set_mode");
    write_text(line, "sessionId", slice_of(acp->session));
    write_text(line, "modeId", SLICE("plan"));
    end_request(acp);
}

static void take_session(struct acp *acp, yyjson_val *result)
{
    struct slice session = acp_text(result, "sessionId");
    acp->loaded = acp->asked == ACP_ASKED_LOAD;
    if (!acp->loaded && (session.size == 0 || session.size > ACP_ID_MAX)) {
        hosted_decide(&acp->hosted, TASK_FAILED, "AGENT_PROTOCOL",
                      SLICE("the agent opened a session without a valid id"));
        return;
    }
    if (!acp->loaded)
        (void)snprintf(acp->session, sizeof acp->session, "%.*s", SLICE_ARG(session));
    hosted_is_ready(&acp->hosted);
    if (result)
        (void)json_write_value(&acp->settings, result);
    hosted_report_models(&acp->hosted, result);
    set_mode(acp, result);
}

/* Keeps the result of session/new until the mode is set. */
static void go_on_to_model(struct acp *acp)
{
    yyjson_val *settings = NULL;
    struct json_error error;
    if (acp->settings.size > 0 && !acp->settings.error)
        (void)json_read(&acp->hosted.arena, buf_slice(&acp->settings), &settings, &error);
    set_model(acp, settings);
}

/* --- end --- */

static void take_end(struct acp *acp, yyjson_val *result)
{
    static const struct {
        const char *reason, *code, *why;
    } ends[] = {
        {"max_tokens", "MAX_TOKENS", "the response reached the model's output limit; the text so far is kept"},
        {"max_turn_requests", "MAX_TURNS", "the agent reached its limit of model requests per prompt"},
        {"refusal", "REFUSED", "the agent refused to continue with this prompt"},
    };
    struct hosted *hosted = &acp->hosted;
    struct slice reason = acp_text(result, "stopReason");
    acp_calls_end(acp);
    if (usage_take_answer(&acp->usage, result))
        hosted_report_usage(&acp->hosted, &acp->usage);
    if (acp->can_load)
        task_remember(hosted->task, slice_of(acp->session));
    reporter_end_message(&hosted->reporter, hosted->stopped   ? SLICE("cancelled")
                                            : reason.size > 0 ? reason
                                                              : SLICE("end_turn"));
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (slice_is(reason, ends[i].reason))
            hosted_decide(hosted, TASK_FAILED, ends[i].code, slice_of(ends[i].why));
    /* Some agents report another reason after a cancellation. */
    bool cancelled = hosted->stopped || slice_is(reason, "cancelled");
    hosted_decide(hosted, cancelled ? TASK_CANCELLED : TASK_COMPLETED, "", SLICE(""));
}

static void fail(struct acp *acp, const struct acp_message *message)
{
    struct buf why = BUF_LIMITED(32 << 10);
    struct slice details = acp_text(message->data, "details");
    if (message->code == LOGIN_WANTED)
        (void)buf_printf(&why,
                         "the agent needs a login; log in once with its program in a terminal%s%s%s, or set the "
                         "variables that it needs in the configuration (agents.NAME.env); the agent reports: ",
                         acp->login[0] ? " (" : "", acp->login, acp->login[0] ? ")" : "");
    (void)buf_printf(&why, "%.*s",
                     SLICE_ARG(message->problem.size > 0 ? message->problem : SLICE("an error without a message")));
    if (details.size > 0)
        (void)buf_printf(&why, ": %.*s", SLICE_ARG(details));
    acp_calls_end(acp);
    hosted_decide(&acp->hosted, TASK_FAILED, message->code == LOGIN_WANTED ? "LOGIN_WANTED" : "AGENT_ERROR",
                  buf_slice(&why));
    buf_clear(&why);
}

static void take_failure(struct acp *acp, const struct acp_message *message)
{
    if (acp->asked == ACP_ASKED_LOAD) {
        ask_session(acp, (struct slice){0});
    } else if (acp->asked == ACP_ASKED_MODE || acp->asked == ACP_ASKED_MODEL) {
        (void)task_report_error(acp->hosted.task, SLICE("AGENT_SETTING"), message->problem);
        if (acp->asked == ACP_ASKED_MODE)
            go_on_to_model(acp);
        else
            send_prompt(acp);
    } else {
        fail(acp, message);
    }
}

void acp_take_answer(struct acp *acp, const struct acp_message *message)
{
    if (!acp->awaits || message->answered != acp->asked_id) {
        hosted_complain(&acp->hosted, SLICE("an answer"), "a response to an unknown request");
        return;
    }
    acp->awaits = false;
    if (message->kind == ACP_ERROR) {
        take_failure(acp, message);
        return;
    }
    switch (acp->asked) {
    case ACP_ASKED_INITIALIZE:
        take_initialized(acp, message->params);
        break;
    case ACP_ASKED_LOAD:
    case ACP_ASKED_NEW:
        take_session(acp, message->params);
        break;
    case ACP_ASKED_MODE:
        go_on_to_model(acp);
        break;
    case ACP_ASKED_MODEL:
        send_prompt(acp);
        break;
    case ACP_ASKED_PROMPT:
        take_end(acp, message->params);
        break;
    }
}
