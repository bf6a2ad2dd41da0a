/* What the server sends. */
#include <errno.h>
#include <stdio.h>

#include "base/log.h"
#include "connector/connector.h"
#include "connector/exchange.h"
#include "connector/program.h"
#include "mcp/change.h"
#include "json/read.h"
#include "json/write.h"

enum {
    UNASKED_PER_SECOND = 1000, /* messages that are no answers; then reading pauses until the next second */
    SECOND_MS = 1000,
    NOISE_WARNINGS = 20, /* lines that are no messages and are mentioned in the log */
    NOISE_SHOWN = 200,
    LOGGED_MAX = 1900,
};

static void note(struct server *server, const char *source, struct slice text)
{
    journal_add(&server->journal, uv_now(&server->connector->helper.loop), source, text);
}

/* --- floods --- */

void server_calm(struct deadline *deadline)
{
    struct server *server = list_member(deadline, struct server, calm);
    server->paused = false;
    if (server->program)
        program_pause(server->program, false);
    if (server->web)
        web_pause(server->web, false);
}

/* A server that talks unasked is slowed down, so that answers and the daemon's messages keep their turn. */
static void count_unasked(struct server *server)
{
    uint64_t now = uv_now(&server->connector->helper.loop);
    if (now / SECOND_MS != server->second) {
        server->second = now / SECOND_MS;
        server->unasked = 0;
    }
    if (++server->unasked != UNASKED_PER_SECOND || server->paused)
        return;
    log_warn("the server sends more than %d messages in a second that nobody asked for; slowed it down",
             (int)UNASKED_PER_SECOND);
    server->paused = true;
    if (server->program)
        program_pause(server->program, true);
    if (server->web)
        web_pause(server->web, true);
    (void)timers_set(&server->connector->helper.rpc.timers, &server->calm, SECOND_MS - now % SECOND_MS);
}

/* --- answers --- */

static void take_answer(struct server *server, const struct mcp_message *message)
{
    struct query *query = query_find(server, message->call);
    if (!query) {
        count_unasked(server);
        note(server, "weir", SLICE("dropped an answer to a request that weir did not make, or that has ended"));
        return;
    }
    if (message->kind == MCP_RESULT)
        query_end(query, &(struct answer){.end = QUERY_RESULT, .result = message->result});
    else
        query_end(query, &(struct answer){.end = QUERY_ERROR, .error = &message->error});
}

/* An answer that is not valid is the only one that will come. */
static void take_invalid(struct server *server, int64_t call, const char *why)
{
    struct query *query = query_find(server, call);
    char problem[MCP_PROBLEM_SIZE];
    if (!query)
        return;
    (void)snprintf(problem, sizeof problem, "the server's answer is not valid: %s", why);
    query_end(query, &(struct answer){.end = QUERY_LOST, .problem = problem});
}

/* --- notifications --- */

static void log_message(struct server *server, const yyjson_val *params)
{
    const yyjson_val *data = mcp_member(params, "data");
    struct slice level = mcp_get_text(params, "level"), logger = mcp_get_text(params, "logger");
    struct buf text = BUF_LIMITED(LOGGED_MAX);
    buf_printf(&text, "%.*s", (int)(level.size < 16 ? level.size : 16), level.size ? level.data : "");
    if (logger.size > 0)
        buf_printf(&text, " %.*s", (int)(logger.size < 64 ? logger.size : 64), logger.data);
    buf_append_text(&text, ": ");
    if (yyjson_is_str((yyjson_val *)data)) {
        struct slice said = json_text(data);
        size_t room = text.limit - text.size;
        buf_append_slice(&text, (struct slice){said.data, said.size < room ? said.size : room});
    } else {
        size_t before = text.size;
        if (json_write_value(&text, data) < 0) {
            text.size = before;
            text.error = 0;
            buf_append_text(&text, "(a long value)");
        }
    }
    note(server, "message", buf_slice(&text));
    buf_clear(&text);
}

static void take_progress(struct server *server, const struct mcp_progress *progress)
{
    struct query *query = query_find(server, progress->call);
    if (query)
        query_progressed(query, progress);
}

static void take_change(struct server *server, const struct mcp_change *change)
{
    struct connector *connector = server->connector;
    if (change->kind == MCP_CHANGED_TOOLS) {
        lists_changed(connector, CONNECTOR_LIST_KIND_TOOLS);
    } else if (change->kind == MCP_CHANGED_PROMPTS) {
        lists_changed(connector, CONNECTOR_LIST_KIND_PROMPTS);
    } else if (change->kind == MCP_CHANGED_RESOURCES) {
        lists_changed(connector, CONNECTOR_LIST_KIND_RESOURCES);
        lists_changed(connector, CONNECTOR_LIST_KIND_TEMPLATES);
    }
}

static void take_notification(struct server *server, const struct mcp_message *message)
{
    struct mcp_progress progress;
    struct mcp_change change;
    count_unasked(server);
    if (slice_is(message->method, "notifications/cancelled")) {
        questions_cancel(server->connector, mcp_member(message->params, "requestId"));
    } else if (mcp_progress_read(message, &progress)) {
        take_progress(server, &progress);
    } else if (slice_is(message->method, "notifications/message")) {
        log_message(server, message->params);
    } else {
        mcp_change_read(message, &change);
        take_change(server, &change);
    }
}

/* --- all --- */

static void skip_noise(struct server *server, const struct mcp_message *message, struct slice text)
{
    char line[NOISE_SHOWN + 160];
    count_unasked(server);
    if (server->warned >= NOISE_WARNINGS)
        return;
    (void)snprintf(line, sizeof line, "skipped a line of its output that is no message (%s): %.*s%s", message->problem,
                   text.size < NOISE_SHOWN ? (int)text.size : NOISE_SHOWN, text.data,
                   ++server->warned == NOISE_WARNINGS ? " (further ones are not mentioned)" : "");
    note(server, "weir", slice_of(line));
}

static void take(struct server *server, const struct mcp_message *message, struct slice text, int64_t of)
{
    if (server->ending)
        return;
    if (message->kind == MCP_NOISE || message->kind == MCP_INVALID) {
        skip_noise(server, message, text);
        (void)mcp_session_receive(&server->session, message, (int64_t)uv_now(&server->connector->helper.loop));
        take_invalid(server, message->call, message->problem);
    } else if (mcp_session_receive(&server->session, message, (int64_t)uv_now(&server->connector->helper.loop))) {
        if (message->kind == MCP_REQUEST || message->kind == MCP_NOTIFICATION)
            count_unasked(server);
    } else if (message->kind == MCP_RESULT || message->kind == MCP_ERROR) {
        take_answer(server, message);
    } else if (message->kind == MCP_NOTIFICATION) {
        take_notification(server, message);
    } else if (message->kind == MCP_REQUEST) {
        count_unasked(server);
        questions_take(server->connector, message, calls_find_request(server->connector, of));
    }
    server_act(server);
}

bool server_receive(struct server *server, struct slice text, int64_t of)
{
    struct mcp_message message;
    if (server->ending || slice_trim(text, SLICE_BLANKS).size == 0)
        return false;
    arena_reset(&server->arena);
    int r = mcp_message_read(&server->arena, text, &message);
    if (r < 0) {
        const char *why = r == -EMSGSIZE ? "it is longer than 16 MiB" : "it takes too much memory";
        char line[80];
        (void)snprintf(line, sizeof line, "skipped a message of the server: %s", why);
        note(server, "weir", slice_of(line));
        take_invalid(server, mcp_message_find_call(text), why);
        return false;
    }
    if (message.kind != MCP_BATCH) {
        take(server, &message, text, of);
        return message.kind != MCP_NOISE && message.kind != MCP_INVALID;
    }
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)message.batch);
    for (yyjson_val *item; !server->ending && (item = yyjson_arr_iter_next(&iter));) {
        mcp_message_classify(item, &message);
        take(server, &message, SLICE("(in a batch)"), of);
    }
    return true;
}
