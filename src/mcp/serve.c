#include "mcp/serve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json/read.h"
#include "json/write.h"

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    VERSION_UNSUPPORTED = -32022,
    LINE_KEPT = 64 << 10,
    TTL_MS = 0, /* a list may change at any time, which is announced */
};

#define META "io.modelcontextprotocol/"
#define STATELESS "2026-07-28"

/* The versions that begin with `initialize`, newest first. */
static const char *const older[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
enum { OLDER = sizeof older / sizeof *older };

/* A subscriptions/listen, which stays open until the client cancels it. */
struct subscription {
    struct list link;
    bool wants[MCP_SERVE_RESOURCES_CHANGED + 1];
    char id[MCP_SERVE_ID_MAX + 1];
};

/* The request that is being read. */
struct incoming {
    struct mcp_serve *serve;
    const char *id; /* JSON */
    struct slice method;
    yyjson_val *params; /* an object, or NULL */
    yyjson_val *meta;   /* in params; or NULL */
    bool is_stateless;
};

/* --- values --- */

static yyjson_val *member(yyjson_val *object, const char *name)
{
    return yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* Writes a string or a number as JSON. Returns false if it is neither, or too long. */
static bool copy_id(yyjson_val *value, char ret_id[static MCP_SERVE_ID_MAX + 1])
{
    struct buf text = BUF_LIMITED(MCP_SERVE_ID_MAX);
    bool is_id =
        (yyjson_is_str(value) || yyjson_is_num(value) || yyjson_is_raw(value)) && json_write_value(&text, value) == 0;
    if (is_id) {
        memcpy(ret_id, text.data, text.size);
        ret_id[text.size] = '\0';
    }
    buf_clear(&text);
    return is_id;
}

/* --- lines to the client --- */

static struct buf *begin(struct mcp_serve *serve)
{
    buf_reset(&serve->line, LINE_KEPT);
    (void)buf_append_text(&serve->line, "{\"jsonrpc\":\"2.0\",");
    return &serve->line;
}

static int send(struct mcp_serve *serve)
{
    if (serve->line.error)
        return serve->line.error;
    serve->handlers->send(serve->user, buf_slice(&serve->line));
    return 0;
}

static void write_string(struct buf *out, const char *key, struct slice text)
{
    (void)buf_printf(out, "\"%s\":", key);
    (void)json_write_string(out, text);
}

static void send_error(struct mcp_serve *serve, const char *id, int code, struct slice message, struct slice data)
{
    struct buf *line = begin(serve);
    (void)buf_printf(line, "\"id\":%s,\"error\":{\"code\":%d,", id, code);
    write_string(line, "message", message);
    if (data.size > 0) {
        (void)buf_append_text(line, ",\"data\":");
        (void)buf_append_slice(line, data);
    }
    (void)buf_append_text(line, "}}");
    (void)send(serve);
}

static void refuse(const struct incoming *in, int code, const char *message)
{
    send_error(in->serve, in->id, code, slice_of(message), (struct slice){0});
}

/* --- what the server says of itself --- */

static void write_server(struct buf *out, const struct mcp_serve_options *options)
{
    (void)buf_append_char(out, '{');
    write_string(out, "name", options->name);
    if (options->title.size > 0) {
        (void)buf_append_char(out, ',');
        write_string(out, "title", options->title);
    }
    (void)buf_append_char(out, ',');
    write_string(out, "version", options->version);
    (void)buf_append_char(out, '}');
}

static void write_capabilities(struct buf *out, const struct mcp_serve_options *options)
{
    static const char changes[] = ":{\"listChanged\":true}";
    (void)buf_append_text(out, "\"capabilities\":{");
    (void)buf_printf(out, "%s%s", options->tools ? "\"tools\"" : "", options->tools ? changes : "");
    if (options->prompts)
        (void)buf_printf(out, "%s\"prompts\"%s", options->tools ? "," : "", changes);
    if (options->resources)
        (void)buf_printf(out, "%s\"resources\"%s", options->tools || options->prompts ? "," : "", changes);
    (void)buf_append_char(out, '}');
}

static void write_instructions(struct buf *out, const struct mcp_serve_options *options)
{
    if (options->instructions.size == 0)
        return;
    (void)buf_append_char(out, ',');
    write_string(out, "instructions", options->instructions);
}

static void initialize(const struct incoming *in)
{
    struct mcp_serve *serve = in->serve;
    struct slice wanted = text_of(in->params, "protocolVersion");
    const char *version = older[0];
    for (size_t i = 0; i < OLDER; i++)
        if (slice_is(wanted, older[i]))
            version = older[i];
    if (serve->is_stateless) {
        send_error(serve, in->id, VERSION_UNSUPPORTED, SLICE("this connection uses version " STATELESS),
                   SLICE("{\"supported\":[\"" STATELESS "\"]}"));
        return;
    }
    serve->is_initialized = true;
    struct buf *line = begin(serve);
    (void)buf_printf(line, "\"id\":%s,\"result\":{\"protocolVersion\":\"%s\",", in->id, version);
    write_capabilities(line, &serve->options);
    (void)buf_append_text(line, ",\"serverInfo\":");
    write_server(line, &serve->options);
    write_instructions(line, &serve->options);
    (void)buf_append_text(line, "}}");
    (void)send(serve);
}

static void discover(const struct incoming *in)
{
    struct mcp_serve *serve = in->serve;
    struct buf *line = begin(serve);
    (void)buf_printf(
        line, "\"id\":%s,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"" STATELESS "\"],", in->id);
    write_capabilities(line, &serve->options);
    write_instructions(line, &serve->options);
    (void)buf_printf(line, ",\"ttlMs\":%d,\"cacheScope\":\"private\",\"_meta\":{\"" META "serverInfo\":", TTL_MS);
    write_server(line, &serve->options);
    (void)buf_append_text(line, "}}}");
    (void)send(serve);
}

static void ping(const struct incoming *in)
{
    struct buf *line = begin(in->serve);
    (void)buf_printf(line, "\"id\":%s,\"result\":{}}", in->id);
    (void)send(in->serve);
}

/* --- subscriptions (2026-07-28) --- */

static const struct {
    const char *filter, *method;
} changes[] = {
    [MCP_SERVE_TOOLS_CHANGED] = {"toolsListChanged", "notifications/tools/list_changed"},
    [MCP_SERVE_PROMPTS_CHANGED] = {"promptsListChanged", "notifications/prompts/list_changed"},
    [MCP_SERVE_RESOURCES_CHANGED] = {"resourcesListChanged", "notifications/resources/list_changed"},
};
enum { CHANGES = sizeof changes / sizeof *changes };

static bool offers(const struct mcp_serve *serve, enum mcp_serve_change change)
{
    const struct mcp_serve_options *options = &serve->options;
    return change == MCP_SERVE_TOOLS_CHANGED     ? options->tools
           : change == MCP_SERVE_PROMPTS_CHANGED ? options->prompts
                                                 : options->resources;
}

static void listen_to(const struct incoming *in)
{
    struct mcp_serve *serve = in->serve;
    yyjson_val *wanted = member(in->params, "notifications");
    struct subscription *subscription =
        serve->subscription_count < MCP_SERVE_SUBSCRIPTIONS_MAX ? calloc(1, sizeof *subscription) : NULL;
    if (!subscription) {
        refuse(in, MCP_SERVE_INTERNAL_ERROR, "too many subscriptions");
        return;
    }
    memcpy(subscription->id, in->id, strlen(in->id) + 1);
    list_append(&serve->subscriptions, &subscription->link);
    serve->subscription_count++;
    struct buf *line = begin(serve);
    (void)buf_printf(line,
                     "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{\"" META
                     "subscriptionId\":%s},\"notifications\":{",
                     in->id);
    bool first = true;
    for (size_t i = 0; i < CHANGES; i++) {
        if (!yyjson_is_true(member(wanted, changes[i].filter)) || !offers(serve, (enum mcp_serve_change)i))
            continue;
        subscription->wants[i] = true;
        (void)buf_printf(line, "%s\"%s\":true", first ? "" : ",", changes[i].filter);
        first = false;
    }
    (void)buf_append_text(line, "}}}");
    (void)send(serve);
}

static void drop_subscription(struct mcp_serve *serve, struct subscription *subscription)
{
    list_remove(&subscription->link);
    serve->subscription_count--;
    free(subscription);
}

void mcp_serve_changed(struct mcp_serve *serve, enum mcp_serve_change change)
{
    if (!offers(serve, change))
        return;
    if (serve->is_initialized) {
        (void)buf_printf(begin(serve), "\"method\":\"%s\"}", changes[change].method);
        (void)send(serve);
    }
    for (struct list *link = serve->subscriptions.next; link != &serve->subscriptions; link = link->next) {
        const struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->wants[change])
            continue;
        (void)buf_printf(begin(serve), "\"method\":\"%s\",\"params\":{\"_meta\":{\"" META "subscriptionId\":%s}}}",
                         changes[change].method, subscription->id);
        (void)send(serve);
    }
}

/* --- requests for the caller --- */

static void request_free(struct mcp_serve_request *request)
{
    list_remove(&request->link);
    request->serve->request_count--;
    free(request);
}

static void cancel(struct mcp_serve_request *request)
{
    request->serve->handlers->cancelled(request->serve->user, request);
    request_free(request);
}

static bool is_list(enum mcp_serve_method method)
{
    return method == MCP_SERVE_LIST_TOOLS || method == MCP_SERVE_LIST_PROMPTS || method == MCP_SERVE_LIST_RESOURCES ||
           method == MCP_SERVE_LIST_TEMPLATES;
}

void mcp_serve_answer(struct mcp_serve_request *request, struct slice members)
{
    struct mcp_serve *serve = request->serve;
    bool is_cached = is_list(request->method) || request->method == MCP_SERVE_READ_RESOURCE;
    struct buf *line = begin(serve);
    (void)buf_printf(line, "\"id\":%s,\"result\":{", request->id);
    if (request->is_stateless)
        (void)buf_append_text(line, "\"resultType\":\"complete\",");
    if (request->is_stateless && is_cached)
        (void)buf_printf(line, "\"ttlMs\":%d,\"cacheScope\":\"private\",", TTL_MS);
    (void)buf_append_slice(line, members);
    (void)buf_append_text(line, "}}");
    if (send(serve) < 0)
        send_error(serve, request->id, MCP_SERVE_INTERNAL_ERROR, SLICE("the result is too long"), (struct slice){0});
    request_free(request);
}

void mcp_serve_fail(struct mcp_serve_request *request, int code, struct slice message, struct slice data)
{
    send_error(request->serve, request->id, code, message, data);
    request_free(request);
}

void mcp_serve_progress(const struct mcp_serve_request *request, double progress, const double *total,
                        struct slice message)
{
    if (!request->progress[0])
        return;
    struct buf *line = begin(request->serve);
    (void)buf_printf(line, "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%s,\"progress\":",
                     request->progress);
    (void)json_write_number(line, progress);
    if (total) {
        (void)buf_append_text(line, ",\"total\":");
        (void)json_write_number(line, *total);
    }
    if (message.size > 0) {
        (void)buf_append_char(line, ',');
        write_string(line, "message", message);
    }
    (void)buf_append_text(line, "}}");
    (void)send(request->serve);
}

static struct mcp_serve_request *find(const struct mcp_serve *serve, const char *id)
{
    for (struct list *link = serve->requests.next; link != &serve->requests; link = link->next) {
        struct mcp_serve_request *request = list_member(link, struct mcp_serve_request, link);
        if (strcmp(request->id, id) == 0)
            return request;
    }
    return NULL;
}

static struct subscription *find_subscription(const struct mcp_serve *serve, const char *id)
{
    for (struct list *link = serve->subscriptions.next; link != &serve->subscriptions; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (strcmp(subscription->id, id) == 0)
            return subscription;
    }
    return NULL;
}

static void pass_on(const struct incoming *in, enum mcp_serve_method method)
{
    struct mcp_serve *serve = in->serve;
    if (is_list(method) && member(in->params, "cursor")) {
        refuse(in, MCP_SERVE_INVALID_PARAMS, "unknown cursor: each list has one page");
        return;
    }
    struct mcp_serve_request *request =
        serve->request_count < MCP_SERVE_REQUESTS_MAX ? calloc(1, sizeof *request) : NULL;
    if (!request) {
        refuse(in, MCP_SERVE_INTERNAL_ERROR, "too many open requests");
        return;
    }
    request->serve = serve;
    request->method = method;
    request->is_stateless = in->is_stateless;
    memcpy(request->id, in->id, strlen(in->id) + 1);
    if (!copy_id(member(in->meta, "progressToken"), request->progress))
        request->progress[0] = '\0';
    list_append(&serve->requests, &request->link);
    serve->request_count++;
    serve->handlers->request(serve->user, request, in->params);
}

/* --- dispatch --- */

static bool has_tools(const struct mcp_serve_options *options)
{
    return options->tools;
}

static bool has_prompts(const struct mcp_serve_options *options)
{
    return options->prompts;
}

static bool has_resources(const struct mcp_serve_options *options)
{
    return options->resources;
}

static const struct {
    const char *method;
    enum mcp_serve_method what;
    bool (*is_offered)(const struct mcp_serve_options *options);
} passed[] = {
    {"tools/list", MCP_SERVE_LIST_TOOLS, has_tools},
    {"tools/call", MCP_SERVE_CALL_TOOL, has_tools},
    {"prompts/list", MCP_SERVE_LIST_PROMPTS, has_prompts},
    {"prompts/get", MCP_SERVE_GET_PROMPT, has_prompts},
    {"resources/list", MCP_SERVE_LIST_RESOURCES, has_resources},
    {"resources/templates/list", MCP_SERVE_LIST_TEMPLATES, has_resources},
    {"resources/read", MCP_SERVE_READ_RESOURCE, has_resources},
};

/* Whether the request may be served: it has a version of its own that fits, or `initialize` came before. */
static bool is_admitted(struct incoming *in)
{
    struct slice version = text_of(in->meta, META "protocolVersion");
    if (version.size > 0 && !slice_is(version, STATELESS)) {
        send_error(in->serve, in->id, VERSION_UNSUPPORTED, SLICE("this version of the protocol is not supported"),
                   SLICE("{\"supported\":[\"" STATELESS "\"]}"));
        return false;
    }
    in->is_stateless = version.size > 0;
    in->serve->is_stateless |= in->is_stateless;
    if (in->is_stateless || in->serve->is_initialized)
        return true;
    refuse(in, INVALID_REQUEST, "send initialize first, or a protocol version in _meta");
    return false;
}

static void serve_request(struct incoming *in)
{
    const struct mcp_serve *serve = in->serve;
    if (slice_is(in->method, "initialize")) {
        initialize(in);
        return;
    }
    if (slice_is(in->method, "ping") && !text_of(in->meta, META "protocolVersion").size) {
        ping(in);
        return;
    }
    if (!is_admitted(in))
        return;
    if (find(serve, in->id) || find_subscription(serve, in->id)) {
        refuse(in, INVALID_REQUEST, "the id is in use by an open request");
        return;
    }
    if (in->is_stateless && slice_is(in->method, "server/discover")) {
        discover(in);
        return;
    }
    if (in->is_stateless && slice_is(in->method, "subscriptions/listen")) {
        listen_to(in);
        return;
    }
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        if (slice_is(in->method, passed[i].method) && passed[i].is_offered(&serve->options)) {
            pass_on(in, passed[i].what);
            return;
        }
    }
    refuse(in, METHOD_NOT_FOUND, "unknown method");
}

static void take_notification(struct mcp_serve *serve, struct slice method, yyjson_val *params)
{
    char id[MCP_SERVE_ID_MAX + 1];
    if (!slice_is(method, "notifications/cancelled") || !copy_id(member(params, "requestId"), id))
        return;
    struct mcp_serve_request *request = find(serve, id);
    struct subscription *subscription = find_subscription(serve, id);
    if (request)
        cancel(request);
    else if (subscription)
        drop_subscription(serve, subscription);
}

static void take_message(struct mcp_serve *serve, yyjson_val *message)
{
    char id[MCP_SERVE_ID_MAX + 1] = "null";
    struct incoming in = {.serve = serve, .id = id, .method = text_of(message, "method")};
    yyjson_val *params = member(message, "params"), *given = member(message, "id");
    if (!slice_is(text_of(message, "jsonrpc"), "2.0") || (given && !copy_id(given, id))) {
        refuse(&in, INVALID_REQUEST, "not a message of JSON-RPC 2.0");
        return;
    }
    if (in.method.size == 0) /* a response: this side sends no requests */
        return;
    in.params = yyjson_is_obj(params) ? params : NULL;
    in.meta = member(in.params, "_meta");
    if (!given)
        take_notification(serve, in.method, in.params);
    else if (params && !in.params)
        refuse(&in, MCP_SERVE_INVALID_PARAMS, "params must be an object");
    else
        serve_request(&in);
}

void mcp_serve_take(struct mcp_serve *serve, struct slice line)
{
    const struct incoming nobody = {.serve = serve, .id = "null"};
    yyjson_val *message = NULL, *item;
    struct json_error error;
    size_t index, count;
    int r = line.size > MCP_SERVE_LINE_MAX ? -EMSGSIZE : json_read(&serve->arena, line, &message, &error);
    if (r < 0)
        refuse(&nobody, PARSE_ERROR, r == -EINVAL ? "the line is not valid JSON" : "the line is too long");
    else if (!yyjson_is_arr(message))
        take_message(serve, message);
    else if (yyjson_arr_size(message) == 0 || yyjson_arr_size(message) > MCP_SERVE_REQUESTS_MAX)
        refuse(&nobody, INVALID_REQUEST, "a batch must have 1 to 256 messages");
    else
        yyjson_arr_foreach(message, index, count, item)
        {
            take_message(serve, item);
        }
    arena_reset(&serve->arena);
}

/* --- lifetime --- */

void mcp_serve_init(struct mcp_serve *serve, const struct mcp_serve_options *options,
                    const struct mcp_serve_handlers *handlers, void *user)
{
    *serve = (struct mcp_serve){.options = *options,
                                .handlers = handlers,
                                .user = user,
                                .arena = ARENA_LIMITED(MCP_SERVE_ARENA_MAX),
                                .line = BUF_LIMITED(MCP_SERVE_OUT_MAX)};
    list_init(&serve->requests);
    list_init(&serve->subscriptions);
}

void mcp_serve_clear(struct mcp_serve *serve)
{
    if (!serve->handlers)
        return;
    while (!list_is_empty(&serve->requests))
        cancel(list_member(serve->requests.next, struct mcp_serve_request, link));
    while (!list_is_empty(&serve->subscriptions))
        drop_subscription(serve, list_member(serve->subscriptions.next, struct subscription, link));
    arena_clear(&serve->arena);
    buf_clear(&serve->line);
    *serve = (struct mcp_serve){0};
}
