#include "agent/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/endpoint.h"
#include "agent/http.h"
#include "agent/stream.h"
#include "base/cleanup.h"
#include "json/read.h"

enum {
    REQUEST_MAX = 128 << 20,
    ERROR_BODY_MAX = 64 << 10,
};

static const int64_t stream_max = (int64_t)1 << 30; /* in bytes; most of a stream is protocol overhead */

struct model_call {
    struct http_call *http; /* NULL: it has ended */
    struct model_stream *stream;
    struct model_handlers handlers;
    void *user;
    struct endpoint endpoint;
    struct http_head head;
    struct buf error_body; /* of a response that is not a stream */
    int64_t received;
    bool streams;
    bool telling;   /* a callback is running: must not be freed */
    bool cancelled; /* during a callback */
};

static void call_free(struct model_call *call)
{
    if (call->telling) {
        call->cancelled = true;
        return;
    }
    model_stream_free(call->stream);
    buf_clear(&call->error_body);
    endpoint_clear(&call->endpoint);
    free(call);
}

/* The last callback; frees the call. */
static void end(struct model_call *call, struct model_end *ended)
{
    endpoint_explain(&call->endpoint, ended);
    if (call->handlers.ended) {
        call->telling = true;
        call->handlers.ended(call->user, ended);
        call->telling = false;
    }
    call_free(call);
}

static void on_answered(void *user, const struct http_head *head)
{
    struct model_call *call = user;
    call->head = *head;
    call->streams =
        head->status == 200 && (!*head->content_type || strcmp(head->content_type, "text/event-stream") == 0);
}

/* No libcurl function is running, so callbacks may cancel; the memory is freed after they have returned. */
static void read_stream(struct model_call *call, struct slice bytes)
{
    struct model_end ended;
    call->telling = true;
    int r = model_stream_feed(call->stream, bytes, &ended);
    call->telling = false;
    if (call->cancelled) {
        call_free(call);
        return;
    }
    call->received += (int64_t)bytes.size;
    if (r == 0 && call->received > stream_max) {
        model_stream_end(call->stream, &ended);
        r = -EPROTO;
    }
    if (r == 0)
        return;
    if (r == 1)
        http_leave(call->http);
    else
        http_cancel(call->http);
    call->http = NULL;
    end(call, &ended);
}

static void on_body(void *user, struct slice bytes)
{
    struct model_call *call = user;
    if (call->streams) {
        read_stream(call, bytes);
        return;
    }
    size_t room = ERROR_BODY_MAX - call->error_body.size;
    (void)buf_append(&call->error_body, bytes.data, bytes.size < room ? bytes.size : room);
}

/* Interprets a response that is not a stream. */
static void read_refusal(const struct model_call *call, struct model_end *ret_end)
{
    const struct http_head *head = &call->head;
    model_read_error(head->status, slice_of(head->retry_after), buf_slice(&call->error_body), ret_end);
    if (*head->retry_after_ms && ret_end->retry_after_ms < 0) {
        long long ms = strtoll(head->retry_after_ms, NULL, 10);
        ret_end->retry_after_ms = ms >= 0 && ms <= 3600000 ? ms : -1;
    }
    if (head->status == 200 && !memmem(call->error_body.data ? call->error_body.data : "", call->error_body.size,
                                       "\"error\"", sizeof "\"error\"" - 1)) {
        char type[64];
        error_copy(type, sizeof type, slice_of(head->content_type));
        ret_end->failure = MODEL_MALFORMED;
        (void)snprintf(ret_end->message, sizeof ret_end->message, "it responded with %s, not with an event stream",
                       type);
    } else if (head->status >= 300 && head->status < 400) {
        (void)snprintf(ret_end->message, sizeof ret_end->message, "it redirects (HTTP %d); redirects are not followed",
                       head->status);
    }
}

/* Returns false if a callback has cancelled and freed the call. */
static bool end_stream(struct model_call *call, struct model_end *ret_end)
{
    call->telling = true;
    model_stream_end(call->stream, ret_end);
    call->telling = false;
    if (!call->cancelled)
        return true;
    call_free(call);
    return false;
}

static void on_ended(void *user, enum http_end how, const char *why)
{
    struct model_call *call = user;
    struct model_end ended = {.failure = MODEL_CUT, .retry_after_ms = -1, .status = call->head.status};
    call->http = NULL;
    if (call->streams && !end_stream(call, &ended))
        return;
    if (!call->streams && call->head.status != 0)
        read_refusal(call, &ended);
    else if (how != HTTP_WHOLE && ended.failure == MODEL_CUT) /* it may be complete nevertheless */
        endpoint_broken(&call->endpoint, how, why, call->head.status != 0, &ended);
    end(call, &ended);
}

static const struct http_handlers of_http = {on_answered, on_body, on_ended};

static int start(uv_loop_t *loop, const struct model_request *request, struct model_call *call)
{
    struct buf body = BUF_LIMITED(REQUEST_MAX);
    int r = endpoint_init(&call->endpoint, request->provider, request->key, request->socket, request->model);
    if (r == 0)
        r = model_write(&body, request);
    if (r == 0)
        r = endpoint_start(&call->endpoint, loop, &body, 0, &of_http, call, &call->http);
    buf_clear(&body);
    return r;
}

int model_start(uv_loop_t *loop, const struct model_request *request, const struct model_handlers *handlers, void *user,
                struct model_call **ret_call)
{
    struct model_call *call = calloc(1, sizeof *call);
    if (!call)
        return -ENOMEM;
    call->handlers = *handlers;
    call->user = user;
    call->error_body.limit = ERROR_BODY_MAX;
    call->stream = model_stream_new(request->provider->format, handlers, user);
    int r = call->stream ? start(loop, request, call) : -ENOMEM;
    if (r < 0) {
        call_free(call);
        return r;
    }
    *ret_call = call;
    return 0;
}

void model_pause(struct model_call *call, bool paused)
{
    if (call->http)
        http_pause(call->http, paused);
}

void model_cancel(struct model_call *call)
{
    if (!call)
        return;
    call->stream->muted = true;
    http_cancel(call->http);
    call->http = NULL;
    call_free(call);
}

void model_close(uv_loop_t *loop)
{
    http_close(loop);
}

/* --- check of a provider --- */

/* Checks whether a provider responds, and which models it has. */

enum { LIST_MAX = 2 << 20, DOCUMENT_MAX = 32 << 20 };

struct model_check {
    struct http_call *http;
    struct endpoint endpoint;
    model_found_fn found;
    void *user;
    struct buf body;
    int status;
};

static struct model_check *check_free(struct model_check *check)
{
    endpoint_clear(&check->endpoint);
    buf_clear(&check->body);
    free(check);
    return NULL;
}

static void on_check_answered(void *user, const struct http_head *head)
{
    struct model_check *check = user;
    check->status = head->status;
}

static void on_check_body(void *user, struct slice bytes)
{
    struct model_check *check = user;
    (void)buf_append_slice(&check->body, bytes); /* a body that is too long fails to parse */
}

static struct slice first_of(yyjson_val *root)
{
    yyjson_val *list = yyjson_obj_get(root, "data");
    return stream_string(yyjson_is_arr(list) ? yyjson_arr_get_first(list) : NULL, "id");
}

static void on_check_ended(void *user, enum http_end how, const char *why)
{
    struct model_check *check = user;
    struct json_large *large = NULL;
    struct json_error error;
    struct slice first = SLICE("");
    struct model_end ended = {.failure = MODEL_OK};
    if (how != HTTP_WHOLE)
        endpoint_broken(&check->endpoint, how, why, check->status != 0, &ended);
    else if (check->status != 200)
        model_read_error(check->status, SLICE(""), buf_slice(&check->body), &ended);
    else if (check->body.error || json_read_large(DOCUMENT_MAX, buf_slice(&check->body), &large, &error) < 0)
        ended.failure = MODEL_MALFORMED;
    else
        first = first_of(json_large_root(large));
    check->found(check->user, ended.failure, first);
    json_large_free(large);
    check_free(check);
}

static const struct http_handlers handlers = {on_check_answered, on_check_body, on_check_ended};

int model_check(uv_loop_t *loop, const struct executor_provider *provider, struct slice key, int64_t timeout_ms,
                model_found_fn found, void *user, struct model_check **ret_check)
{
    struct model_check *check = calloc(1, sizeof *check);
    if (!check)
        return -ENOMEM;
    check->found = found;
    check->user = user;
    check->body.limit = LIST_MAX;
    int r = endpoint_init(&check->endpoint, provider, key, SLICE(""), SLICE(""));
    if (r == 0)
        r = endpoint_start(&check->endpoint, loop, NULL, timeout_ms, &handlers, check, &check->http);
    if (r < 0)
        check_free(check);
    else
        *ret_check = check;
    return r;
}

void model_check_cancel(struct model_check *check)
{
    if (!check)
        return;
    http_cancel(check->http);
    check_free(check);
}
