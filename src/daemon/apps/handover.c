/* daemon.restart: connections of apps go on. */
#include <errno.h>
#include <stdio.h>

#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "daemon/apps/connections.h"
#include "rpc/call.h"
#include "rpc/handover.h"
#include "json/decode.h"
#include "json/encode.h"

enum { HANDOVER_BYTES = 16 << 20 };

/* Calls `each` for the connections of all apps until it returns a negative value, which is returned. */
static int each_connection(const struct apps *apps, int (*each)(struct apps_connection *connection, void *user),
                           void *user)
{
    for (struct list *link = apps->running.next; link != &apps->running; link = link->next) {
        struct apps_running *running = list_member(link, struct apps_running, link);
        for (struct list *at = running->connections.next, *next; at != &running->connections; at = next) {
            next = at->next;
            int r = each(list_member(at, struct apps_connection, link), user);
            if (r < 0)
                return r;
        }
    }
    return 0;
}

static int again(const struct call *call, struct buf *out)
{
    if (!apps_search_waits(call))
        return -EOPNOTSUPP;
    return out ? json_encode(out, call->method->params, call->params) : 0;
}

static int check_rest(struct apps_connection *connection, void *user)
{
    const struct call *call;
    if (peer_is_at_rest(connection->peer, again, &call))
        return 0;
    (void)snprintf(user, 256, "the app %s waits for an answer", connection->running->id);
    return -EINPROGRESS; /* only the store has to end it */
}

/* That an app has ended is told in the next turn, and would be forgotten. */
static bool has_ended(const struct apps *apps)
{
    for (const struct list *link = apps->running.next; link != &apps->running; link = link->next)
        if (list_member(link, struct apps_running, link)->count == 0)
            return true;
    return false;
}

static int ready(void *user, char problem[static 256])
{
    const struct apps *apps = user;
    if (!apps_is_at_rest(apps) || apps->sweeping) {
        (void)snprintf(problem, 256, "an app is being installed");
        return -EAGAIN;
    }
    if (!apps->frozen && has_ended(apps)) {
        (void)snprintf(problem, 256, "an app has just ended");
        return -EAGAIN;
    }
    return each_connection(user, check_rest, problem);
}

static void freeze(void *user, bool frozen)
{
    struct apps *apps = user;
    apps->frozen = frozen;
    for (struct list *link = apps->running.next, *next; link != &apps->running; link = next) {
        next = link->next;
        apps_search_next(list_member(link, struct apps_running, link));
    }
}

struct exporting {
    struct handover_out *out;
    struct handover_apps state;
};

static int export_one(struct apps_connection *connection, void *user)
{
    struct exporting *exporting = user;
    struct handover_app_connection *state = &exporting->state.connections.items[exporting->state.connections.count++];
    state->app_id = slice_of(connection->running->id);
    state->initialized = connection->initialized;
    int r = peer_export(connection->peer, again, &exporting->out->arena, &exporting->out->pieces, &state->peer);
    if (r == 0)
        handover_add_peer(exporting->out, &state->peer);
    return r;
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct apps *apps = user;
    struct exporting exporting = {.out = out};
    exporting.state.connections.items =
        arena_zeroed(&out->arena, (apps->connections + 1) * sizeof *exporting.state.connections.items);
    if (!exporting.state.connections.items)
        return -ENOMEM;
    int r = each_connection(apps, export_one, &exporting);
    return r < 0 ? r : json_encode(json, &handover_apps_shape, &exporting.state);
}

static int decode(const yyjson_val *value, struct arena *arena, struct handover_apps *ret)
{
    struct decode_error error;
    *arena = (struct arena)ARENA_LIMITED(HANDOVER_BYTES);
    return json_decode(arena, &handover_apps_shape, value, "apps", ret, &error);
}

static int check(const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_apps state;
    int r = decode(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.connections.count; i++)
        r = peer_check(&state.connections.items[i].peer, pieces);
    arena_clear(&arena);
    return r;
}

static int import_one(struct apps *apps, const struct handover_app_connection *state, struct slice pieces)
{
    struct apps_connection *connection = apps_connection_new(apps, state->app_id);
    if (!connection) {
        peer_handover_close(&state->peer);
        return -ENOMEM;
    }
    connection->initialized = state->initialized;
    int r = peer_import(apps->rpc, &state->peer, pieces, &daemon_dispatch, &apps_connection_events, connection,
                        &connection->peer);
    if (r < 0) {
        apps_connection_forget(connection);
        return r;
    }
    connection->running->is_told = true;
    apps_connection_limit(connection);
    return 0;
}

static int import_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct apps *apps = user;
    struct arena arena;
    struct handover_apps state;
    int r = decode(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.connections.count; i++)
        if (import_one(apps, &state.connections.items[i], pieces) < 0)
            log_error("restart: cannot take over a connection of the app %.*s",
                      SLICE_ARG(state.connections.items[i].app_id));
    arena_clear(&arena);
    return r;
}

static struct peer *peer_of_fd(const struct apps *apps, int64_t fd)
{
    for (const struct list *link = apps->running.next; link != &apps->running; link = link->next) {
        const struct apps_running *running = list_member(link, struct apps_running, link);
        for (const struct list *at = running->connections.next; at != &running->connections; at = at->next) {
            struct peer *peer = list_member(at, struct apps_connection, link)->peer;
            if (peer->fd == fd)
                return peer;
        }
    }
    return NULL;
}

static void resume_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_apps state;
    int r = decode(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.connections.count; i++) {
        struct peer *peer = peer_of_fd(user, state.connections.items[i].peer.fd);
        if (peer)
            peer_replay(peer, &state.connections.items[i].peer, pieces);
    }
    arena_clear(&arena);
}

const struct handover_part apps_handover = {
    .name = "apps",
    .ready = ready,
    .freeze = freeze,
    .write = export_all,
    .check = check,
    .take = import_all,
    .resume = resume_all,
};
