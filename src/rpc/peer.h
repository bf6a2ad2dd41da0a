/* One end of a connection. Both ends are alike: each sends requests, responses and notifications, sets time-
 * outs, cancels, and passes descriptors. Sending never calls back. If the unsent output exceeds its limit,
 * sending cuts the connection; the owner learns of it (`closed`, abandoned calls, failed requests) from the
 * loop, at the end of the turn. So a caller that iterates over a list and sends finds the list unchanged.
 * Callbacks are made by the loop, and by the functions that end something: peer_close(), peer_drain(),
 * request_cancel(). */
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

/* Callbacks to the owner of a peer. Every entry may be NULL. */
struct peer_events {
    /* The connection has ended; no further callback follows. `reason` is a sentence. The peer is freed after
     * this returns. */
    void (*closed)(struct peer *peer, const char *reason);
    /* A request or notification that the dispatch table does not have. Returns true if it was handled. */
    bool (*unknown_call)(struct call *call, struct slice method, const yyjson_val *params);
    /* An error response that belongs to no request: the other side cannot read a message, or says why it disconnects.
     */
    void (*complained)(struct peer *peer, int code, struct slice message);
    /* A message without a response was rejected: an invalid line, or a notification that is not in the
     * contract. Must not close the peer. */
    void (*refused)(struct peer *peer, const char *why);
    /* Whether a broadcast is sent to this peer. NULL: never. */
    bool (*wants)(struct peer *peer, const struct event_type *type);
    /* The event that peer_tell_drained() requested. May push, may close the peer. */
    void (*drained)(struct peer *peer);
};

struct peer_fds {
    struct message_fds next;     /* received with the incomplete line */
    struct message_fds arriving; /* belong to the last line that was read */
    struct message_fds attached; /* to send with the next request or notification */
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
    struct rate *rate;  /* shared rate limit; owned by the caller, set after peer_new(); or NULL */
    const struct dispatch *dispatch;
    const struct peer_events *events;
    void *user;
    const char *label;  /* a name that its owner sets after peer_new(); or NULL */
    enum caller caller; /* the kind of program at the other end; can change, for example after the handshake */

    int fd;
    uv_poll_t poll;
    int polled; /* the events that are polled for */
    struct framer framer;
    struct buf backlog; /* read but not handled, while reading is paused */
    struct output output;
    struct peer_fds *fds; /* incoming and outgoing descriptors; NULL for most peers */
    struct list waiting;  /* deferred calls */
    size_t waiting_count;
    struct peer_request_table requests; /* requests to the other side */
    uint64_t next_id;

    unsigned references;
    /* Bit fields, because several are tested together for every message. */
    bool ended : 1;      /* the other side has shut down its sending side */
    bool parsing : 1;    /* the worker thread parses a long line */
    bool processing : 1; /* its messages are being handled: prevents reentry */
    bool unread : 1;     /* reading is paused by its owner */
    bool draining : 1;   /* close when all output is sent */
    bool cut : 1;        /* no reading or sending; closed at the end of the turn */
    bool closed : 1;
    bool tell_drained : 1;
    size_t drained_bytes;
    const char *end_reason; /* why it drains or was cut */
    struct deadline look;   /* checks whether a half-closed peer is closed, or a paused one makes no progress */
    bool moved;             /* output was sent since the last check */
    bool fds_dropped;       /* the log says that it sent too many descriptors */
    unsigned lifted;        /* how often a paused peer was allowed to read since its output was short */
};

/* Takes fd, even on failure. It must be a connected stream socket and becomes non-blocking. */
int peer_new(struct rpc *rpc, int fd, enum caller caller, const struct dispatch *dispatch,
             const struct peer_events *events, void *user, struct peer **ret_peer);

/* Ends the connection now. Deferred calls are abandoned, requests fail with -ECONNRESET, `closed` is called. */
void peer_close(struct peer *peer, const char *reason);

/* Ends the connection at the end of the turn, for callers that must not be called back now. Until then it
 * neither reads nor sends. `reason` must be a constant. */
void peer_cut(struct peer *peer, const char *reason);

/* Whether it was cut or closed; nothing can be sent. */
static inline bool peer_is_over(const struct peer *peer)
{
    return peer->closed || peer->cut;
}

/* Handles no further messages, and closes the connection when all output is sent and held calls are answered.
 * `reason` must be a constant. */
void peer_drain(struct peer *peer, const char *reason);

/* Stops or resumes reading. Data that was read before stays in the backlog. */
void peer_stop_reading(struct peer *peer, bool stopped);

struct peer *peer_ref(struct peer *peer);
struct peer *peer_unref(struct peer *peer);

/* --- requests to the other side --- */

struct reply {
    /* 0: a result. -EREMOTEIO: an error response. -ETIMEDOUT, -ECONNRESET, -ECANCELED: no response. -EPROTO:
     * the result does not match the contract. -ENOMEM. */
    int status;
    const void *result;      /* decoded by the method's shape; NULL for peer_call_text() */
    const yyjson_val *value; /* the result or the error, parsed */
    int code;                /* of an error response, or the local error */
    struct slice message;    /* of an error */
    struct slice word;       /* data.code of an error */
    struct message_fds *fds; /* NULL: none; set an entry to -1 to take it, the others are closed */
};

/* `reply` and everything in it is valid until the callback returns. */
typedef void (*reply_fn)(void *user, const struct reply *reply);

/* timeout_ms 0: no timeout. `done` is never called before this returns. *ret_request (may be NULL) can be
 * passed to request_cancel() until the response arrives. */
int peer_call(struct peer *peer, const struct method *method, const void *params, uint64_t timeout_ms, reply_fn done,
              void *user, struct request **ret_request);

/* The same with a method name and params as JSON text (empty: none), for methods that are not in the contract. */
int peer_call_text(struct peer *peer, struct slice method, struct slice params, uint64_t timeout_ms, reply_fn done,
                   void *user, struct request **ret_request);

/* Sends $/cancel_request, and ends the request with -ECANCELED. */
void request_cancel(struct request *request);

int peer_notify(struct peer *peer, const struct method *method, const void *params);
int peer_notify_text(struct peer *peer, struct slice method, struct slice params);

/* Attaches the descriptor to the next peer_call() or peer_notify() of this peer; if that fails, it is closed.
 * Responses and pushes that are sent in between do not carry it. Takes fd, even on failure. */
int peer_attach_fd(struct peer *peer, int fd);

/* --- push --- */

/* Sends a complete line with its newline, from rpc_format_event(); the same bytes can be sent to many peers. */
int peer_push(struct peer *peer, struct slice line);

/* Sends several such lines. If the output is empty, they are passed to the kernel without a copy; only the
 * rest is copied. */
int peer_push_lines(struct peer *peer, struct slice lines);
int rpc_format_event(struct buf *out, const struct event_type *type, const void *params);

/* Whether data from the other side is still to be read or handled. */
bool peer_has_unheard(const struct peer *peer);

/* The number of unsent bytes. */
static inline size_t peer_unsent(const struct peer *peer)
{
    return output_waiting(&peer->output);
}

/* Requests one call of `drained`, after the first flush that leaves at most this many unsent bytes. */
void peer_tell_drained(struct peer *peer, size_t bytes);

/* Sends the event to every peer whose `wants` returns true; serialized once. */
int rpc_broadcast(struct rpc *rpc, const struct event_type *type, const void *params);
