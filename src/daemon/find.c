/* daemon.find: whole ids for a part of one. */
#include <string.h>

#include "contract/daemon.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct daemon_find_params *params = request->call->params;
    return store_ids_find(tx, params->kind, params->text, &request->arena, request->more);
}

static void answer(struct store_request *request)
{
    struct store_ids *ids = request->more;
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)daemon_find_reply(request->call, &(struct daemon_find_result){
                                                   .ids = {.items = ids->items, .count = ids->count},
                                                   .more = ids->more,
                                               });
}

int daemon_find(struct call *call, const struct daemon_find_params *params)
{
    (void)params; /* the reader reads the copy that the call keeps */
    return store_request_read(call, sizeof(struct store_ids), find, answer);
}
