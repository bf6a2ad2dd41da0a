/* key.delete: needs no master key. */
#include <errno.h>
#include <string.h>

#include "contract/key.h"
#include "daemon/key/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

static int erase(struct store_request *request, struct store_tx *tx)
{
    const struct key_delete_params *params = request->call->params;
    char data[KEY_DATA_SIZE];
    int r = store_key_remove(tx, params->service);
    return r < 0 ? r : key_audit(tx, request->more, "key.deleted", key_service_data(params->service, data));
}

static void answer(struct store_request *request)
{
    const struct key_delete_params *params = request->call->params;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_NO_SUCH_KEY, "there is no key for %.*s", SLICE_ARG(params->service));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the key of %.*s: %s", SLICE_ARG(params->service),
                        strerror(-request->status));
    } else {
        key_forget(key_ring_of(request->daemon), params->service);
        (void)key_delete_reply(request->call, &(struct key_delete_result){.deleted = true});
    }
}

int key_delete(struct call *call, const struct key_delete_params *params)
{
    struct key_actor actor;
    (void)params;
    key_actor_of(call, &actor);
    return store_request_write_with(call, &actor, sizeof actor, erase, answer);
}
