/* Answers the requests of an agent with what the daemon says. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/relay_internal.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

enum { RESULT_MAX = 20 << 20, SEARCH_LIMIT = 5, SEARCH_LIMIT_MAX = 50, TOOL_NAME_MAX = 512 };

#define PREFIX "mcp__"

/* --- the end of a call --- */

static void call_free(struct relay_call *call)
{
    list_remove(&call->link);
    free(call);
}

static void fail(struct relay_call *call, int code, struct slice message, struct slice data)
{
    mcp_serve_fail(call->request, code, message, data);
    call_free(call);
}

/* Takes the members of the result. */
static void answer(struct relay_call *call, struct buf *members)
{
    if (members->error)
        mcp_serve_fail(call->request, MCP_SERVE_INTERNAL_ERROR, SLICE("the result is too long"), (struct slice){0});
    else
        mcp_serve_answer(call->request, buf_slice(members));
    buf_clear(members);
    call_free(call);
}

/* A tool call that failed: the model reads the reason. */
static void answer_error(struct relay_call *call, struct slice text)
{
    struct buf out = BUF_LIMITED(RESULT_MAX);
    (void)buf_append_text(&out, "\"content\":[{\"type\":\"text\",\"text\":");
    (void)json_write_string(&out, text);
    (void)buf_append_text(&out, "}],\"isError\":true");
    answer(call, &out);
}

static struct slice problem_of(const struct reply *reply)
{
    return reply->message.size > 0 ? reply->message : SLICE("the daemon did not answer");
}

/* The server's own error, as it sent it. */
static void fail_with(struct relay_call *call, const struct reply *reply)
{
    yyjson_val *data = yyjson_obj_get((yyjson_val *)reply->value, "data");
    yyjson_val *error = yyjson_is_obj(data) ? yyjson_obj_get(data, "error") : NULL;
    yyjson_val *code = yyjson_is_obj(error) ? yyjson_obj_get(error, "code") : NULL;
    int64_t number = MCP_SERVE_INTERNAL_ERROR;
    if (code && (json_integer(code, &number) < 0 || number < INT32_MIN || number > INT32_MAX))
        number = MCP_SERVE_INTERNAL_ERROR;
    fail(call, (int)number, problem_of(reply), (struct slice){0});
}

static void cancelled(void *user, struct mcp_serve_request *request)
{
    struct relay_call *call = request->user;
    (void)user;
    if (!call)
        return;
    if (call->ask)
        task_ask_cancel(call->ask);
    call_free(call);
}

/* --- tools --- */

/* Agents put "mcp__SERVER__" before the names of tools themselves. weir's own name of a tool without that gives the
 * name under which rules know it, whatever the server calls it. */
static bool cut_name(const struct relay_call *call, struct slice name, struct slice *ret_rest)
{
    const char *id = call->from->server->id;
    size_t size = strlen(id), head = strlen(PREFIX) + size + 2;
    if (name.size <= head || !slice_starts_with(name, SLICE(PREFIX)) ||
        memcmp(name.data + strlen(PREFIX), id, size) != 0 || memcmp(name.data + head - 2, "__", 2) != 0)
        return false;
    *ret_rest = (struct slice){name.data + head, name.size - head};
    return true;
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

static void write_member(struct buf *out, const char *name, yyjson_val *value, bool *first)
{
    if (!value)
        return;
    (void)buf_printf(out, "%s\"%s\":", *first ? "" : ",", name);
    (void)json_write_value(out, value);
    *first = false;
}

/* Without outputSchema: clients would refuse a result whose structured part weir has put into a file. */
static void write_tool(struct buf *out, yyjson_val *tool, struct slice name)
{
    bool first = false;
    (void)buf_append_text(out, "{\"name\":");
    (void)json_write_string(out, name);
    write_member(out, "title", yyjson_obj_get(tool, "title"), &first);
    write_member(out, "description", yyjson_obj_get(tool, "description"), &first);
    write_member(out, "inputSchema", yyjson_obj_get(tool, "input_schema"), &first);
    write_member(out, "annotations", yyjson_obj_get(tool, "annotations"), &first);
    (void)buf_append_char(out, '}');
}

/* Writes those of the call's server. */
static void write_tools(struct buf *out, const struct relay_call *call, yyjson_val *tools)
{
    size_t index, count, written = 0;
    yyjson_val *tool;
    struct slice name;
    yyjson_arr_foreach(tools, index, count, tool)
    {
        if (!cut_name(call, text_of(tool, "name"), &name))
            continue;
        if (written++ > 0)
            (void)buf_append_char(out, ',');
        write_tool(out, tool, name);
    }
}

static const char search_tools[] =
    "{\"name\":\"mcp_search\",\"description\":\"Find tools of this server by words. Returns their names, descriptions "
    "and input schemas. Call a tool that you found with "
    "mcp_call.\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
    "{\"query\":{\"type\":\"string\",\"description\":\"Words in the name or the description of a tool.\"},\"limit\":"
    "{\"type\":\"integer\",\"minimum\":1,\"maximum\":50,\"description\":\"The most tools to return (default 5).\"}},"
    "\"required\":[\"query\"]}},"
    "{\"name\":\"mcp_call\",\"description\":\"Call a tool of this server. Find its name and input schema with "
    "mcp_search first.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\","
    "\"description\":\"The name of the tool.\"},\"arguments\":{\"type\":\"object\",\"description\":\"The input of the "
    "tool, by its schema.\"}},\"required\":[\"tool\"]}}";

static void on_tools(void *user, const struct reply *reply)
{
    struct relay_call *call = user;
    const struct list_mcp_tools_result *result = reply->result;
    struct buf out = BUF_LIMITED(RESULT_MAX);
    call->ask = NULL;
    if (reply->status < 0) {
        fail(call, MCP_SERVE_INTERNAL_ERROR, problem_of(reply), (struct slice){0});
        return;
    }
    struct relay_server *server = call->from->server;
    server->searches = result->mode == LIST_MCP_TOOLS_RESULT_MODE_SEARCH;
    (void)buf_append_text(&out, "\"tools\":[");
    if (server->searches)
        (void)buf_append_text(&out, search_tools);
    else
        write_tools(&out, call, yyjson_obj_get((yyjson_val *)reply->value, "tools"));
    (void)buf_append_char(&out, ']');
    answer(call, &out);
}

static void on_found(void *user, const struct reply *reply)
{
    struct relay_call *call = user;
    struct buf out = BUF_LIMITED(RESULT_MAX), text = BUF_LIMITED(RESULT_MAX);
    call->ask = NULL;
    if (reply->status < 0) {
        answer_error(call, problem_of(reply));
        return;
    }
    (void)buf_append_char(&text, '[');
    write_tools(&text, call, yyjson_obj_get((yyjson_val *)reply->value, "tools"));
    (void)buf_append_char(&text, ']');
    (void)buf_append_text(&out, "\"content\":[{\"type\":\"text\",\"text\":");
    (void)json_write_string(&out, text.size > 2 ? buf_slice(&text) : SLICE("No tool matches these words."));
    (void)buf_append_text(&out, "}]");
    if (text.error)
        out.error = text.error;
    buf_clear(&text);
    answer(call, &out);
}

static void write_file_note(struct buf *out, const struct connector_file *file)
{
    struct buf text = BUF_LIMITED(64 << 10);
    (void)buf_printf(&text, "The whole result (%lld bytes of JSON) is in the file %.*s.", (long long)file->bytes,
                     SLICE_ARG(file->path));
    (void)buf_append_text(out, "{\"type\":\"text\",\"text\":");
    (void)json_write_string(out, buf_slice(&text));
    (void)buf_append_char(out, '}');
    buf_clear(&text);
}

static void write_result(struct buf *out, const struct connector_call_result *result, yyjson_val *value)
{
    yyjson_val *content = yyjson_obj_get(value, "content"), *structured = yyjson_obj_get(value, "structuredContent");
    size_t index, count;
    yyjson_val *item;
    (void)buf_append_text(out, "\"content\":[");
    yyjson_arr_foreach(content, index, count, item)
    {
        if (index > 0)
            (void)buf_append_char(out, ',');
        (void)json_write_value(out, item);
    }
    if (result->file_is == FIELD_SET) {
        if (result->content.count > 0)
            (void)buf_append_char(out, ',');
        write_file_note(out, &result->file);
    }
    (void)buf_append_char(out, ']');
    if (yyjson_is_obj(structured)) {
        (void)buf_append_text(out, ",\"structuredContent\":");
        (void)json_write_value(out, structured);
    }
    (void)buf_printf(out, ",\"isError\":%s", result->is_error ? "true" : "false");
}

static void answer_denied(struct relay_call *call, const struct call_mcp_tool_result *result)
{
    struct buf text = BUF_LIMITED(64 << 10);
    struct slice reason = result->reason_is == FIELD_SET ? result->reason : SLICE("denied");
    (void)buf_printf(&text, "This call was denied (%.*s).", SLICE_ARG(reason));
    if (result->note_is == FIELD_SET && result->note.size > 0)
        (void)buf_printf(&text, " The user says: %.*s", SLICE_ARG(result->note));
    answer_error(call, text.error ? SLICE("This call was denied.") : buf_slice(&text));
    buf_clear(&text);
}

static void on_called(void *user, const struct reply *reply)
{
    struct relay_call *call = user;
    const struct call_mcp_tool_result *result = reply->result;
    call->ask = NULL;
    if (reply->status < 0 && slice_is(reply->word, "mcp_tool_not_found"))
        fail(call, MCP_SERVE_INVALID_PARAMS, problem_of(reply), (struct slice){0});
    else if (reply->status < 0 && slice_is(reply->word, "mcp_request_failed"))
        fail_with(call, reply);
    else if (reply->status < 0)
        answer_error(call, problem_of(reply));
    else if (!result->approved || result->result_is != FIELD_SET)
        answer_denied(call, result);
    else {
        struct buf out = BUF_LIMITED(RESULT_MAX);
        write_result(&out, &result->result, yyjson_obj_get((yyjson_val *)reply->value, "result"));
        answer(call, &out);
    }
}

/* --- prompts and resources --- */

static void write_items(struct buf *out, const char *name, const struct shape *shape, const void *items, size_t count)
{
    (void)buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            (void)buf_append_char(out, ',');
        (void)json_encode(out, shape, (const char *)items + i * shape->size);
    }
    (void)buf_append_char(out, ']');
}

static void on_items(void *user, const struct reply *reply)
{
    struct relay_call *call = user;
    const struct list_mcp_items_result *result = reply->result;
    struct buf out = BUF_LIMITED(RESULT_MAX);
    call->ask = NULL;
    if (reply->status < 0) {
        fail(call, MCP_SERVE_INTERNAL_ERROR, problem_of(reply), (struct slice){0});
        return;
    }
    if (call->request->method == MCP_SERVE_LIST_PROMPTS)
        write_items(&out, "prompts", &connector_prompt_shape, result->prompts.items,
                    result->prompts_is == FIELD_SET ? result->prompts.count : 0);
    else if (call->request->method == MCP_SERVE_LIST_RESOURCES)
        write_items(&out, "resources", &connector_resource_shape, result->resources.items,
                    result->resources_is == FIELD_SET ? result->resources.count : 0);
    else
        write_items(&out, "resourceTemplates", &connector_template_shape, result->templates.items,
                    result->templates_is == FIELD_SET ? result->templates.count : 0);
    answer(call, &out);
}

/* Writes an object without its braces. */
static void write_members(struct buf *out, const struct shape *shape, const void *value)
{
    struct buf text = BUF_LIMITED(RESULT_MAX);
    if (json_encode(&text, shape, value) == 0)
        (void)buf_append(out, text.data + 1, text.size - 2);
    else
        out->error = text.error;
    buf_clear(&text);
}

static void on_fetched(void *user, const struct reply *reply)
{
    struct relay_call *call = user;
    const struct fetch_mcp_item_result *result = reply->result;
    struct buf out = BUF_LIMITED(RESULT_MAX);
    call->ask = NULL;
    if (reply->status < 0 && slice_is(reply->word, "mcp_request_failed")) {
        fail_with(call, reply);
    } else if (reply->status < 0) {
        fail(call, MCP_SERVE_INTERNAL_ERROR, problem_of(reply), (struct slice){0});
    } else if (!result->approved) {
        fail(call, MCP_SERVE_INTERNAL_ERROR, SLICE("permission to read this was denied"), (struct slice){0});
    } else if (result->prompt_is == FIELD_SET) {
        write_members(&out, &connector_prompt_result_shape, &result->prompt);
        answer(call, &out);
    } else if (result->resource_is == FIELD_SET && result->resource.file_is == FIELD_SET) {
        (void)buf_append_text(&out, "\"contents\":[{\"uri\":\"file://");
        struct buf path = BUF_LIMITED(64 << 10);
        (void)json_write_string(&path, result->resource.file.path);
        (void)buf_append(&out, path.data + 1, path.size > 1 ? path.size - 1 : 0);
        buf_clear(&path);
        (void)buf_append_text(&out,
                              ",\"mimeType\":\"text/plain\",\"text\":\"The resource is too long for a message: it "
                              "is in this file, as JSON.\"}]");
        answer(call, &out);
    } else {
        write_members(&out, &connector_read_result_shape, &result->resource);
        answer(call, &out);
    }
}

/* --- requests of the agent --- */

static yyjson_val *object_of(yyjson_val *params, const char *name)
{
    yyjson_val *value = yyjson_is_obj(params) ? yyjson_obj_get(params, name) : NULL;
    return yyjson_is_obj(value) ? value : NULL;
}

static void ask(struct relay_call *call, const struct method *method, const void *params, task_told_fn told)
{
    int r = task_ask_for(call->from->relay->task, method, params, told, call, &call->ask);
    if (r < 0)
        fail(call, MCP_SERVE_INTERNAL_ERROR, r == -EMSGSIZE ? SLICE("the request is too long") : SLICE("out of memory"),
             (struct slice){0});
}

/* Asks for the tools of all servers: their size decides about the mode, and this list waits for no server. */
static void list_tools(struct relay_call *call)
{
    ask(call, &list_mcp_tools_method, &(struct list_mcp_tools_params){0}, on_tools);
}

static void search(struct relay_call *call, yyjson_val *arguments)
{
    yyjson_val *wanted = yyjson_is_obj(arguments) ? yyjson_obj_get(arguments, "limit") : NULL;
    struct slice query = text_of(arguments, "query");
    int64_t limit = SEARCH_LIMIT;
    if (wanted && (json_integer(wanted, &limit) < 0 || limit < 1 || limit > SEARCH_LIMIT_MAX))
        limit = SEARCH_LIMIT_MAX;
    if (query.size == 0 || query.size > 1024) {
        answer_error(call, SLICE("query must be a text of 1 to 1024 bytes"));
        return;
    }
    ask(call, &search_mcp_tools_method,
        &(struct search_mcp_tools_params){
            .query = query, .server = slice_of(call->from->server->id), .server_is = FIELD_SET, .limit = limit},
        on_found);
}

/* Counts and copies the members of an object into an array of `struct pair`, whose keys and values stay where they are.
 */
static size_t read_arguments(yyjson_val *object, struct call_mcp_tool_params_arguments_pair **ret_items)
{
    size_t index, count, used = 0;
    yyjson_val *key, *value;
    struct call_mcp_tool_params_arguments_pair *items =
        object ? calloc(yyjson_obj_size(object) + 1, sizeof *items) : NULL;
    *ret_items = items;
    if (!items)
        return 0;
    yyjson_obj_foreach(object, index, count, key, value)
    {
        items[used].key = json_text(key);
        items[used++].value.value = value;
    }
    return used;
}

static void call_tool(struct relay_call *call, yyjson_val *params)
{
    struct slice name = text_of(params, "name");
    yyjson_val *arguments = object_of(params, "arguments");
    if (call->from->server->searches && slice_is(name, "mcp_search")) {
        search(call, arguments);
        return;
    }
    if (call->from->server->searches && slice_is(name, "mcp_call")) {
        name = text_of(arguments, "tool");
        arguments = object_of(arguments, "arguments");
        (void)cut_name(call, name, &name);
    }
    if (name.size == 0 || name.size > TOOL_NAME_MAX || memchr(name.data, '\0', name.size)) {
        fail(call, MCP_SERVE_INVALID_PARAMS, SLICE("the name of the tool must have 1 to 512 bytes"), (struct slice){0});
        return;
    }
    struct call_mcp_tool_params_arguments_pair *items;
    char whole[TOOL_NAME_MAX + RELAY_ID_SIZE + 16];
    size_t count = read_arguments(arguments, &items);
    (void)snprintf(whole, sizeof whole, PREFIX "%s__%.*s", call->from->server->id, SLICE_ARG(name));
    if (id_make(&call->from->relay->ids, "mcp_", call->id) < 0 || (arguments && !items))
        fail(call, MCP_SERVE_INTERNAL_ERROR, SLICE("out of memory"), (struct slice){0});
    else
        ask(call, &call_mcp_tool_method,
            &(struct call_mcp_tool_params){.call_id = slice_of(call->id),
                                           .tool = slice_of(whole),
                                           .arguments = {items, count},
                                           .arguments_is = FIELD_SET},
            on_called);
    free(items);
}

static void list_items(struct relay_call *call, enum list_mcp_items_params_kind kind)
{
    ask(call, &list_mcp_items_method,
        &(struct list_mcp_items_params){.server = slice_of(call->from->server->id), .kind = kind}, on_items);
}

static void get_prompt(struct relay_call *call, yyjson_val *params)
{
    struct slice name = text_of(params, "name");
    yyjson_val *arguments = object_of(params, "arguments"), *key, *value;
    struct fetch_mcp_item_params_arguments_pair *items =
        calloc(arguments ? yyjson_obj_size(arguments) + 1 : 1, sizeof *items);
    size_t index, max, count = 0;
    if (items && arguments)
        yyjson_obj_foreach(arguments, index, max, key, value)
        {
            if (yyjson_is_str(value))
                items[count++] = (struct fetch_mcp_item_params_arguments_pair){json_text(key), json_text(value)};
        }
    if (name.size == 0 || name.size > 1024 || !items)
        fail(call, MCP_SERVE_INVALID_PARAMS, SLICE("the name of the prompt must have 1 to 1024 bytes"),
             (struct slice){0});
    else
        ask(call, &fetch_mcp_item_method,
            &(struct fetch_mcp_item_params){.server = slice_of(call->from->server->id),
                                            .prompt = name,
                                            .prompt_is = FIELD_SET,
                                            .arguments = {items, count},
                                            .arguments_is = FIELD_SET},
            on_fetched);
    free(items);
}

static void read_resource(struct relay_call *call, yyjson_val *params)
{
    struct slice uri = text_of(params, "uri");
    if (uri.size == 0 || uri.size > 8192)
        fail(call, MCP_SERVE_INVALID_PARAMS, SLICE("uri must have 1 to 8192 bytes"), (struct slice){0});
    else
        ask(call, &fetch_mcp_item_method,
            &(struct fetch_mcp_item_params){
                .server = slice_of(call->from->server->id), .uri = uri, .uri_is = FIELD_SET},
            on_fetched);
}

static void take_request(void *user, struct mcp_serve_request *request, yyjson_val *params)
{
    struct relay_link *link = user;
    struct relay_call *call = calloc(1, sizeof *call);
    if (!call) {
        mcp_serve_fail(request, MCP_SERVE_INTERNAL_ERROR, SLICE("out of memory"), (struct slice){0});
        return;
    }
    *call = (struct relay_call){.from = link, .request = request};
    request->user = call;
    list_append(&link->relay->calls, &call->link);
    switch (request->method) {
    case MCP_SERVE_LIST_TOOLS:
        list_tools(call);
        break;
    case MCP_SERVE_CALL_TOOL:
        call_tool(call, params);
        break;
    case MCP_SERVE_LIST_PROMPTS:
        list_items(call, LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS);
        break;
    case MCP_SERVE_LIST_RESOURCES:
        list_items(call, LIST_MCP_ITEMS_PARAMS_KIND_RESOURCES);
        break;
    case MCP_SERVE_LIST_TEMPLATES:
        list_items(call, LIST_MCP_ITEMS_PARAMS_KIND_TEMPLATES);
        break;
    case MCP_SERVE_GET_PROMPT:
        get_prompt(call, params);
        break;
    case MCP_SERVE_READ_RESOURCE:
        read_resource(call, params);
        break;
    }
}

static void send_line(void *user, struct slice line)
{
    relay_link_send(user, line);
}

const struct mcp_serve_handlers relay_handlers = {.send = send_line, .request = take_request, .cancelled = cancelled};

/* --- what the daemon reports --- */

static void on_progress(void *user, const struct mcp_call_progress_params *progress)
{
    const struct relay *relay = user;
    for (struct list *link = relay->calls.next; link != &relay->calls; link = link->next) {
        const struct relay_call *call = list_member(link, struct relay_call, link);
        if (!slice_is(progress->call_id, call->id))
            continue;
        mcp_serve_progress(call->request, progress->progress, progress->total_is == FIELD_SET ? &progress->total : NULL,
                           progress->message_is == FIELD_SET ? progress->message : SLICE(""));
        return;
    }
}

static void on_changed(void *user, struct slice server)
{
    const struct relay *relay = user;
    for (struct list *link = relay->links.next; link != &relay->links; link = link->next) {
        struct relay_link *proxy = list_member(link, struct relay_link, link);
        if (slice_is(server, proxy->server->id))
            mcp_serve_changed(&proxy->serve, MCP_SERVE_TOOLS_CHANGED);
    }
}

const struct task_mcp_events relay_events = {.progress = on_progress, .changed = on_changed};
