/* What the files of src/rpc share and nobody else needs. */
#pragma once

#include "rpc/call.h"
#include "rpc/message.h"
#include "rpc/peer.h"

/* rpc.c: who has something to send or to go on with, before the loop sleeps; a peer that is gone. */
void rpc_make_dirty(struct rpc *rpc, struct peer *peer);
void rpc_make_ready(struct rpc *rpc, struct peer *peer);
void rpc_forget(struct rpc *rpc, struct peer *peer);

/* peer.c: looks what is left to do: nothing (then it closes), the backlog, reading, writing. */
void peer_settle(struct peer *peer);
/* The same for callers that must not see it close: what is left to do is done at the end of the turn. */
void peer_settle_later(struct peer *peer);
bool peer_is_choked(const struct peer *peer);

/* Whether its messages have to wait. */
static inline bool peer_is_paused(const struct peer *peer)
{
    return peer->parsing || peer->draining || peer->unread || peer->cut || peer->rpc->frozen ||
           !list_is_empty(&peer->slowed) ||
           (output_waiting(&peer->output) > peer->rpc->limits.output_pause_bytes && peer_is_choked(peer));
}

/* send.c: one message into the output of a peer. peer_begin() says where it starts; what was appended behind is made a
 * line by peer_end(), or taken back by peer_rollback(). peer_end() takes the descriptors (may be NULL), even on
 * failure. */
static inline size_t peer_begin(struct peer *peer)
{
    struct buf *bytes = &peer->output.bytes;
    if (!bytes->data && peer->rpc->spare_count > 0)
        *bytes = peer->rpc->spares[--peer->rpc->spare_count];
    bytes->limit = peer->rpc->limits.output_bytes + peer->output.sent; /* the cap counts what is not sent */
    return bytes->size;
}
int peer_end(struct peer *peer, size_t start, struct message_fds *fds);
void peer_rollback(struct peer *peer, size_t start);

/* peer_end() for what we say of our own accord: a message that the other side would refuse, or for which memory is
 * missing, is taken back, and the connection lives. */
int peer_end_checked(struct peer *peer, size_t start, struct message_fds *fds);
void peer_flush(struct peer *peer);
struct peer_fds *peer_need_fds(struct peer *peer);
void peer_drop_attached(struct peer *peer); /* what was attached for a message that is not sent */

/* read.c */
void peer_on_poll(uv_poll_t *poll, int status, int events);
void peer_process_backlog(struct peer *peer);
/* Nothing can be sent any more. Who wants to know why hears what the other side said before it left. */
void peer_hear_out(struct peer *peer);

/* receive.c: one line, or one value that was parsed elsewhere. `fds` are closed by the caller where not taken.
 * rpc->secret tells afterwards whether the bytes of it have to be wiped; whoever has them does that. */
void receive_line(struct peer *peer, struct slice line, struct message_fds *fds);
void receive_value(struct peer *peer, const yyjson_val *value, struct message_fds *fds);
/* The scratch memory of the message is given back. */
void receive_end(struct rpc *rpc);
/* Once more, in the program that took over: a request, or a batch (not NULL) that has some of its answers. */
void receive_again(struct peer *peer, struct slice line, struct batch *batch);
/* A call whose method and params are known, as if it had just come. */
void receive_repeat(struct call *call);
void receive_refusal(struct peer *peer, enum error_id error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* call.c */
void call_cancel(struct peer *peer, const yyjson_val *id);
void call_abandon_all(struct peer *peer);
void call_stop_all(struct peer *peer); /* answers all but those that are held: this side is leaving */

/* The answers to one array of requests; sent as one line when the last is there. */
struct batch {
    struct peer *peer;
    unsigned holders; /* calls without an answer, and the receiver while it reads the array */
    struct buf answers;
    bool secret;   /* an answer among them holds one */
    bool too_long; /* for a message, or for the cap: the answers are dropped, and one error says so */
};
struct batch *batch_new(struct peer *peer);
void batch_hold(struct batch *batch);
void batch_release(struct batch *batch);

/* request.c */
void request_answered(struct peer *peer, const struct message *message, struct message_fds *fds);
void request_fail_all(struct peer *peer, int status);
bool request_had_id(const struct peer *peer, const yyjson_val *id); /* one of ours, answered or not */

/* debug.c */
void debug_message(const struct rpc *rpc, const struct peer *peer, const char *arrow, struct slice line);
