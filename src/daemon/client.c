#include "daemon/client.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "daemon/daemon.h"
#include "rpc/call.h"
#include "rpc/peer.h"

static void on_closed(struct peer *peer, const char *reason)
{
    struct client *client = peer->user;
    struct daemon *daemon = client->daemon;
    log_debug("client %d: gone, %s", peer->fd, reason);
    event_client_close(client);
    free(client->opted_out);
    free(client);
    peer->user = NULL;
    daemon_stop_step(daemon);
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

static void on_drained(struct peer *peer)
{
    event_client_drained(peer->user);
}

static const struct peer_events events = {.closed = on_closed, .wants = wants, .drained = on_drained};

void client_accept(void *user, int fd)
{
    struct daemon *daemon = user;
    struct client *client = calloc(1, sizeof *client);
    if (!client) {
        close(fd);
        return;
    }
    client->daemon = daemon;
    int r = peer_new(&daemon->rpc, fd, CALLER_CLIENT, &daemon_dispatch, &events, client, &client->peer);
    if (r < 0) {
        log_error("client: cannot serve a connection: %s", strerror(-r));
        free(client);
        return;
    }
    event_client_open(client);
    log_debug("client %d: connected", fd);
}

struct client *client_of(struct call *call)
{
    return call->peer->user;
}
