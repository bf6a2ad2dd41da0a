/* What the files of src/client share and nobody else needs. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/buf.h"
#include "base/list.h"
#include "client/weir.h"
#include "rpc/peer.h"

enum { CLIENT_TIMEOUT_MS = 30000, CLIENT_PARSE_BYTES = 256 << 20 };

struct weir {
    uv_loop_t *loop;
    bool owns_loop;
    bool running; /* inside client_run(): a callback is being called */
    bool freed;   /* by its user; the rest is cleaning up */
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
    struct list pending; /* calls that wait for their answer */
    uint64_t next_ticket;

    struct weir_error error;
    struct buf error_text; /* what `error` points into */
};

/* --- client.c ----------------------------------------------------------------- */

/* Whether a blocking function may go on: 0, or -EDEADLK, -EINVAL with the error set. */
int client_check_blocking(struct weir *weir, const char *instead);

/* Turns the loop until `finished` says so. -ECANCELED: a callback has freed the connection; it is gone. */
int client_run(struct weir *weir, bool (*finished)(const void *what), const void *what);

/* One turn of the loop that does not wait; the caller goes on with client_run(). */
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

void connect_abort(struct weir *weir, int status);
void connect_forget_complaint(struct weir *weir); /* another message came behind it */
extern const struct peer_events client_peer_events;
void handlers_clear(struct weir *weir);
bool handlers_receive(struct call *call, struct slice method, const yyjson_val *params);
