/* Methods that read what is stored of the servers. They start none. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "contract/executor.h"
#include "daemon/mcp/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/read.h"

void mcp_record_update(const struct mcp_entry *entry, struct mcp_server *record)
{
    const char *error = mcp_entry_error(entry);
    record->state = mcp_entry_state(entry);
    record->status = mcp_status_of(record->state);
    record->error = slice_of(error);
    record->error_is = error ? FIELD_SET : FIELD_ABSENT;
    record->tools_known = entry->tools_known;
    record->tool_count = entry->tool_count;
    record->pid_is = FIELD_ABSENT;
    for (const struct list *link = entry->runs.next; link != &entry->runs; link = link->next) {
        pid_t pid = service_pid(&list_member(link, struct mcp_run, link)->service);
        if (pid > 0 && record->pid_is != FIELD_SET) {
            record->pid = pid;
            record->pid_is = FIELD_SET;
        }
    }
}

int mcp_servers_for(void *user, const struct executor *executor, struct arena *arena,
                    struct get_execution_context_result_mcp_servers *ret_servers)
{
    const struct mcp_hub *hub = user;
    autofree char *program = NULL;
    struct executor_mcp_server *items = arena_zeroed(arena, (hub->count + 1) * sizeof *items);
    int r = process_find_program(MCP_PROGRAM, &program);
    struct slice command = r == 0 ? arena_copy(arena, slice_of(program)) : (struct slice){0};
    if (r < 0 || !items || !command.data)
        return r < 0 ? r : -ENOMEM;
    *ret_servers = (struct get_execution_context_result_mcp_servers){.items = items};
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        struct slice *args = arena_alloc(arena, 3 * sizeof *args);
        if (!args)
            return -ENOMEM;
        if (entry->removing || !mcp_entry_is_for(entry, executor->job->task->cwd))
            continue;
        args[0] = SLICE("--proxy");
        args[1] = slice_of(entry->id);
        args[2] = slice_of(executor->process.own);
        items[ret_servers->count++] =
            (struct executor_mcp_server){.name = args[1], .command = command, .args = {args, 3}};
    }
    return 0;
}

/* --- from memory --- */

int mcp_list_connections(struct call *call, const struct mcp_list_connections_params *params)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    (void)params; /* it has no fields */
    if (mcp_hub_refuses(hub, call))
        return 0;
    struct mcp_connection *items = calloc(hub->count + 1, sizeof *items);
    struct mcp_list_connections_result result = {.connections = {.items = items}};
    if (!items)
        return -ENOMEM;
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        const char *error = mcp_entry_error(entry);
        if (entry->removing)
            continue;
        items[result.connections.count++] = (struct mcp_connection){
            .server_id = slice_of(entry->id),
            .name = slice_of(entry->name),
            .status = mcp_status_of(mcp_entry_state(entry)),
            .tool_count = entry->tool_count,
            .error = slice_of(error),
            .error_is = error ? FIELD_SET : FIELD_ABSENT,
        };
    }
    int r = mcp_list_connections_reply(call, &result);
    free(items);
    return r;
}

int mcp_get_status(struct call *call, const struct mcp_get_status_params *params)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    bool one = params->server_id_is == FIELD_SET;
    const struct mcp_entry *only = one ? mcp_entry_of(call, params->server_id) : NULL;
    if ((one && !only) || (!one && mcp_hub_refuses(hub, call)))
        return 0;
    struct mcp_get_status_result_servers_item *items = calloc(hub->count + 1, sizeof *items);
    char(*times)[CLOCK_ISO_SIZE] = calloc(hub->count + 1, sizeof *times);
    struct mcp_get_status_result result = {.servers = {.items = items}};
    for (const struct list *link = hub->entries.next; items && times && link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        const char *error = mcp_entry_error(entry);
        if (entry->removing || (only && entry != only))
            continue;
        char *time = times[result.servers.count];
        if (entry->answered_at > 0)
            clock_format_iso(entry->answered_at, time);
        items[result.servers.count++] = (struct mcp_get_status_result_servers_item){
            .server_id = slice_of(entry->id),
            .status = mcp_status_of(mcp_entry_state(entry)),
            .error = slice_of(error),
            .error_is = error ? FIELD_SET : FIELD_ABSENT,
            .last_health_check = slice_of(time),
            .last_health_check_is = entry->answered_at > 0 ? FIELD_SET : FIELD_ABSENT,
        };
    }
    int r = items && times ? mcp_get_status_reply(call, &result) : -ENOMEM;
    free(items);
    free(times);
    return r;
}

/* --- from the store --- */

struct mcp_ids *mcp_ids_new(const struct mcp_hub *hub, const struct mcp_entry *only, struct slice cwd, size_t *ret_size)
{
    *ret_size = sizeof(struct mcp_ids) + (hub->count + 1) * (MCP_ID_MAX + 1);
    struct mcp_ids *ids = calloc(1, *ret_size);
    for (const struct list *link = hub->entries.next; ids && link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        if (!entry->removing && (!only || entry == only) && (!cwd.data || mcp_entry_is_for(entry, cwd)))
            memcpy(ids->items[ids->count++], entry->id, sizeof entry->id);
    }
    return ids;
}

/* Decodes the list of a server; an empty one if none is known, or it cannot be read. */
static int read_list(struct store_request *request, struct store_tx *tx, const char *id, enum connector_list_kind kind,
                     struct connector_list_result *ret_list)
{
    struct slice text = {0};
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *value = NULL;
    *ret_list = (struct connector_list_result){0};
    int r = store_mcp_list_find(tx, slice_of(id), kind, &request->arena, &text);
    if (r == 0)
        r = json_read(&request->arena, text, &value, &error);
    if (r == 0)
        r = json_decode(&request->arena, &connector_list_result_shape, value, "list", ret_list, &wrong);
    if (r < 0)
        *ret_list = (struct connector_list_result){0};
    return r == -ENOENT || r == -EINVAL ? 0 : r;
}

static int read_tools(struct store_request *request, struct store_tx *tx, const char *id, struct mcp_toolbox *ret_box)
{
    struct slice text = {0};
    *ret_box = (struct mcp_toolbox){0};
    int r = store_mcp_list_find(tx, slice_of(id), CONNECTOR_LIST_KIND_TOOLS, &request->arena, &text);
    if (r == 0)
        r = mcp_toolbox_read(&request->arena, slice_of(id), text, ret_box);
    return r == -ENOENT || r == -EINVAL ? 0 : r;
}

static void *grow(struct arena *arena, void *items, size_t count, size_t more, size_t size)
{
    void *larger = arena_alloc(arena, (count + more + 1) * size);
    if (larger && count > 0)
        memcpy(larger, items, count * size);
    return larger;
}

static int request_lists(struct call *call, enum field_is is, struct slice server_id,
                         int (*work)(struct store_request *, struct store_tx *), void (*answer)(struct store_request *))
{
    struct mcp_hub *hub = mcp_hub_of(call);
    const struct mcp_entry *only = is == FIELD_SET ? mcp_entry_of(call, server_id) : NULL;
    size_t size = 0;
    if ((is == FIELD_SET && !only) || (is != FIELD_SET && mcp_hub_refuses(hub, call)))
        return 0;
    struct mcp_ids *ids = mcp_ids_new(hub, only, (struct slice){0}, &size);
    int r = ids ? store_request_read_with(call, ids, size, work, answer) : -ENOMEM;
    free(ids);
    return r;
}

/* On the reader, each function replaces request->more's ids by its result, which lies in the arena. */
struct answered {
    const void *result;
};

static void answer_with(struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot read the lists of the MCP servers: %s",
                        strerror(-request->status));
    else
        (void)call_reply(request->call, ((const struct answered *)request->more)->result);
}

static int finish(struct store_request *request, const void *result, size_t size)
{
    void *copy = arena_alloc(&request->arena, size);
    if (!copy)
        return -ENOMEM;
    memcpy(copy, result, size);
    ((struct answered *)request->more)->result = copy;
    return 0;
}

/* Adds what a server has to the result of the method. `id` is in the arena. */
typedef int (*add_fn)(struct store_request *request, struct store_tx *tx, struct slice id, void *result);

/* Asks each server in turn. `result` is copied at the end. */
static int collect(struct store_request *request, struct store_tx *tx, add_fn add, void *result, size_t size)
{
    const struct mcp_ids *ids = request->more;
    int r = 0;
    for (size_t i = 0; r == 0 && i < ids->count; i++) {
        struct slice id = arena_copy(&request->arena, slice_of(ids->items[i]));
        r = id.data ? add(request, tx, id, result) : -ENOMEM;
    }
    return r < 0 ? r : finish(request, result, size);
}

static int add_tools(struct store_request *request, struct store_tx *tx, struct slice id, void *user)
{
    struct mcp_list_tools_result *result = user;
    struct mcp_toolbox box;
    int r = read_tools(request, tx, id.data, &box);
    if (r < 0)
        return r;
    result->tools.items =
        grow(&request->arena, result->tools.items, result->tools.count, box.count, sizeof *result->tools.items);
    if (!result->tools.items)
        return -ENOMEM;
    for (size_t i = 0; i < box.count; i++)
        if (box.tools[i].agent_name[0])
            result->tools.items[result->tools.count++] = mcp_tool_of(&box.tools[i], id);
    return 0;
}

static int find_tools(struct store_request *request, struct store_tx *tx)
{
    struct mcp_list_tools_result result = {0};
    return collect(request, tx, add_tools, &result, sizeof result);
}

int mcp_list_tools(struct call *call, const struct mcp_list_tools_params *params)
{
    return request_lists(call, params->server_id_is, params->server_id, find_tools, answer_with);
}

static int add_prompts(struct store_request *request, struct store_tx *tx, struct slice id, void *user)
{
    struct mcp_prompts_result *result = user;
    struct connector_list_result list;
    int r = read_list(request, tx, id.data, CONNECTOR_LIST_KIND_PROMPTS, &list);
    if (r < 0)
        return r;
    result->prompts.items = grow(&request->arena, result->prompts.items, result->prompts.count, list.prompts.count,
                                 sizeof *result->prompts.items);
    if (!result->prompts.items)
        return -ENOMEM;
    for (size_t i = 0; i < list.prompts.count; i++) {
        const struct connector_prompt *one = &list.prompts.items[i];
        result->prompts.items[result->prompts.count++] =
            (struct mcp_prompt){.server_id = id,
                                .name = one->name,
                                .title = one->title,
                                .title_is = one->title_is,
                                .description = one->description,
                                .description_is = one->description_is,
                                .arguments = {one->arguments.items, one->arguments.count}};
    }
    return 0;
}

static int find_prompts(struct store_request *request, struct store_tx *tx)
{
    struct mcp_prompts_result result = {0};
    return collect(request, tx, add_prompts, &result, sizeof result);
}

int mcp_prompts(struct call *call, const struct mcp_prompts_params *params)
{
    return request_lists(call, params->server_id_is, params->server_id, find_prompts, answer_with);
}

static int add_resources(struct store_request *request, struct store_tx *tx, struct slice id, void *user)
{
    struct mcp_resources_result *result = user;
    struct connector_list_result list, templates;
    int r = read_list(request, tx, id.data, CONNECTOR_LIST_KIND_RESOURCES, &list);
    if (r == 0)
        r = read_list(request, tx, id.data, CONNECTOR_LIST_KIND_TEMPLATES, &templates);
    if (r != 0)
        return r;
    result->resources.items = grow(&request->arena, result->resources.items, result->resources.count,
                                   list.resources.count, sizeof *result->resources.items);
    result->templates.items = grow(&request->arena, result->templates.items, result->templates.count,
                                   templates.templates.count, sizeof *result->templates.items);
    if (!result->resources.items || !result->templates.items)
        return -ENOMEM;
    for (size_t i = 0; i < list.resources.count; i++) {
        const struct connector_resource *one = &list.resources.items[i];
        result->resources.items[result->resources.count++] =
            (struct mcp_resource){.server_id = id,
                                  .uri = one->uri,
                                  .name = one->name,
                                  .title = one->title,
                                  .title_is = one->title_is,
                                  .description = one->description,
                                  .description_is = one->description_is,
                                  .mime_type = one->mime_type,
                                  .mime_type_is = one->mime_type_is,
                                  .size = one->size,
                                  .size_is = one->size_is};
    }
    for (size_t i = 0; i < templates.templates.count; i++) {
        const struct connector_template *one = &templates.templates.items[i];
        result->templates.items[result->templates.count++] =
            (struct mcp_template){.server_id = id,
                                  .uri_template = one->uri_template,
                                  .name = one->name,
                                  .title = one->title,
                                  .title_is = one->title_is,
                                  .description = one->description,
                                  .description_is = one->description_is,
                                  .mime_type = one->mime_type,
                                  .mime_type_is = one->mime_type_is};
    }
    return 0;
}

static int find_resources(struct store_request *request, struct store_tx *tx)
{
    struct mcp_resources_result result = {0};
    return collect(request, tx, add_resources, &result, sizeof result);
}

int mcp_resources(struct call *call, const struct mcp_resources_params *params)
{
    return request_lists(call, params->server_id_is, params->server_id, find_resources, answer_with);
}

/* --- mcp.search --- */

enum { SEARCH_MAX = 100 };

/* The best so far, best first. */
struct matches {
    struct mcp_search_result result; /* is copied to the answer */
    unsigned scores[SEARCH_MAX + 1];
    size_t most;
};

static int add_matches(struct store_request *request, struct store_tx *tx, struct slice id, void *user)
{
    const struct mcp_search_params *params = request->call->params;
    struct matches *matches = user;
    struct mcp_tool *items = matches->result.tools.items;
    unsigned *scores = matches->scores;
    size_t *count = &matches->result.tools.count;
    struct mcp_toolbox box;
    int r = read_tools(request, tx, id.data, &box);
    for (size_t i = 0; r == 0 && i < box.count; i++) {
        unsigned score = mcp_tool_score(params->query, &box.tools[i].tool);
        size_t at = *count;
        if (score == 0 || !box.tools[i].agent_name[0] || (at == matches->most && scores[at - 1] >= score))
            continue;
        for (at = at == matches->most ? matches->most - 1 : at; at > 0 && scores[at - 1] < score; at--) {
            scores[at] = scores[at - 1];
            items[at] = items[at - 1];
        }
        scores[at] = score;
        items[at] = mcp_tool_of(&box.tools[i], id);
        *count += *count < matches->most;
    }
    return r;
}

static int find_matches(struct store_request *request, struct store_tx *tx)
{
    const struct mcp_search_params *params = request->call->params;
    struct matches matches = {.most =
                                  params->limit > 0 && params->limit < SEARCH_MAX ? (size_t)params->limit : SEARCH_MAX};
    matches.result.tools.items = arena_zeroed(&request->arena, (matches.most + 1) * sizeof(struct mcp_tool));
    if (!matches.result.tools.items)
        return -ENOMEM;
    return collect(request, tx, add_matches, &matches, sizeof matches.result);
}

int mcp_search(struct call *call, const struct mcp_search_params *params)
{
    return request_lists(call, params->server_id_is, params->server_id, find_matches, answer_with);
}
