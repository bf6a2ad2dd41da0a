#include "rpc/rpc.h"

#include <errno.h>
#include <stdlib.h>

#include "rpc/peer.h"





int rpc_init(struct rpc *rpc, uv_loop_t *loop, const char *program)
{
    const char *debug = getenv("WEIR_IPC_DEBUG");
    *rpc = (struct rpc){.loop = loop, .limits = RPC_LIMITS_DEFAULT, .program = program};
    rpc->debug = debug && *debug && strcmp(debug, "0") != 0;
    rpc->scratch.limit = rpc->limits.parse_bytes;
    list_init(&rpc->peers);
    list_init(&rpc->dirty);
    rpc->read_buffer = malloc(RPC_READ_BYTES);
    if (!rpc->read_buffer)
        return -ENOMEM;
    int r = timers_init(&rpc->timers, loop);
    if (r == 0)
        r = uv_prepare_init(loop, &rpc->prepare);
    if (r < 0) {
        free(rpc->read_buffer);
        return r;
    }
    rpc->prepare.data = rpc;
    uv_unref((uv_handle_t *)&rpc->prepare);
    return 0;
}

void rpc_close(struct rpc *rpc)
{
    timers_close(&rpc->timers);
    uv_close((uv_handle_t *)&rpc->prepare, NULL);
    arena_clear(&rpc->scratch);
    while (rpc->spare_count > 0)
        buf_clear(&rpc->spares[--rpc->spare_count]);
    free(rpc->read_buffer);
    rpc->read_buffer = NULL;
}

int rpc_broadcast(struct rpc *rpc, const struct event_type *type, const void *params)
{
    struct buf line = BUF_LIMITED(rpc->limits.line_bytes);
    int r = rpc_format_event(&line, type, params);
    for (struct list *link = rpc->peers.next, *next; r == 0 && link != &rpc->peers; link = next) {
        struct peer *peer = list_member(link, struct peer, link);
        next = link->next;
        if (!peer->events || !peer->events->wants || peer->events->wants(peer, type))
            (void)peer_push(peer, buf_slice(&line));
    }
    buf_clear(&line);
    return r;
}
