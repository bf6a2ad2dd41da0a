#include "rpc/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "rpc/internal.h"

enum { GONE_CHECK_MS = 1000, STANDSTILL_MS = 50 };

static void on_look(struct deadline *deadline);

/* --- life --- */

int peer_new(struct rpc *rpc, int fd, enum caller caller, const struct dispatch *dispatch,
             const struct peer_events *events, void *user, struct peer **ret_peer)
{
    struct peer *peer = calloc(1, sizeof *peer);
    int flags = fcntl(fd, F_GETFL);
    int r = !peer ? -ENOMEM : flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
    if (r == 0)
        r = uv_poll_init(rpc->loop, &peer->poll, fd);
    if (r < 0) {
        free(peer);
        close(fd);
        return r;
    }
    peer->rpc = rpc;
    peer->fd = fd;
    peer->caller = caller;
    peer->dispatch = dispatch;
    peer->events = events;
    peer->user = user;
    peer->references = 1;
    peer->poll.data = peer;
    peer->framer.partial.limit = rpc->limits.line_bytes;
    peer->backlog.limit = RPC_READ_BYTES;
    peer->output.bytes.limit = rpc->limits.output_bytes;
    peer->look.expired = on_look;
    list_init(&peer->waiting);
    list_init(&peer->dirty);
    list_init(&peer->ready);
    list_init(&peer->slowed);
    list_append(&rpc->peers, &peer->link);
    rpc->peer_count++;
    if (!rpc->frozen) { /* otherwise rpc_freeze() starts it: each start costs system calls */
        peer->polled = UV_READABLE;
        (void)uv_poll_start(&peer->poll, UV_READABLE, peer_on_poll);
    }
    *ret_peer = peer;
    return 0;
}

struct peer *peer_ref(struct peer *peer)
{
    peer->references++;
    return peer;
}

struct peer *peer_unref(struct peer *peer)
{
    if (!peer || --peer->references > 0)
        return NULL;
    if (peer->fds) {
        message_fds_close(&peer->fds->next);
        message_fds_close(&peer->fds->arriving);
        message_fds_close(&peer->fds->attached);
        free(peer->fds);
    }
    framer_clear(&peer->framer);
    buf_wipe(&peer->backlog); /* not parsed yet */
    buf_clear(&peer->backlog);
    output_clear(&peer->output);
    free(peer->requests.slots);
    free(peer);
    return NULL;
}

static void on_handle_closed(uv_handle_t *handle)
{
    peer_unref(handle->data);
}

void peer_close(struct peer *peer, const char *reason)
{
    if (peer->closed)
        return;
    peer->closed = true;
    if (peer->cut)
        reason = peer->end_reason; /* the first reason counts */
    peer_ref(peer);
    rpc_forget(peer->rpc, peer);
    timers_unset(&peer->rpc->timers, &peer->look);
    /* Before any callback: callbacks may run the loop until all of its handles are closed. */
    (void)uv_poll_stop(&peer->poll);
    uv_close((uv_handle_t *)&peer->poll, on_handle_closed);
    call_abandon_all(peer);
    request_fail_all(peer, -ECONNRESET);
    if (peer->events && peer->events->closed)
        peer->events->closed(peer, reason);
    close(peer->fd);
    peer->fd = -1;
    peer_unref(peer);
}

void peer_cut(struct peer *peer, const char *reason)
{
    if (peer_is_over(peer))
        return;
    peer->cut = true;
    peer->end_reason = reason;
    rpc_make_dirty(peer->rpc, peer); /* otherwise it is handling messages and is flushed after them */
}

/* Two peers that both have much to send would both stop reading and block each other forever. A peer that
 * makes no progress therefore reads a little from time to time; the limit of the output protects against
 * peers that never read. */
bool peer_is_choked(const struct peer *peer)
{
    size_t step = peer->rpc->limits.output_pause_bytes;
    if (step < RPC_READ_BYTES)
        step = RPC_READ_BYTES;
    return output_waiting(&peer->output) > peer->rpc->limits.output_pause_bytes + peer->lifted * step;
}

static void update_poll(struct peer *peer)
{
    int wanted = 0;
    if (peer->closed)
        return;
    if (!peer_is_paused(peer) && !peer->ended && peer->backlog.size == 0)
        wanted |= UV_READABLE;
    if (output_waiting(&peer->output) > 0)
        wanted |= UV_WRITABLE;
    if (wanted == peer->polled)
        return;
    peer->polled = wanted;
    if (wanted)
        (void)uv_poll_start(&peer->poll, wanted, peer_on_poll);
    else
        (void)uv_poll_stop(&peer->poll);
}

static bool is_gone(const struct peer *peer)
{
    struct pollfd state = {.fd = peer->fd};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLHUP | POLLERR));
}

void peer_settle(struct peer *peer)
{
    if (peer_is_over(peer) || peer->processing)
        return;
    bool sent = output_waiting(&peer->output) == 0;
    if (peer->draining && sent && peer->waiting_count == 0) {
        peer_close(peer, peer->end_reason);
        return;
    }
    bool heard = peer->backlog.size == 0 && !framer_has_rest(&peer->framer);
    if (peer->ended && !peer->parsing && heard && sent) {
        if (peer->waiting_count == 0) {
            peer_close(peer, "the other side has finished");
            return;
        }
        /* It may still read. A full close is reported as EPOLLHUP, which arrives only together with the end-
         * of-input event that is always set; polling for it would wake the loop continuously. Check from time
         * to time instead. */
        if (peer->look.index == 0 && is_gone(peer)) {
            peer_close(peer, "the other side has disconnected");
            return;
        }
        if (peer->look.index == 0)
            (void)timers_set(&peer->rpc->timers, &peer->look, GONE_CHECK_MS);
    }
    if (peer_is_choked(peer) && peer->look.index == 0)
        (void)timers_set(&peer->rpc->timers, &peer->look, STANDSTILL_MS);
    else if (!peer_is_choked(peer) && !peer->ended)
        timers_unset(&peer->rpc->timers, &peer->look);
    if ((peer->backlog.size > 0 || (peer->ended && !heard)) && !peer_is_paused(peer))
        rpc_make_ready(peer->rpc, peer);
    update_poll(peer);
}

void peer_settle_later(struct peer *peer)
{
    if (!peer->processing)
        update_poll(peer);
    rpc_make_dirty(peer->rpc, peer);
}

static void on_look(struct deadline *deadline)
{
    struct peer *peer = list_member(deadline, struct peer, look);
    if (peer_is_choked(peer) && !peer->moved)
        peer->lifted++;
    peer->moved = false;
    peer_settle(peer);
}

bool peer_has_unheard(const struct peer *peer)
{
    int waiting = 0;
    return peer->parsing || peer->backlog.size > 0 ||
           (!peer->closed && !peer->ended && ioctl(peer->fd, FIONREAD, &waiting) == 0 && waiting > 0);
}

void peer_stop_reading(struct peer *peer, bool stopped)
{
    peer->unread = stopped;
    peer_settle_later(peer);
}

void peer_drain(struct peer *peer, const char *reason)
{
    if (peer->closed)
        return;
    peer->draining = true;
    if (!peer->cut)
        peer->end_reason = reason;
    call_stop_all(peer);
    if (peer->cut && !peer->processing)
        peer_close(peer, reason);
    peer_settle(peer); /* has no effect if it is closed */
}
