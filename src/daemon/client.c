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
    free(client->opted_out);
    free(client);
    peer->user = NULL;
    daemon_stop_step(daemon);
}

static bool wants(struct peer *peer, const struct event_type *type)
{
    const struct client *client = peer->user;
    for (const char *name = client->opted_out; name && *name; name += strlen(name) + 1)
        if (method_name_matches(type->name, slice_of(name)))
            return false;
    return true;
}

static const struct peer_events events = {.closed = on_closed, .wants = wants};

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
    log_debug("client %d: connected", fd);
}

struct client *client_of(struct call *call)
{
    return call->peer->user;
}
