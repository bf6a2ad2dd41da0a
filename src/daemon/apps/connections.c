/* apps.open, and the connections that it makes. Each is one end of a socket pair: the other end is an app from its
 * first byte, whichever process has it. */
#include "daemon/apps/connections.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/apps.h"
#include "contract/daemon_dispatch.h"
#include "daemon/client/client.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/rpc.h"

/* --- finding --- */

static struct apps_running *find(const struct apps *apps, struct slice app_id)
{
    for (const struct list *link = apps->running.next; link != &apps->running; link = link->next) {
        struct apps_running *running = list_member(link, struct apps_running, link);
        if (slice_is(app_id, running->id))
            return running;
    }
    return NULL;
}

struct apps_running *apps_running_by_no(const struct apps *apps, uint64_t no)
{
    for (const struct list *link = apps->running.next; link != &apps->running; link = link->next) {
        struct apps_running *running = list_member(link, struct apps_running, link);
        if (running->no == no)
            return running;
    }
    return NULL;
}

bool apps_is_running(const struct apps *apps, struct slice app_id)
{
    const struct apps_running *running = find(apps, app_id);
    return running && running->count > 0;
}

/* --- event.appsChanged --- */

/* Tells clients that the app runs, or does not any more. */
struct telling {
    struct store_change change;
    struct arena arena;
    enum apps_status status;
    char id[APPS_ID_MAX + 1];
};

enum { TELLING_BYTES = 1 << 20 };

static int add_event(struct store_change *change, struct store_tx *tx)
{
    struct telling *telling = list_member(change, struct telling, change);
    struct store_app app;
    arena_reset(&telling->arena);
    int r = store_app_find(tx, slice_of(telling->id), &telling->arena, &app);
    if (r < 0)
        return r == -ENOENT ? 0 : r; /* it was removed, which another event says */
    app.record.status = telling->status;
    const struct event_apps_changed_params params = {.timestamp = clock_epoch_ms(),
                                                     .app_id = app.record.app_id,
                                                     .change = EVENT_APPS_CHANGED_PARAMS_CHANGE_STATUS,
                                                     .app = app.record,
                                                     .app_is = FIELD_SET};
    return store_event_add(tx, &event_apps_changed_event, 0, 0, &params);
}

static void on_event_added(struct store_change *change)
{
    struct telling *telling = list_member(change, struct telling, change);
    if (change->status < 0)
        log_warn("apps: cannot store that the app %s is %s: %s", telling->id,
                 telling->status == APPS_STATUS_RUNNING ? "running" : "not running", strerror(-change->status));
    arena_clear(&telling->arena);
    free(telling);
}

static void tell(struct apps_running *running, bool runs)
{
    struct apps *apps = running->apps;
    if (running->is_told == runs || apps->closed || !store_is_open(apps->store))
        return;
    struct telling *telling = calloc(1, sizeof *telling);
    if (!telling)
        return;
    running->is_told = runs;
    telling->status = runs ? APPS_STATUS_RUNNING : APPS_STATUS_INSTALLED;
    telling->arena = (struct arena)ARENA_LIMITED(TELLING_BYTES);
    memcpy(telling->id, running->id, sizeof telling->id);
    telling->change = (struct store_change){.apply = add_event, .done = on_event_added, .lazy = true};
    (void)store_write(apps->store, &telling->change);
}

/* --- lifetime --- */

static void running_free(struct apps_running *running)
{
    struct timers *timers = &running->apps->rpc->timers;
    timers_unset(timers, &running->over);
    timers_unset(timers, &running->rate.refill);
    list_remove(&running->link);
    free(running);
}

static void on_over(struct deadline *deadline)
{
    struct apps_running *running = list_member(deadline, struct apps_running, over);
    if (running->count > 0)
        return;
    tell(running, false);
    running_free(running);
}

static struct apps_running *running_get(struct apps *apps, struct slice app_id)
{
    struct apps_running *running = find(apps, app_id);
    if (running || app_id.size > APPS_ID_MAX)
        return running;
    running = calloc(1, sizeof *running);
    if (!running)
        return NULL;
    running->apps = apps;
    running->no = ++apps->last_running;
    slice_copy(running->id, app_id);
    (void)snprintf(running->label, sizeof running->label, "app %s", running->id);
    list_init(&running->connections);
    list_init(&running->searches);
    running->over.expired = on_over;
    rate_init(&running->rate, &apps->rpc->timers, APPS_CALLS_A_SECOND);
    list_append(&apps->running, &running->link);
    return running;
}

/* The rate and its list may be in use right now, so they live until the loop has returned. */
static void settle(struct apps_running *running)
{
    if (running->count > 0)
        return;
    (void)timers_set(&running->apps->rpc->timers, &running->over, 0);
}

static void on_closed(struct peer *peer, const char *reason)
{
    struct apps_connection *connection = peer->user;
    struct apps_running *running = connection->running;
    log_debug("app %s, connection %d: closed: %s", running->id, peer->fd, reason);
    list_remove(&connection->link);
    running->count--;
    running->apps->connections--;
    free(connection);
    peer->user = NULL;
    settle(running);
}

const struct peer_events apps_connection_events = {.closed = on_closed};

struct apps_connection *apps_connection_of(const struct call *call)
{
    return call->peer->events == &apps_connection_events ? call->peer->user : NULL;
}

bool apps_admits(struct call *call, struct slice app_id)
{
    const struct apps_connection *connection = apps_connection_of(call);
    if (!connection || slice_is(app_id, connection->running->id))
        return true;
    (void)call_fail(call, ERROR_APP_REFUSED, "this connection is that of the app %s, which cannot act for %.*s",
                    connection->running->id, SLICE_ARG(app_id));
    return false;
}

bool apps_is_deaf(struct call *call)
{
    if (!apps_connection_of(call) || peer_unsent(call->peer) <= APPS_UNREAD_BYTES)
        return false;
    (void)call_fail(call, ERROR_TOO_MANY_WAITING, "%zu bytes of answers are unread", peer_unsent(call->peer));
    peer_cut(call->peer, "the app does not read its output");
    return true;
}

bool *apps_initialized_of(const struct call *call)
{
    return &apps_connection_of(call)->initialized;
}

/* Adopts a connection whose peer is made next. */
struct apps_connection *apps_connection_new(struct apps *apps, struct slice app_id)
{
    struct apps_running *running = running_get(apps, app_id);
    struct apps_connection *connection = running ? calloc(1, sizeof *connection) : NULL;
    if (!connection) {
        if (running)
            settle(running);
        return NULL;
    }
    connection->running = running;
    list_append(&running->connections, &connection->link);
    running->count++;
    apps->connections++;
    return connection;
}

void apps_connection_forget(struct apps_connection *connection)
{
    struct apps_running *running = connection->running;
    list_remove(&connection->link);
    running->count--;
    running->apps->connections--;
    free(connection);
    settle(running);
}

void apps_connection_limit(struct apps_connection *connection)
{
    struct peer *peer = connection->peer;
    peer->rate = &connection->running->rate;
    peer->label = connection->running->label;
    peer->framer.partial.limit = APPS_LINE_BYTES;
}

/* --- apps.open --- */

/* Stored in request->more. */
struct opening {
    struct store_app app;
};

static int find_app(struct store_request *request, struct store_tx *tx)
{
    const struct apps_open_params *params = request->call->params;
    struct opening *opening = request->more;
    return store_app_find(tx, params->app_id, &request->arena, &opening->app);
}

/* Makes the connection. *ret_fd is the app's end. */
static int open_connection(struct apps *apps, struct slice app_id, int *ret_fd)
{
    int fds[2];
    struct apps_connection *connection = apps_connection_new(apps, app_id);
    if (!connection)
        return -ENOMEM;
    int r = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0 ? -errno : 0;
    if (r < 0) {
        apps_connection_forget(connection);
        return r;
    }
    r = peer_new(apps->rpc, fds[0], CALLER_APP, &daemon_dispatch, &apps_connection_events, connection,
                 &connection->peer);
    if (r < 0) {
        close(fds[1]);
        apps_connection_forget(connection);
        return r;
    }
    apps_connection_limit(connection);
    *ret_fd = fds[1];
    return 0;
}

static bool has_room(const struct apps *apps, struct call *call, struct slice app_id)
{
    const struct apps_running *running = find(apps, app_id);
    if (running && running->count >= APPS_CONNECTIONS_EACH)
        (void)call_fail(call, ERROR_TOO_MANY_CONNECTIONS,
                        "the app %.*s has %zu open connections, which is the limit; close some of them",
                        SLICE_ARG(app_id), running->count);
    else if (apps->connections >= APPS_CONNECTIONS)
        (void)call_fail(call, ERROR_TOO_MANY_CONNECTIONS, "apps have %zu open connections, which is the limit",
                        apps->connections);
    else
        return true;
    return false;
}

static void answer_open(struct store_request *request)
{
    struct call *call = request->call;
    const struct apps_open_params *params = call->params;
    const struct opening *opening = request->more;
    struct apps *apps = apps_of(call);
    int fd = -1;
    if (call->answered)
        return;
    if (request->status == -ENOENT) {
        (void)call_fail(call, ERROR_APP_NOT_FOUND, "no app %.*s is installed; see: weir apps list",
                        SLICE_ARG(params->app_id));
        return;
    }
    if (request->status < 0) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "the app %.*s: %s", SLICE_ARG(params->app_id),
                        strerror(-request->status));
        return;
    }
    if (apps->closed) {
        (void)call_fail(call, ERROR_STOPPING, "the daemon is stopping");
        return;
    }
    if (!has_room(apps, call, params->app_id))
        return;
    int r = open_connection(apps, params->app_id, &fd);
    if (r == 0)
        r = call_attach_fd(call, fd);
    if (r < 0) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "cannot open the app %.*s: %s", SLICE_ARG(params->app_id),
                        strerror(-r));
        return;
    }
    const struct apps_installed_app *app = &opening->app.record;
    if (apps_open_reply(
            call, &(struct apps_open_result){.app_id = app->app_id, .name = app->name, .version = app->version}) == 0)
        tell(find(apps, params->app_id), true);
}

/* On the writer thread, although it changes nothing: so the app cannot be removed before the connection is made. */
int apps_open(struct call *call, const struct apps_open_params *params)
{
    const struct client *client = client_of(call);
    (void)params;
    if (client->takes_no_descriptors)
        return call_fail(
            call, ERROR_INVALID_PARAMS,
            "this client said in initialize that it cannot receive descriptors, and an app's connection is one");
    if (call->batch)
        return call_fail(call, ERROR_INVALID_PARAMS,
                         "apps.open returns a descriptor, so it needs a request outside of a batch");
    return store_request_write(call, sizeof(struct opening), find_app, answer_open);
}

/* --- ends --- */

void apps_disconnect(struct apps *apps, struct slice app_id, const char *reason)
{
    struct apps_running *running = find(apps, app_id);
    while (running && running->count > 0)
        peer_close(list_member(running->connections.next, struct apps_connection, link)->peer, reason);
}

void apps_connections_init(struct apps *apps)
{
    list_init(&apps->running);
}

/* All peers are closed. */
void apps_connections_clear(struct apps *apps)
{
    while (apps->running.next && !list_is_empty(&apps->running))
        running_free(list_member(apps->running.next, struct apps_running, link));
}
