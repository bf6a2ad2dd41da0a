/* libweir: a client library for weird, the daemon that runs AI agents.
 *
 * A connection is used in one of two ways:
 *  - blocking: weir_new() gives the connection its own event loop, which runs only inside weir_connect(), weir_call(),
 *    weir_notify(), weir_wait() and weir_free(). Handlers and callbacks are called from there. Inside a handler or
 *    callback, blocking functions return -EDEADLK; use the *_async() functions instead.
 *  - on a libuv loop of the program: weir_new_on(). Use weir_connect_async() and weir_call_async(), and run the loop.
 *
 * Unless stated otherwise:
 *  - a function returns 0 or a negative errno, and leaves its ret_ arguments unchanged on failure; weir_last_error()
 *    then has a sentence with the reason and the next step;
 *  - arguments are copied and stay owned by the caller;
 *  - the arguments of a callback are valid until the callback returns;
 *  - JSON is UTF-8 text. If `size` is WEIR_TEXT, the text is terminated by NUL. Text from the library is always
 *    terminated by NUL, which `size` does not count;
 *  - a connection must be used by one thread at a time. Connections are independent of each other.
 *
 * The library starts no process, installs no signal handler and raises no SIGPIPE. It writes to stderr only with
 * WEIR_IPC_DEBUG=1 in the environment (every message, secrets redacted), and when it closes a connection whose other
 * end does not read. */
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

struct weir;         /* a connection, connected or not */
struct weir_request; /* a request from the daemon that the program has to answer */

#define WEIR_TEXT ((size_t)-1)

/* Timeouts are in milliseconds. */
#define WEIR_TIMEOUT_DEFAULT 0 /* 30 s, or the value of weir_set_timeout() */
#define WEIR_TIMEOUT_NONE (-1) /* no timeout */

/* The version of the library, such as "0.1.0". */
WEIR_API const char *weir_version(void);

/* --- finding the socket --- */

enum weir_origin {
    WEIR_ORIGIN_EXPLICIT,    /* the path of the caller */
    WEIR_ORIGIN_ENVIRONMENT, /* WEIR_SOCKET */
    WEIR_ORIGIN_PROJECT,     /* .weir/daemon.sock of a registered project, here or in a directory above */
    WEIR_ORIGIN_USER,        /* daemon.sock in $XDG_RUNTIME_DIR/weir or the directory that replaces it */
};

struct weir_endpoint {
    enum weir_origin origin;
    const char *socket;
    const char *project; /* the project's directory; NULL unless origin is WEIR_ORIGIN_PROJECT */
    const char *ignored; /* the socket of a nearer project that is not used */
    const char *why;     /* the reason, such as "it belongs to another user"; NULL if `ignored` is NULL */
};

/* Finds the socket that a connection would use: `socket` if it is not NULL, else the first of the origins above that
 * exists. The socket of an unregistered project is not used, because any user with write access to the directory may
 * have created it; `ignored` has its path, so that the program can tell the user. The daemon may not be listening on
 * the socket. Free *ret_endpoint with weir_endpoint_free(). Returns -ENOENT if no home directory is known, or -ENOMEM.
 */
WEIR_API int weir_find_socket(const char *socket, struct weir_endpoint **ret_endpoint);
WEIR_API struct weir_endpoint *weir_endpoint_free(struct weir_endpoint *endpoint); /* returns NULL */

/* --- creating and connecting --- */

/* Creates a blocking connection, not yet connected. Free it with weir_free(). Returns NULL if memory or descriptors are
 * exhausted. */
WEIR_API struct weir *weir_new(void);

/* Creates a connection on a loop of the program; the loop must outlive it. */
WEIR_API struct weir *weir_new_on(uv_loop_t *loop);

/* Disconnects at once and frees the connection; accepts NULL. Returns NULL. Unanswered requests end with -ECANCELED:
 * their callbacks are called from here. Can be called from any callback. The connection must not be used afterwards,
 * and a blocking function that called the callback returns -ECANCELED. On a loop of the program, the memory is freed in
 * the next turns of the loop: run the loop again before closing it. */
WEIR_API struct weir *weir_free(struct weir *weir);

/* Sets the timeout that WEIR_TIMEOUT_DEFAULT stands for in later calls, connection attempts and notifications. */
WEIR_API void weir_set_timeout(struct weir *weir, int64_t timeout_ms);

/* Connects to the socket that weir_find_socket() finds for `socket` (NULL: search), within the default timeout. The
 * other end must be a process of this user or of root. Returns -ENOENT or -ECONNREFUSED if no daemon listens,
 * -ENAMETOOLONG for paths over 107 bytes, -EPERM if the socket belongs to another user, -ETIMEDOUT if the daemon does
 * not accept the connection, -EISCONN or -EALREADY if the connection is open or being opened. A connection that has
 * ended can be opened again. */
WEIR_API int weir_connect(struct weir *weir, const char *socket);

/* The same without blocking: unless this function fails, `done` is called later, exactly once, with 0 or one of the
 * errors above. */
typedef void (*weir_connected_fn)(struct weir *weir, int status, void *user);
WEIR_API int weir_connect_async(struct weir *weir, const char *socket, weir_connected_fn done, void *user);

/* Sends the remaining output, then closes the connection. Unanswered requests end with -ECONNRESET. */
WEIR_API void weir_disconnect(struct weir *weir);

/* Called when an open connection has ended for any reason except weir_free(). `reason` is a sentence: the daemon's
 * reason if it sent one, for example when the limit of connections is reached. */
typedef void (*weir_closed_fn)(struct weir *weir, const char *reason, void *user);
WEIR_API void weir_on_closed(struct weir *weir, weir_closed_fn closed, void *user);

WEIR_API int weir_is_connected(const struct weir *weir); /* 1 or 0 */

/* The path of the current or last socket. Valid until the next connect. NULL before the first one. */
WEIR_API const char *weir_socket(const struct weir *weir);

/* The process that opened the socket for listening, as the kernel reports it. With socket activation, this is not the
 * daemon but the process that started it. Returns -ENOTCONN if not connected. */
WEIR_API int weir_server_pid(const struct weir *weir, pid_t *ret_pid);

/* --- errors --- */

struct weir_error {
    int status;          /* the negative errno; 0: no error yet */
    const char *message; /* a sentence */
    /* Set if the daemon sent an error response (status -EREMOTEIO); else 0, "", "", "", 0: */
    int code;         /* the JSON-RPC error code, such as -32602 */
    const char *word; /* the error word of the protocol, such as "invalid_params" */
    const char *path; /* the wrong parameter, such as "params.force" */
    const char *data; /* the data of the error as JSON text */
    size_t data_size;
};

/* The error of the last function that failed on this connection. Never NULL. Valid until the next function call on it.
 */
WEIR_API const struct weir_error *weir_last_error(const struct weir *weir);

/* --- requests to the daemon --- */

/* Sends a request and waits for the response. `params` is JSON text of an object or an array, or NULL. *ret_result (may
 * be NULL) is set to JSON text terminated by NUL; free it with free(). Handlers of other messages can be called
 * meanwhile. Returns -EINVAL for an invalid method name or invalid JSON, -EMSGSIZE if the request is too long,
 * -EREMOTEIO for an error response, -ETIMEDOUT if there is no response in time, -ECONNRESET if the connection ended
 * first, -ENOTCONN, or -EDEADLK. */
WEIR_API int weir_call(struct weir *weir, const char *method, const char *params, size_t params_size,
                       int64_t timeout_ms, char **ret_result, size_t *ret_size);

struct weir_reply {
    const char *result; /* JSON text; NULL: an error */
    size_t size;
    const struct weir_error *error; /* NULL: a result. -ECANCELED: weir_cancel() or weir_free() was called */
};

/* Sends a request without waiting. Unless this function fails, `done` is called exactly once, with the response or an
 * error. *ret_ticket (may be NULL) can be passed to weir_cancel(). */
typedef void (*weir_reply_fn)(struct weir *weir, const struct weir_reply *reply, void *user);
WEIR_API int weir_call_async(struct weir *weir, const char *method, const char *params, size_t params_size,
                             int64_t timeout_ms, weir_reply_fn done, void *user, uint64_t *ret_ticket);

/* Cancels a request at the daemon and ends it with -ECANCELED; the callback is called from inside this function.
 * Returns -ENOENT if the request has already ended. */
WEIR_API int weir_cancel(struct weir *weir, uint64_t ticket);

/* Sends a notification. A blocking connection waits until the kernel has accepted it, and returns -ETIMEDOUT if it does
 * not. */
WEIR_API int weir_notify(struct weir *weir, const char *method, const char *params, size_t params_size);

/* --- messages from the daemon --- */

/* Sets the handler for notifications of one name or, with method NULL, of all names without their own handler. Replaces
 * the previous handler; handler NULL removes it. `params` is NULL if the notification has none. */
typedef void (*weir_notification_fn)(struct weir *weir, const char *method, const char *params, size_t size,
                                     void *user);
WEIR_API int weir_on_notification(struct weir *weir, const char *method, weir_notification_fn handler, void *user);

/* Within such a handler, or the callback of weir_call_async(): takes a descriptor that came with the notification or
 * the response, for example the port of chat:streamPort or the connection of apps.open. The program owns *ret_fd, and
 * closes it. Descriptors that are not taken are closed. Returns -ENOENT if there is no further one, or outside of
 * both. */
WEIR_API int weir_take_fd(struct weir *weir, int *ret_fd);

/* As weir_on_notification(), for requests from the daemon. The program owns the request and must pass it to
 * weir_answer() or weir_refuse() exactly once, now or later, even if the connection has ended or was freed meanwhile.
 * The library refuses requests without a handler. */
typedef void (*weir_request_fn)(struct weir *weir, struct weir_request *request, const char *method, const char *params,
                                size_t size, void *user);
WEIR_API int weir_on_call(struct weir *weir, const char *method, weir_request_fn handler, void *user);

/* Both functions take the request, even on failure. Return -ECONNRESET if the response is no longer wanted, -EINVAL if
 * the result (or the data, which may be NULL) is not valid JSON (the daemon gets an error instead), or -ENOMEM. */
WEIR_API int weir_answer(struct weir_request *request, const char *result, size_t result_size);
WEIR_API int weir_refuse(struct weir_request *request, int code, const char *message, const char *data,
                         size_t data_size);

/* Stops reading from the connection while `paused` is not 0, for a program that cannot process messages fast enough.
 * Responses are delayed too, and the end of the connection may be noticed later. The next connection starts unpaused.
 */
WEIR_API void weir_pause(struct weir *weir, int paused);

/* For blocking connections: handles incoming messages. Returns 1 as soon as a message was handled, 0 if none arrived in
 * time (timeout 0: checks without waiting; negative: no timeout), -ECONNRESET if the connection has ended. */
WEIR_API int weir_wait(struct weir *weir, int64_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
