/* key.give: a key in clear, for a program of the user's own. Whoever runs inside of a sandbox is no client. */
#include <stdio.h>

#include "contract/key.h"
#include "daemon/key/internal.h"
#include "rpc/call.h"

static void give(struct key_ring *ring, struct call *call)
{
    const struct key_give_params *params = call->params;
    struct audit_note entry = {.what = SLICE("key.given")};
    struct key_value value = {0};
    enum error_id error = ERROR_KEY_NOT_FOUND;
    char problem[256] = "", asker[32];
    audit_actor(call, &entry);
    (void)snprintf(asker, sizeof asker, "user %lld", (long long)entry.uid);
    if (key_take(ring, params->service, slice_of(asker), &entry, &value, &error, problem) < 0)
        (void)key_fail(ring, call, slice_of(asker), error, problem);
    else
        (void)key_give_reply(call, &(struct key_give_result){.api_key = {value.data, value.size}});
    key_clear(&value);
    (void)call_drop(call);
}

int key_give(struct call *call, const struct key_give_params *params)
{
    (void)params;
    return key_wait(call, give);
}
