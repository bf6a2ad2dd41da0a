/* One HTTP exchange with an executor: reserves the budget, makes the call, streams the response, and settles the usage.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "broker/exchange.h"
#include "rpc/peer.h"
#include "json/read.h"
#include "json/write.h"

/* --- response --- */

enum { MESSAGE_MAX = 1024, REFUSAL_MAX = 16 << 10, BLOCK = 32 << 10 };

void exchange_refuse(struct exchange *exchange, unsigned status, const char *word, struct slice more,
                     const char *format, ...)
{
    char message[MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);

    struct buf *out = &exchange->output;
    bool anthropic = exchange->provider && exchange->provider->format == BROKER_PROVIDER_FORMAT_ANTHROPIC;
    buf_reset(out, REFUSAL_MAX);
    exchange->output_at = 0;
    buf_append_text(out, anthropic ? "{\"type\":\"error\",\"error\":{\"type\":" : "{\"error\":{\"type\":");
    json_write_string(out, slice_of(word));
    buf_append_text(out, ",\"message\":");
    json_write_string(out, slice_of(message));
    if (!anthropic) {
        buf_append_text(out, ",\"param\":null,\"code\":");
        json_write_string(out, slice_of(word));
    }
    buf_append_slice(out, more);
    buf_append_text(out, "}}");
    exchange->status = status;
    exchange->answered = exchange->own = exchange->complete = true;
}

/* --- streaming --- */

static ssize_t read_output(void *user, uint64_t at, char *to, size_t room)
{
    struct exchange *exchange = user;
    size_t left = exchange->output.size - exchange->output_at;
    (void)at;
    if (left == 0 && exchange->failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (left == 0 && exchange->complete)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (left == 0) {
        exchange_suspend(exchange);
        return 0;
    }
    size_t size = left < room ? left : room;
    memcpy(to, exchange->output.data + exchange->output_at, size);
    exchange->output_at += size;
    if (size == left) {
        exchange->output_at = 0;
        buf_reset(&exchange->output, EXCHANGE_OUTPUT_LOW);
    }
    if (exchange->paused && left - size <= EXCHANGE_OUTPUT_LOW)
        upstream_go_on(exchange);
    return (ssize_t)size;
}

static int add_fields(const struct exchange *exchange, struct MHD_Response *response)
{
    for (size_t i = 0; i < exchange->head.count; i++) {
        const struct head_field *field = &exchange->head.fields[i];
        if (!head_goes_down(&exchange->head, field->name) || field->value.size == 0)
            continue;
        /* Both strings are terminated by NUL. */
        if (MHD_add_response_header(response, field->name.data, field->value.data) != MHD_YES)
            return -1;
    }
    return 0;
}

static struct MHD_Response *make_own(struct exchange *exchange)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(exchange->output.size, exchange->output.data, MHD_RESPMEM_MUST_COPY);
    if (response)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    return response;
}

static struct MHD_Response *make_passed(struct exchange *exchange)
{
    uint64_t size = exchange->head.has_length ? (uint64_t)exchange->head.length : MHD_SIZE_UNKNOWN;
    struct MHD_Response *response = MHD_create_response_from_callback(size, BLOCK, read_output, exchange, NULL);
    if (response && add_fields(exchange, response) < 0) {
        MHD_destroy_response(response);
        return NULL;
    }
    return response;
}

enum MHD_Result exchange_answer(struct exchange *exchange)
{
    struct MHD_Response *response = exchange->own ? make_own(exchange) : make_passed(exchange);
    if (!response)
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, response);
    MHD_destroy_response(response);
    return result;
}

/* --- lifetime --- */

struct exchange *exchange_new(struct served *served, const char *uri)
{
    struct broker *broker = served->broker;
    struct exchange *exchange = calloc(1, sizeof *exchange);
    char *copy = exchange ? strdup(uri) : NULL;
    if (!copy) {
        free(exchange);
        return NULL;
    }
    exchange->served = served;
    exchange->broker = broker;
    exchange->uri = copy;
    exchange->body.limit = BROKER_BODY_MAX;
    exchange->output.limit = EXCHANGE_OUTPUT_MAX + CURL_MAX_WRITE_SIZE;
    exchange->head_text.limit = EXCHANGE_ANSWER_HEAD_MAX;
    list_append(&broker->exchanges, &exchange->link);
    broker->exchange_count++;
    return exchange;
}

static void give_up_body(struct exchange *exchange)
{
    exchange->broker->body_bytes -= exchange->body.size;
    buf_clear(&exchange->body);
}

static void free_if_over(struct exchange *exchange)
{
    struct broker *broker = exchange->broker;
    if (exchange->served || exchange->reserving || exchange->easy)
        return;
    give_up_body(exchange);
    buf_clear(&exchange->output);
    buf_clear(&exchange->head_text);
    usage_clear(&exchange->usage);
    free(exchange->uri);
    list_remove(&exchange->link);
    free(exchange);
    broker->exchange_count--;
    broker_leave_step(broker);
}

/* --- the executor's side --- */

static void on_watch_closed(uv_handle_t *handle)
{
    free(handle);
}

static void stop_watching(struct exchange *exchange)
{
    if (exchange->watch)
        uv_close((uv_handle_t *)exchange->watch, on_watch_closed);
    exchange->watch = NULL;
}

/* A client that has shut down only its sending side still waits for the response. */
static void on_watched(uv_poll_t *handle, int status, int events)
{
    struct exchange *exchange = handle->data;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct pollfd state = {.fd = info ? info->connect_fd : -1};
    (void)status;
    (void)events;
    stop_watching(exchange);
    if (info && (poll(&state, 1, 0) != 1 || !(state.revents & (POLLHUP | POLLERR))))
        return;
    exchange->failed = true;
    exchange_resume(exchange); /* ends the connection */
}

/* libmicrohttpd does not watch a suspended connection. Only its end matters here: clients send no urgent data. */
static void watch(struct exchange *exchange)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    uv_poll_t *handle = info ? calloc(1, sizeof *handle) : NULL;
    if (!handle || uv_poll_init(&exchange->broker->loop, handle, info->connect_fd) < 0) {
        free(handle);
        return; /* the next write that fails will show it */
    }
    handle->data = exchange;
    exchange->watch = handle;
    (void)uv_poll_start(handle, UV_PRIORITIZED, on_watched);
}

void exchange_suspend(struct exchange *exchange)
{
    if (exchange->suspended)
        return;
    exchange->suspended = true;
    MHD_suspend_connection(exchange->connection);
    watch(exchange);
}

void exchange_resume(struct exchange *exchange)
{
    if (!exchange->suspended)
        return;
    exchange->suspended = false;
    stop_watching(exchange);
    MHD_resume_connection(exchange->connection);
    served_wake(exchange->served);
}

void exchange_leave_connection(struct exchange *exchange)
{
    stop_watching(exchange);
    exchange->served = NULL;
    exchange->connection = NULL;
    exchange->provider = NULL;
    exchange->suspended = false;
    if (exchange->easy) {
        /* The executor may have received the last byte before libcurl reports the end. */
        if (exchange->answered && exchange->head.has_length && exchange->received == exchange->head.length) {
            usage_end(&exchange->usage);
            exchange->complete = true;
        }
        exchange_end_call(exchange);
        return;
    }
    free_if_over(exchange);
}

/* --- settling --- */

static void on_settled(void *user, const struct reply *reply)
{
    (void)user;
    if (reply->status < 0 && reply->status != -ECONNRESET)
        log_warn("cannot settle a call: %.*s", SLICE_ARG(reply->message));
}

/* Reports the usage from the provider's response; missing values count as reserved. If the provider refused or never
 * received the request, nothing was used. If the response was cut off, at most the input is known: the provider may
 * have continued. */
void exchange_settle(struct exchange *exchange)
{
    const struct usage *usage = &exchange->usage;
    struct broker_settle_params params = {
        .reservation_id = slice_of(exchange->reservation_id),
        .status = exchange->own ? 0 : exchange->status,
    };
    bool refused = params.status >= 400 || (params.status == 0 && !exchange->sent);
    if (refused || exchange->endpoint->cost == ENDPOINT_FREE) {
        params.input_tokens_is = params.output_tokens_is = FIELD_SET;
    } else {
        params.input_tokens = usage->input;
        params.input_tokens_is = usage->has_input ? FIELD_SET : FIELD_ABSENT;
        params.output_tokens = usage->output;
        params.output_tokens_is =
            usage->has_output && (exchange->complete || usage->finished) ? FIELD_SET : FIELD_ABSENT;
    }
    if (exchange->endpoint->cost == ENDPOINT_INPUT)
        params.output_tokens_is = FIELD_SET;
    struct peer *daemon = exchange->broker->daemon;
    if (daemon && exchange->reservation_id[0])
        (void)peer_call(daemon, &broker_settle_method, &params, BROKER_DAEMON_MS, on_settled, NULL, NULL);
    exchange->reservation_id[0] = '\0';
}

void exchange_end_call(struct exchange *exchange)
{
    upstream_end(exchange);
    give_up_body(exchange);
    exchange_settle(exchange);
    if (exchange->connection)
        exchange_resume(exchange);
    free_if_over(exchange);
}

/* --- reserving --- */

static const struct {
    const char *word;
    unsigned status;
    const char *type;
} refusals[] = {
    {"budget_exceeded", MHD_HTTP_PAYMENT_REQUIRED, "budget_exceeded"},
    {"key_not_found", MHD_HTTP_UNAUTHORIZED, "authentication_error"},
    {"keys_locked", MHD_HTTP_UNAUTHORIZED, "authentication_error"},
    {"key_refused", MHD_HTTP_FORBIDDEN, "permission_error"},
    {"too_many_key_requests", MHD_HTTP_TOO_MANY_REQUESTS, "rate_limit_error"},
};

/* Passes on the other members of the daemon's error data: the rest of the budget, and the possible cost. */
static void refuse(struct exchange *exchange, const struct reply *reply)
{
    struct buf more = BUF_LIMITED(4096);
    yyjson_val *data = reply->value ? yyjson_obj_get((yyjson_val *)reply->value, "data") : NULL;
    yyjson_obj_iter iter = yyjson_obj_iter_with(data);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        if (slice_is(json_text(key), "code"))
            continue;
        buf_append_char(&more, ',');
        json_write_value(&more, key);
        buf_append_char(&more, ':');
        json_write_value(&more, yyjson_obj_iter_get_val(key));
    }
    unsigned status = MHD_HTTP_SERVICE_UNAVAILABLE;
    const char *type = "api_error";
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (slice_is(reply->word, refusals[i].word)) {
            status = refusals[i].status;
            type = refusals[i].type;
        }
    }
    if (reply->status == -EREMOTEIO)
        exchange_refuse(exchange, status, type, more.error ? SLICE("") : buf_slice(&more), "%.*s",
                        SLICE_ARG(reply->message));
    else
        exchange_refuse(exchange, status, type, SLICE(""), "no response from the daemon");
    buf_clear(&more);
}

static void on_reserved(void *user, const struct reply *reply)
{
    struct exchange *exchange = user;
    const struct broker_reserve_result *result = reply->result;
    exchange->reserving = false;
    if (reply->status == 0 && result->reservation_id.size < sizeof exchange->reservation_id) {
        slice_copy(exchange->reservation_id, result->reservation_id);
        exchange->reservation_id[result->reservation_id.size] = '\0';
        if (exchange->connection && !exchange->failed && upstream_begin(exchange, result->api_key) == 0)
            return;
        if (exchange->connection)
            exchange_refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE, "api_error", SLICE(""), "out of memory");
        exchange_end_call(exchange); /* the executor has disconnected: nothing was called */
        return;
    }
    if (exchange->connection) {
        refuse(exchange, reply);
        exchange_resume(exchange);
    }
    free_if_over(exchange);
}

void exchange_begin(struct exchange *exchange)
{
    struct broker *broker = exchange->broker;
    const char *problem = "";
    int r = ask_read(exchange->endpoint, buf_slice(&exchange->body), &exchange->ask, &problem);
    if (r < 0) {
        exchange_refuse(exchange, MHD_HTTP_BAD_REQUEST, "invalid_request_error", SLICE(""), "cannot read the body: %s",
                        problem);
        return;
    }
    if (!broker->daemon) {
        exchange_refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE, "api_error", SLICE(""),
                        "lost the connection to the daemon");
        return;
    }
    struct broker_reserve_params params = {
        .executor_id = slice_of(exchange->served->executor_id),
        .service = exchange->provider->service,
        .model = slice_of(exchange->ask.model),
        .input_tokens = exchange->ask.input_tokens,
        .output_tokens = exchange->ask.output_tokens,
        .output_tokens_is = exchange->ask.has_output ? FIELD_SET : FIELD_ABSENT,
        .answers = exchange->ask.answers,
    };
    exchange->reserving = true;
    r = peer_call(broker->daemon, &broker_reserve_method, &params, BROKER_DAEMON_MS, on_reserved, exchange, NULL);
    if (r < 0) {
        exchange->reserving = false;
        exchange_refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE, "api_error", SLICE(""), "cannot ask the daemon: %s",
                        strerror(-r));
    }
}
