/* A request from the peer, which a handler answers. */
#pragma once

#include <stdbool.h>

#include "base/list.h"
#include "contract/errors.h"
#include "rpc/method.h"
#include "rpc/output.h"
#include "json/shape.h"

struct peer;
struct rpc;
struct batch;

/* The call ends without a response from its handler: it was cancelled, its connection was closed, or this
 * program stops. It counts as answered, and is freed when this returns. The callback may close the peer. */
typedef void (*call_abandoned_fn)(struct call *call);

struct call {
    struct rpc *rpc; /* valid as long as the call: a held one may outlive its peer */
    struct peer *peer;
    const struct method *method;  /* NULL for a method that is not in the contract */
    struct slice id;              /* as JSON text; empty for a notification */
    const void *params;           /* decoded */
    struct batch *batch;          /* the batch that collects the response; or NULL */
    struct message_fds *fds;      /* descriptors that came with the message; NULL once deferred */
    struct message_fds *attached; /* descriptors to send with the result; NULL: none */
    bool answered : 1;
    bool deferred : 1;
    bool held : 1; /* stays in memory until call_drop() */
    /* Only for deferred calls; set by call_defer(): */
    struct list link; /* in peer->waiting */
    call_abandoned_fn abandoned;
    void *user;
    size_t secret_bytes; /* the size of the block to wipe at the end; 0: it holds no secret */
};

/* Responses. Each of these functions ends the call; a second one returns -EALREADY. The result is a value of
 * the method's result type. A response frees a deferred call. If the result is too long, an error is sent
 * instead and -EMSGSIZE returned; any other negative value means that the connection ends. Transfer ownership
 * of anything that the result hands out only after 0. */
int call_reply(struct call *call, const void *result);
int call_reply_text(struct call *call, struct slice json);
int call_fail(struct call *call, enum error_id error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* With data.path, the wrong field ("params.cwd"). */
int call_refuse(struct call *call, enum error_id error, const char *path, const char *message);

/* Any code, with data as JSON text (may be empty). */
int call_fail_text(struct call *call, int code, struct slice message, struct slice data);

/* Sends the descriptor with the result. If the call ends with an error, the descriptor is closed. Takes fd,
 * even on failure. Not for calls in a batch. */
int call_attach_fd(struct call *call, int fd);

/* Takes a descriptor that came with the call; -ENOENT if there is none at that index. Call it before
 * deferring the call. */
int call_take_fd(struct call *call, unsigned index);

/* For a handler that answers later: moves the call, with a copy of its params, into one block of memory. The
 * handler returns 0 and keeps *ret_call until it answers or `abandoned` is called; after that it must not use
 * the call. Returns -EBUSY if there are too many unanswered calls (the error has been sent), or -ECONNRESET
 * if the peer is closed. The response to a notification is dropped. */
int call_defer(struct call *call, call_abandoned_fn abandoned, void *user, struct call **ret_call);

/* Handles a deferred call again that is not held: calls its handler with the same params, but without the
 * descriptors of the message. The old call is freed when this returns. May close the peer. */
void call_repeat(struct call *call);

/* Keeps a deferred call and its params in memory until call_drop(), even if the call ends, so that another
 * thread can read them. A draining peer waits for the response. Answering a call that has ended has no
 * effect. */
void call_hold(struct call *call);

/* Returns NULL. A call that has not ended yet is freed when it is answered. Do not call this inside `abandoned`. */
struct call *call_drop(struct call *call);
