/* apps:listTools, apps:callTool and apps:getAppConfig. */
#include <errno.h>
#include <string.h>

#include "contract/apps.h"
#include "contract/connector.h"
#include "contract/mcp.h"
#include "daemon/apps/apps.h"
#include "daemon/audit/audit.h"
#include "daemon/mcp/mcp.h"
#include "daemon/permission/permission.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/encode.h"
#include "json/write.h"

enum { RESULT_BYTES = 64 << 20, DATA_BYTES = 4096 };

static struct mcp_grant grant_of(const struct store_app *app)
{
    const struct apps_permissions_tools *tools = &app->record.permissions.tools;
    return (struct mcp_grant){tools->items, tools->count};
}

/* Answers a request that has failed. */
static bool has_failed(const struct store_request *request, bool app_found, struct slice app_id)
{
    if (request->status == -ENOENT && !app_found)
        (void)call_fail(request->call, ERROR_APP_NOT_FOUND, "no app %.*s is installed; see: weir apps list",
                        SLICE_ARG(app_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the app %.*s: %s", SLICE_ARG(app_id),
                        strerror(-request->status));
    return request->status < 0;
}

/* --- apps:listTools --- */

/* Stored in request->more. */
struct listing {
    bool app_found;
    struct mcp_list_tools_result tools;
};

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct apps_list_tools_params *params = request->call->params;
    struct listing *listing = request->more;
    struct store_app app;
    int r = store_app_find(tx, params->app_id, &request->arena, &app);
    if (r < 0)
        return r;
    listing->app_found = true;
    const struct mcp_grant grant = grant_of(&app);
    return mcp_granted_tools(tx, &grant, &request->arena, &listing->tools);
}

static void answer_list(struct store_request *request)
{
    const struct apps_list_tools_params *params = request->call->params;
    const struct listing *listing = request->more;
    if (!has_failed(request, listing->app_found, params->app_id))
        (void)apps_list_tools_reply(
            request->call,
            &(struct apps_list_tools_result){.tools = {listing->tools.tools.items, listing->tools.tools.count}});
}

int apps_list_tools(struct call *call, const struct apps_list_tools_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct listing), list, answer_list);
}

/* --- apps:getAppConfig --- */

/* Stored in request->more. */
struct showing {
    bool app_found;
    struct store_app app;
    struct slice *services;
    size_t count;
};

static int show(struct store_request *request, struct store_tx *tx)
{
    const struct apps_get_app_config_params *params = request->call->params;
    struct showing *showing = request->more;
    int r = store_app_find(tx, params->app_id, &request->arena, &showing->app);
    if (r < 0)
        return r;
    showing->app_found = true;
    const struct mcp_grant grant = grant_of(&showing->app);
    return mcp_granted_servers(tx, &grant, &request->arena, &showing->services, &showing->count);
}

static void answer_show(struct store_request *request)
{
    const struct apps_get_app_config_params *params = request->call->params;
    const struct showing *showing = request->more;
    const struct apps_installed_app *app = &showing->app.record;
    if (!has_failed(request, showing->app_found, params->app_id))
        (void)apps_get_app_config_reply(request->call, &(struct apps_get_app_config_result){
                                                           .app_id = app->app_id,
                                                           .name = app->name,
                                                           .version = app->version,
                                                           .permissions = app->permissions,
                                                           .connected_services = {showing->services, showing->count}});
}

int apps_get_app_config(struct call *call, const struct apps_get_app_config_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct showing), show, answer_show);
}

/* --- apps:callTool --- */

/* Stored in request->more. */
struct calling {
    bool app_found, is_granted, was_made;
    char key[MCP_HANDED_SIZE]; /* if it was made by the previous program */
    struct mcp_target target;
};

static int find_target(struct store_request *request, struct store_tx *tx)
{
    const struct apps_call_tool_params *params = request->call->params;
    struct calling *calling = request->more;
    struct store_app app;
    int r = store_app_find(tx, params->app_id, &request->arena, &app);
    if (r < 0)
        return r;
    const struct mcp_grant grant = grant_of(&app);
    calling->app_found = true;
    calling->is_granted = mcp_grant_has(&grant, params->tool_name);
    return calling->is_granted ? mcp_target_find(tx, params->tool_name, &request->arena, &calling->target) : -EPERM;
}

static int reply_tool(struct call *call, const struct connector_call_result *result)
{
    struct buf text = BUF_LIMITED(RESULT_BYTES);
    int r = json_encode(&text, &connector_call_result_shape, result);
    r = r < 0 ? call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r))
              : apps_call_tool_reply(call, &(struct apps_call_tool_result){.result = {.text = buf_slice(&text)}});
    buf_clear(&text);
    return r;
}

static void note_call(const struct call *call, const char *state, const char *rule)
{
    const struct apps_call_tool_params *params = call->params;
    struct audit_note note = {.what = SLICE("app.tool_called")};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    audit_actor(call, &note);
    buf_append_text(&data, "{\"appId\":");
    json_write_string(&data, params->app_id);
    buf_append_text(&data, ",\"tool\":");
    json_write_string(&data, params->tool_name);
    buf_printf(&data, ",\"state\":\"%s\"", state);
    if (rule[0])
        buf_printf(&data, ",\"ruleId\":\"%s\"", rule);
    buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    audit_write(apps_of(call)->audit, &note);
    buf_clear(&data);
}

static void refuse(struct call *call, bool is_denied, const char *rule)
{
    const struct apps_call_tool_params *params = call->params;
    note_call(call, "denied", rule);
    if (is_denied)
        (void)call_fail(call, ERROR_APP_REFUSED, "the rule %s denies the tool %.*s", rule,
                        SLICE_ARG(params->tool_name));
    else
        (void)call_fail(call, ERROR_APP_REFUSED,
                        "no rule allows the tool %.*s, and for apps nobody is asked; to allow it: weir permissions "
                        "allow %.*s",
                        SLICE_ARG(params->tool_name), SLICE_ARG(params->tool_name));
}

static void go_on(struct call *call, const struct calling *calling)
{
    const struct apps_call_tool_params *params = call->params;
    const struct mcp_target *target = &calling->target;
    char rule[ID_SIZE] = "";
    if (!target->is_known && !calling->was_made) {
        mcp_target_await(call, target->server_id);
        return;
    }
    int decision = calling->was_made
                       ? PERMISSION_APP_ALLOWED
                       : permission_judge_app(permissions_of(call), call, params->tool_name, target->definition, rule);
    if (decision == PERMISSION_APP_LATER)
        return;
    if (decision == PERMISSION_APP_ALLOWED) {
        if (!calling->was_made)
            note_call(call, "allowed", rule);
        mcp_target_call(call, target, (struct json_sequence){params->args.items, params->args.count},
                        params->args_is == FIELD_SET, slice_of(calling->key), reply_tool);
    } else if (decision == -ESHUTDOWN) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the permission rules are not loaded; try again");
    } else if (decision < 0) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-decision));
    } else {
        refuse(call, decision == PERMISSION_APP_DENIED, rule);
    }
}

static void answer_call(struct store_request *request)
{
    const struct calling *calling = request->more;
    const struct apps_call_tool_params *params = request->call->params;
    if (request->status == -EPERM)
        (void)call_fail(request->call, ERROR_APP_REFUSED, "the app %.*s was not granted the tool %.*s",
                        SLICE_ARG(params->app_id), SLICE_ARG(params->tool_name));
    else if (request->status == -ENOENT && calling->app_found)
        (void)call_fail(request->call, ERROR_MCP_TOOL_NOT_FOUND, "no MCP server has the tool %.*s; see: weir mcp tools",
                        SLICE_ARG(params->tool_name));
    else if (!has_failed(request, calling->app_found, params->app_id)) {
        struct call *call = store_request_keep_call(request);
        bool is_over = call->answered;
        (void)call_drop(call);
        if (!is_over)
            go_on(call, calling);
    }
}

int apps_call_tool(struct call *call, const struct apps_call_tool_params *params)
{
    struct calling calling = {.key = ""};
    (void)params;
    if (mcp_hub_refuses(mcp_hub_of(call), call))
        return 0;
    calling.was_made = mcp_call_was_made(call, calling.key);
    return store_request_read_with(call, &calling, sizeof calling, find_target, answer_call);
}
