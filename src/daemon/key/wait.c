/* Calls that need to know what keys there are, while the store is just being opened. */
#include <stdlib.h>

#include "daemon/client/client.h"
#include "daemon/key/internal.h"
#include "rpc/call.h"

struct key_waiter {
    struct list link; /* in ring->waiting */
    struct call *call;
    key_proceed_fn proceed;
};

int key_wait(struct call *call, key_proceed_fn proceed)
{
    struct key_ring *ring = key_ring_of(daemon_of(call));
    if (ring->state == KEYS_FAILED || !store_is_open(ring->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, KEYS_UNKNOWN_PROBLEM);
    struct key_waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &waiter->call);
    if (r < 0) {
        free(waiter);
        return r;
    }
    call_hold(waiter->call);
    waiter->proceed = proceed;
    list_append(&ring->waiting, &waiter->link);
    if (ring->state == KEYS_KNOWN)
        key_wait_end(ring);
    return 0;
}

void key_wait_end(struct key_ring *ring)
{
    while (!list_is_empty(&ring->waiting)) {
        struct key_waiter *waiter = list_member(ring->waiting.next, struct key_waiter, link);
        struct call *call = waiter->call;
        key_proceed_fn proceed = waiter->proceed;
        list_remove(&waiter->link);
        free(waiter);
        if (call->answered) { /* its connection is gone, or it was cancelled */
            (void)call_drop(call);
        } else if (ring->state == KEYS_KNOWN) {
            proceed(ring, call);
        } else {
            (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, KEYS_UNKNOWN_PROBLEM);
            (void)call_drop(call);
        }
    }
}
