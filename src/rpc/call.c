#include "rpc/call.h"

#include <errno.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "json/copy.h"
#include "json/encode.h"
#include "json/write.h"
#include "rpc/internal.h"

/* --- batches ------------------------------------------------------------------ */

/* The answers to one array of requests; sent as one line when the last is there. */
struct batch {
    struct peer *peer;
    unsigned holders; /* calls without an answer, and the receiver while it reads the array */
    struct buf answers;
    bool broken; /* an answer, and the error in its place, found no room */
};

struct batch *batch_new(struct peer *peer)
{
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch)
        return NULL;
    batch->peer = peer;
    batch->holders = 1;
    batch->answers.limit = peer->rpc->limits.output_bytes;
    return batch;
}

void batch_hold(struct batch *batch)
{
    batch->holders++;
}

void batch_release(struct batch *batch)
{
    if (--batch->holders > 0)
        return;
    struct peer *peer = batch->peer;
    if (batch->broken && !peer->closed) {
        log_warn("connection %d: cut off, no room for the answers to a batch", peer->fd);
        peer_close(peer, "no room for the answers to a batch");
    } else if (batch->answers.size > 0 && !peer->closed) {
        size_t start = peer_begin(peer);
        buf_append_slice(&peer->output.bytes, buf_slice(&batch->answers));
        buf_append_char(&peer->output.bytes, ']');
        (void)peer_end(peer, start);
    }
    buf_clear(&batch->answers);
    free(batch);
}

/* --- answers ------------------------------------------------------------------ */

static struct buf *answer_begin(struct call *call, size_t *ret_start)
{
    struct buf *out = call->batch ? &call->batch->answers : &call->peer->output.bytes;
    *ret_start = call->batch ? out->size : peer_begin(call->peer);
    if (call->batch)
        buf_append_char(out, out->size ? ',' : '[');
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
    char *at = buf_room(out, sizeof head + call->id.size);
    if (at) {
        memcpy(at, head, sizeof head - 1);
        slice_copy(at + sizeof head - 1, call->id);
        out->size += sizeof head - 1 + call->id.size;
    }
    return out;
}

/* The call is over: frees it if it is a deferred one. */
static void call_end(struct call *call)
{
    struct peer *peer = call->peer;
    struct batch *batch = call->batch;
    call->answered = true;
    if (call->deferred) {
        list_remove(&call->link);
        peer->waiting_count--;
        free(call);
    }
    if (batch)
        batch_release(batch);
    if (!peer->closed && peer->ended)
        peer_settle(peer);
}

static int write_error(struct call *call, int code, struct slice message, struct slice data)
{
    size_t start;
    struct buf *out = answer_begin(call, &start);
    buf_append_text(out, ",\"error\":{\"code\":");
    buf_append_signed(out, code);
    buf_append_text(out, ",\"message\":");
    json_write_string(out, message);
    if (data.size > 0) {
        buf_append_text(out, ",\"data\":");
        buf_append_slice(out, data);
    }
    buf_append_text(out, "}}");
    if (!call->batch)
        return peer_end(call->peer, start);
    if (out->error) {
        out->size = start;
        call->batch->broken = true;
    }
    return out->error;
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

/* A result that is too long, or whose memory is missing, becomes an error; the connection lives. */
static int answer_finish(struct call *call, struct buf *out, size_t start)
{
    struct peer *peer = call->peer;
    buf_append_char(out, '}');
    int r = 0;
    if (out->error || out->size - start > peer->rpc->limits.line_bytes) {
        out->size = start;
        out->error = 0;
        r = write_refusal(call, ERROR_RESULT_TOO_LONG, NULL, contract_errors[ERROR_RESULT_TOO_LONG].message);
    } else if (!call->batch) {
        r = peer_end(peer, start);
    }
    call_end(call);
    return r;
}

int call_reply(struct call *call, const void *result)
{
    if (call->answered)
        return -EALREADY;
    if (call->id.size == 0) {
        call_end(call);
        return 0;
    }
    size_t start;
    struct buf *out = answer_begin(call, &start);
    buf_append_text(out, ",\"result\":");
    json_encode(out, call->method->result, result);
    return answer_finish(call, out, start);
}

int call_reply_text(struct call *call, struct slice json)
{
    if (call->answered)
        return -EALREADY;
    if (call->id.size == 0) {
        call_end(call);
        return 0;
    }
    size_t start;
    struct buf *out = answer_begin(call, &start);
    buf_append_text(out, ",\"result\":");
    buf_append_slice(out, json);
    return answer_finish(call, out, start);
}

int call_refuse(struct call *call, enum error_id error, const char *path, const char *message)
{
    if (call->answered)
        return -EALREADY;
    int r = call->id.size ? write_refusal(call, error, path, slice_of(message)) : 0;
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
    if (call->answered)
        return -EALREADY;
    int r = call->id.size ? write_error(call, code, message, data) : 0;
    call_end(call);
    return r;
}

/* --- descriptors -------------------------------------------------------------- */

int call_attach_fd(struct call *call, int fd)
{
    if (!call->batch && call->id.size > 0)
        return peer_attach_fd(call->peer, fd);
    close(fd);
    return -EOPNOTSUPP;
}

int call_take_fd(struct call *call, unsigned index)
{
    if (!call->fds || index >= call->fds->count || call->fds->fds[index] < 0)
        return -ENOENT;
    int fd = call->fds->fds[index];
    call->fds->fds[index] = -1;
    return fd;
}

/* --- later answers ------------------------------------------------------------ */

static size_t aligned(size_t size)
{
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

int call_defer(struct call *call, call_abandoned_fn abandoned, void *user, struct call **ret_call)
{
    struct peer *peer = call->peer;
    if (call->id.size == 0)
        return -EINVAL;
    if (peer->waiting_count >= peer->rpc->limits.waiting_calls) {
        (void)call_fail(call, ERROR_TOO_MANY_WAITING, "this connection has %zu requests without an answer already",
                        peer->waiting_count);
        return -EBUSY;
    }
    /* One block: the call, its id, its params and what they point to. */
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
    memcpy(block + id_at, call->id.data, call->id.size);
    copy->id.data = block + id_at;
    copy->params = block + params_at;
    if (shape)
        json_copy(shape, call->params, block + params_at, deep ? block + deep_at : NULL);
    copy->fds = NULL;
    copy->deferred = true;
    copy->abandoned = abandoned;
    copy->user = user;
    call->deferred = true;
    list_append(&peer->waiting, &copy->link);
    peer->waiting_count++;
    *ret_call = copy;
    return 0;
}

void call_cancel(struct peer *peer, const yyjson_val *id)
{
    struct buf text = BUF_LIMITED(64 << 10);
    if (json_write_value(&text, id) == 0) {
        for (struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next) {
            struct call *call = list_member(link, struct call, link);
            if (!slice_equal(call->id, buf_slice(&text)))
                continue;
            if (call->abandoned)
                call->abandoned(call);
            (void)call_fail(call, ERROR_REQUEST_CANCELLED, "Request cancelled");
            break;
        }
    }
    buf_clear(&text);
}

void call_stop_all(struct peer *peer)
{
    while (!peer->closed && !list_is_empty(&peer->waiting)) {
        struct call *call = list_member(peer->waiting.next, struct call, link);
        if (call->abandoned)
            call->abandoned(call);
        (void)call_fail(call, ERROR_STOPPING, "%s", contract_errors[ERROR_STOPPING].message.data);
    }
}

void call_abandon_all(struct peer *peer)
{
    while (!list_is_empty(&peer->waiting)) {
        struct call *call = list_member(peer->waiting.next, struct call, link);
        if (call->abandoned)
            call->abandoned(call);
        call_end(call);
    }
}
