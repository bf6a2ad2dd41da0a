/* A call that the other side made and that a handler answers. */
#pragma once

#include <stdbool.h>

#include "base/list.h"
#include "contract/errors.h"
#include "rpc/method.h"
#include "rpc/output.h"
#include "json/shape.h"

struct peer;
struct batch;

/* The call ends without an answer of its handler: it was cancelled, its connection is gone, or this side stops. It
 * counts as answered already, and is freed when this returns. The callback may close the peer. */
typedef void (*call_abandoned_fn)(struct call *call);

struct call {
    struct peer *peer;
    const struct method *method;  /* NULL for a call that the contract does not know */
    struct slice id;              /* as JSON text; empty for a notification */
    const void *params;           /* decoded */
    struct batch *batch;          /* the answer belongs into it; or NULL */
    struct message_fds *fds;      /* that came with the message; NULL once deferred */
    struct message_fds *attached; /* that leave with the result; NULL: none */
    bool answered : 1;
    bool deferred : 1;
    bool held : 1; /* stays in memory until call_drop() */
    /* Of a deferred call; call_defer() sets them: */
    struct list link; /* in peer->waiting */
    call_abandoned_fn abandoned;
    void *user;
    size_t secret_bytes; /* of the block that it lies in, to be wiped with its end; 0: it holds no secret */
};

/* Answers. Any of them ends the call: -EALREADY for a second one. The result is a value of the method's result type.
 * Exactly one answer a call; a deferred call is freed by it. Negative: the result does not leave. -EMSGSIZE: it is too
 * long, and an error was sent instead; others: the connection ends. So whatever a result gives away is given away when
 * this has returned 0. */
int call_reply(struct call *call, const void *result);
int call_reply_text(struct call *call, struct slice json);
int call_fail(struct call *call, enum error_id error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* With data.path: the field that is wrong ("params.cwd"). */
int call_refuse(struct call *call, enum error_id error, const char *path, const char *message);

/* Any code, with data as JSON text (may be empty). */
int call_fail_text(struct call *call, int code, struct slice message, struct slice data);

/* The result carries the descriptor; should the call end with an error, it is closed. Takes fd, even on failure. Not
 * for a call inside of a batch. */
int call_attach_fd(struct call *call, int fd);

/* Takes a descriptor that came with the call; -ENOENT if there is none at that place. Not for deferred calls: take
 * first. */
int call_take_fd(struct call *call, unsigned index);

/* For a handler that answers later: moves the call, with a copy of its params, into one block of memory. The handler
 * returns 0 and keeps *ret_call until it answers or `abandoned` is called: work that goes on elsewhere must then forget
 * the call. -EBUSY: too many wait, and the call is answered with that. -ECONNRESET: the peer is closed. The answer to a
 * notification goes nowhere. */
int call_defer(struct call *call, call_abandoned_fn abandoned, void *user, struct call **ret_call);

/* A deferred call that nobody holds is received once more: its handler is called as it was at first, with the same
 * params, and without descriptors that came with it. The call is gone when this returns. May close the peer. */
void call_repeat(struct call *call);

/* The deferred call and its params stay in memory until call_drop(), whatever becomes of the call: another thread may
 * read them. A peer that drains waits for its answer. An answer to a call that has ended meanwhile does no harm. */
void call_hold(struct call *call);

/* NULL. A call that has not ended yet is freed by its answer. Not from inside of `abandoned`. */
struct call *call_drop(struct call *call);
