/* The methods by which executors list, find and call tools of MCP servers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/permission.h"
#include "daemon/mcp/configure.h"
#include "daemon/mcp/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

/* --- checks --- */

/* The executor's task, or NULL if the call was answered. */
static const struct task_job *task_of(struct call *call, struct slice token)
{
    struct executor *executor = executor_of(call);
    if (!executor_token_admits(executor, token, NULL, call->method->name.data)) {
        (void)call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
        return NULL;
    }
    return mcp_hub_refuses(mcp_hub_of(call), call) ? NULL : executor->job;
}

static struct mcp_entry *server_for(struct call *call, const struct task_job *job, struct slice id)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    struct mcp_entry *entry = mcp_entry_find(hub, id);
    if (entry && mcp_entry_is_for(entry, job->task->cwd))
        return entry;
    (void)call_fail(call, call->method == &call_mcp_tool_method ? ERROR_MCP_TOOL_NOT_FOUND : ERROR_MCP_SERVER_NOT_FOUND,
                    "there is no MCP server %.*s for this session", SLICE_ARG(id));
    return NULL;
}

/* --- tools of several servers --- */

/* For the reader thread: everything that decides which tools the task gets. */
struct listing {
    struct mcp_ids *ids;
    struct task_job *job; /* on the loop only */
    const void *result;
};

static struct executor_mcp_tool agent_tool(const struct mcp_tool_known *known, struct slice server, bool plain)
{
    const struct connector_tool *tool = &known->tool;
    struct executor_mcp_tool out = {
        .name = plain ? tool->name : slice_of(known->agent_name),
        .server = server,
        .title = tool->title,
        .title_is = tool->title_is,
        .description = tool->description,
        .output_schema_is = tool->output_schema_is,
        .annotations_is = tool->annotations_is,
    };
    _Static_assert(sizeof out.input_schema == sizeof tool->input_schema, "a map");
    memcpy(&out.input_schema, &tool->input_schema, sizeof out.input_schema);
    memcpy(&out.output_schema, &tool->output_schema, sizeof out.output_schema);
    memcpy(&out.annotations, &tool->annotations, sizeof out.annotations);
    return out;
}

/* What is read for a call, by the reader. */
struct agent_list {
    struct slice server;
    struct store_mcp_server record;
    struct mcp_toolbox box;
};
struct agent_lists {
    struct agent_list *items;
    size_t count;
    bool are_long; /* the tools exceed the budget, and were not read */
};

enum { HASH_BYTES = 81 }; /* of each tool in a stored list, which an agent does not get */

static int read_servers(struct store_request *request, struct store_tx *tx, const struct mcp_ids *ids,
                        struct agent_lists *lists)
{
    size_t bytes = 0;
    for (size_t i = 0; i < ids->count; i++) {
        struct agent_list *one = &lists->items[lists->count];
        one->server = arena_copy(&request->arena, slice_of(ids->items[i]));
        int r = one->server.data ? store_mcp_find(tx, one->server, &request->arena, &one->record) : -ENOMEM;
        if (r < 0 && r != -ENOENT && r != -EBADMSG)
            return r;
        int64_t hashes = one->record.record.tool_count * HASH_BYTES;
        bytes += r == 0 && one->record.tool_bytes > hashes ? (size_t)(one->record.tool_bytes - hashes) : 0;
        lists->count += r == 0;
    }
    lists->are_long = bytes > ids->budget;
    return 0;
}

static int read_all(struct store_request *request, struct store_tx *tx)
{
    const struct mcp_ids *ids = request->more;
    struct agent_lists lists = {.items = arena_zeroed(&request->arena, (ids->count + 1) * sizeof *lists.items)};
    int r = lists.items ? read_servers(request, tx, ids, &lists) : -ENOMEM;
    for (size_t i = 0; r == 0 && !lists.are_long && i < lists.count; i++) {
        struct agent_list *one = &lists.items[i];
        struct slice text = {0};
        r = store_mcp_list_find(tx, one->server, CONNECTOR_LIST_KIND_TOOLS, &request->arena, &text);
        if (r == 0)
            r = mcp_toolbox_read(&request->arena, one->server, text, &one->box);
        r = r == -ENOENT || r == -EINVAL || r == -EBADMSG ? 0 : r; /* without tools, if they are not known */
    }
    struct agent_lists *kept = arena_alloc(&request->arena, sizeof *kept);
    if (r < 0 || !kept)
        return r < 0 ? r : -ENOMEM;
    *kept = lists;
    *(struct agent_lists **)request->more = kept;
    return 0;
}

/* The call's task again, after the read. NULL: it was answered. */
static const struct task_job *task_again(struct store_request *request, struct slice token)
{
    if (request->status == 0)
        return request->call->answered ? NULL : task_of(request->call, token);
    (void)call_fail(request->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read the lists of the MCP servers: %s",
                    strerror(-request->status));
    return NULL;
}

static bool may_use(const struct task_job *job, const struct mcp_tool_known *known)
{
    return known->agent_name[0] && executor_lists_tool(job, slice_of(known->agent_name));
}

/* --- list_mcp_tools --- */

enum { SHARE = 10, BYTES_PER_TOKEN = 4, BYTES_UNKNOWN = 40 << 10, SIZE_BYTES = 64 << 20 };

static size_t measure(const struct executor_mcp_tool *tool)
{
    struct buf text = BUF_LIMITED(SIZE_BYTES);
    (void)json_encode(&text, &executor_mcp_tool_shape, tool);
    size_t size = text.error ? SIZE_BYTES : text.size;
    buf_clear(&text);
    return size;
}

static size_t most_bytes(const struct list_mcp_tools_params *params)
{
    if (params->context_tokens_is == FIELD_SET && params->context_tokens < INT32_MAX)
        return (size_t)params->context_tokens * BYTES_PER_TOKEN / SHARE;
    return BYTES_UNKNOWN;
}

/* The agent searches for its tools if their lists are longer. With many servers it takes long to read the lists, so
 * they are not read if the mode is clear without them: if the task may use all of their tools. */
static size_t budget_of(const struct mcp_hub *hub, const struct list_mcp_tools_params *params,
                        const struct task_job *job)
{
    enum config_settings_mcp_tools setting = hub->settings->mcp.tools;
    if (setting == CONFIG_SETTINGS_MCP_TOOLS_ALWAYS || !executor_lists_tool(job, SLICE(MCP_TOOL_PREFIX "*")))
        return SIZE_MAX;
    return setting == CONFIG_SETTINGS_MCP_TOOLS_NEVER ? 0 : most_bytes(params);
}

static enum list_mcp_tools_result_mode choose_mode(const struct mcp_hub *hub,
                                                   const struct list_mcp_tools_params *params,
                                                   const struct list_mcp_tools_result *result)
{
    enum config_settings_mcp_tools setting = hub->settings->mcp.tools;
    size_t bytes = 0, most = most_bytes(params);
    if (result->tools.count == 0)
        return LIST_MCP_TOOLS_RESULT_MODE_NONE;
    if (params->server_is == FIELD_SET || setting == CONFIG_SETTINGS_MCP_TOOLS_ALWAYS)
        return LIST_MCP_TOOLS_RESULT_MODE_TOOLS;
    if (setting == CONFIG_SETTINGS_MCP_TOOLS_NEVER)
        return LIST_MCP_TOOLS_RESULT_MODE_SEARCH;
    for (size_t i = 0; i < result->tools.count && bytes <= most; i++)
        bytes += measure(&result->tools.items[i]);
    return bytes > most ? LIST_MCP_TOOLS_RESULT_MODE_SEARCH : LIST_MCP_TOOLS_RESULT_MODE_TOOLS;
}

static void answer_list(struct store_request *request)
{
    const struct list_mcp_tools_params *params = request->call->params;
    const struct task_job *job = task_again(request, params->session_token);
    if (!job)
        return;
    const struct agent_lists *lists = *(struct agent_lists **)request->more;
    const struct mcp_hub *hub = mcp_hub_of(request->call);
    struct list_mcp_tools_result result = {0};
    size_t most = 0;
    int64_t unread = 0;
    for (size_t i = 0; i < lists->count; i++)
        most += lists->items[i].box.count;
    result.tools.items = arena_alloc(&request->arena, (most + 1) * sizeof *result.tools.items);
    result.servers.items = arena_zeroed(&request->arena, (lists->count + 1) * sizeof *result.servers.items);
    if (!result.tools.items || !result.servers.items) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        return;
    }
    for (size_t i = 0; i < lists->count; i++) {
        const struct agent_list *one = &lists->items[i];
        const struct mcp_server *record = &one->record.record;
        size_t before = result.tools.count;
        unread += lists->are_long ? record->tool_count : 0;
        for (size_t k = 0; k < one->box.count; k++)
            if (may_use(job, &one->box.tools[k]))
                result.tools.items[result.tools.count++] =
                    agent_tool(&one->box.tools[k], one->server, params->server_is == FIELD_SET);
        result.servers.items[result.servers.count++] = (struct executor_mcp_host){
            .id = one->server,
            .name = record->name,
            .instructions = record->instructions,
            .instructions_is = record->instructions_is,
            .tool_count = lists->are_long ? record->tool_count : (int64_t)(result.tools.count - before),
            .prompt_count = one->record.prompt_count,
            .prompt_count_is = FIELD_SET,
            .resource_count = one->record.resource_count,
            .resource_count_is = FIELD_SET,
        };
    }
    result.mode = unread > 0 ? LIST_MCP_TOOLS_RESULT_MODE_SEARCH : choose_mode(hub, params, &result);
    if (result.mode != LIST_MCP_TOOLS_RESULT_MODE_TOOLS)
        result.tools.count = 0;
    (void)list_mcp_tools_reply(request->call, &result);
}

/* A server whose tools are not known is started, and nobody waits for it. */
static void start_unknown(struct mcp_hub *hub, struct slice cwd)
{
    for (struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        struct mcp_run *run =
            !entry->tools_known && mcp_entry_is_for(entry, cwd) ? mcp_run_get(entry, (struct slice){0}) : NULL;
        if (run)
            (void)mcp_run_need(run);
    }
}

static int read_tools(struct call *call, const struct mcp_entry *only, struct slice cwd, size_t budget,
                      void (*answer)(struct store_request *))
{
    size_t size = 0;
    struct mcp_ids *ids = mcp_ids_new(mcp_hub_of(call), only, cwd, &size);
    if (ids)
        ids->budget = budget;
    int r = ids ? store_request_read_with(call, ids, size, read_all, answer) : -ENOMEM;
    free(ids);
    return r;
}

int list_mcp_tools(struct call *call, const struct list_mcp_tools_params *params)
{
    const struct task_job *job = task_of(call, params->session_token);
    if (!job)
        return 0;
    if (params->server_is != FIELD_SET) {
        start_unknown(mcp_hub_of(call), job->task->cwd);
        return read_tools(call, NULL, job->task->cwd, budget_of(mcp_hub_of(call), params, job), answer_list);
    }
    struct mcp_entry *entry = mcp_entry_find(mcp_hub_of(call), params->server);
    if (!entry || !mcp_entry_is_for(entry, job->task->cwd))
        return list_mcp_tools_reply(call, &(struct list_mcp_tools_result){.mode = LIST_MCP_TOOLS_RESULT_MODE_NONE});
    if (entry->tools_known)
        return read_tools(call, entry, job->task->cwd, SIZE_MAX, answer_list);
    struct mcp_run *run = mcp_run_get(entry, job->session->id);
    int r = run ? call_defer(call, NULL, NULL, &call) : -ENOMEM;
    if (r < 0)
        return r;
    (void)mcp_run_need(run);
    r = mcp_run_wait(run, call);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    return 0;
}

/* --- search_mcp_tools --- */

static void answer_search(struct store_request *request)
{
    enum { SEARCH_MAX = 50 };
    const struct search_mcp_tools_params *params = request->call->params;
    const struct task_job *job = task_again(request, params->session_token);
    if (!job)
        return;
    const struct agent_lists *lists = *(struct agent_lists **)request->more;
    size_t most = params->limit > 0 && params->limit < SEARCH_MAX ? (size_t)params->limit : SEARCH_MAX;
    struct executor_mcp_tool found[SEARCH_MAX + 1];
    unsigned scores[SEARCH_MAX + 1] = {0};
    size_t count = 0;
    for (size_t i = 0; i < lists->count; i++)
        for (size_t k = 0; k < lists->items[i].box.count; k++) {
            const struct mcp_tool_known *known = &lists->items[i].box.tools[k];
            unsigned score = may_use(job, known) ? mcp_tool_score(params->query, &known->tool) : 0;
            size_t at = count;
            if (score == 0 || (at == most && scores[at - 1] >= score))
                continue;
            for (at = at == most ? most - 1 : at; at > 0 && scores[at - 1] < score; at--) {
                scores[at] = scores[at - 1];
                found[at] = found[at - 1];
            }
            scores[at] = score;
            found[at] = agent_tool(known, lists->items[i].server, false);
            count += count < most;
        }
    (void)search_mcp_tools_reply(request->call, &(struct search_mcp_tools_result){.tools = {found, count}});
}

int search_mcp_tools(struct call *call, const struct search_mcp_tools_params *params)
{
    const struct task_job *job = task_of(call, params->session_token);
    const struct mcp_entry *only = NULL;
    if (!job)
        return 0;
    if (params->server_is == FIELD_SET) {
        only = mcp_entry_find(mcp_hub_of(call), params->server);
        if (!only)
            return search_mcp_tools_reply(call, &(struct search_mcp_tools_result){0});
    }
    return read_tools(call, only, job->task->cwd, SIZE_MAX, answer_search);
}

/* --- list_mcp_items --- */

static const enum connector_list_kind item_kinds[] = {
    [LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS] = CONNECTOR_LIST_KIND_PROMPTS,
    [LIST_MCP_ITEMS_PARAMS_KIND_RESOURCES] = CONNECTOR_LIST_KIND_RESOURCES,
    [LIST_MCP_ITEMS_PARAMS_KIND_TEMPLATES] = CONNECTOR_LIST_KIND_TEMPLATES};

static int read_items(struct store_request *request, struct store_tx *tx)
{
    const struct list_mcp_items_params *params = request->call->params;
    struct connector_list_result *list = request->more;
    struct slice text = {0};
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *value = NULL;
    int r = store_mcp_list_find(tx, params->server, item_kinds[params->kind], &request->arena, &text);
    if (r == 0)
        r = json_read(&request->arena, text, &value, &error);
    if (r == 0)
        r = json_decode(&request->arena, &connector_list_result_shape, value, "list", list, &wrong);
    if (r < 0)
        *list = (struct connector_list_result){0};
    return r == -ENOENT || r == -EINVAL ? 0 : r;
}

static void answer_items(struct store_request *request)
{
    const struct list_mcp_items_params *params = request->call->params;
    const struct connector_list_result *list = request->more;
    if (!task_again(request, params->session_token))
        return;
    struct list_mcp_items_result result = {
        .prompts = {list->prompts.items, list->prompts.count},
        .prompts_is = params->kind == LIST_MCP_ITEMS_PARAMS_KIND_PROMPTS ? FIELD_SET : FIELD_ABSENT,
        .resources = {list->resources.items, list->resources.count},
        .resources_is = params->kind == LIST_MCP_ITEMS_PARAMS_KIND_RESOURCES ? FIELD_SET : FIELD_ABSENT,
        .templates = {list->templates.items, list->templates.count},
        .templates_is = params->kind == LIST_MCP_ITEMS_PARAMS_KIND_TEMPLATES ? FIELD_SET : FIELD_ABSENT,
    };
    (void)list_mcp_items_reply(request->call, &result);
}

int list_mcp_items(struct call *call, const struct list_mcp_items_params *params)
{
    const struct task_job *job = task_of(call, params->session_token);
    if (!job || !server_for(call, job, params->server))
        return 0;
    return store_request_read(call, sizeof(struct connector_list_result), read_items, answer_items);
}

/* The tools are known now, or the server does not work. */
void mcp_waiter_go_on(struct mcp_entry *entry, struct call *call)
{
    if (client_of_peer(call->peer)) {
        mcp_target_awaited(entry, call);
        return;
    }
    if (call->method == &call_mcp_tool_method) {
        mcp_call_go_on(entry, call);
        return;
    }
    const struct list_mcp_tools_params *params = call->params;
    const struct task_job *job = task_of(call, params->session_token);
    if (!job)
        return;
    if (!entry->tools_known) {
        (void)list_mcp_tools_reply(call, &(struct list_mcp_tools_result){.mode = LIST_MCP_TOOLS_RESULT_MODE_NONE});
        return;
    }
    call_hold(call);
    int r = read_tools(call, entry, job->task->cwd, SIZE_MAX, answer_list);
    if (r == 0)
        return;
    (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(call);
}
