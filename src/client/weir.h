/* libweir: talk to weird, the daemon that runs AI agents, over its Unix socket.
 *
 * A connection is used in one of two ways:
 *  - blocking: weir_new() gives it a loop of its own, which runs only inside weir_connect(), weir_call(),
 * weir_notify(), weir_wait() and weir_free(). Handlers and callbacks are called from there. From inside one of them a
 * blocking function answers -EDEADLK; the *_async() functions may be used.
 *  - on a libuv loop of yours: weir_new_on(). Use weir_connect_async() and weir_call_async(), and run the loop.
 *
 * Unless something else is said:
 *  - a function returns 0 or a negative errno, and leaves its ret_ arguments untouched on failure; weir_last_error()
 * then says in a sentence what is wrong and what to do;
 *  - what you pass in is copied, and stays yours;
 *  - what a callback is given ends when the callback returns;
 *  - JSON is UTF-8 text. A `size` of WEIR_TEXT means that the text ends with a NUL. What the library hands out always
 * has a NUL behind it, which `size` does not count;
 *  - a connection belongs to one thread at a time. Two connections know nothing of each other.
 *
 * The library starts no process, installs no signal handler and raises no SIGPIPE. It writes to stderr only with
 * WEIR_IPC_DEBUG=1 in the environment (every message in and out, secrets redacted), and to warn of a connection that it
 * had to cut. */
#ifndef WEIR_H
#define WEIR_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WEIR_API __attribute__((visibility("default")))
#else
#define WEIR_API
#endif

typedef struct uv_loop_s uv_loop_t;

struct weir;         /* a connection, or what may become one */
struct weir_request; /* a call that the daemon made and that waits for your answer */

#define WEIR_TEXT ((size_t)-1)

/* Timeouts are in milliseconds. */
#define WEIR_TIMEOUT_DEFAULT 0 /* 30 s, or what weir_set_timeout() said */
#define WEIR_TIMEOUT_NONE (-1) /* wait without end */

/* The version of the library, such as "0.1.0". */
WEIR_API const char *weir_version(void);

/* --- which socket ------------------------------------------------------------- */

enum weir_origin {
    WEIR_ORIGIN_EXPLICIT,    /* the path that was asked for */
    WEIR_ORIGIN_ENVIRONMENT, /* WEIR_SOCKET */
    WEIR_ORIGIN_PROJECT,     /* .weir/daemon.sock of a registered project, here or in a directory above */
    WEIR_ORIGIN_USER,        /* daemon.sock in $XDG_RUNTIME_DIR/weir, or in its stand-in */
};

struct weir_place {
    enum weir_origin origin;
    const char *socket;
    const char *project; /* the project's directory; NULL unless origin is WEIR_ORIGIN_PROJECT */
    const char *ignored; /* the socket of a nearer project that is not used, and */
    const char *why;     /* why, as in "it belongs to another user"; NULL both where there is none */
};

/* Says which socket a connection would use: `socket` if it is not NULL, else the first of the origins above that there
 * is. An unregistered project's socket is not used, since anybody who may write there could have planted it; the place
 * names it, so that you can tell the user. That a socket was found does not mean that somebody listens. *ret_place is
 * yours: weir_place_free(). -ENOENT when no home directory is known, -ENOMEM. */
WEIR_API int weir_find_socket(const char *socket, struct weir_place **ret_place);
WEIR_API struct weir_place *weir_place_free(struct weir_place *place); /* returns NULL */

/* --- life --------------------------------------------------------------------- */

/* A blocking connection, not yet connected; yours: weir_free(). NULL without memory or descriptors. */
WEIR_API struct weir *weir_new(void);

/* One on your loop, which must outlive it. */
WEIR_API struct weir *weir_new_on(uv_loop_t *loop);

/* Disconnects at once and frees; NULL is fine. Returns NULL. Calls without an answer end with -ECANCELED: their
 * callbacks are called from here. May be called from a callback, wherever that was called from: the connection must not
 * be used any more then, and a function that waits answers -ECANCELED when the callback returns to it. On your own loop
 * the memory is freed by the next turns of it, so run it on before you close it. */
WEIR_API struct weir *weir_free(struct weir *weir);

/* For every later call, wait for a connection and notification that says WEIR_TIMEOUT_DEFAULT. */
WEIR_API void weir_set_timeout(struct weir *weir, int64_t timeout_ms);

/* Connects to the socket that weir_find_socket() finds for `socket` (NULL: search), within the default timeout. The
 * other end must be a process of this user, or of root. -ENOENT, -ECONNREFUSED: no daemon there. -ENAMETOOLONG: over
 * 107 bytes. -EPERM: another user's. -ETIMEDOUT: the daemon accepts no connection. -EISCONN, -EALREADY: this one is
 * connected, or about to be. A connection that has ended may be connected again. */
WEIR_API int weir_connect(struct weir *weir, const char *socket);

/* The same without blocking: `done` is called later, exactly once, with 0 or one of the errors above, unless this
 * function itself fails. */
typedef void (*weir_connected_fn)(struct weir *weir, int status, void *user);
WEIR_API int weir_connect_async(struct weir *weir, const char *socket, weir_connected_fn done, void *user);

/* Sends what is still to be sent, then ends the connection; calls without an answer end with -ECONNRESET. */
WEIR_API void weir_disconnect(struct weir *weir);

/* Called when a connection that stood has ended, whoever ended it, except by weir_free(). `reason` is a sentence: the
 * daemon's own where it gave one, as when it has no room for another connection. */
typedef void (*weir_closed_fn)(struct weir *weir, const char *reason, void *user);
WEIR_API void weir_on_closed(struct weir *weir, weir_closed_fn closed, void *user);

WEIR_API int weir_is_connected(const struct weir *weir); /* 1 or 0 */

/* The path of the socket in use, or last tried. Good until the next connect. NULL before the first. */
WEIR_API const char *weir_socket(const struct weir *weir);

/* The process that opened the socket for listening, as the kernel tells it. Under socket activation that is not the
 * daemon but who started it. -ENOTCONN. */
WEIR_API int weir_server_pid(const struct weir *weir, pid_t *ret_pid);

/* --- errors ------------------------------------------------------------------- */

struct weir_error {
    int status;          /* the negative errno; 0: nothing has failed yet */
    const char *message; /* a sentence */
    /* Where the daemon answered with an error (status -EREMOTEIO); else 0, "", "", "", 0: */
    int code;         /* of JSON-RPC, such as -32602 */
    const char *word; /* the stable word for it, such as "invalid_params" */
    const char *path; /* the parameter that it is about, such as "params.force" */
    const char *data; /* the error's data as JSON text */
    size_t data_size;
};

/* What the last function that failed on this connection has to say. Never NULL. Good until the next function on it. */
WEIR_API const struct weir_error *weir_last_error(const struct weir *weir);

/* --- calls to the daemon ------------------------------------------------------ */

/* Calls and waits for the answer. `params` is JSON text of an object or an array, or NULL. *ret_result (may be NULL) is
 * JSON text with a NUL behind it, and yours: free(). Handlers of other messages may be called meanwhile. -EINVAL: not a
 * method's name, or params that are not JSON. -EMSGSIZE: too long to be sent. -EREMOTEIO: answered with an error.
 * -ETIMEDOUT: not answered in time. -ECONNRESET: the connection ended first. -ENOTCONN. -EDEADLK. */
WEIR_API int weir_call(struct weir *weir, const char *method, const char *params, size_t params_size,
                       int64_t timeout_ms, char **ret_result, size_t *ret_size);

struct weir_reply {
    const char *result; /* JSON text; NULL where there is an error */
    size_t size;
    const struct weir_error *error; /* NULL where there is a result; -ECANCELED: by weir_cancel() or weir_free() */
};

/* Calls without waiting; `done` is called with the answer, or with what came instead of it, exactly once unless this
 * function fails. *ret_ticket (may be NULL) is for weir_cancel(). */
typedef void (*weir_reply_fn)(struct weir *weir, const struct weir_reply *reply, void *user);
WEIR_API int weir_call_async(struct weir *weir, const char *method, const char *params, size_t params_size,
                             int64_t timeout_ms, weir_reply_fn done, void *user, uint64_t *ret_ticket);

/* Tells the daemon that the answer is no longer wanted and ends the call with -ECANCELED, from inside this function.
 * -ENOENT when it has ended already. */
WEIR_API int weir_cancel(struct weir *weir, uint64_t ticket);

/* Sends a notification. Blocking connections wait until the kernel has taken it: -ETIMEDOUT when it does not. */
WEIR_API int weir_notify(struct weir *weir, const char *method, const char *params, size_t params_size);

/* --- what comes from the daemon ----------------------------------------------- */

/* A handler for notifications of one name, or (method NULL) of all names that have none of their own. It replaces the
 * one that was there; handler NULL takes it away. `params` is NULL where there are none. */
typedef void (*weir_notification_fn)(struct weir *weir, const char *method, const char *params, size_t size,
                                     void *user);
WEIR_API int weir_on_notification(struct weir *weir, const char *method, weir_notification_fn handler, void *user);

/* The same for calls that the daemon makes. The request is yours until you give it to weir_answer() or weir_refuse(),
 * once, now or later, on any account: also when the connection has ended, and also when the connection was freed. A
 * call without a handler is refused for you. */
typedef void (*weir_request_fn)(struct weir *weir, struct weir_request *request, const char *method, const char *params,
                                size_t size, void *user);
WEIR_API int weir_on_call(struct weir *weir, const char *method, weir_request_fn handler, void *user);

/* Take the request, even on failure. -ECONNRESET: nobody waits for the answer any more. -EINVAL: the result (or the
 * data, which may be NULL) is not JSON; the daemon gets an error instead. -ENOMEM. */
WEIR_API int weir_answer(struct weir_request *request, const char *result, size_t result_size);
WEIR_API int weir_refuse(struct weir_request *request, int code, const char *message, const char *data,
                         size_t data_size);

/* Reads nothing more from the connection while `paused` is not 0: for who cannot keep up with what comes in. Answers
 * wait too, and that the other side has gone may be noticed later. The next connection begins without a pause. */
WEIR_API void weir_pause(struct weir *weir, int paused);

/* For blocking connections: handles what comes in. 1 as soon as something was handled, 0 when nothing came within the
 * time (0: looks and does not wait; negative: waits without end), -ECONNRESET when the connection has ended. */
WEIR_API int weir_wait(struct weir *weir, int64_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
