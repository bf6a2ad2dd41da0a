/* What the files of src/client share and nobody else needs. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/buf.h"
#include "base/list.h"
#include "client/weir.h"
#include "rpc/peer.h"

enum { CLIENT_TIMEOUT_MS = 30000, CLIENT_PARSE_BYTES = 256 << 20 };
#define CLIENT_TIMEOUT_MAX_MS INT64_C(1000000000000) /* 31 years, which still are nanoseconds */

struct pending_table {
    struct pending **slots; /* chains by ticket */
    size_t count, slot_count;
};

struct weir {
    uv_loop_t *loop;
    bool owns_loop;
    unsigned depth; /* of functions that may call back, each called from a callback of the one before */
    bool running;   /* the loop, if it is our own */
    bool freed;     /* by its user; the rest is cleaning up */
    struct rpc rpc;
    struct peer *peer; /* NULL: not connected */

    uv_timer_t attempt; /* of connecting; later of freeing */
    uv_timer_t limit;   /* of a blocking function */
    bool limit_reached;
    int64_t timeout_ms;
    uint64_t handled; /* messages that came in */

    char *socket;
    pid_t server_pid;
    uint64_t connect_deadline; /* of clock_monotonic_ns() */
    weir_connected_fn connected;
    void *connected_user;
    bool connecting;

    char *complaint; /* the daemon's last word, if it was an error that answers no call; or NULL */

    weir_closed_fn closed;
    void *closed_user;
    struct list handlers;
    struct pending_table pending; /* calls that wait for their answer */
    uint64_t next_ticket;

    struct weir_error error;
    struct buf error_text; /* what `error` points into */
};

/* --- client.c ----------------------------------------------------------------- */

/* Around everything that may call back. A callback that frees the connection only marks it; it goes with the outermost
 * client_leave(), so nothing may touch it behind that. */
void client_enter(struct weir *weir);
void client_leave(struct weir *weir);

/* The same for a function that waits: 0, or -EDEADLK, -EINVAL with the error set and nothing entered. */
int client_enter_blocking(struct weir *weir, const char *instead);

/* Whether the loop may be turned here, where something was entered: it is our own, and this is no callback. */
bool client_may_wait(const struct weir *weir);

/* Turns the loop until `finished` says so. -ECANCELED: a callback has freed the connection. */
int client_run(struct weir *weir, bool (*finished)(const void *what), const void *what);

/* One turn of the loop that does not wait. */
void client_turn(struct weir *weir);

/* What a blocking function waits for may be here: the loop shall not fall asleep before that was looked at. */
void client_wake(struct weir *weir);

/* Begins to measure the time of a blocking function; limit_reached tells its end. */
void client_limit(struct weir *weir, int64_t timeout_ms);

/* What a timeout argument means, in milliseconds; 0: without end. */
uint64_t client_timeout(const struct weir *weir, int64_t timeout_ms);

/* --- error.c ------------------------------------------------------------------ */

/* Sets the last error, and returns status. */
int client_fail(struct weir *weir, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
int client_fail_as(struct weir *weir, const struct weir_error *error);

/* -ENOTCONN, and what the daemon said when it ended the connection. */
int client_fail_unconnected(struct weir *weir);

/* Reads JSON text and appends it to `out` as one line without blanks. -EINVAL with *ret_error filled, -ENOMEM,
 * -ENOBUFS. */
int client_compact(const char *text, size_t size, bool container_only, struct buf *out, char ret_problem[static 160]);

/* --- connect.c, call.c, handlers.c -------------------------------------------- */

void pending_clear(struct pending_table *table); /* all calls have ended */

void connect_abort(struct weir *weir, int status);
void connect_forget_complaint(struct weir *weir); /* another message came behind it */
extern const struct peer_events client_peer_events;
void handlers_clear(struct weir *weir);
bool handlers_receive(struct call *call, struct slice method, const yyjson_val *params);
