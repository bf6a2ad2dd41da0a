/* key.list: also where nothing can be opened. */
#include <string.h>

#include "contract/key.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

static int find(struct store_request *request, struct store_tx *tx)
{
    struct key_list_result *result = request->more;
    struct store_keys keys;
    int r = store_key_list(tx, &request->arena, &keys);
    if (r < 0)
        return r;
    result->items = arena_alloc(&request->arena, (keys.count + 1) * sizeof *result->items);
    if (!result->items)
        return -ENOMEM;
    for (; result->count < keys.count; result->count++)
        result->items[result->count] = keys.items[result->count].record;
    return 0;
}

static void answer(struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the keys: %s", strerror(-request->status));
    else
        (void)key_list_reply(request->call, request->more);
}

int key_list(struct call *call, const struct key_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct key_list_result), find, answer);
}
