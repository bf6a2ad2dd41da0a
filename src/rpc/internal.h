/* Declarations that are private to src/rpc. */
#pragma once

#include "rpc/call.h"
#include "rpc/message.h"
#include "rpc/peer.h"

/* rpc.c: marks a peer that has output or backlog to handle before the loop sleeps; handles a peer that was
 * closed. */
void rpc_make_dirty(struct rpc *rpc, struct peer *peer);
void rpc_make_ready(struct rpc *rpc, struct peer *peer);
void rpc_forget(struct rpc *rpc, struct peer *peer);

/* peer.c: does the next step of a peer: close it, handle its backlog, read or write. */
void peer_settle(struct peer *peer);
/* The same for callers during which the peer must not close: the step is done at the end of the turn. */
void peer_settle_later(struct peer *peer);
bool peer_is_choked(const struct peer *peer);

/* Whether reading of its messages is paused. */
static inline bool peer_is_paused(const struct peer *peer)
{
    return peer->parsing || peer->draining || peer->unread || peer->cut || peer->rpc->frozen ||
           !list_is_empty(&peer->slowed) ||
           (output_waiting(&peer->output) > peer->rpc->limits.output_pause_bytes && peer_is_choked(peer));
}

/* send.c: appends one message to the output of a peer. peer_begin() returns the start of the message;
 * peer_end() completes the line, peer_rollback() removes it. peer_end() takes the descriptors (may be NULL),
 * even on failure. */
static inline size_t peer_begin(struct peer *peer)
{
    struct buf *bytes = &peer->output.bytes;
    if (!bytes->data && peer->rpc->spare_count > 0)
        *bytes = peer->rpc->spares[--peer->rpc->spare_count];
    bytes->limit = peer->rpc->limits.output_bytes + peer->output.sent; /* the limit applies to unsent bytes */
    return bytes->size;
}
int peer_end(struct peer *peer, size_t start, struct message_fds *fds);
void peer_rollback(struct peer *peer, size_t start);

/* peer_end() for messages that this side originates: a message that exceeds the peer's limit, or for which
 * memory is missing, is removed, and the connection stays open. */
int peer_end_checked(struct peer *peer, size_t start, struct message_fds *fds);
void peer_flush(struct peer *peer);
struct peer_fds *peer_need_fds(struct peer *peer);
void peer_drop_attached(struct peer *peer); /* closes descriptors attached to a message that is not sent */

/* read.c */
void peer_on_poll(uv_poll_t *poll, int status, int events);
void peer_process_backlog(struct peer *peer);
/* Handles what the other side sent before it left, when nothing can be sent any more: it may give the reason. */
void peer_hear_out(struct peer *peer);

/* receive.c: handles one line, or one value that was parsed elsewhere. The caller closes the `fds` that were
 * not taken. Afterwards rpc->secret says whether the bytes must be wiped by their owner. */
void receive_line(struct peer *peer, struct slice line, struct message_fds *fds);
void receive_value(struct peer *peer, const yyjson_val *value, struct message_fds *fds);
/* Resets the scratch memory of the message. */
void receive_end(struct rpc *rpc);
/* Handles a replayed request in the new program, or a batch (not NULL) that has some of its responses. */
void receive_again(struct peer *peer, struct slice line, struct batch *batch);
/* Handles a call whose method and params are known, like a new one. */
void receive_repeat(struct call *call);
void receive_refusal(struct peer *peer, enum error_id error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* call.c */
void call_cancel(struct peer *peer, const yyjson_val *id);
void call_abandon_all(struct peer *peer);
void call_stop_all(struct peer *peer); /* answers all calls except held ones: this program is stopping */

/* The responses to an array of requests; sent as one line when the last one is complete. */
struct batch {
    struct peer *peer;
    unsigned holders; /* calls without a response, and the receiver while it reads the array */
    struct buf answers;
    bool secret;   /* a response holds a secret */
    bool too_long; /* the responses exceed a limit: they are dropped and replaced by one error */
};
struct batch *batch_new(struct peer *peer);
void batch_hold(struct batch *batch);
void batch_release(struct batch *batch);

/* request.c */
void request_answered(struct peer *peer, const struct message *message, struct message_fds *fds);
void request_fail_all(struct peer *peer, int status);
bool request_had_id(const struct peer *peer,
                    const yyjson_val *id); /* whether the id belongs to a request of this side, answered or not */

/* debug.c */
void debug_message(const struct rpc *rpc, const struct peer *peer, const char *arrow, struct slice line);
