/* One end of a connection. Both ends are alike: each calls, notifies, answers, times out, cancels, passes descriptors.
 *
 * Sending never calls back. An answer, a call, a notification or a push that finds more unsent than the cap allows cuts
 * the connection: its owner hears of the end (`closed`, abandoned calls, failed requests) from the loop, at the end of
 * the turn. So whoever walks over a list and sends finds everything in it as it was. Callbacks come from the loop, and
 * from what is named after an end: peer_close(), peer_drain(), request_cancel(). */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "rpc/frame.h"
#include "rpc/method.h"
#include "rpc/output.h"
#include "rpc/rate.h"
#include "rpc/rpc.h"

struct peer;
struct call;
struct request;

/* What its owner wants to hear of a peer. Every entry may be NULL. */
struct peer_events {
    /* The connection is over; no further callback comes. `reason` is a sentence. The peer is freed after this returns.
     */
    void (*closed)(struct peer *peer, const char *reason);
    /* A request or notification for which the dispatch table has no entry. Returns true if it took it. */
    bool (*unknown_call)(struct call *call, struct slice method, const yyjson_val *params);
    /* An error that answers no call of ours: what was sent cannot be read, or why the other side hangs up. */
    void (*complained)(struct peer *peer, int code, struct slice message);
    /* What it sent without waiting for an answer was not taken: a line that cannot be read, or a notification outside
     * of the contract. Must not close the peer. */
    void (*refused)(struct peer *peer, const char *why);
    /* Says whether a broadcast shall reach this peer. NULL: none does. */
    bool (*wants)(struct peer *peer, const struct event_type *type);
    /* What peer_tell_drained() asked for. May push, may close the peer. */
    void (*drained)(struct peer *peer);
};

struct peer_fds {
    struct message_fds next;     /* came with the line that is not complete yet */
    struct message_fds arriving; /* belong to the last line of what was read */
    struct message_fds attached; /* leave with the next call or notification of ours */
};

struct peer_request_table {
    struct request **slots; /* chains by id */
    size_t count, slot_count;
};

struct peer {
    struct rpc *rpc;
    struct list link;   /* in rpc->peers */
    struct list dirty;  /* in rpc->dirty */
    struct list ready;  /* in rpc->ready */
    struct list slowed; /* in rate->waiting */
    struct rate *rate;  /* that it shares with others; its owner's, set after peer_new(); or NULL */
    const struct dispatch *dispatch;
    const struct peer_events *events;
    void *user;
    const char *label;  /* its owner's word for it, set after peer_new(); or NULL */
    enum caller caller; /* who is at the other end; may change, for instance after a hand-shake */

    int fd;
    uv_poll_t poll;
    int polled; /* the events asked for */
    struct framer framer;
    struct buf backlog; /* read, but not yet looked at, while reading pauses */
    struct output output;
    struct peer_fds *fds; /* descriptors on their way in and out; NULL for most peers */
    struct list waiting;  /* deferred calls */
    size_t waiting_count;
    struct peer_request_table requests; /* calls to the other side */
    uint64_t next_id;

    unsigned references;
    /* Bits, since several are asked for at a time, for every message. */
    bool ended : 1;      /* the other side has shut down its writing */
    bool parsing : 1;    /* a long line is on the worker thread */
    bool processing : 1; /* its messages are being handled: do not enter again */
    bool unread : 1;     /* its owner wants to hear nothing for now */
    bool draining : 1;   /* close as soon as all is sent */
    bool cut : 1;        /* nothing is read or sent any more; it is closed at the end of the turn */
    bool closed : 1;
    bool tell_drained : 1;
    size_t drained_bytes;
    const char *end_reason; /* why it drains, or was cut */
    struct deadline look;   /* whether a half-closed peer is gone, or a paused one stands still */
    bool moved;             /* some output has left since the last look */
    unsigned lifted;        /* how often the pause was lifted a little since the output was short */
};

/* Takes fd, even on failure. It must be a connected stream socket; it is made non-blocking. */
int peer_new(struct rpc *rpc, int fd, enum caller caller, const struct dispatch *dispatch,
             const struct peer_events *events, void *user, struct peer **ret_peer);

/* Ends the connection now. Deferred calls are abandoned, requests fail with -ECONNRESET, `closed` is called. */
void peer_close(struct peer *peer, const char *reason);

/* Ends it at the end of the turn, as if by sending too much: for whoever must not be called back here. Until then it
 * takes and sends nothing. `reason` must live as long: a constant. */
void peer_cut(struct peer *peer, const char *reason);

/* Whether it was cut or closed: nothing can be sent any more. */
static inline bool peer_is_over(const struct peer *peer)
{
    return peer->closed || peer->cut;
}

/* Takes no further message, and ends the connection when everything is sent and the calls that are held are answered.
 * `reason` must live as long: a constant. */
void peer_drain(struct peer *peer, const char *reason);

/* Reads nothing more of it until it is told to go on; what was read already waits. */
void peer_stop_reading(struct peer *peer, bool stopped);

struct peer *peer_ref(struct peer *peer);
struct peer *peer_unref(struct peer *peer);

/* --- calls to the other side -------------------------------------------------- */

struct reply {
    /* 0: answered with a result. -EREMOTEIO: answered with an error. -ETIMEDOUT, -ECONNRESET, -ECANCELED: not answered.
     * -EPROTO: the result does not fit the contract. -ENOMEM. */
    int status;
    const void *result;      /* decoded as the method says; NULL for peer_call_text() */
    const yyjson_val *value; /* the result or the error, parsed */
    int code;                /* of an error, or the local one's */
    struct slice message;    /* of an error */
    struct slice word;       /* data.code of an error */
    struct message_fds *fds; /* NULL: none; taken by setting an entry to -1, the rest is closed */
};

/* Everything in `reply` ends when the callback returns. */
typedef void (*reply_fn)(void *user, const struct reply *reply);

/* timeout_ms 0: waits without end. `done` is never called before this returns. *ret_request (may be NULL) is good for
 * request_cancel() until the reply comes. */
int peer_call(struct peer *peer, const struct method *method, const void *params, uint64_t timeout_ms, reply_fn done,
              void *user, struct request **ret_request);

/* With a name and params that are JSON text (empty: none), for methods that no contract of ours declares. */
int peer_call_text(struct peer *peer, struct slice method, struct slice params, uint64_t timeout_ms, reply_fn done,
                   void *user, struct request **ret_request);

/* Tells the other side, and ends the request with -ECANCELED. */
void request_cancel(struct request *request);

int peer_notify(struct peer *peer, const struct method *method, const void *params);
int peer_notify_text(struct peer *peer, struct slice method, struct slice params);

/* The next peer_call() or peer_notify() of this peer carries the descriptor; should that fail, it is closed. Answers
 * and pushes that leave in between do not take it. Takes fd, even on failure. */
int peer_attach_fd(struct peer *peer, int fd);

/* --- push --------------------------------------------------------------------- */

/* One whole line with its newline, made by rpc_format_event(); the same bytes may go to many peers. */
int peer_push(struct peer *peer, struct slice line);

/* Several such lines, one behind the other. Where nothing waits before them they go to the kernel from where they are;
 * only what it does not take is copied. */
int peer_push_lines(struct peer *peer, struct slice lines);
int rpc_format_event(struct buf *out, const struct event_type *type, const void *params);

/* Whether something that the other side has sent is still to be read or handled. */
bool peer_has_unheard(const struct peer *peer);

/* How many bytes wait to be sent. */
static inline size_t peer_unsent(const struct peer *peer)
{
    return output_waiting(&peer->output);
}

/* `drained` shall be called once, when at most this much waits to be sent: at once after the next flush where that is
 * so already. */
void peer_tell_drained(struct peer *peer, size_t bytes);

/* To every peer whose `wants` says so; serialised once. */
int rpc_broadcast(struct rpc *rpc, const struct event_type *type, const void *params);
