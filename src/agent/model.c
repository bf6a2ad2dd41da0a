#include "agent/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/endpoint.h"
#include "agent/http.h"
#include "agent/stream.h"
#include "base/cleanup.h"

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
