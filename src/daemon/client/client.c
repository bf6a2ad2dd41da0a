/* Manages connections of front ends and their state, and the users that they belong to, each with its own rate
 * limit. */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/config.h"
#include "contract/handover_types.h"
#include "daemon/client/client.h"
#include "rpc/call.h"
#include "rpc/handover.h"
#include "rpc/listener.h"
#include "rpc/peer.h"

/* --- users --- */

static void users_init(struct users *users, struct timers *timers)
{
    *users = (struct users){0};
    rate_init(&users->own.rate, timers, 0);
    rate_init(&users->root.rate, timers, 0);
}

void users_set_rate(struct users *users, int64_t per_second)
{
    rate_set(&users->own.rate, per_second);
    rate_set(&users->root.rate, per_second);
}

static struct user *user_of(struct users *users, uid_t uid)
{
    return uid == 0 && geteuid() != 0 ? &users->root : &users->own;
}

/* --- clients --- */

/* The freed memory of many connections is fragmented by blocks that stay in use, so malloc does not return it
 * to the kernel by itself. The trim is delayed because closed connections free their memory a little later. */
enum { MANY_PEERS = 1024, GIVE_BACK_MS = 100 };

static void on_give_back(struct deadline *deadline)
{
    struct clients *clients = list_member(deadline, struct clients, give_back);
    (void)malloc_trim(0);
    clients->most_peers = clients->rpc->peer_count;
}

static void give_memory_back(struct clients *clients)
{
    if (clients->most_peers < MANY_PEERS || clients->rpc->peer_count > clients->most_peers / 8)
        return;
    (void)timers_set(&clients->rpc->timers, &clients->give_back, GIVE_BACK_MS);
}

static void client_free(struct client *client)
{
    client->user->connections--;
    list_remove(&client->link);
    free(client->opted_out);
    free(client->name);
    free(client);
}

static void notify_closed(struct client *client)
{
    for (const struct client_part *part = client->clients->parts; part; part = part->next)
        if (part->closed)
            part->closed(part->user, client);
}

static void on_closed(struct peer *peer, const char *reason)
{
    struct client *client = peer->user;
    struct clients *clients = client->clients;
    log_debug("client %d: disconnected: %s", peer->fd, reason);
    clients->late -= client->is_late;
    notify_closed(client);
    client_free(client);
    peer->user = NULL;
    give_memory_back(clients);
    clients->gone(clients->user);
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

/* All parts share the peer's low-water mark, so each part checks by itself whether it has anything to send. */
static void on_drained(struct peer *peer)
{
    struct client *client = peer->user;
    for (const struct client_part *part = client->clients->parts; part; part = part->next)
        if (part->drained)
            part->drained(client);
}

static const struct peer_events events = {.closed = on_closed, .wants = wants, .drained = on_drained};

static struct client *client_new(struct clients *clients, int fd)
{
    struct client *client = calloc(1, sizeof *client);
    struct ucred credentials = {.uid = (uid_t)-1};
    socklen_t size = sizeof credentials;
    if (!client)
        return NULL;
    client->clients = clients;
    list_append(&clients->all, &client->link);
    (void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size);
    client->uid = credentials.uid;
    client->pid = credentials.pid;
    client->user = user_of(&clients->users, credentials.uid);
    client->user->connections++;
    return client;
}

static int open_parts(struct client *client)
{
    int r = 0;
    for (const struct client_part *part = client->clients->parts; part && r == 0; part = part->next)
        if (part->opened)
            r = part->opened(part->user, client);
    return r;
}

void client_accept(void *user, int fd)
{
    struct clients *clients = user;
    if (!clients->admits(clients->user, fd))
        return;
    struct client *client = client_new(clients, fd);
    if (!client) {
        close(fd);
        return;
    }
    if (client->user->connections > (size_t)clients->settings->limits.connections_per_user) {
        char limit[96];
        (void)snprintf(limit, sizeof limit, "the limit for one user is %lld (limits.connectionsPerUser)",
                       (long long)clients->settings->limits.connections_per_user);
        client_free(client);
        listener_refuse(clients->listener, fd, limit);
        return;
    }
    /* Tests of what only the bridge may do have no other way to be one. */
    enum caller caller = fault_point("client.bridge") < 0 ? CALLER_BRIDGE : CALLER_CLIENT;
    int r = peer_new(clients->rpc, fd, caller, clients->dispatch, &events, client, &client->peer);
    if (r < 0) {
        log_error("client: cannot serve a connection: %s", strerror(-r));
        client_free(client);
        return;
    }
    client->peer->rate = &client->user->rate;
    client->is_late = clients->lets_go;
    clients->late += client->is_late;
    if (clients->most_peers < clients->rpc->peer_count)
        clients->most_peers = clients->rpc->peer_count;
    log_debug("client %d: connected", fd);
    if (open_parts(client) < 0)
        peer_close(client->peer, "out of memory");
}

void clients_init(struct clients *clients, struct rpc *rpc, struct listener *listener,
                  const struct config_settings *settings)
{
    *clients = (struct clients){
        .rpc = rpc, .listener = listener, .settings = settings, .give_back = {.expired = on_give_back}};
    list_init(&clients->all);
    users_init(&clients->users, &rpc->timers);
}

void client_add_part(struct clients *clients, struct client_part *part)
{
    struct client_part **end = &clients->parts;
    while (*end)
        end = &(*end)->next;
    *end = part;
}

struct client *client_of_peer(const struct peer *peer)
{
    return peer->events == &events ? peer->user : NULL;
}

/* --- handover --- */

int client_export(const struct client *client, int (*again)(const struct call *call, struct buf *out),
                  struct arena *arena, struct buf *pieces, struct handover_client *ret_state)
{
    size_t count = 0;
    int r = 0;
    *ret_state = (struct handover_client){.initialized = client->initialized,
                                          .approves = client->approves,
                                          .takes_no_descriptors = client->takes_no_descriptors};
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
    for (const struct client_part *part = client->clients->parts; part && r == 0; part = part->next)
        if (part->write)
            r = part->write(client, arena, ret_state);
    return r < 0 ? r : peer_export(client->peer, again, arena, pieces, &ret_state->peer);
}

int client_import(struct clients *clients, const struct handover_client *state, struct slice pieces,
                  struct client **ret_client)
{
    struct client *client = client_new(clients, (int)state->peer.fd);
    if (!client)
        return -ENOMEM;
    client->initialized = state->initialized;
    client->approves = client->shown = state->approves;
    client->takes_no_descriptors = state->takes_no_descriptors;
    client->handed = state;
    int r =
        state->opted_out_is == FIELD_SET ? client_opt_out(client, state->opted_out.items, state->opted_out.count) : 0;
    if (r == 0 && state->name_is == FIELD_SET)
        r = client_set_name(client, state->name);
    if (r == 0)
        r = peer_import(clients->rpc, &state->peer, pieces, clients->dispatch, &events, client, &client->peer);
    if (r < 0) {
        client_free(client);
        return r;
    }
    client->peer->rate = &client->user->rate;
    *ret_client = client;
    for (const struct client_part *part = clients->parts; part && r == 0; part = part->next)
        if (part->take)
            r = part->take(part->user, client, state);
    return r;
}

struct client *client_of_fd(const struct clients *clients, int fd)
{
    for (const struct list *link = clients->all.next; link != &clients->all; link = link->next) {
        struct client *client = list_member(link, struct client, link);
        if (client->peer && client->peer->fd == fd)
            return client;
    }
    return NULL;
}

struct client *client_of(const struct call *call)
{
    return call->peer->user;
}
