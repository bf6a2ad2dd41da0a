/* Connects to a socket, and handles the end of the connection. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/paths.h"
#include "client/internal.h"

enum { RETRY_MS = 10 };

/* --- connected --- */

void connect_forget_complaint(struct weir *weir)
{
    free(weir->complaint);
    weir->complaint = NULL;
}

static void on_complained(struct peer *peer, int code, struct slice message)
{
    struct weir *weir = peer->user;
    (void)code;
    connect_forget_complaint(weir);
    if (message.size > 0)
        weir->complaint = strdup(message.data); /* a parsed string is terminated by NUL */
}

/* A line that cannot be parsed may be the response to any request: end all of them. */
static void on_refused(struct peer *peer, const char *why)
{
    static const char unreadable[] = "the daemon sent an invalid line";
    struct weir *weir = peer->user;
    char complaint[320];
    (void)snprintf(complaint, sizeof complaint, "%s: %s", unreadable, why);
    connect_forget_complaint(weir);
    weir->complaint = strdup(complaint);
    peer_cut(peer, unreadable);
}

static void on_closed(struct peer *peer, const char *reason)
{
    struct weir *weir = peer->user;
    autofree char *complaint = weir->complaint ? strdup(weir->complaint) : NULL; /* a new connection clears it */
    weir->peer = NULL;
    if (complaint)
        reason = complaint;
    client_wake(weir);
    if (weir->freed)
        return;
    (void)client_fail(weir, -ECONNRESET, "the connection to %s has ended: %s", weir->socket, reason);
    if (weir->closed)
        weir->closed(weir, reason, weir->closed_user);
}

const struct peer_events client_peer_events = {
    .closed = on_closed, .unknown_call = handlers_receive, .complained = on_complained, .refused = on_refused};

void weir_on_closed(struct weir *weir, weir_closed_fn closed, void *user)
{
    weir->closed = closed;
    weir->closed_user = user;
}

int weir_is_connected(const struct weir *weir)
{
    return weir->peer && !weir->peer->draining && !peer_is_over(weir->peer);
}

const char *weir_socket(const struct weir *weir)
{
    return weir->socket;
}

int weir_server_pid(const struct weir *weir, pid_t *ret_pid)
{
    if (!weir->peer)
        return -ENOTCONN;
    *ret_pid = weir->server_pid;
    return 0;
}

static bool is_disconnected(const void *what)
{
    const struct weir *weir = what;
    return !weir->peer || weir->limit_reached;
}

static void disconnect(struct weir *weir)
{
    if (weir->connecting)
        connect_abort(weir, -ECANCELED);
    if (!weir->peer)
        return;
    peer_drain(weir->peer, "closed by the client");
    if (!client_may_wait(weir))
        return;
    uv_update_time(weir->loop);
    client_limit(weir, WEIR_TIMEOUT_DEFAULT);
    client_turn(weir);
    if (client_run(weir, is_disconnected, weir) == 0 && weir->peer)
        peer_close(weir->peer, "the daemon does not read");
}

void weir_pause(struct weir *weir, int paused)
{
    client_enter(weir);
    if (weir->peer)
        peer_stop_reading(weir->peer, paused != 0);
    client_leave(weir);
}

void weir_disconnect(struct weir *weir)
{
    client_enter(weir);
    disconnect(weir);
    client_leave(weir);
}

/* --- connecting --- */

static int explain(struct weir *weir, int error)
{
    const char *path = weir->socket;
    switch (error) {
    case -ENOENT:
    case -ENOTDIR:
    case -ECONNREFUSED:
        return client_fail(weir, error == -ENOTDIR ? -ENOENT : error,
                           "no daemon at %s; start one with 'weir daemon start'", path);
    case -EACCES:
    case -EPERM:
        return client_fail(weir, -EPERM,
                           "no permission to use %s: it belongs to another user; set XDG_RUNTIME_DIR to a "
                           "directory of your own, or name another socket with --socket or WEIR_SOCKET",
                           path);
    case -EPROTOTYPE:
        return client_fail(weir, error, "%s is not a stream socket; set WEIR_SOCKET to the daemon's socket", path);
    case -ETIMEDOUT:
        return client_fail(weir, error,
                           "the daemon at %s does not accept the connection; see 'weir daemon logs', or restart it",
                           path);
    case -ECANCELED:
        return client_fail(weir, error, "connecting to %s was cancelled", path);
    default:
        return client_fail(weir, error, "cannot connect to %s: %s", path, strerror(-error));
    }
}

static void finish(struct weir *weir, int status)
{
    weir_connected_fn connected = weir->connected;
    weir->connecting = false;
    (void)uv_timer_stop(&weir->attempt);
    client_wake(weir);
    if (connected)
        connected(weir, status, weir->connected_user);
}

void connect_abort(struct weir *weir, int status)
{
    finish(weir, explain(weir, status));
}

static int check_server(struct weir *weir, int fd)
{
    struct ucred server;
    socklen_t size = sizeof server;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &server, &size) < 0)
        return explain(weir, -errno);
    if (server.uid != geteuid() && server.uid != 0)
        return client_fail(weir, -EPERM, "user %u serves %s, not you; choose another socket with WEIR_SOCKET",
                           (unsigned)server.uid, weir->socket);
    weir->server_pid = server.pid;
    return 0;
}

/* The kernel connects at once or not at all; EAGAIN means that the daemon's queue of connections is full. */
static int try_once(struct weir *weir)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, weir->socket, strlen(weir->socket) + 1);
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return errno == EAGAIN ? -EAGAIN : explain(weir, -errno);
    int r = check_server(weir, fd);
    if (r < 0)
        return r;
    r = peer_new(&weir->rpc, take_fd(&fd), CALLER_DAEMON, NULL, &client_peer_events, weir, &weir->peer);
    return r < 0 ? explain(weir, r) : 0;
}

static void attempt(uv_timer_t *timer)
{
    struct weir *weir = timer->data;
    int r = try_once(weir);
    if (r == -EAGAIN && clock_monotonic_ns() < weir->connect_deadline)
        (void)uv_timer_start(timer, attempt, RETRY_MS, 0);
    else
        finish(weir, r == -EAGAIN ? explain(weir, -ETIMEDOUT) : r);
}

static int choose(struct weir *weir, const char *path)
{
    struct weir_endpoint *place = NULL;
    int r = weir_find_socket(path, &place);
    if (r < 0)
        return client_fail(weir, r, "cannot find a socket to connect to: %s; set WEIR_SOCKET", strerror(-r));
    free(weir->socket);
    weir->socket = strdup(place->socket);
    weir_endpoint_free(place);
    if (!weir->socket)
        return client_fail(weir, -ENOMEM, "out of memory");
    if (strlen(weir->socket) > PATHS_SOCKET_MAX)
        return client_fail(weir, -ENAMETOOLONG,
                           "the path %s has %zu bytes, the limit of a socket is %d; choose a shorter path",
                           weir->socket, strlen(weir->socket), PATHS_SOCKET_MAX);
    return 0;
}

static int connect_async(struct weir *weir, const char *socket, weir_connected_fn done, void *user)
{
    if (weir->peer && weir->peer->cut) /* and the loop has not run since */
        peer_close(weir->peer, weir->peer->end_reason);
    if (weir->freed)
        return -ECANCELED;
    if (weir->peer || weir->connecting)
        return client_fail(weir, weir->peer ? -EISCONN : -EALREADY, "already connected to %s", weir->socket);
    int r = choose(weir, socket);
    if (r < 0)
        return r;
    connect_forget_complaint(weir);
    uint64_t milliseconds = client_timeout(weir, WEIR_TIMEOUT_DEFAULT);
    weir->connect_deadline = milliseconds ? clock_monotonic_ns() + milliseconds * 1000000 : UINT64_MAX;
    weir->connecting = true;
    weir->connected = done;
    weir->connected_user = user;
    (void)uv_timer_start(&weir->attempt, attempt, 0, 0);
    return 0;
}

int weir_connect_async(struct weir *weir, const char *socket, weir_connected_fn done, void *user)
{
    client_enter(weir);
    int r = connect_async(weir, socket, done, user);
    client_leave(weir);
    return r;
}

struct outcome {
    bool known;
    int status;
};

static void on_connected(struct weir *weir, int status, void *user)
{
    (void)weir;
    *(struct outcome *)user = (struct outcome){true, status};
}

static bool is_known(const void *what)
{
    return ((const struct outcome *)what)->known;
}

int weir_connect(struct weir *weir, const char *socket)
{
    struct outcome outcome = {0};
    int r = client_enter_blocking(weir, "weir_connect_async()");
    if (r < 0)
        return r;
    r = weir_connect_async(weir, socket, on_connected, &outcome);
    if (r == 0)
        r = client_run(weir, is_known, &outcome);
    client_leave(weir);
    return r < 0 ? r : outcome.status;
}
