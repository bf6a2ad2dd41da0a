#include "daemon/client.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "contract/handover_types.h"
#include "daemon/daemon.h"
#include "daemon/handover/handover.h"
#include "rpc/call.h"
#include "rpc/handover.h"
#include "rpc/peer.h"

/* Memory of many connections lies in between what stays, so that it does not go back by itself. It is free a little
 * later than they are gone. */
enum { MANY_PEERS = 1024, GIVE_BACK_MS = 100 };

static void on_gone(struct deadline *deadline)
{
    struct daemon *daemon = list_member(deadline, struct daemon, give_back);
    (void)malloc_trim(0);
    daemon->most_peers = daemon->rpc.peer_count;
}

static void give_memory_back(struct daemon *daemon)
{
    if (daemon->most_peers < MANY_PEERS || daemon->rpc.peer_count > daemon->most_peers / 8)
        return;
    daemon->give_back.expired = on_gone;
    (void)timers_set(&daemon->rpc.timers, &daemon->give_back, GIVE_BACK_MS);
}

static void client_free(struct client *client)
{
    client->user->connections--;
    free(client->opted_out);
    free(client->name);
    free(client);
}

static void on_closed(struct peer *peer, const char *reason)
{
    struct client *client = peer->user;
    struct daemon *daemon = client->daemon;
    log_debug("client %d: gone, %s", peer->fd, reason);
    daemon->stop_late -= client->is_late;
    if (client->approves)
        permission_approver_left(daemon);
    event_client_close(client);
    terminal_client_gone(client);
    client_free(client);
    peer->user = NULL;
    give_memory_back(daemon);
    daemon_stop_step(daemon);
}

int client_set_name(struct client *client, struct slice name)
{
    char *copy = strndup(name.data, name.size);
    if (!copy)
        return -ENOMEM;
    free(client->name);
    client->name = copy;
    return 0;
}

int client_opt_out(struct client *client, const struct slice *names, size_t count)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += names[i].size + 1;
    char *block = malloc(size), *at = block;
    if (!block)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        memcpy(at, names[i].data, names[i].size);
        at[names[i].size] = '\0';
        at += names[i].size + 1;
    }
    *at = '\0';
    free(client->opted_out);
    client->opted_out = block;
    return 0;
}

bool client_wants(const struct client *client, const struct event_type *type)
{
    for (const char *name = client->opted_out; name && *name; name += strlen(name) + 1)
        if (method_name_matches(type->name, slice_of(name)))
            return false;
    return true;
}

static bool wants(struct peer *peer, const struct event_type *type)
{
    return client_wants(peer->user, type);
}

/* All that falls behind asks for the same mark, and looks itself whether there is something to do. */
static void on_drained(struct peer *peer)
{
    terminal_client_drained(peer->user);
    event_client_drained(peer->user);
}

static const struct peer_events events = {.closed = on_closed, .wants = wants, .drained = on_drained};

static struct client *client_new(struct daemon *daemon, int fd)
{
    struct client *client = calloc(1, sizeof *client);
    struct ucred who = {.uid = (uid_t)-1};
    socklen_t size = sizeof who;
    if (!client)
        return NULL;
    client->daemon = daemon;
    (void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size);
    client->uid = who.uid;
    client->pid = who.pid;
    client->user = user_of(&daemon->users, who.uid);
    client->user->connections++;
    return client;
}

void client_accept(void *user, int fd)
{
    struct daemon *daemon = user;
    if (!sandbox_admits_client(daemon, fd))
        return;
    struct client *client = client_new(daemon, fd);
    if (!client) {
        close(fd);
        return;
    }
    if (client->user->connections > (size_t)daemon->config.settings.limits.connections_per_user) {
        client_free(client);
        listener_refuse(&daemon->listener, fd);
        return;
    }
    const struct dispatch *dispatch = daemon->stopping ? &daemon->stop_dispatch : &daemon_dispatch;
    int r = peer_new(&daemon->rpc, fd, CALLER_CLIENT, dispatch, &events, client, &client->peer);
    if (r < 0) {
        log_error("client: cannot serve a connection: %s", strerror(-r));
        client_free(client);
        return;
    }
    client->peer->rate = &client->user->rate;
    client->is_late = daemon->stop_phase >= STOP_CLIENTS;
    daemon->stop_late += client->is_late;
    if (daemon->most_peers < daemon->rpc.peer_count)
        daemon->most_peers = daemon->rpc.peer_count;
    event_client_open(client);
    terminal_client_init(client);
    log_debug("client %d: connected", fd);
}

struct client *client_of_peer(const struct peer *peer)
{
    return peer->events == &events ? peer->user : NULL;
}

/* --- hand-over ------------------------------------------------------------------ */

int client_export(const struct client *client, struct arena *arena, struct buf *pieces,
                  struct handover_client *ret_state)
{
    size_t count = 0;
    *ret_state = (struct handover_client){.initialized = client->initialized, .approves = client->approves};
    if (client->name) {
        ret_state->name = slice_of(client->name);
        ret_state->name_is = FIELD_SET;
    }
    for (const char *name = client->opted_out; name && *name; name += strlen(name) + 1)
        count++;
    if (client->opted_out) {
        ret_state->opted_out_is = FIELD_SET;
        ret_state->opted_out.items = arena_zeroed(arena, (count + 1) * sizeof(struct slice));
        if (!ret_state->opted_out.items)
            return -ENOMEM;
    }
    for (const char *name = client->opted_out; name && *name; name += strlen(name) + 1)
        ret_state->opted_out.items[ret_state->opted_out.count++] = slice_of(name);
    int r = event_client_export(client, arena, ret_state);
    return r < 0 ? r : peer_export(client->peer, handover_again, arena, pieces, &ret_state->peer);
}

int client_import(struct daemon *daemon, const struct handover_client *state, struct slice pieces,
                  struct client **ret_client)
{
    struct client *client = client_new(daemon, (int)state->peer.fd);
    if (!client)
        return -ENOMEM;
    client->initialized = state->initialized;
    client->approves = client->shown = state->approves;
    client->handed = state;
    terminal_client_init(client);
    int r =
        state->opted_out_is == FIELD_SET ? client_opt_out(client, state->opted_out.items, state->opted_out.count) : 0;
    if (r == 0 && state->name_is == FIELD_SET)
        r = client_set_name(client, state->name);
    if (r == 0)
        r = peer_import(&daemon->rpc, &state->peer, pieces, &daemon_dispatch, &events, client, &client->peer);
    if (r < 0) {
        client_free(client);
        return r;
    }
    client->peer->rate = &client->user->rate;
    *ret_client = client;
    daemon->permissions.approvers += client->approves;
    return event_client_import(client, state);
}

struct client *client_of_fd(const struct daemon *daemon, int fd)
{
    const struct list *all = &daemon->events.clients;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct client *client = list_member(link, struct client, events.link);
        if (client->peer->fd == fd)
            return client;
    }
    return NULL;
}

struct client *client_of(struct call *call)
{
    return call->peer->user;
}
