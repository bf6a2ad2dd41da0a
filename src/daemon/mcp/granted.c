/* Tools for callers that are no agents: those in a grant, and calls of them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/wildcard.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"

_Static_assert((int)MCP_HANDED_SIZE == (int)MCP_CALL_KEY_MAX + 1, "a key");

bool mcp_grant_has(const struct mcp_grant *grant, struct slice agent_name)
{
    for (size_t i = 0; i < grant->count; i++)
        if (wildcard_fits(grant->items[i], agent_name))
            return true;
    return false;
}

/* --- on a thread of the store --- */

/* -ENOENT: they are not known. */
static int read_tools(struct store_tx *tx, struct slice server_id, struct arena *arena, struct mcp_toolbox *ret_box)
{
    struct slice text = {0};
    int r = store_mcp_list_find(tx, server_id, CONNECTOR_LIST_KIND_TOOLS, arena, &text);
    if (r == 0)
        r = mcp_toolbox_read(arena, server_id, text, ret_box);
    return r == -EINVAL ? -ENOENT : r;
}

static bool is_for_all(const struct store_mcp_server *server)
{
    return server->record.project_is != FIELD_SET;
}

static int add_granted(const struct mcp_grant *grant, struct slice server_id, const struct mcp_toolbox *box,
                       struct arena *arena, struct mcp_list_tools_result *tools)
{
    size_t count = tools->tools.count;
    struct mcp_tool *items = arena_alloc(arena, (count + box->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    if (count > 0)
        memcpy(items, tools->tools.items, count * sizeof *items);
    for (size_t i = 0; i < box->count; i++)
        if (box->tools[i].agent_name[0] && mcp_grant_has(grant, slice_of(box->tools[i].agent_name)))
            items[count++] = mcp_tool_of(&box->tools[i], server_id);
    tools->tools.items = items;
    tools->tools.count = count;
    return 0;
}

int mcp_granted_tools(struct store_tx *tx, const struct mcp_grant *grant, struct arena *arena,
                      struct mcp_list_tools_result *ret_tools)
{
    struct store_mcp_servers servers = {0};
    struct mcp_list_tools_result tools = {0};
    int r = store_mcp_all(tx, arena, &servers);
    for (size_t i = 0; r == 0 && i < servers.count; i++) {
        struct mcp_toolbox box = {0};
        struct slice id = servers.items[i].record.server_id;
        r = is_for_all(&servers.items[i]) ? read_tools(tx, id, arena, &box) : -ENOENT;
        if (r == 0)
            r = add_granted(grant, id, &box, arena, &tools);
        r = r == -ENOENT ? 0 : r;
    }
    if (r == 0)
        *ret_tools = tools;
    return r;
}

static bool is_named(const struct mcp_grant *grant, struct slice server_id)
{
    struct slice named = {0};
    for (size_t i = 0; i < grant->count; i++)
        if (mcp_agent_name_split(grant->items[i], &named) == 0 && slice_equal(named, server_id))
            return true;
    return false;
}

int mcp_granted_servers(struct store_tx *tx, const struct mcp_grant *grant, struct arena *arena, struct slice **ret_ids,
                        size_t *ret_count)
{
    struct store_mcp_servers servers = {0};
    size_t count = 0;
    int r = store_mcp_all(tx, arena, &servers);
    struct slice *ids = r == 0 ? arena_zeroed(arena, (servers.count + 1) * sizeof *ids) : NULL;
    if (r == 0 && !ids)
        r = -ENOMEM;
    for (size_t i = 0; r == 0 && i < servers.count; i++) {
        struct mcp_toolbox box = {0};
        struct slice id = servers.items[i].record.server_id;
        if (!is_for_all(&servers.items[i]))
            continue;
        bool has = is_named(grant, id);
        if (!has)
            r = read_tools(tx, id, arena, &box);
        for (size_t k = 0; r == 0 && !has && k < box.count; k++)
            has = box.tools[k].agent_name[0] && mcp_grant_has(grant, slice_of(box.tools[k].agent_name));
        r = r == -ENOENT ? 0 : r;
        if (has)
            ids[count++] = id;
    }
    if (r < 0)
        return r;
    *ret_ids = ids;
    *ret_count = count;
    return 0;
}

int mcp_target_find(struct store_tx *tx, struct slice agent_name, struct arena *arena, struct mcp_target *ret_target)
{
    struct store_mcp_server server;
    struct mcp_toolbox box = {0};
    struct mcp_target target = {.is_known = false};
    if (mcp_agent_name_split(agent_name, &target.server_id) < 0)
        return -ENOENT;
    int r = store_mcp_find(tx, target.server_id, arena, &server);
    if (r < 0 || !is_for_all(&server))
        return r < 0 ? r : -ENOENT;
    target.server_id = server.record.server_id;
    r = read_tools(tx, target.server_id, arena, &box);
    const struct mcp_tool_known *known = r == 0 ? mcp_toolbox_find(&box, agent_name, true) : NULL;
    if (r == 0 && !known)
        return -ENOENT;
    if (r < 0 && r != -ENOENT)
        return r;
    if (known) {
        target.is_known = true;
        target.tool = known->tool.name;
        target.definition = known->tool.definition;
    }
    *ret_target = target;
    return 0;
}

/* --- on the loop thread --- */

bool mcp_call_was_made(const struct call *call, char ret_key[static MCP_HANDED_SIZE])
{
    struct slice key = mcp_handed_client(mcp_hub_of(call), call);
    (void)snprintf(ret_key, MCP_HANDED_SIZE, "%.*s", SLICE_ARG(key));
    return key.size > 0;
}

static struct mcp_entry *entry_for(struct call *call, struct slice server_id)
{
    struct mcp_entry *entry = mcp_entry_find(mcp_hub_of(call), server_id);
    if (entry && !entry->removing && !entry->project)
        return entry;
    (void)call_fail(call, ERROR_MCP_TOOL_NOT_FOUND, "the MCP server %.*s was removed", SLICE_ARG(server_id));
    return NULL;
}

void mcp_target_await(struct call *call, struct slice server_id)
{
    struct mcp_entry *entry = entry_for(call, server_id);
    if (!entry)
        return;
    struct mcp_run *run = mcp_run_get(entry, (struct slice){0});
    if (run)
        (void)mcp_run_need(run);
    int r = run ? mcp_run_wait(run, call) : -ENOMEM;
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
}

void mcp_target_awaited(const struct mcp_entry *entry, struct call *call)
{
    const char *error = mcp_entry_error(entry);
    if (entry->tools_known)
        call_repeat(call);
    else
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "the tools of the MCP server %s are not known%s%s", entry->id,
                        error ? ": " : "", error ? error : "");
}

void mcp_target_call(struct call *call, const struct mcp_target *target, struct json_sequence arguments,
                     bool has_arguments, struct slice key, mcp_reply_fn reply)
{
    struct mcp_entry *entry = entry_for(call, target->server_id);
    if (!entry)
        return;
    const struct mcp_order order = {
        .kind = MCP_JOB_CALL,
        .key = key,
        .target = target->tool,
        .definition = target->definition,
        .arguments = arguments,
        .has_arguments = has_arguments,
        .timeout_ms = entry->hub->settings->mcp.call_ms,
        .join = key.size > 0,
        .reply = reply,
    };
    mcp_job_start(entry, call, &order);
}
