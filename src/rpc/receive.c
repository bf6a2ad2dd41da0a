/* Handles a received message. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "base/log.h"
#include "rpc/internal.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

/* The text of an id, allocated in the scratch arena of the current message. */
static struct slice id_text(struct peer *peer, const yyjson_val *id)
{
    if (!id || unsafe_yyjson_is_null((yyjson_val *)id))
        return SLICE("null");
    if (unsafe_yyjson_is_raw((yyjson_val *)id))
        return json_text(id);
    struct buf text = BUF_LIMITED(peer->rpc->limits.line_bytes);
    struct slice kept = SLICE("null");
    if (json_write_value(&text, id) == 0) {
        struct slice copy = arena_copy(&peer->rpc->scratch, buf_slice(&text));
        if (copy.data)
            kept = copy;
    }
    buf_clear(&text);
    return kept;
}

void receive_end(struct rpc *rpc)
{
    if (rpc->secret)
        arena_wipe(&rpc->scratch);
    arena_reset(&rpc->scratch);
}

void receive_refusal(struct peer *peer, enum error_id error, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (peer->events && peer->events->refused)
        peer->events->refused(peer, message);
    struct call call = {.rpc = peer->rpc, .peer = peer, .id = SLICE("null")};
    peer->rpc->secret = true; /* a message that cannot be parsed may hold a secret */
    (void)call_refuse(&call, error, NULL, message);
}

/* --- requests and notifications --- */

static int decode_params(struct peer *peer, const struct method *method, const yyjson_val *params, void *ret,
                         struct decode_error *error)
{
    struct arena *arena = &peer->rpc->scratch;
    if (params && unsafe_yyjson_is_arr((yyjson_val *)params))
        return json_decode_positional(arena, method->params, params, method->positional, method->positional_count,
                                      "params", ret, error);
    return json_decode(arena, method->params, params, "params", ret, error);
}

static void receive_unknown(struct call *call, const struct message *message)
{
    struct peer *peer = call->peer;
    peer->rpc->secret = true;
    if (peer->events && peer->events->unknown_call &&
        peer->events->unknown_call(call, message->method, message->params))
        return;
    (void)call_fail(call, ERROR_METHOD_NOT_FOUND, "Method not found: %.*s", SLICE_ARG(message->method));
}

static void refuse_params(struct call *call, const struct decode_error *error)
{
    char text[sizeof error->path + sizeof error->message + 32];
    (void)snprintf(text, sizeof text, "Invalid params: %s %s", error->path, error->message);
    const struct peer_events *events = call->peer->events;
    if (call->id.size == 0 && events && events->refused)
        events->refused(call->peer, text);
    (void)call_refuse(call, ERROR_INVALID_PARAMS, error->path, text);
}

/* The handler returned without a response. */
static void answer_for_handler(struct call *call, int status)
{
    if (status == 0 &&
        (call->method->flags & METHOD_NOTIFICATION)) { /* with an id it is a request and gets a response */
        (void)call_reply_text(call, SLICE("null"));
        return;
    }
    const char *reason = strerror(status < 0 ? -status : EPROTO);
    if (call->id.size > 0)
        log_error("%.*s failed: %s", SLICE_ARG(call->method->name), reason);
    (void)call_fail(call, ERROR_INTERNAL_ERROR, "Internal error: %s", reason);
}

static void handle(struct call *call, const struct dispatch_entry *entry, const void *params)
{
    call->method = entry->method;
    call->params = params;
    int r = entry->handle(call, params);
    if (!call->answered && !call->deferred)
        answer_for_handler(call, r);
}

void receive_repeat(struct call *call)
{
    struct peer *peer = peer_ref(call->peer);
    handle(call, dispatch_find(peer->dispatch, call->method->name), call->params);
    (void)peer_unref(peer);
}

static void receive_known(struct call *call, const struct dispatch_entry *entry, const yyjson_val *value)
{
    struct decode_error *error = &call->peer->rpc->decode_error;
    const struct method *method = entry->method;
    if (method->flags & METHOD_SECRET)
        call->peer->rpc->secret = true;
    void *params = arena_alloc(&call->peer->rpc->scratch, method->params->size);
    int r = params ? decode_params(call->peer, method, value, params, error) : -ENOMEM;
    if (r == 0) {
        handle(call, entry, params);
        return;
    }
    if (r == -EINVAL) {
        refuse_params(call, error);
        return;
    }
    call->method = method;
    answer_for_handler(call, r);
}

static void receive_cancel(struct peer *peer, const struct message *message)
{
    yyjson_val *params = (yyjson_val *)message->params;
    yyjson_val *id = yyjson_obj_get(params, "requestId");
    if (id)
        call_cancel(peer, id);
}

static void receive_call(struct peer *peer, const struct message *message, struct batch *batch, struct message_fds *fds)
{
    struct call call = {.rpc = peer->rpc, .peer = peer, .batch = batch, .fds = fds};
    if (message->kind == MESSAGE_REQUEST)
        call.id = id_text(peer, message->id);
    else if (slice_equal(message->method, SLICE("$/cancel_request"))) {
        receive_cancel(peer, message);
        return;
    }
    if (batch)
        batch_hold(batch);
    const struct dispatch_entry *entry = dispatch_find(peer->dispatch, message->method);
    if (entry && (entry->method->callers & peer->caller))
        receive_known(&call, entry, message->params);
    else
        receive_unknown(&call, message);
    /* The handler of a notification does not answer; release its place in the batch here. */
    if (batch && !call.answered && !call.deferred)
        batch_release(batch);
}

/* --- one message, or a batch of them --- */

static void receive_one(struct peer *peer, const yyjson_val *value, struct batch *batch, struct message_fds *fds)
{
    struct message message;
    message_classify(value, &message);
    switch (message.kind) {
    case MESSAGE_REQUEST:
    case MESSAGE_NOTIFICATION:
        receive_call(peer, &message, batch, fds);
        break;
    case MESSAGE_RESULT:
    case MESSAGE_ERROR:
        request_answered(peer, &message, fds);
        break;
    case MESSAGE_INVALID: {
        /* An invalid message may be a response to a request of this side, and must not be answered as a request. */
        bool ours = message.nameless && request_had_id(peer, message.id);
        struct call call = {
            .rpc = peer->rpc, .peer = peer, .batch = batch, .id = id_text(peer, ours ? NULL : message.id)};
        peer->rpc->secret = true;
        if (batch)
            batch_hold(batch);
        (void)call_fail(&call, ERROR_INVALID_REQUEST, "Invalid Request: %s", message.problem);
        break;
    }
    }
}

static void receive_batch(struct peer *peer, const yyjson_val *array, struct message_fds *fds)
{
    size_t count = yyjson_arr_size((yyjson_val *)array);
    if (count == 0) {
        receive_refusal(peer, ERROR_INVALID_REQUEST, "Invalid Request: the batch is empty");
        return;
    }
    if (count > peer->rpc->limits.batch_entries) {
        receive_refusal(peer, ERROR_BATCH_TOO_LONG, "Invalid Request: the batch has %zu entries, the limit is %zu",
                        count, peer->rpc->limits.batch_entries);
        return;
    }
    if (peer->rate)
        peer->rate->left -= (int64_t)count - 1; /* one token was taken for the line */
    struct batch *batch = batch_new(peer);
    if (!batch) {
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: out of memory for the batch");
        return;
    }
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)array);
    for (yyjson_val *item; !peer_is_over(peer) && (item = yyjson_arr_iter_next(&iter));)
        receive_one(peer, item, batch, fds);
    batch_release(batch);
}

void receive_value(struct peer *peer, const yyjson_val *value, struct message_fds *fds)
{
    if (unsafe_yyjson_is_arr((yyjson_val *)value))
        receive_batch(peer, value, fds);
    else
        receive_one(peer, value, NULL, fds);
}

void receive_again(struct peer *peer, struct slice line, struct batch *batch)
{
    yyjson_val *root = NULL;
    struct json_error error = {0};
    if (!batch) {
        receive_line(peer, line, NULL);
        peer->rpc->secret = false;
        return;
    }
    if (json_read(&peer->rpc->scratch, line, &root, &error) == 0) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(root);
        for (yyjson_val *item; !peer_is_over(peer) && (item = yyjson_arr_iter_next(&iter));)
            receive_one(peer, item, batch, NULL);
    }
    batch_release(batch);
    receive_end(peer->rpc);
    peer->rpc->secret = false;
}

void receive_line(struct peer *peer, struct slice line, struct message_fds *fds)
{
    yyjson_val *root = NULL;
    struct json_error error = {0};
    int r = json_read(&peer->rpc->scratch, line, &root, &error);
    if (r == 0)
        receive_value(peer, root, fds);
    else if (r == -EINVAL)
        receive_refusal(peer, ERROR_PARSE_ERROR, "Parse error: %s at byte %zu", error.message, error.offset);
    else
        receive_refusal(peer, ERROR_INTERNAL_ERROR, "Internal error: out of memory for the message");
    receive_end(peer->rpc);
}
