#include "mcp/message.h"

#include <errno.h>
#include <string.h>

#include "json/read.h"
#include "json/write.h"

/* --- members --- */

static bool is(const yyjson_val *value, yyjson_type type)
{
    return value && unsafe_yyjson_get_type((yyjson_val *)value) == type;
}

const yyjson_val *mcp_member(const yyjson_val *object, const char *key)
{
    return is(object, YYJSON_TYPE_OBJ) ? yyjson_obj_get((yyjson_val *)object, key) : NULL;
}

static const yyjson_val *get_typed(const yyjson_val *object, const char *key, yyjson_type type)
{
    const yyjson_val *value = mcp_member(object, key);
    return is(value, type) ? value : NULL;
}

const yyjson_val *mcp_get_object(const yyjson_val *object, const char *key)
{
    return get_typed(object, key, YYJSON_TYPE_OBJ);
}

const yyjson_val *mcp_get_array(const yyjson_val *object, const char *key)
{
    return get_typed(object, key, YYJSON_TYPE_ARR);
}

struct slice mcp_get_text(const yyjson_val *object, const char *key)
{
    const yyjson_val *value = get_typed(object, key, YYJSON_TYPE_STR);
    return value ? json_text(value) : (struct slice){NULL, 0};
}

bool mcp_get_true(const yyjson_val *object, const char *key)
{
    return yyjson_is_true((yyjson_val *)mcp_member(object, key));
}

/* --- versions --- */

static const struct {
    const char *version;
    enum mcp_era era;
} versions[] = {
    {MCP_VERSION_2026, MCP_ERA_2026}, /* newest first */
    {MCP_VERSION_2025, MCP_ERA_2025}, {"2025-06-18", MCP_ERA_2025},
    {"2025-03-26", MCP_ERA_2025},     {"2024-11-05", MCP_ERA_2025},
};

enum { VERSIONS = sizeof versions / sizeof *versions };

enum mcp_era mcp_version_era(struct slice version)
{
    for (size_t i = 0; i < VERSIONS; i++)
        if (slice_is(version, versions[i].version))
            return versions[i].era;
    return MCP_ERA_UNKNOWN;
}

const char *mcp_version_choose(enum mcp_era era, const yyjson_val *list)
{
    if (!is(list, YYJSON_TYPE_ARR))
        return NULL;
    for (size_t i = 0; i < VERSIONS; i++) {
        yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
            if (versions[i].era == era && yyjson_is_str(item) && slice_is(json_text(item), versions[i].version))
                return versions[i].version;
    }
    return NULL;
}

/* --- reading --- */

/* Methods that a server never sends, in either era. `ping`, progress and cancelled go both ways. */
static bool only_clients_send(struct slice method)
{
    static const char *const methods[] = {
        "server/discover",
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/call",
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "resources/subscribe",
        "resources/unsubscribe",
        "completion/complete",
        "logging/setLevel",
        "subscriptions/listen",
        "notifications/roots/list_changed",
    };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (slice_is(method, methods[i]))
            return true;
    return false;
}

static const char *classify_request(const yyjson_val *value, const yyjson_val *method, struct mcp_message *message)
{
    const yyjson_val *params = mcp_member(value, "params"), *id = mcp_member(value, "id");
    if (!is(method, YYJSON_TYPE_STR))
        return "\"method\" is not a string";
    if (mcp_member(value, "result") || mcp_member(value, "error"))
        return "it has a method and a result or an error";
    if (id && !is(id, YYJSON_TYPE_STR) && !is(id, YYJSON_TYPE_RAW))
        return "the id of a request is not a string or a number";
    if (params && !is(params, YYJSON_TYPE_OBJ))
        return "\"params\" is not an object";
    message->kind = id ? MCP_REQUEST : MCP_NOTIFICATION;
    message->id = id;
    message->method = json_text(method);
    message->params = params;
    message->is_echo = only_clients_send(message->method);
    return NULL;
}

/* This side uses only positive integers as ids. An error may have none if the server could not read the request. */
static const char *read_call(const yyjson_val *id, bool is_error, int64_t *ret_call)
{
    if ((!id || is(id, YYJSON_TYPE_NULL)) && is_error) {
        *ret_call = 0;
        return NULL;
    }
    if (!id || json_integer(id, ret_call) < 0 || *ret_call < 1)
        return "it answers a request that was not made: its id is not one of weir's";
    return NULL;
}

static const char *classify_answer(const yyjson_val *value, struct mcp_message *message)
{
    const yyjson_val *result = mcp_member(value, "result"), *error = mcp_member(value, "error");
    if (is(error, YYJSON_TYPE_NULL))
        error = NULL;
    if (!result && !error)
        return "it has no method, no result and no error";
    int64_t call = 0;
    const char *problem = read_call(mcp_member(value, "id"), error != NULL, &call);
    if (problem)
        return problem;
    message->call = call;
    if (error) {
        const yyjson_val *code = mcp_member(error, "code");
        if (!is(error, YYJSON_TYPE_OBJ) || !code || json_integer(code, &message->error.code) < 0)
            return "its error has no code";
        message->error.message = mcp_get_text(error, "message");
        message->error.data = mcp_member(error, "data");
    } else if (!is(result, YYJSON_TYPE_OBJ)) {
        return "its result is not an object";
    }
    message->kind = error ? MCP_ERROR : MCP_RESULT;
    message->result = error ? NULL : result;
    return NULL;
}

static const char *classify(const yyjson_val *value, struct mcp_message *message)
{
    if (!is(value, YYJSON_TYPE_OBJ))
        return "it is not an object";
    if (!slice_is(mcp_get_text(value, "jsonrpc"), "2.0"))
        return "it does not state \"jsonrpc\": \"2.0\"";
    const yyjson_val *method = mcp_member(value, "method");
    return method ? classify_request(value, method, message) : classify_answer(value, message);
}

void mcp_message_classify(const yyjson_val *value, struct mcp_message *ret_message)
{
    struct mcp_message message = {.kind = MCP_INVALID};
    const char *problem = classify(value, &message);
    if (problem)
        message = (struct mcp_message){.kind = MCP_INVALID, .problem = problem, .call = message.call};
    *ret_message = message;
}

/* --- what cannot be read --- */

/* Behind the string that begins at this quote; the end of the text if it has no end. */
static size_t skip_string(struct slice text, size_t at)
{
    for (at++; at < text.size && text.data[at] != '"'; at++)
        at += text.data[at] == '\\';
    return at < text.size ? at + 1 : text.size;
}

static size_t skip_blanks(struct slice text, size_t at)
{
    while (at < text.size && strchr(" \t\r\n", text.data[at]) && text.data[at] != '\0')
        at++;
    return at;
}

static int64_t read_digits(struct slice text, size_t at)
{
    enum { DIGITS_MAX = 18 };
    int64_t number = 0;
    size_t digits = 0;
    for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9'; at++, digits++)
        number = digits < DIGITS_MAX ? number * 10 + (text.data[at] - '0') : 0;
    at = skip_blanks(text, at);
    return digits <= DIGITS_MAX && at < text.size && (text.data[at] == ',' || text.data[at] == '}') ? number : 0;
}

int64_t mcp_message_find_call(struct slice text)
{
    size_t depth = 0;
    int64_t call = 0;
    bool is_answer = false;
    text = slice_trim(text, SLICE_BLANKS);
    if (text.size < 2 || text.data[0] != '{' || text.data[text.size - 1] != '}')
        return 0;
    for (size_t at = 0; at < text.size;) {
        char c = text.data[at];
        if (c != '"') {
            depth += c == '{' || c == '[';
            depth -= (c == '}' || c == ']') && depth > 0;
            at++;
            continue;
        }
        size_t end = skip_string(text, at), colon = skip_blanks(text, end);
        struct slice key = {text.data + at, end - at};
        bool is_member = depth == 1 && colon < text.size && text.data[colon] == ':';
        if (is_member && slice_is(key, "\"id\""))
            call = read_digits(text, skip_blanks(text, colon + 1));
        is_answer |= is_member && (slice_is(key, "\"result\"") || slice_is(key, "\"error\""));
        at = end;
    }
    return is_answer ? call : 0;
}

int mcp_message_read(struct arena *arena, struct slice line, struct mcp_message *ret_message)
{
    if (line.size > MCP_LINE_MAX)
        return -EMSGSIZE;
    line = slice_trim(line, SLICE_BLANKS);
    *ret_message = (struct mcp_message){.kind = MCP_NOISE, .problem = "it is not JSON"};
    if (line.size == 0 || (line.data[0] != '{' && line.data[0] != '['))
        return 0;
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &error);
    if (r < 0) {
        ret_message->problem = r == -EINVAL ? error.message : NULL;
        ret_message->call = r == -EINVAL ? mcp_message_find_call(line) : 0;
        if (ret_message->call > 0)
            ret_message->kind = MCP_INVALID;
        return r == -EINVAL ? 0 : r;
    }
    if (is(root, YYJSON_TYPE_ARR) && yyjson_arr_size(root) > 0)
        *ret_message = (struct mcp_message){.kind = MCP_BATCH, .batch = root};
    else
        mcp_message_classify(root, ret_message);
    return 0;
}

/* --- writing --- */

static void write_text(struct buf *out, const char *key, struct slice text)
{
    if (text.size == 0)
        return;
    mcp_write_key(out, key);
    json_write_text(out, text);
}

void mcp_write_capabilities(struct buf *out, const struct mcp_client *client, enum mcp_era era)
{
    buf_append_char(out, '{');
    if (client->forms || client->urls) {
        mcp_write_key(out, "elicitation");
        buf_append_text(out,
                        client->forms ? client->urls ? "{\"form\":{},\"url\":{}}" : "{\"form\":{}}" : "{\"url\":{}}");
    }
    if (client->root_count > 0) {
        mcp_write_key(out, "roots");
        buf_append_text(out, era == MCP_ERA_2026 ? "{}" : "{\"listChanged\":false}");
    }
    buf_append_char(out, '}');
}

void mcp_write_roots(struct buf *out, const struct mcp_client *client)
{
    buf_append_char(out, '[');
    for (size_t i = 0; i < client->root_count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        buf_append_text(out, "{\"uri\":");
        json_write_text(out, client->roots[i].uri);
        write_text(out, "name", client->roots[i].name);
        buf_append_char(out, '}');
    }
    buf_append_char(out, ']');
}

void mcp_write_client(struct buf *out, const struct mcp_client *client)
{
    buf_append_text(out, "{\"name\":");
    json_write_text(out, client->name);
    write_text(out, "title", client->title);
    mcp_write_key(out, "version");
    json_write_text(out, client->version);
    buf_append_char(out, '}');
}

static void write_meta(struct buf *out, const struct mcp_sender *sender, int64_t progress)
{
    if (sender->era != MCP_ERA_2026 && progress == 0)
        return;
    buf_append_text(out, "\"_meta\":{");
    if (progress > 0) {
        mcp_write_key(out, "progressToken");
        buf_append_signed(out, progress);
    }
    if (sender->era == MCP_ERA_2026) {
        mcp_write_key(out, "io.modelcontextprotocol/protocolVersion");
        json_write_text(out, sender->version);
        mcp_write_key(out, "io.modelcontextprotocol/clientInfo");
        mcp_write_client(out, sender->client);
        mcp_write_key(out, "io.modelcontextprotocol/clientCapabilities");
        mcp_write_capabilities(out, sender->client, sender->era);
    }
    buf_append_char(out, '}');
}

static void begin(struct buf *out, const struct mcp_sender *sender, int64_t id, const char *method, int64_t progress)
{
    buf_append_text(out, "{\"jsonrpc\":\"2.0\"");
    if (id > 0) {
        mcp_write_key(out, "id");
        buf_append_signed(out, id);
    }
    mcp_write_key(out, "method");
    json_write_text(out, slice_of(method));
    mcp_write_key(out, "params");
    buf_append_char(out, '{');
    write_meta(out, sender, progress);
}

void mcp_write_request(struct buf *out, const struct mcp_sender *sender, int64_t id, const char *method, bool progress)
{
    begin(out, sender, id, method, progress ? id : 0);
}

void mcp_write_notification(struct buf *out, const struct mcp_sender *sender, const char *method)
{
    begin(out, sender, 0, method, 0);
}

void mcp_write_key(struct buf *out, const char *key)
{
    if (out->size > 0 && out->data[out->size - 1] != '{')
        buf_append_char(out, ',');
    json_write_text(out, slice_of(key));
    buf_append_char(out, ':');
}

int mcp_write_end(struct buf *out)
{
    return buf_append_text(out, "}}");
}

static void begin_answer(struct buf *out, const yyjson_val *id)
{
    buf_append_text(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    json_write_value(out, id);
}

void mcp_write_result(struct buf *out, const yyjson_val *id)
{
    begin_answer(out, id);
    buf_append_text(out, ",\"result\":{");
}

int mcp_write_error(struct buf *out, const yyjson_val *id, int code, const char *message)
{
    begin_answer(out, id);
    buf_append_text(out, ",\"error\":{\"code\":");
    buf_append_signed(out, code);
    mcp_write_key(out, "message");
    json_write_text(out, slice_of(message));
    return mcp_write_end(out);
}

int mcp_write_cancel(struct buf *out, const struct mcp_sender *sender, int64_t id, const char *reason)
{
    mcp_write_notification(out, sender, "notifications/cancelled");
    mcp_write_key(out, "requestId");
    buf_append_signed(out, id);
    write_text(out, "reason", slice_of(reason));
    return mcp_write_end(out);
}
