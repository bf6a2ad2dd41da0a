/* Calls to the other side. */
#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "rpc/handover.h"
#include "rpc/internal.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

struct request {
    struct request *next; /* in its hash chain */
    uint64_t id;
    struct peer *peer;
    const struct method *method; /* NULL: sent by peer_call_text() */
    reply_fn done;
    void *user;
    bool secret; /* the response may hold a secret */
    struct deadline deadline;
};

/* --- table of requests --- */

static int table_grow(struct peer_request_table *table)
{
    size_t slot_count = table->slot_count ? table->slot_count * 2 : 8;
    struct request **slots = calloc(slot_count, sizeof(struct request *));
    if (!slots)
        return -ENOMEM;
    for (size_t i = 0; i < table->slot_count; i++)
        for (struct request *request = table->slots[i], *next; request; request = next) {
            next = request->next;
            request->next = slots[request->id & (slot_count - 1)];
            slots[request->id & (slot_count - 1)] = request;
        }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    return 0;
}

static int table_add(struct peer_request_table *table, struct request *request)
{
    if (table->count >= table->slot_count && table_grow(table) < 0)
        return -ENOMEM;
    struct request **slot = &table->slots[request->id & (table->slot_count - 1)];
    request->next = *slot;
    *slot = request;
    table->count++;
    return 0;
}

static struct request *table_take(struct peer_request_table *table, uint64_t id)
{
    if (table->slot_count == 0)
        return NULL;
    for (struct request **place = &table->slots[id & (table->slot_count - 1)]; *place; place = &(*place)->next) {
        struct request *request = *place;
        if (request->id != id)
            continue;
        *place = request->next;
        table->count--;
        return request;
    }
    return NULL;
}

/* --- the end of a request --- */

/* The request is no longer in the table. */
static void finish(struct request *request, const struct reply *reply)
{
    timers_unset(&request->peer->rpc->timers, &request->deadline);
    reply_fn done = request->done;
    void *user = request->user;
    free(request);
    if (done)
        done(user, reply);
}

static void finish_unanswered(struct request *request, int status)
{
    enum error_id error = status == -ETIMEDOUT   ? ERROR_TIMEOUT
                          : status == -ECANCELED ? ERROR_REQUEST_CANCELLED
                                                 : ERROR_DISCONNECTED;
    const struct error_type *type = &contract_errors[error];
    struct message_fds none = {.count = 0};
    struct reply reply = {
        .status = status, .code = type->code, .message = type->message, .word = type->word, .fds = &none};
    finish(request, &reply);
}

static void give_up(struct request *request, int status)
{
    struct peer *peer = request->peer;
    table_take(&peer->requests, request->id);
    if (!peer_is_over(peer) && !peer->draining) { /* not peer_notify(), which would take the attached descriptors */
        size_t start = peer_begin(peer);
        buf_append_text(&peer->output.bytes,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":");
        buf_append_unsigned(&peer->output.bytes, request->id);
        buf_append_text(&peer->output.bytes, "}}");
        (void)peer_end_checked(peer, start, NULL);
    }
    finish_unanswered(request, status);
}

static void on_timeout(struct deadline *deadline)
{
    give_up(list_member(deadline, struct request, deadline), -ETIMEDOUT);
}

void request_cancel(struct request *request)
{
    give_up(request, -ECANCELED);
}

void request_fail_all(struct peer *peer, int status)
{
    for (size_t i = 0; i < peer->requests.slot_count; i++)
        while (peer->requests.slots[i]) {
            struct request *request = peer->requests.slots[i];
            peer->requests.slots[i] = request->next;
            peer->requests.count--;
            finish_unanswered(request, status);
        }
}

/* --- responses --- */

static void read_error(const yyjson_val *value, struct reply *reply)
{
    yyjson_val *error = (yyjson_val *)value;
    yyjson_val *code = yyjson_obj_get(error, "code");
    yyjson_val *message = yyjson_obj_get(error, "message");
    yyjson_val *word = yyjson_obj_get(yyjson_obj_get(error, "data"), "code");
    int64_t number = 0;
    reply->status = -EREMOTEIO;
    if (code && json_integer(code, &number) == 0 && number >= INT32_MIN && number <= INT32_MAX)
        reply->code = (int)number;
    reply->message = yyjson_is_str(message) ? json_text(message) : SLICE("");
    reply->word = yyjson_is_str(word) ? json_text(word) : SLICE("");
}

static void read_result(struct request *request, const yyjson_val *value, struct reply *reply)
{
    const struct method *method = request->method;
    struct arena *scratch = &request->peer->rpc->scratch;
    struct decode_error error;
    if (!method || !method->result)
        return;
    void *result = arena_alloc(scratch, method->result->size ? method->result->size : 1);
    int r = result ? json_decode(scratch, method->result, value, "result", result, &error) : -ENOMEM;
    if (r == -EINVAL) {
        log_warn("the response to %.*s does not match the contract: %s %s", SLICE_ARG(method->name), error.path,
                 error.message);
        reply->message = arena_copy(scratch, slice_of(error.message));
    }
    reply->status = r == -EINVAL ? -EPROTO : r;
    reply->result = r == 0 ? result : NULL;
}

static void receive_complaint(struct peer *peer, const yyjson_val *error)
{
    struct reply reply = {0};
    read_error(error, &reply);
    log_debug("connection %d: the other side reports an error (%d)", peer->fd, reply.code);
    if (peer->events && peer->events->complained)
        peer->events->complained(peer, reply.code, reply.message);
}

void request_answered(struct peer *peer, const struct message *message, struct message_fds *fds)
{
    int64_t id = -1;
    struct request *request = NULL;
    if (message->kind == MESSAGE_ERROR && unsafe_yyjson_is_null((yyjson_val *)message->id)) {
        receive_complaint(peer, message->error);
        return;
    }
    if (unsafe_yyjson_is_raw((yyjson_val *)message->id) && json_integer(message->id, &id) == 0 && id >= 0)
        request = table_take(&peer->requests, (uint64_t)id);
    if (!request || request->secret)
        peer->rpc->secret = true;
    if (!request) {
        log_debug("connection %d: a response without a request", peer->fd);
        return;
    }
    struct reply reply = {.value = message->kind == MESSAGE_RESULT ? message->result : message->error, .fds = fds};
    if (message->kind == MESSAGE_RESULT)
        read_result(request, message->result, &reply);
    else
        read_error(message->error, &reply);
    finish(request, &reply);
}

bool request_had_id(const struct peer *peer, const yyjson_val *id)
{
    int64_t number = 0;
    return id && unsafe_yyjson_is_raw((yyjson_val *)id) && json_integer(id, &number) == 0 && number > 0 &&
           (uint64_t)number <= peer->next_id;
}

/* --- sending --- */

static int add(struct peer *peer, const struct method *method, uint64_t timeout_ms, reply_fn done, void *user,
               struct request **ret_request)
{
    if (peer_is_over(peer) || peer->draining)
        return -ECONNRESET;
    struct request *request = calloc(1, sizeof *request);
    if (!request)
        return -ENOMEM;
    *request = (struct request){.id = ++peer->next_id, .peer = peer, .method = method, .done = done, .user = user};
    request->deadline.expired = on_timeout;
    int r = table_add(&peer->requests, request);
    if (r == 0 && timeout_ms > 0) {
        r = timers_set(&peer->rpc->timers, &request->deadline, timeout_ms);
        if (r < 0)
            table_take(&peer->requests, request->id);
    }
    if (r < 0) {
        free(request);
        return r;
    }
    *ret_request = request;
    return 0;
}

static void write_head(struct buf *out, const struct request *request, struct slice method)
{
    buf_append_text(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    buf_append_unsigned(out, request->id);
    buf_append_text(out, ",\"method\":");
    json_write_string(out, method);
}

static size_t begin(struct request *request, bool secret)
{
    size_t start = peer_begin(request->peer);
    request->secret = secret;
    if (secret)
        output_keep_secret(&request->peer->output);
    return start;
}

static int submit(struct request *request, size_t start, struct request **ret_request)
{
    struct peer *peer = request->peer;
    buf_append_char(&peer->output.bytes, '}');
    if (ret_request)
        *ret_request = request;
    int r = peer_end_checked(peer, start, peer->fds ? &peer->fds->attached : NULL);
    if (r == 0 || peer->cut) /* the end of the connection ends the request */
        return 0;
    timers_unset(&peer->rpc->timers, &request->deadline);
    free(table_take(&peer->requests, request->id));
    return r;
}

uint64_t request_id(const struct request *request)
{
    return request->id;
}

uint64_t request_left_ms(const struct request *request)
{
    uint64_t now = uv_now(request->peer->rpc->loop);
    if (request->deadline.index == 0)
        return 0;
    return request->deadline.at > now ? request->deadline.at - now : 1;
}

int peer_expect(struct peer *peer, uint64_t id, const struct method *method, uint64_t timeout_ms, reply_fn done,
                void *user, struct request **ret_request)
{
    struct request *request;
    uint64_t last = peer->next_id;
    if (id == 0 || id > last)
        return -EINVAL;
    peer->next_id = id - 1;
    int r = add(peer, method, timeout_ms, done, user, &request);
    peer->next_id = last;
    if (r == 0)
        request->secret = method && (method->flags & METHOD_SECRET);
    if (r == 0)
        *ret_request = request;
    return r;
}

int peer_call(struct peer *peer, const struct method *method, const void *params, uint64_t timeout_ms, reply_fn done,
              void *user, struct request **ret_request)
{
    struct request *request;
    int r = add(peer, method, timeout_ms, done, user, &request);
    if (r < 0) {
        peer_drop_attached(peer);
        return r;
    }
    size_t start = begin(request, method->flags & METHOD_SECRET);
    struct buf *out = &peer->output.bytes;
    write_head(out, request, method->name);
    buf_append_text(out, ",\"params\":");
    json_encode(out, method->params, params);
    return submit(request, start, ret_request);
}

int peer_call_text(struct peer *peer, struct slice method, struct slice params, uint64_t timeout_ms, reply_fn done,
                   void *user, struct request **ret_request)
{
    struct request *request;
    int r = add(peer, NULL, timeout_ms, done, user, &request);
    if (r < 0) {
        peer_drop_attached(peer);
        return r;
    }
    size_t start = begin(request, method_is_secret(method));
    struct buf *out = &peer->output.bytes;
    write_head(out, request, method);
    if (params.size > 0) {
        buf_append_text(out, ",\"params\":");
        buf_append_slice(out, params);
    }
    return submit(request, start, ret_request);
}
