/* The methods broker.serve and broker.leave: HTTP servers for executors, on our loop. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "broker/exchange.h"
#include "rpc/call.h"
#include "json/copy.h"

/* For the headers of a request and its response. */
enum { CONNECTION_MEMORY = 2 * HEAD_BYTES_MAX };

static struct served *find(const struct broker *broker, struct slice executor_id)
{
    for (struct list *link = broker->served.next; link != &broker->served; link = link->next) {
        struct served *served = list_member(link, struct served, link);
        if (slice_is(executor_id, served->executor_id))
            return served;
    }
    return NULL;
}

static const struct broker_provider *find_served(const struct served *served, struct slice service)
{
    for (size_t i = 0; i < served->params->providers.count; i++)
        if (slice_equal(served->params->providers.items[i].service, service))
            return &served->params->providers.items[i];
    return NULL;
}

/* --- turns of the server --- */

static void on_timer(uv_timer_t *timer);

static void take_turn(struct served *served)
{
    MHD_UNSIGNED_LONG_LONG ms = 0;
    served->woken = false;
    (void)MHD_run(served->server);
    if (served->woken)
        return;
    if (MHD_get_timeout(served->server, &ms) == MHD_YES)
        (void)uv_timer_start(served->timer, on_timer, ms, 0);
    else
        (void)uv_timer_stop(served->timer);
}

static void on_timer(uv_timer_t *timer)
{
    take_turn(timer->data);
}

void served_wake(struct served *served)
{
    served->woken = true;
    if (served->timer)
        (void)uv_timer_start(served->timer, on_timer, 0, 0);
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    take_turn(poll->data);
}

/* --- callbacks of the server --- */

/* libmicrohttpd before 1.0 accepts a bare LF as line end, and ignores the rest of a line after a NUL. Its strings point
 * into the received request, where it has replaced spaces and line ends by NULs: so exactly one space, or CR and LF,
 * must lie between two strings. Folded lines do not pass this check either. Later versions reject all of this
 * themselves. */
static bool is_in_place(struct exchange *exchange, const char *part, const char *end, const char *separator)
{
    bool fits = !exchange->next_part || part == exchange->next_part;
    if (exchange->next_part)
        exchange->next_part = end + strlen(separator);
    return fits;
}

static void *on_uri(void *user, const char *uri, struct MHD_Connection *connection)
{
    struct exchange *exchange = exchange_new(user, uri);
    const char *version = MHD_get_version();
    (void)connection;
    if (exchange && version && version[0] == '0') {
        exchange->next_part = uri;
        (void)is_in_place(exchange, uri, uri + strlen(uri), " ");
    }
    return exchange;
}

static enum MHD_Result add_field(void *user, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                 const char *value, size_t value_size)
{
    struct exchange *exchange = user;
    (void)kind;
    int r = head_add(&exchange->head, (struct slice){name, name_size}, (struct slice){value, value_size});
    if (r == 0 && is_in_place(exchange, name, value + value_size, "\r\n"))
        return MHD_YES;
    exchange->failed = true;
    return MHD_NO;
}

/* Validates the header of the request; accepts its body if it is valid. */
static void judge(struct exchange *exchange, struct slice method, const char *version)
{
    exchange->failed = !is_in_place(exchange, version, version + strlen(version), "\r\n");
    (void)MHD_get_connection_values_n(exchange->connection, MHD_HEADER_KIND, add_field, exchange);
    /* Both bytes of the line end were replaced by NULs, for the last field and for the empty line after it. */
    if (exchange->next_part && memcmp(exchange->next_part - 2, "\0\0\0", 4) != 0)
        exchange->failed = true;
    bool sound = !exchange->failed && target_read(slice_of(exchange->uri), &exchange->target) == 0;
    exchange->failed = false;
    exchange->hurried = !sound || (exchange->head.has_length && exchange->head.length > BROKER_BODY_MAX);
    if (!sound) {
        exchange_refuse(exchange, MHD_HTTP_BAD_REQUEST, "invalid_request_error", SLICE(""),
                        "malformed request: the broker expects /SERVICE/PATH, plain header fields and one length");
        return;
    }
    exchange->provider = find_served(exchange->served, exchange->target.service);
    if (!exchange->provider) {
        exchange_refuse(exchange, MHD_HTTP_NOT_FOUND, "not_found_error", SLICE(""),
                        "no such provider, or the session may not use it: %.*s", SLICE_ARG(exchange->target.service));
        return;
    }
    exchange->endpoint = endpoint_find(exchange->provider->format, method, exchange->target.path);
    if (!exchange->endpoint)
        exchange_refuse(exchange, MHD_HTTP_FORBIDDEN, "permission_error", SLICE(""),
                        "the broker does not forward %.*s %.*s; it forwards only calls whose tokens it can count",
                        SLICE_ARG(method), SLICE_ARG(exchange->target.path));
    else if (exchange->head.has_length && exchange->head.length > BROKER_BODY_MAX)
        exchange_refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE, "request_too_large", SLICE(""),
                        "the body is too long (limit: %d bytes)", (int)BROKER_BODY_MAX);
    for (size_t i = 0; i < exchange->head.count && !exchange->answered; i++)
        if (head_name_is(exchange->head.fields[i].name, SLICE("content-encoding")) &&
            !head_name_is(exchange->head.fields[i].value, SLICE("identity")))
            exchange_refuse(exchange, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "invalid_request_error", SLICE(""),
                            "compressed bodies are not supported");
}

static enum MHD_Result take_body(struct exchange *exchange, const char *data, size_t *size)
{
    struct broker *broker = exchange->broker;
    if (exchange->answered) { /* the client gets the error after it has sent everything */
        exchange->discarded += *size;
        *size = 0;
        return exchange->discarded > BROKER_BODY_MAX ? MHD_NO : MHD_YES;
    }
    /* In the middle of a body, no response is possible. */
    if (*size > BROKER_BODIES_MAX - broker->body_bytes || buf_append(&exchange->body, data, *size) < 0)
        return MHD_NO;
    broker->body_bytes += *size;
    *size = 0;
    return MHD_YES;
}

/* Called with the header, with each piece of the body, at its end, and when the connection is resumed. */
static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *size, void **own)
{
    struct exchange *exchange = *own;
    (void)user;
    (void)url;
    if (!exchange)
        return MHD_NO;
    exchange->connection = connection;
    if (!exchange->judged) {
        exchange->judged = true;
        judge(exchange, slice_of(method), version);
        return exchange->hurried ? exchange_answer(exchange) : MHD_YES;
    }
    if (*size > 0)
        return take_body(exchange, data, size);
    if (exchange->answered)
        return exchange_answer(exchange);
    if (exchange->failed)
        return MHD_NO;
    if (!exchange->reserving && !exchange->easy)
        exchange_begin(exchange);
    if (exchange->answered)
        return exchange_answer(exchange);
    exchange_suspend(exchange);
    return MHD_YES;
}

static void on_completed(void *user, struct MHD_Connection *connection, void **own,
                         enum MHD_RequestTerminationCode code)
{
    (void)user;
    (void)connection;
    (void)code;
    if (*own)
        exchange_leave_connection(*own);
    *own = NULL;
}

/* The server checks the connection limit only at the beginning of its turns. */
static void on_connection(void *user, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode code)
{
    (void)connection;
    (void)own;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED)
        served_wake(user);
}

/* --- lifetime --- */

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

void served_quiesce(struct served *served)
{
    int fd = served->server ? MHD_quiesce_daemon(served->server) : -1;
    if (fd >= 0)
        close(fd);
}

struct served *served_free(struct served *served)
{
    if (!served)
        return NULL;
    if (served->poll)
        uv_close((uv_handle_t *)served->poll, on_closed);
    if (served->server) {
        /* A suspended connection cannot be closed. */
        for (struct list *link = served->broker->exchanges.next; link != &served->broker->exchanges;
             link = link->next) {
            struct exchange *exchange = list_member(link, struct exchange, link);
            if (exchange->served == served) {
                exchange->failed = true;
                exchange_resume(exchange);
            }
        }
        MHD_stop_daemon(served->server);
    }
    if (served->timer)
        uv_close((uv_handle_t *)served->timer, on_closed);
    if (served->link.next)
        list_remove(&served->link);
    free(served->executor_id);
    free(served->params);
    free(served);
    return NULL;
}

static int watch(struct served *served)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(served->server, MHD_DAEMON_INFO_EPOLL_FD);
    uv_loop_t *loop = &served->broker->loop;
    served->poll = calloc(1, sizeof *served->poll);
    served->timer = calloc(1, sizeof *served->timer);
    if (!info || !served->poll || !served->timer || uv_poll_init(loop, served->poll, info->epoll_fd) < 0) {
        free(take_pointer(served->poll));
        free(take_pointer(served->timer));
        return -ENOMEM;
    }
    (void)uv_timer_init(loop, served->timer);
    served->poll->data = served->timer->data = served;
    return uv_poll_start(served->poll, UV_READABLE, on_ready);
}

static int copy_params(struct served *served, const struct broker_serve_params *params)
{
    size_t more = json_copy_size(&broker_serve_params_shape, params);
    served->params = malloc(sizeof *served->params + more);
    served->executor_id = strndup(params->executor_id.data, params->executor_id.size);
    if (!served->params || !served->executor_id)
        return -ENOMEM;
    json_copy(&broker_serve_params_shape, params, served->params, served->params + 1);
    return 0;
}

/* Takes fd. */
static int serve(struct broker *broker, const struct broker_serve_params *params, int fd)
{
    autoclose int listening = fd;
    struct served *served = calloc(1, sizeof *served);
    int r = served ? copy_params(served, params) : -ENOMEM;
    if (r < 0) {
        served_free(served);
        return r;
    }
    served->broker = broker;
    served->server = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK, 0, NULL, NULL, on_request, served,
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT, (unsigned)BROKER_CONNECTIONS_MAX,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)BROKER_IDLE_SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, on_uri, served,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, served, MHD_OPTION_NOTIFY_CONNECTION, on_connection, served,
        MHD_OPTION_END);
    if (!served->server) {
        served_free(served);
        return -EINVAL;
    }
    (void)take_fd(&listening);
    r = watch(served);
    if (r < 0) {
        served_free(served);
        return r;
    }
    list_append(&broker->served, &served->link);
    take_turn(served); /* clients may have connected before */
    return 0;
}

static bool is_listening(int fd)
{
    int domain = 0, listening = 0;
    socklen_t size = sizeof domain;
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX &&
           getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

int broker_serve(struct call *call, const struct broker_serve_params *params)
{
    struct broker *broker = broker_of(call);
    autoclose int fd = call_take_fd(call, 0);
    if (fd < 0 || !is_listening(fd))
        return call_fail(call, ERROR_INVALID_PARAMS, "no listening socket was passed with the call");
    if (broker->leaving)
        return call_fail(call, ERROR_INVALID_PARAMS, "the broker is stopping");
    served_free(find(broker, params->executor_id));
    int r = serve(broker, params, take_fd(&fd));
    if (r < 0)
        return r;
    return broker_serve_reply(call, &(struct broker_serve_result){.serving = true});
}

int broker_leave(struct call *call, const struct broker_leave_params *params)
{
    struct served *served = find(broker_of(call), params->executor_id);
    served_free(served);
    return broker_leave_reply(call, &(struct broker_leave_result){.left = served != NULL});
}
