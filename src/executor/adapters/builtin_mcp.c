#include "executor/adapters/builtin_mcp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/list.h"
#include "executor/adapters/mcp_content.h"
#include "mcp/progress.h"
#include "rpc/timers.h"
#include "tools/call.h"
#include "json/copy.h"
#include "json/read.h"
#include "json/write.h"

enum { SCHEMA_MAX = 4 << 20, SEARCH_LIMIT = 5, SEARCH_LIMIT_MAX = 50, FOUND_MAX = 1 << 20 };

enum remote_kind { REMOTE_TOOL, REMOTE_SEARCH, REMOTE_CALL };

struct remote {
    struct tool tool;
    struct builtin_mcp *mcp;
    enum remote_kind kind;
};

/* The tools at one time. The agent may still use those of an earlier list, so all of them stay until the end. */
struct remote_list {
    struct remote_list *next;
    struct arena arena;
    struct remote *items;
    size_t count;
};

struct builtin_mcp {
    struct builtin *builtin;
    int64_t context_tokens;
    void (*ready)(struct builtin *builtin); /* NULL: it was called */
    struct remote_list *lists;              /* newest first */
    size_t list_count;
    struct list_mcp_tools_result *known; /* a copy in one block: the servers of the first list; NULL: none */
    struct builtin_mcp_items *items;
    struct list calls; /* struct remote_call */
    struct id_source ids;
    bool is_listing, has_changed;
};

struct remote_call {
    struct list link;
    struct tool_call *call;
    struct ask *ask;
    struct mcp_gate gate;
    struct deadline late; /* the report of progress that waits in the gate is told */
    char *model_id;       /* by which the model names the call */
    char id[ID_SIZE];
};

/* --- results --- */

static struct builtin_mcp *mcp_of(const struct remote_call *remote)
{
    return list_member(remote->call->tool, struct remote, tool)->mcp;
}

/* An event of type tool_progress. */
static void tell_progress(struct remote_call *remote)
{
    struct task *task = mcp_of(remote)->builtin->own.task;
    struct buf data = BUF_LIMITED(16 << 10);
    struct mcp_progress told;
    if (!mcp_gate_take(&remote->gate, uv_now(task_loop(task)), &told))
        return;
    (void)buf_append_text(&data, "{\"tool\":");
    (void)json_write_string(&data, slice_of(remote->call->tool->name));
    (void)buf_append_text(&data, ",\"tool_call_id\":");
    (void)json_write_string(&data, slice_of(remote->model_id));
    (void)buf_append_text(&data, ",\"progress\":");
    (void)json_write_number(&data, told.progress);
    if (told.total > 0) {
        (void)buf_append_text(&data, ",\"total\":");
        (void)json_write_number(&data, told.total);
    }
    if (told.message.size > 0) {
        (void)buf_append_text(&data, ",\"message\":");
        (void)json_write_string(&data, told.message);
    }
    if (buf_append_char(&data, '}') == 0)
        (void)task_report(task, SLICE("tool_progress"), buf_slice(&data));
    buf_clear(&data);
}

static void on_late_progress(struct deadline *deadline)
{
    tell_progress(list_member(deadline, struct remote_call, late));
}

static void finish(struct remote_call *remote, const struct tool_result *result)
{
    struct tool_call *call = remote->call;
    tell_progress(remote); /* the last report, before the result */
    timers_unset(task_timers(mcp_of(remote)->builtin->own.task), &remote->late);
    list_remove(&remote->link);
    free(remote->model_id);
    free(remote);
    tool_call_finish(call, result);
}

static void fail(struct remote_call *remote, struct slice text)
{
    finish(remote, &(struct tool_result){.is_error = true, .text = text});
}

static void fail_with(struct remote_call *remote, const struct reply *reply)
{
    fail(remote, reply->message.size > 0 ? reply->message : SLICE("The call failed: the daemon did not answer."));
}

/* Writes the whole text to a file of the sandbox, and its path to ret_path. */
static int write_file(struct slice text, char ret_path[static 256])
{
    const char *directory = getenv("TMPDIR");
    size_t written = 0;
    if (snprintf(ret_path, 256, "%s/mcp-result-XXXXXX.txt", directory && *directory == '/' ? directory : "/tmp") >= 256)
        return -ENAMETOOLONG;
    autoclose int fd = mkostemps(ret_path, 4, O_CLOEXEC);
    if (fd < 0)
        return -errno;
    while (written < text.size) {
        ssize_t n = write(fd, text.data + written, text.size - written);
        if (n < 0 && errno != EINTR) {
            (void)unlink(ret_path);
            return -errno;
        }
        written += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* Keeps the head and the tail of a text that would fill the model's context. */
static void fold(struct buf *text)
{
    char path[256];
    if (text->error || text->size <= TOOL_OUTPUT_MAX)
        return;
    int r = write_file(buf_slice(text), path);
    struct buf folded = BUF_LIMITED((size_t)2 * TOOL_OUTPUT_MAX);
    if (r == 0)
        (void)buf_printf(&folded, "[The result has %zu bytes, of which this is a part. All of it is in the file %s]\n",
                         text->size, path);
    (void)tool_fold(&folded, buf_slice(text));
    buf_clear(text);
    *text = folded;
}

static void write_structured(struct buf *text, const struct connector_call_result *result, yyjson_val *value)
{
    yyjson_val *structured = yyjson_obj_get(value, "structuredContent");
    if (text->size == 0 && result->structured_content_is == FIELD_SET && structured)
        (void)json_write_value(text, structured); /* otherwise the text says the same */
}

static void finish_with(struct remote_call *remote, const struct connector_call_result *result, yyjson_val *value)
{
    struct mcp_content_read read;
    mcp_content_read(&read, yyjson_obj_get(value, "content"));
    write_structured(&read.text, result, value);
    fold(&read.text);
    if (result->file_is == FIELD_SET)
        (void)buf_printf(&read.text, "%s[The whole result, %lld bytes of JSON, is in the file %.*s]",
                         read.text.size > 0 ? "\n" : "", (long long)result->file.bytes, SLICE_ARG(result->file.path));
    struct tool_result told = {
        .is_error = result->is_error || read.text.error,
        .text = read.text.error ? SLICE("The result is too long.") : buf_slice(&read.text),
        .more = read.images + 1,
        .more_count = read.image_count > 1 ? read.image_count - 1 : 0,
    };
    if (read.image_count > 0) {
        told.image = read.images[0].data;
        told.mime = read.images[0].mime;
    }
    finish(remote, &told);
    mcp_content_clear(&read);
}

static void deny(struct remote_call *remote, const struct call_mcp_tool_result *result)
{
    struct buf text = BUF_LIMITED(64 << 10);
    struct slice reason = result->reason_is == FIELD_SET ? result->reason : SLICE("no reason given");
    (void)buf_printf(&text, "This call was denied (%.*s).", SLICE_ARG(reason));
    if (result->note_is == FIELD_SET && result->note.size > 0)
        (void)buf_printf(&text, " The user says: %.*s", SLICE_ARG(result->note));
    finish(remote, &(struct tool_result){.is_error = true, .text = buf_slice(&text), .denied = reason});
    buf_clear(&text);
}

static void on_called(void *user, const struct reply *reply)
{
    struct remote_call *remote = user;
    const struct call_mcp_tool_result *result = reply->result;
    if (reply->status < 0)
        fail_with(remote, reply);
    else if (!result->approved || result->result_is != FIELD_SET)
        deny(remote, result);
    else
        finish_with(remote, &result->result, yyjson_obj_get((yyjson_val *)reply->value, "result"));
}

static void on_found(void *user, const struct reply *reply)
{
    struct remote_call *remote = user;
    if (reply->status < 0) {
        fail_with(remote, reply);
        return;
    }
    struct buf text = BUF_LIMITED(FOUND_MAX);
    size_t index, count;
    yyjson_val *tool;
    yyjson_arr_foreach(yyjson_obj_get((yyjson_val *)reply->value, "tools"), index, count, tool)
    {
        size_t before = text.size;
        (void)buf_append_text(&text, "{\"tool\":");
        (void)json_write_value(&text, yyjson_obj_get(tool, "name"));
        (void)buf_append_text(&text, ",\"description\":");
        (void)json_write_value(&text, yyjson_obj_get(tool, "description"));
        (void)buf_append_text(&text, ",\"arguments\":");
        (void)json_write_value(&text, yyjson_obj_get(tool, "input_schema"));
        (void)buf_append_text(&text, "}\n");
        if (text.error) { /* the next ones are worse matches */
            text.error = 0;
            text.size = before;
            break;
        }
    }
    finish(remote,
           &(struct tool_result){.text = text.size > 0 ? buf_slice(&text)
                                                       : SLICE("No tool matches these words. Try others, or fewer.")});
    buf_clear(&text);
}

/* --- calls --- */

static int ask(struct remote_call *remote, const struct method *method, const void *params, task_told_fn told)
{
    const struct remote *tool = list_member(remote->call->tool, struct remote, tool);
    return task_ask_for(tool->mcp->builtin->own.task, method, params, told, remote, &remote->ask);
}

static int call_tool(struct remote_call *remote, struct slice tool, yyjson_val *arguments,
                     char problem[static TOOL_PROBLEM_SIZE])
{
    size_t index, max, count = 0;
    yyjson_val *key, *value;
    autofree struct call_mcp_tool_params_arguments_pair *items =
        calloc(yyjson_is_obj(arguments) ? yyjson_obj_size(arguments) + 1 : 1, sizeof *items);
    if (!items)
        return -ENOMEM;
    if (yyjson_is_obj(arguments))
        yyjson_obj_foreach(arguments, index, max, key, value)
        {
            items[count].key = json_text(key);
            items[count++].value.value = value;
        }
    int r =
        ask(remote, &call_mcp_tool_method,
            &(struct call_mcp_tool_params){
                .call_id = slice_of(remote->id), .tool = tool, .arguments = {items, count}, .arguments_is = FIELD_SET},
            on_called);
    if (r == -EMSGSIZE)
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "The input is too long.");
    return r;
}

static int search(struct remote_call *remote, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct slice query = tool_text(input, "query"), server = tool_text(input, "server");
    int64_t limit = tool_number(input, "limit", SEARCH_LIMIT);
    if (query.size == 0 || query.size > 1024 || server.size > 32) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "query must be a text of 1 to 1024 bytes, and server a short name.");
        return -EINVAL;
    }
    return ask(remote, &search_mcp_tools_method,
               &(struct search_mcp_tools_params){.query = query,
                                                 .server = server,
                                                 .server_is = server.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                                 .limit = limit < 1                  ? 1
                                                          : limit > SEARCH_LIMIT_MAX ? SEARCH_LIMIT_MAX
                                                                                     : limit},
               on_found);
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    const struct remote *tool = list_member(call->tool, struct remote, tool);
    struct builtin_mcp *mcp = tool->mcp;
    struct slice name = tool->kind == REMOTE_CALL ? tool_text(input, "tool") : slice_of(tool->tool.name);
    if (tool->kind == REMOTE_CALL && (name.size == 0 || name.size > 1024)) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "tool must be the name of a tool that mcp_search has found.");
        return -EINVAL;
    }
    struct remote_call *remote = calloc(1, sizeof *remote);
    if (!remote)
        return -ENOMEM;
    remote->call = call;
    remote->late.expired = on_late_progress;
    remote->model_id = strndup(call->id.data ? call->id.data : "", call->id.size);
    int r = remote->model_id ? id_make(&mcp->ids, "mcp_", remote->id) : -ENOMEM;
    if (r == 0 && tool->kind == REMOTE_SEARCH)
        r = search(remote, input, problem);
    else if (r == 0)
        r = call_tool(remote, name, tool->kind == REMOTE_CALL ? yyjson_obj_get(input, "arguments") : input, problem);
    if (r < 0) {
        free(remote->model_id);
        free(remote);
        return r;
    }
    call->state = remote;
    list_append(&mcp->calls, &remote->link);
    return 0;
}

static void cancel(struct tool_call *call)
{
    struct remote_call *remote = call->state;
    task_ask_cancel(remote->ask);
    fail(remote, SLICE("The call was cancelled."));
}

/* --- lists of tools --- */

static const char search_schema[] =
    "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"description\":\"Words in the name or the "
    "description of a tool.\"},\"server\":{\"type\":\"string\",\"description\":\"Only tools of this server.\"},"
    "\"limit\":{\"type\":\"integer\",\"description\":\"The most tools to return (default 5).\"}},\"required\":"
    "[\"query\"]}";
static const char call_schema[] =
    "{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\",\"description\":\"The name, as mcp_search "
    "returns it.\"},\"arguments\":{\"type\":\"object\",\"description\":\"The input of the tool, by the schema that "
    "mcp_search returns.\"}},\"required\":[\"tool\",\"arguments\"]}";

static struct remote *add(struct builtin_mcp *mcp, struct remote_list *list, enum remote_kind kind, const char *name,
                          const char *description, const char *schema)
{
    struct remote *remote = &list->items[list->count++];
    *remote = (struct remote){.tool = {.name = name,
                                       .description = description,
                                       .schema = schema,
                                       .is_remote = true,
                                       .touches = tool_touches_nothing,
                                       .start = start,
                                       .cancel = cancel},
                              .mcp = mcp,
                              .kind = kind};
    return remote;
}

static int add_tool(struct builtin_mcp *mcp, struct remote_list *list, const struct executor_mcp_tool *tool,
                    yyjson_val *value)
{
    struct buf schema = BUF_LIMITED(SCHEMA_MAX);
    (void)json_write_value(&schema, yyjson_obj_get(value, "input_schema"));
    const char *name = arena_copy(&list->arena, tool->name).data;
    const char *about = arena_copy(&list->arena, tool->description).data;
    const char *text = schema.error ? NULL : arena_copy(&list->arena, buf_slice(&schema)).data;
    buf_clear(&schema);
    if (!name || !about || !text)
        return -ENOMEM;
    (void)add(mcp, list, REMOTE_TOOL, name, about, text);
    return 0;
}

static struct remote_list *list_free(struct remote_list *list)
{
    if (!list)
        return NULL;
    arena_clear(&list->arena);
    free(list->items);
    free(list);
    return NULL;
}

static int take_tools(struct builtin_mcp *mcp, const struct list_mcp_tools_result *result, yyjson_val *value)
{
    size_t count = result->mode == LIST_MCP_TOOLS_RESULT_MODE_TOOLS ? result->tools.count : 0;
    int r = 0;
    struct remote_list *list = calloc(1, sizeof *list);
    if (!list)
        return -ENOMEM;
    if (count > BUILTIN_MCP_TOOLS_MAX)
        count = BUILTIN_MCP_TOOLS_MAX;
    list->arena = (struct arena)ARENA_LIMITED(BUILTIN_MCP_LIST_BYTES);
    list->items = calloc(count + 2, sizeof *list->items);
    yyjson_val *tools = yyjson_obj_get(value, "tools");
    for (size_t i = 0; list->items && r == 0 && i < count; i++)
        r = add_tool(mcp, list, &result->tools.items[i], yyjson_arr_get(tools, i));
    if (!list->items || r < 0) {
        list_free(list);
        return -ENOMEM;
    }
    if (result->mode == LIST_MCP_TOOLS_RESULT_MODE_SEARCH) {
        (void)add(mcp, list, REMOTE_SEARCH, "mcp_search",
                  "Find tools of MCP servers by words. Returns the names, descriptions and input schemas of the tools "
                  "that match best. Call a tool that you found with mcp_call.",
                  search_schema);
        (void)add(mcp, list, REMOTE_CALL, "mcp_call", "Call a tool of an MCP server that mcp_search has found.",
                  call_schema);
    }
    list->next = mcp->lists;
    mcp->lists = list;
    mcp->list_count++;
    return 0;
}

const struct tool **builtin_mcp_tools(const struct builtin *builtin, const struct tool *const *own)
{
    const struct remote_list *list = builtin->mcp ? builtin->mcp->lists : NULL;
    size_t count = 0;
    while (own[count])
        count++;
    const struct tool **tools = calloc(count + (list ? list->count : 0) + 1, sizeof *tools);
    for (size_t i = 0; tools && i < count; i++)
        tools[i] = own[i];
    for (size_t i = 0; tools && list && i < list->count; i++)
        tools[count + i] = &list->items[i].tool;
    return tools;
}

/* --- changes while the task runs --- */

static void list_again(struct builtin_mcp *mcp);

static void on_listed_again(void *user, const struct reply *reply)
{
    struct builtin_mcp *mcp = user;
    struct builtin *builtin = mcp->builtin;
    mcp->is_listing = false;
    if (reply->status == 0 && builtin->own.agent && take_tools(mcp, reply->result, (yyjson_val *)reply->value) == 0) {
        autofree const struct tool **own = in_process_tools(task_params(builtin->own.task));
        autofree const struct tool **tools = own ? builtin_mcp_tools(builtin, own) : NULL;
        if (tools)
            (void)agent_set_tools(builtin->own.agent, tools);
    }
    if (mcp->has_changed)
        list_again(mcp);
}

static int ask_list(struct builtin_mcp *mcp, task_told_fn told)
{
    struct ask *ask;
    mcp->is_listing = true;
    mcp->has_changed = false;
    return task_ask_for(
        mcp->builtin->own.task, &list_mcp_tools_method,
        &(struct list_mcp_tools_params){.context_tokens = mcp->context_tokens,
                                        .context_tokens_is = mcp->context_tokens > 0 ? FIELD_SET : FIELD_ABSENT},
        told, mcp, &ask);
}

static void list_again(struct builtin_mcp *mcp)
{
    if (mcp->is_listing || !mcp->builtin->own.agent)
        mcp->has_changed = true;
    else if (mcp->list_count < BUILTIN_MCP_LISTS_MAX && ask_list(mcp, on_listed_again) < 0)
        mcp->is_listing = false;
}

static void on_changed(void *user, struct slice server)
{
    (void)server;
    list_again(user);
}

static void on_progress(void *user, const struct mcp_call_progress_params *progress)
{
    const struct builtin_mcp *mcp = user;
    struct task *task = mcp->builtin->own.task;
    const struct mcp_progress report = {
        .progress = progress->progress,
        .total = progress->total_is == FIELD_SET ? progress->total : 0,
        .message = progress->message_is == FIELD_SET ? progress->message : SLICE(""),
    };
    for (struct list *link = mcp->calls.next; link != &mcp->calls; link = link->next) {
        struct remote_call *remote = list_member(link, struct remote_call, link);
        if (!slice_is(progress->call_id, remote->id))
            continue;
        uint64_t wait_ms = mcp_gate_put(&remote->gate, &report, uv_now(task_loop(task)), BUILTIN_MCP_PROGRESS_MS);
        if (wait_ms == 0)
            tell_progress(remote);
        else
            (void)timers_set(task_timers(task), &remote->late, wait_ms);
        return;
    }
}

static const struct task_mcp_events events = {.progress = on_progress, .changed = on_changed};

void builtin_mcp_go_on(struct builtin *builtin)
{
    struct builtin_mcp *mcp = builtin->mcp;
    if (!mcp)
        return;
    if (mcp->items)
        builtin_mcp_items_report(mcp->items);
    if (mcp->has_changed)
        list_again(mcp);
}

/* --- start --- */

static void be_ready(struct builtin *builtin)
{
    struct builtin_mcp *mcp = builtin->mcp;
    void (*ready)(struct builtin * builtin) = mcp->ready;
    mcp->ready = NULL;
    if (ready)
        ready(builtin);
}

/* Copies the servers only. */
static int keep_servers(struct builtin_mcp *mcp, const struct list_mcp_tools_result *result)
{
    struct list_mcp_tools_result servers = {.mode = result->mode, .servers = result->servers};
    if (servers.servers.count > BUILTIN_MCP_SERVERS_MAX)
        servers.servers.count = BUILTIN_MCP_SERVERS_MAX;
    mcp->known = malloc(sizeof servers + json_copy_size(&list_mcp_tools_result_shape, &servers));
    if (!mcp->known)
        return -ENOMEM;
    json_copy(&list_mcp_tools_result_shape, &servers, mcp->known, mcp->known + 1);
    return 0;
}

/* Without the list, the task goes on without servers. */
static void on_listed(void *user, const struct reply *reply)
{
    struct builtin_mcp *mcp = user;
    struct builtin *builtin = mcp->builtin;
    mcp->is_listing = false;
    if (builtin_is_stopped(builtin))
        return;
    int r = reply->status < 0 ? 0 : take_tools(mcp, reply->result, (yyjson_val *)reply->value);
    if (r == 0 && reply->status == 0)
        r = keep_servers(mcp, reply->result);
    if (reply->status < 0 || r < 0) {
        char text[300];
        struct slice why = reply->status < 0 ? reply->message : SLICE("out of memory");
        (void)snprintf(text, sizeof text, "the agent gets no MCP servers: %.*s", why.size < 200 ? (int)why.size : 200,
                       why.size > 0 ? why.data : "");
        (void)task_report_error(builtin->own.task, SLICE("MCP_UNAVAILABLE"), slice_of(text));
        be_ready(builtin);
    } else {
        builtin_mcp_items_begin(builtin, mcp->known->servers.items, mcp->known->servers.count, be_ready, &mcp->items);
    }
}

void builtin_mcp_begin(struct builtin *builtin, int64_t context_tokens, void (*ready)(struct builtin *builtin))
{
    struct builtin_mcp *mcp = calloc(1, sizeof *mcp);
    if (mcp) {
        mcp->builtin = builtin;
        mcp->context_tokens = context_tokens;
        mcp->ready = ready;
        list_init(&mcp->calls);
        builtin->mcp = mcp;
        task_watch_mcp(builtin->own.task, &events, mcp);
        if (ask_list(mcp, on_listed) == 0)
            return;
        mcp->ready = NULL;
    }
    ready(builtin);
}

struct builtin_mcp *builtin_mcp_free(struct builtin_mcp *mcp)
{
    if (!mcp)
        return NULL;
    while (mcp->lists) {
        struct remote_list *next = mcp->lists->next;
        list_free(mcp->lists);
        mcp->lists = next;
    }
    builtin_mcp_items_free(mcp->items);
    free(mcp->known);
    free(mcp);
    return NULL;
}

size_t builtin_mcp_servers(const struct builtin *builtin, struct agent_server ret_items[static BUILTIN_MCP_SERVERS_MAX])
{
    const struct list_mcp_tools_result *known = builtin->mcp ? builtin->mcp->known : NULL;
    size_t count = 0;
    for (; known && count < known->servers.count; count++) {
        const struct executor_mcp_host *host = &known->servers.items[count];
        ret_items[count] = (struct agent_server){
            .name = host->id,
            .instructions = host->instructions_is == FIELD_SET ? host->instructions : SLICE(""),
        };
    }
    return count;
}

struct slice builtin_mcp_prompt(const struct builtin *builtin, struct slice prompt)
{
    return builtin->mcp && builtin->mcp->items ? builtin_mcp_items_prompt(builtin->mcp->items, prompt) : prompt;
}

struct slice builtin_mcp_problem(const struct builtin *builtin)
{
    return builtin->mcp && builtin->mcp->items ? builtin_mcp_items_problem(builtin->mcp->items) : SLICE("");
}
