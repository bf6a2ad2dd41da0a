/* Executes clients' calls in the store, and records their callers for the audit log. */
#include "daemon/store/request.h"

#include <errno.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "daemon/client/client.h"
#include "daemon/store/audit.h"
#include "rpc/call.h"
#include "rpc/peer.h"

void audit_actor(const struct call *call, struct audit_note *note)
{
    const struct peer *peer = call->peer;
    const struct client *client = client_of_peer(peer);
    struct ucred who = {.uid = (uid_t)-1};
    socklen_t size = sizeof who;
    if (client) {
        note->uid = client->uid;
        note->pid = client->pid;
        note->client = slice_of(client->name ? client->name : "");
        return;
    }
    (void)getsockopt(peer->fd, SOL_SOCKET, SO_PEERCRED, &who, &size);
    note->uid = who.uid;
    note->pid = who.pid;
    note->client = slice_of(peer->label ? peer->label : "");
}

enum { ARENA_BYTES = 64 << 20 };

int store_fail_call(const struct store *store, struct call *call, int status)
{
    const char *problem = "";
    (void)store_look(store, &problem);
    if (status == -ENOMEM)
        return call_fail(call, ERROR_INTERNAL_ERROR, "out of memory");
    return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store: %s", *problem ? problem : strerror(-status));
}

/* Later reads of the connection see this step too. */
static void next_step(struct store_request *request)
{
    request->again = false;
    arena_reset(&request->arena);
    uint64_t ticket = store_write(request->store, &request->as.change);
    if (!request->call->answered)
        client_of(request->call)->written = ticket;
}

void store_request_again(struct store_request *request)
{
    request->again = true;
}

static void finish(struct store_request *request, bool failed)
{
    if (failed || request->status == -ENOMEM)
        (void)store_fail_call(request->store, request->call, request->status);
    else
        request->answer(request);
    if (request->again) {
        next_step(request);
        return;
    }
    (void)call_drop(request->call);
    arena_clear(&request->arena);
    free(request);
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct store_request *request = list_member(change, struct store_request, as.change);
    return request->work(request, tx);
}

static void on_changed(struct store_change *change)
{
    struct store_request *request = list_member(change, struct store_request, as.change);
    request->status = change->status;
    finish(request, change->failed);
}

static int run(struct store_query *query, struct store_tx *tx)
{
    struct store_request *request = list_member(query, struct store_request, as.query);
    return request->work(request, tx);
}

static void on_read(struct store_query *query)
{
    struct store_request *request = list_member(query, struct store_request, as.query);
    request->status = query->status;
    finish(request, query->failed);
}

static int make(struct call *call, const void *more, size_t size,
                int (*work)(struct store_request *, struct store_tx *), void (*answer)(struct store_request *),
                struct store_request **ret_request)
{
    struct store *store = store_of(call);
    if (!store_is_open(store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    size_t more_at = (sizeof(struct store_request) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct audit_note actor = {0};
    audit_actor(call, &actor);
    struct store_request *request = calloc(1, more_at + size + actor.client.size);
    if (!request)
        return -ENOMEM;
    request->more = (char *)request + more_at;
    request->actor = actor;
    request->actor.client.data = (char *)request->more + size;
    slice_copy((char *)request->more + size, actor.client);
    request->store = store;
    request->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    request->work = work;
    request->answer = answer;
    if (more)
        memcpy(request->more, more, size);
    int r = call->deferred ? 0 : call_defer(call, NULL, NULL, &call);
    if (r < 0) {
        free(request);
        return r;
    }
    request->call = call;
    call_hold(request->call);
    *ret_request = request;
    return 0;
}

int store_request_write_with(struct call *call, const void *more, size_t size,
                             int (*work)(struct store_request *, struct store_tx *),
                             void (*answer)(struct store_request *))
{
    struct client *client = client_of(call);
    struct store_request *request = NULL;
    int r = make(call, more, size, work, answer, &request);
    if (!request)
        return r;
    request->as.change = (struct store_change){.apply = apply, .done = on_changed};
    client->written = store_write(request->store, &request->as.change);
    return 0;
}

int store_request_search(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                         void (*answer)(struct store_request *))
{
    struct store_request *request = NULL;
    int r = make(call, NULL, more, work, answer, &request);
    if (!request)
        return r;
    request->as.query = (struct store_query){.run = run, .done = on_read};
    store_search(request->store, &request->as.query);
    return 0;
}

int store_request_read_with(struct call *call, const void *more, size_t size,
                            int (*work)(struct store_request *, struct store_tx *),
                            void (*answer)(struct store_request *))
{
    const struct client *client = client_of_peer(call->peer);
    const void *owner = client ? (const void *)client : call->peer;
    struct store_request *request = NULL;
    int r = make(call, more, size, work, answer, &request);
    if (!request)
        return r;
    request->as.query =
        (struct store_query){.run = run, .done = on_read, .after = client ? client->written : 0, .owner = owner};
    store_read(request->store, &request->as.query);
    return 0;
}

int store_request_write(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                        void (*answer)(struct store_request *))
{
    return store_request_write_with(call, NULL, more, work, answer);
}

int store_request_read(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                       void (*answer)(struct store_request *))
{
    return store_request_read_with(call, NULL, more, work, answer);
}

struct call *store_request_keep_call(struct store_request *request)
{
    struct call *call = request->call;
    request->call = NULL;
    return call;
}
