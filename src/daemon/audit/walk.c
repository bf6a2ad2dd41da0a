#include "daemon/audit/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/client/client.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { ARENA_BYTES = 32 << 20 };

static int run(struct store_query *query, struct store_tx *tx)
{
    struct audit_walk *walk = (struct audit_walk *)query;
    return walk->step(walk, tx);
}

static void on_read(struct store_query *query)
{
    struct audit_walk *walk = (struct audit_walk *)query;
    bool goes_on = query->status > 0 && !query->failed && !walk->call->answered && !walk->audit->stopping;
    if (goes_on) {
        store_read(walk->audit->store, query);
        return;
    }
    if (query->status == 0 && !query->failed)
        walk->answer(walk);
    else
        (void)store_fail_call(walk->audit->store, walk->call, query->status > 0 ? -ECANCELED : query->status);
    (void)call_drop(walk->call);
    arena_clear(&walk->arena);
    free(walk);
}

int audit_walk_begin(struct call *call, const struct audit_walk *first, size_t size)
{
    struct client *client = client_of(call);
    struct audit *audit = audit_of(client->daemon);
    if (!store_is_open(audit->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    uint64_t noted = audit_flush(audit);
    struct audit_walk *walk = malloc(size);
    if (!walk)
        return -ENOMEM;
    memcpy(walk, first, size);
    walk->audit = audit;
    walk->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    walk->query = (struct store_query){
        .run = run, .done = on_read, .after = noted > client->written ? noted : client->written, .owner = client};
    int r = call_defer(call, NULL, NULL, &walk->call);
    if (r < 0) {
        free(walk);
        return r;
    }
    call_hold(walk->call);
    store_read(audit->store, &walk->query);
    return 0;
}
