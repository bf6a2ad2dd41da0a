/* apps.grant. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "contract/apps.h"
#include "daemon/apps/apps.h"
#include "daemon/apps/events.h"
#include "daemon/apps/manifest.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

struct granting {
    enum apps_status status; /* when the grant was queued; later changes have events of their own */
    struct store_app app;
    struct slice refused; /* the tool that it does not ask for; empty: captureRead */
};

static int check(struct granting *granting, const struct apps_permissions *wanted)
{
    const struct apps_permissions *asked = &granting->app.record.requested;
    for (size_t i = 0; i < wanted->tools.count; i++)
        if (!apps_permission_has_tool(asked, wanted->tools.items[i])) {
            granting->refused = wanted->tools.items[i];
            return -EPERM;
        }
    return wanted->capture_read && !asked->capture_read ? -EPERM : 0;
}

static int grant(struct store_request *request, struct store_tx *tx)
{
    const struct apps_grant_params *params = request->call->params;
    struct granting *granting = request->more;
    struct apps_installed_app *record = &granting->app.record;
    int r = store_app_find(tx, params->app_id, &request->arena, &granting->app);
    if (r == 0 && params->permissions_is == FIELD_SET)
        r = check(granting, &params->permissions);
    if (r < 0)
        return r;
    record->status = granting->status;
    record->permissions = params->permissions_is == FIELD_SET ? params->permissions : record->requested;
    r = store_app_grant(tx, params->app_id, &record->permissions, clock_epoch_ms());
    if (r == 0)
        r = apps_event_add(tx, params->app_id, EVENT_APPS_CHANGED_PARAMS_CHANGE_GRANTED, record);
    return r < 0 ? r : apps_audit_add(tx, &request->actor, "app.granted", record);
}

static void answer_grant(struct store_request *request)
{
    const struct apps_grant_params *params = request->call->params;
    struct granting *granting = request->more;
    struct apps_installed_app *record = &granting->app.record;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_APP_NOT_FOUND, "no app %.*s is installed", SLICE_ARG(params->app_id));
    } else if (request->status == -EPERM && granting->refused.size > 0) {
        (void)call_fail(request->call, ERROR_PERMISSION_NOT_REQUESTED, "%.*s does not ask for the tool %.*s",
                        SLICE_ARG(params->app_id), SLICE_ARG(granting->refused));
    } else if (request->status == -EPERM) {
        (void)call_fail(request->call, ERROR_PERMISSION_NOT_REQUESTED,
                        "%.*s does not ask for what was typed and copied (captureRead)", SLICE_ARG(params->app_id));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the app: %s", strerror(-request->status));
    } else {
        (void)apps_grant_reply(request->call, record);
    }
}

int apps_grant(struct call *call, const struct apps_grant_params *params)
{
    const struct granting granting = {.status = apps_is_running(apps_of(call), params->app_id) ? APPS_STATUS_RUNNING
                                                                                               : APPS_STATUS_INSTALLED};
    for (size_t i = 0; params->permissions_is == FIELD_SET && i < params->permissions.tools.count; i++)
        if (!apps_permission_tool_is_valid(params->permissions.tools.items[i]))
            return call_refuse(call, ERROR_INVALID_PARAMS, "params.permissions.tools",
                               "params.permissions.tools: must have names of tools, such as mcp__github__list_issues, "
                               "or patterns");
    return store_request_write_with(call, &granting, sizeof granting, grant, answer_grant);
}
