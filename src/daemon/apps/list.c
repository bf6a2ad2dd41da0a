/* apps:list. */
#include <errno.h>
#include <string.h>

#include "contract/apps.h"
#include "daemon/apps/apps.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

struct listed {
    struct store_apps apps;
};

static int find_all(struct store_request *request, struct store_tx *tx)
{
    struct listed *listed = request->more;
    return store_app_all(tx, &request->arena, &listed->apps);
}

static void answer_list(struct store_request *request)
{
    const struct listed *listed = request->more;
    size_t count = listed->apps.count;
    struct apps_installed_app *items =
        request->status == 0 ? arena_alloc(&request->arena, (count + 1) * sizeof *items) : NULL;
    if (!items) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the apps: %s",
                        strerror(request->status < 0 ? -request->status : ENOMEM));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        items[i] = listed->apps.items[i].record;
        if (apps_is_running(apps_of(request->call), items[i].app_id))
            items[i].status = APPS_STATUS_RUNNING;
    }
    (void)apps_list_reply(request->call, &(struct apps_list_result){.apps = {items, count}});
}

int apps_list(struct call *call, const struct apps_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct listed), find_all, answer_list);
}
