#include "mcp/session.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

#include "json/read.h"
#include "json/write.h"

enum { TEXT_LIMIT = 1 << 20, KEEP = 4 << 10 };

/* --- actions --- */

/* Texts of the last event's actions are dropped as soon as all of them are taken. */
static void begin_event(struct mcp_session *session)
{
    if (session->action_count == 0)
        buf_reset(&session->text, KEEP);
}

/* The text of the action begins at `start` of session->text. Each event makes at most three actions, and the caller
 * takes them after each; if it did not, the oldest are lost rather than the newest. */
static void add_action(struct mcp_session *session, enum mcp_action_kind kind, size_t start)
{
    size_t size = session->text.size - start;
    (void)buf_append_char(&session->text, '\0');
    if (session->action_count == MCP_ACTIONS_MAX) {
        session->action_first = (session->action_first + 1) % MCP_ACTIONS_MAX;
        session->action_count--;
    }
    size_t at = (session->action_first + session->action_count++) % MCP_ACTIONS_MAX;
    session->actions[at].kind = kind;
    session->actions[at].start = start;
    session->actions[at].size = size;
}

static void add(struct mcp_session *session, enum mcp_action_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct mcp_session *session, enum mcp_action_kind kind, const char *format, ...)
{
    size_t start = session->text.size;
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&session->text, format, arguments);
    va_end(arguments);
    add_action(session, kind, start);
}

static void fail(struct mcp_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct mcp_session *session, const char *format, ...)
{
    size_t start = session->text.size;
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&session->text, format, arguments);
    va_end(arguments);
    add_action(session, MCP_DO_FAIL, start);
    session->state = MCP_FAILED;
    session->deadline_ms = -1;
}

bool mcp_session_next(struct mcp_session *session, struct mcp_action *ret_action)
{
    if (session->action_count == 0)
        return false;
    size_t at = session->action_first;
    struct slice text = {session->text.data + session->actions[at].start, session->actions[at].size};
    if (session->text.error) { /* out of memory: the texts are not whole */
        *ret_action = (struct mcp_action){MCP_DO_FAIL, SLICE(""), "weir is out of memory"};
        session->action_count = 0;
        session->state = MCP_FAILED;
        session->deadline_ms = -1;
        return true;
    }
    session->action_first = (at + 1) % MCP_ACTIONS_MAX;
    session->action_count--;
    *ret_action = (struct mcp_action){.kind = session->actions[at].kind, .line = text, .reason = text.data};
    return true;
}

/* --- requests --- */

struct mcp_sender mcp_session_sender(const struct mcp_session *session)
{
    return (struct mcp_sender){session->era, slice_of(session->version), &session->options.client};
}

int64_t mcp_session_take_id(struct mcp_session *session)
{
    return ++session->last_id;
}

static void set_version(struct mcp_session *session, enum mcp_era era, const char *version)
{
    session->era = era;
    (void)snprintf(session->version, sizeof session->version, "%s", version);
}

static int64_t ask_discover(struct mcp_session *session)
{
    struct mcp_sender sender = mcp_session_sender(session);
    int64_t id = mcp_session_take_id(session);
    size_t start = session->text.size;
    mcp_write_request(&session->text, &sender, id, "server/discover", false);
    (void)mcp_write_end(&session->text);
    add_action(session, MCP_DO_SEND, start);
    return id;
}

static void probe(struct mcp_session *session, const char *version, int64_t now_ms)
{
    set_version(session, MCP_ERA_2026, version);
    session->state = MCP_PROBING;
    session->probed = true;
    session->probe_id = ask_discover(session);
    /* Over HTTP a request gets an answer or its connection ends, so silence says nothing of the era. */
    session->deadline_ms =
        now_ms + (session->options.http ? session->options.initialize_ms : session->options.probe_ms);
}

static void initialize(struct mcp_session *session, int64_t now_ms)
{
    set_version(session, MCP_ERA_2025, MCP_VERSION_2025);
    session->state = MCP_INITIALIZING;
    session->initialize_id = mcp_session_take_id(session);
    struct mcp_sender sender = mcp_session_sender(session);
    struct buf *out = &session->text;
    size_t start = out->size;
    mcp_write_request(out, &sender, session->initialize_id, "initialize", false);
    mcp_write_key(out, "protocolVersion");
    json_write_text(out, SLICE(MCP_VERSION_2025));
    mcp_write_key(out, "capabilities");
    mcp_write_capabilities(out, sender.client, MCP_ERA_2025);
    mcp_write_key(out, "clientInfo");
    mcp_write_client(out, sender.client);
    (void)mcp_write_end(out);
    add_action(session, MCP_DO_SEND, start);
    session->deadline_ms = now_ms + session->options.initialize_ms;
}

static void become_ready(struct mcp_session *session, int64_t now_ms)
{
    if (session->era == MCP_ERA_2025) {
        struct mcp_sender sender = mcp_session_sender(session);
        size_t start = session->text.size;
        mcp_write_notification(&session->text, &sender, "notifications/initialized");
        (void)mcp_write_end(&session->text);
        add_action(session, MCP_DO_SEND, start);
    }
    session->state = MCP_READY;
    session->silent = false;
    session->health_id = 0;
    session->deadline_ms = now_ms + session->options.health_every_ms;
    add(session, MCP_DO_READY, "%s", session->version);
}

/* --- what a server says of itself --- */

static void copy_text(char to[static MCP_TEXT_MAX + 1], struct slice text)
{
    text = utf8_cut(text, MCP_TEXT_MAX);
    slice_copy(to, text);
    to[text.size] = '\0';
}

static void read_capabilities(const yyjson_val *stated, struct mcp_capabilities *can)
{
    const yyjson_val *tools = mcp_get_object(stated, "tools"), *prompts = mcp_get_object(stated, "prompts"),
                     *resources = mcp_get_object(stated, "resources");
    *can = (struct mcp_capabilities){
        .tools = tools != NULL,
        .tools_change = mcp_get_true(tools, "listChanged"),
        .prompts = prompts != NULL,
        .prompts_change = mcp_get_true(prompts, "listChanged"),
        .resources = resources != NULL,
        .resources_change = mcp_get_true(resources, "listChanged"),
        .resources_subscribe = mcp_get_true(resources, "subscribe"),
        .completions = mcp_get_object(stated, "completions") != NULL,
        .logging = mcp_get_object(stated, "logging") != NULL,
    };
}

static void read_server(struct mcp_session *session, const yyjson_val *result)
{
    struct mcp_server *server = &session->server;
    const yyjson_val *info = mcp_get_object(result, "serverInfo");
    if (!info)
        info = mcp_get_object(mcp_get_object(result, "_meta"), "io.modelcontextprotocol/serverInfo");
    copy_text(server->name, mcp_get_text(info, "name"));
    copy_text(server->title, mcp_get_text(info, "title"));
    copy_text(server->version, mcp_get_text(info, "version"));
    buf_reset(&server->instructions, 0);
    (void)buf_append_slice(&server->instructions, utf8_cut(mcp_get_text(result, "instructions"), MCP_INSTRUCTIONS_MAX));
    read_capabilities(mcp_get_object(result, "capabilities"), &server->can);
}

/* --- answers to the session's own requests --- */

/* "2024-11-05, 2025-06-18", for messages. */
static void list_versions(const yyjson_val *list, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)) && used + 40 < size;)
        if (yyjson_is_str(item))
            used += (size_t)snprintf(text + used, size - used, "%s%.32s", used ? ", " : "", json_text(item).data);
    if (used == 0)
        (void)snprintf(text, size, "none that it names");
}

static void fail_versions(struct mcp_session *session, const yyjson_val *list)
{
    char theirs[200];
    list_versions(list, theirs, sizeof theirs);
    fail(session, "the server and weir have no version of MCP in common (server: %s; weir: %s and %s, or older)",
         theirs, MCP_VERSION_2026, MCP_VERSION_2025);
}

/* The server states which versions it speaks: in an answer to discover, or in an error. */
static void choose_version(struct mcp_session *session, const yyjson_val *list, int64_t now_ms)
{
    const char *version = mcp_version_choose(MCP_ERA_2026, list);
    if (version && !session->retried) {
        session->retried = true;
        probe(session, version, now_ms);
    } else if (mcp_version_choose(MCP_ERA_2025, list) && session->state == MCP_PROBING) {
        initialize(session, now_ms);
    } else if (version) {
        fail(session, "the server refused version %s of MCP, although it says that it supports it", version);
    } else {
        fail_versions(session, list);
    }
}

static void probe_answered(struct mcp_session *session, const struct mcp_message *message, int64_t now_ms)
{
    const yyjson_val *list = mcp_get_array(message->kind == MCP_RESULT ? message->result : message->error.data,
                                           message->kind == MCP_RESULT ? "supportedVersions" : "supported");
    if (message->kind == MCP_ERROR && message->error.code == MCP_VERSION_UNSUPPORTED && list) {
        choose_version(session, list, now_ms);
        return;
    }
    const char *version = message->kind == MCP_RESULT ? mcp_version_choose(MCP_ERA_2026, list) : NULL;
    if (version) {
        /* Also while `initialize` is open: a server that was slow to start takes both, and this answer comes first. */
        set_version(session, MCP_ERA_2026, version);
        read_server(session, message->result);
        become_ready(session, now_ms);
    } else if (session->state == MCP_PROBING) {
        if (list && !mcp_version_choose(MCP_ERA_2025, list))
            fail_versions(session, list);
        else
            initialize(session, now_ms); /* an older server, which does not know the method */
    }
}

static void initialize_answered(struct mcp_session *session, const struct mcp_message *message, int64_t now_ms)
{
    if (message->kind == MCP_ERROR) {
        const yyjson_val *list = mcp_get_array(message->error.data, "supported");
        if (message->error.code == MCP_VERSION_UNSUPPORTED && list)
            choose_version(session, list, now_ms);
        else
            fail(session, "the server refused \"initialize\": %.*s (code %lld)",
                 SLICE_ARG(utf8_cut(message->error.message, MCP_PROBLEM_SIZE / 2)), (long long)message->error.code);
        return;
    }
    struct slice version = mcp_get_text(message->result, "protocolVersion");
    if (mcp_version_era(version) != MCP_ERA_2025) {
        fail(session, "the server answered \"initialize\" with version \"%.*s\" of MCP, which weir does not support",
             SLICE_ARG(utf8_cut(version, MCP_TEXT_MAX)));
        return;
    }
    char text[MCP_TEXT_MAX + 1];
    copy_text(text, version);
    set_version(session, MCP_ERA_2025, text);
    read_server(session, message->result);
    become_ready(session, now_ms);
}

static bool own_answer(struct mcp_session *session, const struct mcp_message *message, int64_t now_ms)
{
    bool open = session->state == MCP_PROBING || session->state == MCP_INITIALIZING;
    if (message->call == 0) {
        /* Without an id: it can only be about the open request, or about one of the caller's. */
        if (session->state == MCP_PROBING)
            probe_answered(session, message, now_ms);
        else if (session->state == MCP_INITIALIZING)
            initialize_answered(session, message, now_ms);
        return open;
    }
    if (message->call == session->probe_id) {
        if (open)
            probe_answered(session, message, now_ms);
        return true;
    }
    if (message->call == session->initialize_id) {
        if (session->state == MCP_INITIALIZING)
            initialize_answered(session, message, now_ms);
        return true;
    }
    if (message->call == session->health_id) { /* even an error is a sign of life */
        session->health_id = 0;
        return true;
    }
    return false;
}

/* --- requests of the server --- */

static void answer_request(struct mcp_session *session, const struct mcp_message *message)
{
    const struct mcp_client *client = &session->options.client;
    size_t start = session->text.size;
    if (slice_is(message->method, "ping")) {
        mcp_write_result(&session->text, message->id);
        (void)mcp_write_end(&session->text);
    } else if (slice_is(message->method, "roots/list") && client->root_count > 0) {
        mcp_write_result(&session->text, message->id);
        mcp_write_key(&session->text, "roots");
        mcp_write_roots(&session->text, client);
        (void)mcp_write_end(&session->text);
    } else {
        char text[MCP_PROBLEM_SIZE];
        (void)snprintf(text, sizeof text, "weir does not offer %.*s to servers",
                       SLICE_ARG(utf8_cut(message->method, MCP_TEXT_MAX)));
        (void)mcp_write_error(&session->text, message->id, MCP_METHOD_NOT_FOUND, text);
    }
    add_action(session, MCP_DO_SEND, start);
}

/* --- events --- */

void mcp_session_init(struct mcp_session *session, const struct mcp_session_options *options)
{
    *session = (struct mcp_session){
        .options = *options,
        .heard_ms = -1,
        .deadline_ms = -1,
        .text = BUF_LIMITED(TEXT_LIMIT),
        .server.instructions = BUF_LIMITED(MCP_INSTRUCTIONS_MAX),
    };
    if (session->options.probe_ms == 0)
        session->options.probe_ms = MCP_PROBE_MS;
    if (session->options.initialize_ms == 0)
        session->options.initialize_ms = MCP_INITIALIZE_MS;
    if (session->options.health_every_ms == 0)
        session->options.health_every_ms = MCP_HEALTH_EVERY_MS;
    if (session->options.health_ms == 0)
        session->options.health_ms = MCP_HEALTH_MS;
}

void mcp_session_clear(struct mcp_session *session)
{
    if (!session)
        return;
    buf_clear(&session->text);
    buf_clear(&session->server.instructions);
}

void mcp_session_start(struct mcp_session *session, int64_t now_ms)
{
    begin_event(session);
    session->probed = false;
    session->probe_id = session->initialize_id = session->health_id = 0;
    if (session->options.era == MCP_ERA_2025)
        initialize(session, now_ms);
    else
        probe(session, MCP_VERSION_2026, now_ms);
}

static void warn_once(struct mcp_session *session, bool *warned, const char *what, const char *why)
{
    if (!*warned)
        add(session, MCP_DO_WARN, "%s%s%s; further ones are not reported", what, why ? ": " : "", why ? why : "");
    *warned = true;
}

bool mcp_session_receive(struct mcp_session *session, const struct mcp_message *message, int64_t now_ms)
{
    begin_event(session);
    if (message->kind == MCP_NOISE) {
        warn_once(session, &session->made_noise, "skipped a line on standard output that is no message",
                  message->problem);
        return true;
    }
    if (message->kind == MCP_INVALID) {
        warn_once(session, &session->was_invalid, "dropped an invalid message of the server", message->problem);
        return true;
    }
    if (message->is_echo) {
        warn_once(session, &session->echoed, "dropped a message that only clients send: the server repeats its input",
                  NULL);
        return true;
    }
    if (message->kind == MCP_BATCH || session->state == MCP_STOPPED || session->state == MCP_FAILED)
        return message->kind != MCP_BATCH;
    session->heard_ms = now_ms;
    if (session->silent) {
        session->silent = false;
        add(session, MCP_DO_ANSWERS, "the server answers again");
    }
    if (session->state == MCP_READY && session->health_id == 0)
        session->deadline_ms = now_ms + session->options.health_every_ms;
    if (message->kind == MCP_RESULT || message->kind == MCP_ERROR) {
        bool own = own_answer(session, message, now_ms);
        if (session->state == MCP_READY && session->health_id == 0)
            session->deadline_ms = now_ms + session->options.health_every_ms;
        return own;
    }
    if (message->kind == MCP_NOTIFICATION)
        return false;
    if (slice_is(message->method, "elicitation/create") &&
        (session->options.client.forms || session->options.client.urls))
        return false;
    answer_request(session, message);
    return true;
}

static void check_health(struct mcp_session *session, int64_t now_ms)
{
    if (session->health_id > 0 && !session->silent) {
        session->silent = true;
        session->deadline_ms = now_ms + session->options.health_every_ms;
        add(session, MCP_DO_SILENT, "the server did not answer a health check within %lld ms",
            (long long)session->options.health_ms);
        return;
    }
    if (session->era == MCP_ERA_2026) {
        session->health_id = ask_discover(session);
    } else {
        struct mcp_sender sender = mcp_session_sender(session);
        size_t start = session->text.size;
        session->health_id = mcp_session_take_id(session);
        mcp_write_request(&session->text, &sender, session->health_id, "ping", false);
        (void)mcp_write_end(&session->text);
        add_action(session, MCP_DO_SEND, start);
    }
    session->deadline_ms = now_ms + (session->silent ? session->options.health_every_ms : session->options.health_ms);
}

/* Why a server may have been silent. */
const char *mcp_session_hint(const struct mcp_session *session)
{
    if (session->echoed)
        return "; it repeats its input, so the command is probably not an MCP server";
    if (session->made_noise)
        return "; it wrote other text to its standard output, so the command may not be an MCP server";
    return "";
}

void mcp_session_tick(struct mcp_session *session, int64_t now_ms)
{
    begin_event(session);
    if (session->deadline_ms < 0 || now_ms < session->deadline_ms)
        return;
    if (session->state == MCP_READY)
        check_health(session, now_ms);
    else if (session->state == MCP_PROBING && !session->options.http)
        initialize(session, now_ms);
    else
        fail(session, "the server did not answer \"%s\" within %lld s%s",
             session->state == MCP_PROBING ? "server/discover" : "initialize",
             (long long)(session->options.initialize_ms / 1000), mcp_session_hint(session));
}

void mcp_session_exited(struct mcp_session *session, const char *why, int64_t now_ms)
{
    begin_event(session);
    (void)now_ms;
    if (session->state == MCP_FAILED || session->state == MCP_STOPPED)
        return;
    bool connecting = session->state != MCP_READY;
    if (connecting && session->probed && !session->respawned && !session->options.http) {
        /* Some older servers end at a first request that they do not know. */
        session->respawned = true;
        session->options.era = MCP_ERA_2025;
        session->state = MCP_STOPPED;
        session->deadline_ms = -1;
        add(session, MCP_DO_RESPAWN,
            "the server ended at \"server/discover\", so it is started again with \"initialize\"");
        return;
    }
    if (session->options.http) /* there is no process that could end: `why` says what failed */
        fail(session, "%s%s", why, connecting ? mcp_session_hint(session) : "");
    else if (connecting)
        fail(session, "the server ended before it was ready: %s%s", why, mcp_session_hint(session));
    else
        fail(session, "the server ended: %s", why);
}

void mcp_session_refused(struct mcp_session *session, int status, int64_t now_ms)
{
    begin_event(session);
    if (session->state == MCP_PROBING && status >= 400 && status < 500 && status != 401 && status != 403)
        initialize(session, now_ms);
    else if (session->state == MCP_PROBING || session->state == MCP_INITIALIZING)
        fail(session, "the server answered \"%s\" with HTTP status %d",
             session->state == MCP_PROBING ? "server/discover" : "initialize", status);
}

void mcp_session_forgotten(struct mcp_session *session, int64_t now_ms)
{
    begin_event(session);
    if (session->state == MCP_READY && session->era == MCP_ERA_2025)
        initialize(session, now_ms);
}

int64_t mcp_session_deadline(const struct mcp_session *session)
{
    return session->deadline_ms;
}
