#include "rpc/call.h"

#include <errno.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "rpc/internal.h"
#include "json/copy.h"
#include "json/encode.h"
#include "json/write.h"

/* --- batches --- */

struct batch *batch_new(struct peer *peer)
{
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch)
        return NULL;
    batch->peer = peer;
    batch->holders = 1;
    batch->answers.limit = peer->rpc->limits.line_bytes;
    return batch;
}

void batch_hold(struct batch *batch)
{
    batch->holders++;
}

static void batch_drop_answers(struct batch *batch)
{
    if (batch->secret)
        buf_wipe(&batch->answers);
    buf_clear(&batch->answers);
}

static void batch_send(struct batch *batch)
{
    struct peer *peer = batch->peer;
    const struct rpc_limits *limits = &peer->rpc->limits;
    struct buf *out = &peer->output.bytes;
    size_t start = peer_begin(peer);
    if (batch->secret)
        output_keep_secret(&peer->output);
    buf_append_slice(out, buf_slice(&batch->answers));
    buf_append_char(out, ']');
    batch->too_long = out->error || out->size - start > limits->line_bytes ||
                      output_waiting(&peer->output) >= limits->output_bytes; /* the newline needs room too */
    if (batch->too_long)
        peer_rollback(peer, start);
    else
        (void)peer_end(peer, start, NULL);
}

void batch_release(struct batch *batch)
{
    if (--batch->holders > 0)
        return;
    struct peer *peer = batch->peer;
    if (batch->answers.size > 0 && !peer_is_over(peer))
        batch_send(batch);
    if (batch->too_long && !peer_is_over(peer))
        receive_refusal(peer, ERROR_RESULT_TOO_LONG, "the responses to the batch exceed the message limit");
    batch_drop_answers(batch);
    free(batch);
}

/* Checks the limits of the batch after a response was appended. */
static void batch_check(struct batch *batch)
{
    if (!batch->answers.error)
        return;
    batch->too_long = true;
    batch_drop_answers(batch);
}

/* --- answers --- */

/* Starts a response up to its result or its error; `what` is the start of that member. */
static inline struct buf *answer_begin(struct call *call, struct slice what, size_t *ret_start)
{
    struct buf *out = call->batch ? &call->batch->answers : &call->peer->output.bytes;
    *ret_start = call->batch ? out->size : peer_begin(call->peer);
    if (call->method && (call->method->flags & METHOD_SECRET)) {
        if (call->batch)
            call->batch->secret = out->traceless = true;
        else
            output_keep_secret(&call->peer->output);
    }
    if (call->batch)
        buf_append_char(out, out->size ? ',' : '[');
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
    char *at = buf_room(out, sizeof head + call->id.size + what.size);
    if (at) {
        memcpy(at, head, sizeof head - 1);
        slice_copy(at + sizeof head - 1, call->id);
        memcpy(at + sizeof head - 1 + call->id.size, what.data, what.size);
        out->size += sizeof head - 1 + call->id.size + what.size;
    }
    return out;
}

/* Claims the call: afterwards it cannot be found, abandoned or answered again. Returns false if it was
 * answered before. */
static bool call_claim(struct call *call)
{
    if (call->answered)
        return false;
    call->answered = true;
    if (call->deferred) {
        list_remove(&call->link);
        call->peer->waiting_count--;
    }
    return true;
}

/* Only for deferred calls. */
static void call_free(struct call *call)
{
    if (call->secret_bytes > 0)
        explicit_bzero(call, call->secret_bytes);
    free(call);
}

/* Ends a claimed call: releases its resources, and frees it if it is deferred. */
static void call_end(struct call *call)
{
    struct peer *peer = call->peer;
    struct batch *batch = call->batch;
    if (call->attached) {
        message_fds_close(call->attached);
        free(call->attached);
        call->attached = NULL;
    }
    if (call->deferred && !call->held)
        call_free(call);
    if (batch)
        batch_release(batch);
    if (peer->ended || peer->draining) /* the connection may have waited only for this call */
        rpc_make_dirty(peer->rpc, peer);
}

static int write_error(struct call *call, int code, struct slice message, struct slice data)
{
    if (call->id.size == 0 || (call->batch && call->batch->too_long))
        return 0;
    if (peer_is_over(call->peer))
        return -ECONNRESET;
    size_t start;
    struct buf *out = answer_begin(call, SLICE(",\"error\":{\"code\":"), &start);
    buf_append_signed(out, code);
    buf_append_text(out, ",\"message\":");
    json_write_string(out, message);
    if (data.data && data.size > 0) {
        buf_append_text(out, ",\"data\":");
        buf_append_slice(out, data);
    }
    buf_append_text(out, "}}");
    if (!call->batch)
        return peer_end(call->peer, start, NULL);
    batch_check(call->batch);
    return 0;
}

static int write_refusal(struct call *call, enum error_id error, const char *path, struct slice message)
{
    const struct error_type *type = &contract_errors[error];
    struct buf data = BUF_LIMITED(1024);
    buf_append_text(&data, "{\"code\":");
    json_write_string(&data, type->word);
    if (path) {
        buf_append_text(&data, ",\"path\":");
        json_write_string(&data, slice_of(path));
    }
    buf_append_char(&data, '}');
    int r = write_error(call, type->code, message, data.error ? (struct slice){NULL, 0} : buf_slice(&data));
    buf_clear(&data);
    return r;
}

/* The earlier output of the connection, not the limit of a message, leaves no room for the result. */
static bool is_queue_full(const struct call *call, const struct buf *out, size_t start)
{
    const struct rpc_limits *limits = &call->peer->rpc->limits;
    return !call->batch && out->error == -ENOBUFS && start + limits->line_bytes > limits->output_bytes;
}

/* The caller writes `result`. A result that is too long, or for which memory is missing, becomes an error;
 * the connection stays open. */
static int finish_result(struct call *call, struct buf *out, size_t start)
{
    enum error_id error = ERROR_RESULT_TOO_LONG;
    char unread[128];
    buf_append_char(out, '}');
    if (!out->error && out->size - start <= call->peer->rpc->limits.line_bytes)
        return call->batch ? 0 : peer_end(call->peer, start, call->attached);
    if (out->error == -EINVAL) /* an error of the handler: the word is not in the enum */
        error = ERROR_INTERNAL_ERROR;
    struct slice message = contract_errors[error].message;
    if (is_queue_full(call, out, start)) {
        (void)snprintf(unread, sizeof unread,
                       "The response does not fit: %zu bytes of earlier output are unread; the limit is %zu",
                       start - call->peer->output.sent, call->peer->rpc->limits.output_bytes);
        message = slice_of(unread);
    }
    if (out->traceless && out->size > start)
        explicit_bzero(out->data + start, out->size - start);
    out->size = start;
    out->error = 0;
    int r = write_refusal(call, error, NULL, message);
    return r < 0 ? r : error == ERROR_RESULT_TOO_LONG ? -EMSGSIZE : -EINVAL;
}

/* Returns 0 after writing `,"result":`, or 1 for a notification, which has no response. */
static inline int begin_result(struct call *call, struct buf **ret_out, size_t *ret_start)
{
    if (call->id.size == 0)
        return 1;
    if (peer_is_over(call->peer))
        return -ECONNRESET;
    if (call->batch && call->batch->too_long)
        return -EMSGSIZE;
    *ret_out = answer_begin(call, SLICE(",\"result\":"), ret_start);
    return 0;
}

int call_reply(struct call *call, const void *result)
{
    struct buf *out;
    size_t start;
    if (!call_claim(call))
        return -EALREADY;
    int r = call->method && call->method->result ? begin_result(call, &out, &start) : 1;
    if (r == 0) {
        json_encode(out, call->method->result, result);
        r = finish_result(call, out, start);
    }
    call_end(call);
    return r > 0 ? 0 : r;
}

int call_reply_text(struct call *call, struct slice json)
{
    struct buf *out;
    size_t start;
    if (!call_claim(call))
        return -EALREADY;
    int r = begin_result(call, &out, &start);
    if (r == 0) {
        buf_append_slice(out, json);
        r = finish_result(call, out, start);
    }
    call_end(call);
    return r > 0 ? 0 : r;
}

int call_refuse(struct call *call, enum error_id error, const char *path, const char *message)
{
    if (!call_claim(call))
        return -EALREADY;
    int r = write_refusal(call, error, path, slice_of(message));
    call_end(call);
    return r;
}

int call_fail(struct call *call, enum error_id error, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return call_refuse(call, error, NULL, message);
}

int call_fail_text(struct call *call, int code, struct slice message, struct slice data)
{
    if (!call_claim(call))
        return -EALREADY;
    int r = write_error(call, code, message, data);
    call_end(call);
    return r;
}

/* --- descriptors --- */

int call_attach_fd(struct call *call, int fd)
{
    int r = call->batch || call->id.size == 0 ? -EOPNOTSUPP : 0;
    if (r == 0 && !call->attached) {
        call->attached = calloc(1, sizeof *call->attached);
        r = call->attached ? 0 : -ENOMEM;
    }
    if (r == 0 && call->attached->count == RPC_FDS_MAX)
        r = -EMFILE;
    if (r == 0)
        call->attached->fds[call->attached->count++] = fd;
    else
        close(fd);
    return r;
}

int call_take_fd(struct call *call, unsigned index)
{
    if (!call->fds || index >= call->fds->count || call->fds->fds[index] < 0)
        return -ENOENT;
    int fd = call->fds->fds[index];
    call->fds->fds[index] = -1;
    return fd;
}

/* --- deferred calls --- */

static size_t aligned(size_t size)
{
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

int call_defer(struct call *call, call_abandoned_fn abandoned, void *user, struct call **ret_call)
{
    struct peer *peer = call->peer;
    if (peer->closed) /* no code would end the call */
        return -ECONNRESET;
    if (peer->waiting_count >= peer->rpc->limits.waiting_calls) {
        (void)call_fail(call, ERROR_TOO_MANY_WAITING, "this connection has %zu unanswered requests, which is the limit",
                        peer->waiting_count);
        return -EBUSY;
    }
    /* A single block: the call, its id, its params and everything that they point to. */
    const struct shape *shape = call->method ? call->method->params : NULL;
    size_t id_at = aligned(sizeof *call);
    size_t params_at = aligned(id_at + call->id.size + 1);
    size_t deep_at = aligned(params_at + (shape ? shape->size : 0));
    size_t deep = shape ? json_copy_size(shape, call->params) : 0;
    char *block = malloc(deep_at + deep);
    if (!block)
        return -ENOMEM;
    struct call *copy = (void *)block;
    *copy = *call;
    if (call->id.size > 0)
        memcpy(block + id_at, call->id.data, call->id.size);
    copy->id.data = block + id_at;
    copy->params = shape ? block + params_at : NULL;
    if (shape)
        json_copy(shape, call->params, block + params_at, deep ? block + deep_at : NULL);
    copy->fds = NULL;
    call->attached = NULL; /* the copy owns them */
    copy->deferred = true;
    copy->secret_bytes = call->method && (call->method->flags & METHOD_SECRET) ? deep_at + deep : 0;
    copy->abandoned = abandoned;
    copy->user = user;
    call->deferred = true;
    list_append(&peer->waiting, &copy->link);
    peer->waiting_count++;
    *ret_call = copy;
    return 0;
}

void call_repeat(struct call *call)
{
    struct call again = {.rpc = call->rpc,
                         .peer = call->peer,
                         .method = call->method,
                         .id = call->id,
                         .params = call->params,
                         .batch = call->batch};
    (void)call_claim(call);
    receive_repeat(&again); /* has its own reference to the batch and to the peer */
    call_free(call);
}

void call_hold(struct call *call)
{
    call->held = true;
}

struct call *call_drop(struct call *call)
{
    if (call && call->answered)
        call_free(call);
    else if (call) /* the response frees it */
        call->held = false;
    return NULL;
}

/* Calls the `abandoned` callback, then sends the error in the handler's place (ERROR_COUNT: sends nothing). */
static void abandon(struct call *call, enum error_id error)
{
    call_abandoned_fn abandoned = call->abandoned;
    (void)call_claim(call);
    if (abandoned)
        abandoned(call);
    if (error != ERROR_COUNT)
        (void)write_refusal(call, error, NULL, contract_errors[error].message);
    call_end(call);
}

void call_cancel(struct peer *peer, const yyjson_val *id)
{
    struct buf text = BUF_LIMITED(64 << 10);
    struct call *found = NULL;
    if (json_write_value(&text, id) == 0)
        for (struct list *link = peer->waiting.next; link != &peer->waiting && !found; link = link->next) {
            struct call *call = list_member(link, struct call, link);
            if (slice_equal(call->id, buf_slice(&text)))
                found = call;
        }
    buf_clear(&text);
    if (found)
        abandon(found, ERROR_REQUEST_CANCELLED);
}

/* The first call that is not held. Another thread works on held calls and will answer them. */
static struct call *first_free(const struct peer *peer)
{
    for (struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
        struct call *call = list_member(link, struct call, link);
        if (!call->held)
            return call;
    }
    return NULL;
}

void call_stop_all(struct peer *peer)
{
    struct call *call;
    while (!peer->closed && (call = first_free(peer)))
        abandon(call, ERROR_STOPPING);
}

void call_abandon_all(struct peer *peer)
{
    while (!list_is_empty(&peer->waiting))
        abandon(list_member(peer->waiting.next, struct call, link), ERROR_COUNT);
}
