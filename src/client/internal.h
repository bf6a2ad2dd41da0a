/* Declarations that are private to src/client. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/buf.h"
#include "base/list.h"
#include "client/weir.h"
#include "rpc/peer.h"

enum { CLIENT_TIMEOUT_MS = 30000, CLIENT_PARSE_BYTES = 256 << 20 };
#define CLIENT_TIMEOUT_MAX_MS INT64_C(1000000000000) /* 31 years, which fit into 64-bit nanoseconds */

struct pending_table {
    struct pending **slots; /* chains by ticket */
    size_t count, slot_count;
};

struct weir {
    uv_loop_t *loop;
    bool owns_loop;
    unsigned depth; /* nesting of functions that can call back */
    bool running;   /* its own loop is running */
    bool freed;     /* freed by the program; cleanup is in progress */
    struct rpc rpc;
    struct peer *peer; /* NULL: not connected */

    uv_timer_t attempt; /* timer for connecting, later for freeing */
    uv_timer_t limit;   /* time limit of a blocking function */
    bool limit_reached;
    int64_t timeout_ms;
    uint64_t handled; /* number of messages received */

    char *socket;
    pid_t server_pid;
    uint64_t connect_deadline; /* of clock_monotonic_ns() */
    weir_connected_fn connected;
    void *connected_user;
    bool connecting;

    char *complaint; /* the daemon's last error response without a request; or NULL */

    weir_closed_fn closed;
    void *closed_user;
    struct list handlers;
    struct call *notification;    /* the one whose handler is being called; or NULL */
    struct message_fds *response; /* the descriptors of the one whose callback is being called; or NULL */
    unsigned taken_fds;           /* of these descriptors */
    struct pending_table pending; /* unanswered requests */
    uint64_t next_ticket;

    struct weir_error error;
    struct buf error_text; /* memory that `error` points to */
};

/* --- client.c --- */

/* Brackets for code that can call back. A callback that frees the connection only marks it; the outermost
 * client_leave() frees it, and the connection must not be used afterwards. */
void client_enter(struct weir *weir);
void client_leave(struct weir *weir);

/* The same for a blocking function. Returns 0, or -EDEADLK or -EINVAL with the error set and without entering. */
int client_enter_blocking(struct weir *weir, const char *instead);

/* Whether the entered code can run the loop: it is the connection's own loop, and this is not a callback. */
bool client_may_wait(const struct weir *weir);

/* Runs the loop until `finished` returns true. Returns -ECANCELED if a callback has freed the connection. */
int client_run(struct weir *weir, bool (*finished)(const void *what), const void *what);

/* Runs one turn of the loop without waiting. */
void client_turn(struct weir *weir);

/* Makes the loop check the condition of a blocking function before it sleeps again. */
void client_wake(struct weir *weir);

/* Starts the time limit of a blocking function; limit_reached is set at its end. */
void client_limit(struct weir *weir, int64_t timeout_ms);

/* Converts a timeout argument to milliseconds; 0: no timeout. */
uint64_t client_timeout(const struct weir *weir, int64_t timeout_ms);

/* --- error.c --- */

/* Sets the last error, and returns status. */
int client_fail(struct weir *weir, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
int client_fail_as(struct weir *weir, const struct weir_error *error);

/* Sets -ENOTCONN, with the daemon's reason for ending the connection. */
int client_fail_unconnected(struct weir *weir);

/* Parses JSON text and appends it to `out` on one line without spaces. Returns -EINVAL with *ret_problem set, -ENOMEM
 * or -ENOBUFS. */
int client_compact(const char *text, size_t size, bool container_only, struct buf *out, char ret_problem[static 160]);

/* --- connect.c, call.c, handlers.c --- */

void pending_clear(struct pending_table *table); /* all requests must have ended */

void connect_abort(struct weir *weir, int status);
void connect_forget_complaint(struct weir *weir); /* call this when another message follows */
extern const struct peer_events client_peer_events;
void handlers_clear(struct weir *weir);
bool handlers_receive(struct call *call, struct slice method, const yyjson_val *params);
