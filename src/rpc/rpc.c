#include "rpc/rpc.h"

#include <errno.h>
#include <stdlib.h>

#include "rpc/internal.h"

static void flush_dirty(uv_prepare_t *prepare)
{
    rpc_flush(prepare->data);
}

int rpc_init(struct rpc *rpc, uv_loop_t *loop, const char *program)
{
    const char *debug = getenv("WEIR_IPC_DEBUG");
    *rpc = (struct rpc){.loop = loop, .limits = RPC_LIMITS_DEFAULT, .program = program};
    rpc->debug = debug && *debug && strcmp(debug, "0") != 0;
    rpc->scratch.limit = rpc->limits.parse_bytes;
    list_init(&rpc->peers);
    list_init(&rpc->dirty);
    list_init(&rpc->ready);
    rpc->read_buffer = malloc(RPC_READ_BYTES);
    if (!rpc->read_buffer)
        return -ENOMEM;
    int r = timers_init(&rpc->timers, loop);
    if (r < 0) {
        free(rpc->read_buffer);
        return r;
    }
    (void)uv_prepare_init(loop, &rpc->prepare);
    (void)uv_idle_init(loop, &rpc->idle);
    rpc->prepare.data = rpc;
    rpc->idle.data = rpc;
    (void)uv_prepare_start(&rpc->prepare, flush_dirty);
    uv_unref((uv_handle_t *)&rpc->prepare);
    return 0;
}

void rpc_close(struct rpc *rpc)
{
    timers_close(&rpc->timers);
    uv_close((uv_handle_t *)&rpc->prepare, NULL);
    uv_close((uv_handle_t *)&rpc->idle, NULL);
    arena_clear(&rpc->scratch);
    while (rpc->spare_count > 0)
        buf_clear(&rpc->spares[--rpc->spare_count]);
    free(rpc->read_buffer);
    rpc->read_buffer = NULL;
}

/* --- turns --- */

void rpc_flush(struct rpc *rpc)
{
    while (!list_is_empty(&rpc->dirty)) {
        struct peer *peer = list_member(rpc->dirty.next, struct peer, dirty);
        list_remove(&peer->dirty);
        peer_flush(peer);
    }
}

void rpc_make_dirty(struct rpc *rpc, struct peer *peer)
{
    if (peer->processing || peer->closed || !list_is_empty(&peer->dirty))
        return;
    list_append(&rpc->dirty, &peer->dirty);
}

/* Only the peers that are in the list at the start of the turn: a peer that is added again waits for the next
 * turn. */
static void go_on_with_ready(uv_idle_t *idle)
{
    struct rpc *rpc = idle->data;
    struct list turn;
    list_init(&turn);
    while (!list_is_empty(&rpc->ready)) {
        struct list *link = rpc->ready.next;
        list_remove(link);
        list_append(&turn, link);
    }
    while (!list_is_empty(&turn)) {
        struct peer *peer = list_member(turn.next, struct peer, ready);
        list_remove(&peer->ready);
        peer_process_backlog(peer);
    }
    if (list_is_empty(&rpc->ready))
        (void)uv_idle_stop(idle);
}

void rpc_make_ready(struct rpc *rpc, struct peer *peer)
{
    if (peer->closed || !list_is_empty(&peer->ready))
        return;
    if (list_is_empty(&rpc->ready))
        (void)uv_idle_start(&rpc->idle, go_on_with_ready);
    list_append(&rpc->ready, &peer->ready);
}

/* --- all peers --- */

/* The position of an iteration. A peer that is closed moves it forward; iterations can be nested. */
struct rpc_walk {
    struct list *next;
    struct rpc_walk *outer;
};

void rpc_each_peer(struct rpc *rpc, void (*visit)(struct peer *peer, void *user), void *user)
{
    struct rpc_walk walk = {rpc->peers.next, rpc->walks};
    rpc->walks = &walk;
    while (walk.next != &rpc->peers) {
        struct peer *peer = list_member(walk.next, struct peer, link);
        walk.next = walk.next->next;
        visit(peer, user);
    }
    rpc->walks = walk.outer;
}

void rpc_forget(struct rpc *rpc, struct peer *peer)
{
    for (struct rpc_walk *walk = rpc->walks; walk; walk = walk->outer)
        if (walk->next == &peer->link)
            walk->next = peer->link.next;
    list_remove(&peer->link);
    list_remove(&peer->dirty);
    list_remove(&peer->ready);
    list_remove(&peer->slowed);
    rpc->peer_count--;
}

static void settle(struct peer *peer, void *user)
{
    (void)user;
    peer_settle_later(peer);
}

void rpc_freeze(struct rpc *rpc, bool frozen)
{
    rpc->frozen = frozen;
    timers_hold(&rpc->timers, frozen);
    rpc_each_peer(rpc, settle, NULL);
}

struct broadcast {
    const struct event_type *type;
    struct slice line;
};

static void push_if_wanted(struct peer *peer, void *user)
{
    const struct broadcast *broadcast = user;
    if (peer->events && peer->events->wants && peer->events->wants(peer, broadcast->type))
        (void)peer_push(peer, broadcast->line);
}

int rpc_broadcast(struct rpc *rpc, const struct event_type *type, const void *params)
{
    struct buf line = BUF_LIMITED(rpc->limits.line_bytes);
    int r = rpc_format_event(&line, type, params);
    if (r == 0)
        rpc_each_peer(rpc, push_if_wanted, &(struct broadcast){type, buf_slice(&line)});
    buf_clear(&line);
    return r;
}
