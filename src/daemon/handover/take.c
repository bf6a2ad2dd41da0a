/* In the new program: becoming what the daemon before it was. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "rpc/peer.h"

static int mine(int64_t fd)
{
    (void)fcntl((int)fd, F_SETFD, FD_CLOEXEC);
    return (int)fd;
}

static int take_socket(struct daemon_socket *socket, const struct handover_socket *state)
{
    *socket = (struct daemon_socket){
        .path = strndup(state->path.data, state->path.size),
        .lock_fd = mine(state->lock_fd),
        .fd = mine(state->fd),
        .inherited = state->inherited,
        .device = (dev_t)state->device,
        .inode = (ino_t)state->inode,
    };
    if (!socket->path || asprintf(&socket->lock_path, "%s.lock", socket->path) < 0) {
        socket->lock_path = NULL;
        return -ENOMEM;
    }
    return 0;
}

int handover_take_places(struct daemon *daemon, int fd)
{
    char problem[512];
    struct handover_in *in = NULL;
    int r = handover_read(fd, &in, problem, sizeof problem);
    close(fd);
    if (r < 0) { /* it was verified a moment ago */
        (void)fprintf(stderr, "weird: cannot take over: %s\n", problem);
        return -DAEMON_EXIT_FAILED;
    }
    daemon->handover.in = in;
    daemon->handover.phase = HANDOVER_TAKES;
    daemon->handover.frozen_ns = (uint64_t)in->state.frozen_ns;
    daemon->started_ns = (uint64_t)in->state.started_ns;
    daemon->started_at_ms = in->state.started_at_ms;
    daemon->state_fd = mine(in->state.state_fd);
    return take_socket(&daemon->socket, &in->state.socket) < 0 ? -DAEMON_EXIT_FAILED : 0;
}

static int take_parts(struct daemon *daemon, const struct handover_in *in)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    int r = 0;
    for (size_t i = 0; parts[i].part && r == 0; i++)
        if (in->parts[i])
            r = parts[i].part->take(parts[i].user, in->parts[i], in->pieces);
    return r;
}

/* A connection that cannot be taken over is closed, and its client sees that; the others are not to suffer from it. */
int handover_take_clients(struct daemon *daemon)
{
    const struct handover_in *in = daemon->handover.in;
    const struct handover_state_clients *clients = &in->state.clients;
    rpc_freeze(&daemon->rpc, true);
    listener_pause(&daemon->listener, true);
    daemon->events.last_id = (uint64_t)in->state.last_subscription;
    for (size_t i = 0; i < clients->count; i++) {
        struct client *client = NULL;
        int r = client_import(&daemon->clients, &clients->items[i], in->pieces, &client);
        if (r < 0)
            log_error("restart: connection %lld could not be taken over: %s", (long long)clients->items[i].peer.fd,
                      strerror(-r));
        if (r < 0 && client)
            peer_close(client->peer, "it could not be taken over");
    }
    return take_parts(daemon, in);
}
