/* Sends requests and notifications to the daemon. */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "client/internal.h"
#include "json/read.h"
#include "json/write.h"

enum { METHOD_BYTES_MAX = 256, ENVELOPE_BYTES = 128 };

struct pending {
    struct pending *next; /* in its hash chain */
    struct weir *weir;
    uint64_t ticket;
    uint64_t timeout_ms;
    struct request *request; /* NULL until it is sent */
    weir_reply_fn done;
    void *user;
    char method[]; /* for error messages */
};

/* --- table of requests --- */

/* If memory is exhausted, the chains become longer. */
static void grow(struct pending_table *table)
{
    size_t slot_count = table->slot_count ? table->slot_count * 2 : 8;
    struct pending **slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return;
    for (size_t i = 0; i < table->slot_count; i++)
        for (struct pending *pending = table->slots[i], *next; pending; pending = next) {
            next = pending->next;
            pending->next = slots[pending->ticket & (slot_count - 1)];
            slots[pending->ticket & (slot_count - 1)] = pending;
        }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
}

static int add(struct pending_table *table, struct pending *pending)
{
    if (table->count >= table->slot_count)
        grow(table);
    if (table->slot_count == 0)
        return -ENOMEM;
    struct pending **slot = &table->slots[pending->ticket & (table->slot_count - 1)];
    pending->next = *slot;
    *slot = pending;
    table->count++;
    return 0;
}

/* Finds the pointer to a request; *place is NULL if there is none. The table must not be empty. */
static struct pending **find(const struct pending_table *table, uint64_t ticket)
{
    struct pending **place = &table->slots[ticket & (table->slot_count - 1)];
    while (*place && (*place)->ticket != ticket)
        place = &(*place)->next;
    return place;
}

static void take(struct pending_table *table, const struct pending *pending)
{
    *find(table, pending->ticket) = pending->next;
    table->count--;
}

void pending_clear(struct pending_table *table)
{
    free(table->slots);
    *table = (struct pending_table){0};
}

/* --- checks of arguments --- */

static bool is_method(const char *method)
{
    size_t size = method ? strlen(method) : 0;
    for (size_t i = 0; i < size; i++)
        if (method[i] <= ' ' || method[i] > '~' || method[i] == '"' || method[i] == '\\')
            return false;
    return size > 0 && size <= METHOD_BYTES_MAX;
}

/* Checks the arguments, and formats the params on one line. */
static int prepare(struct weir *weir, const char *method, const char *params, size_t size, struct buf *out)
{
    char problem[160];
    if (weir->freed)
        return -ECANCELED;
    if (!is_method(method))
        return client_fail(weir, -EINVAL, "the name of a method must have 1 to %d printable ASCII characters",
                           METHOD_BYTES_MAX);
    if (!weir->peer || weir->peer->draining || peer_is_over(weir->peer))
        return client_fail_unconnected(weir);
    struct slice name = {method, strlen(method)};
    out->traceless = method_is_secret(name);
    out->limit = weir->rpc.limits.line_bytes - ENVELOPE_BYTES - name.size;
    int r = params ? client_compact(params, size, true, out, problem) : 0;
    if (r == -ENOBUFS)
        return client_fail(weir, -EMSGSIZE, "the params of %s are too long: the limit of a message is %zu bytes",
                           method, weir->rpc.limits.line_bytes);
    if (r < 0)
        return client_fail(weir, r, "the params of %s are %s", method, problem);
    return 0;
}

/* --- responses --- */

static void describe(const struct pending *pending, const struct reply *reply, char *sentence, size_t size,
                     struct weir_error *error)
{
    const char *method = pending->method, *complaint = pending->weir->complaint;
    bool given_up = reply->status == -ECANCELED || pending->weir->freed;
    error->status = pending->weir->freed ? -ECANCELED : reply->status;
    error->message = sentence;
    if (given_up)
        (void)snprintf(sentence, size, "%s was cancelled", method);
    else if (reply->status == -ETIMEDOUT)
        (void)snprintf(sentence, size,
                       "no response to %s within %.3g s; try again with a longer timeout, or see 'weir daemon logs'",
                       method, (double)pending->timeout_ms / 1000);
    else if (reply->status == -ECONNRESET)
        (void)snprintf(sentence, size, "the connection ended before the response to %s arrived%s%s", method,
                       complaint ? ": " : "", complaint ? complaint : "");
    else
        (void)snprintf(sentence, size, "%s failed: %s", method, strerror(-reply->status));
}

/* The strings of a parsed error are terminated by NUL. */
static void read_remote(const struct reply *reply, struct buf *data, struct weir_error *error)
{
    yyjson_val *value = yyjson_obj_get((yyjson_val *)reply->value, "data");
    yyjson_val *path = yyjson_obj_get(value, "path");
    error->code = reply->code;
    error->message = reply->message.size > 0 ? reply->message.data : "the daemon gave no reason";
    error->word = reply->word.size > 0 ? reply->word.data : "";
    error->path = yyjson_is_str(path) ? json_text(path).data : "";
    if (value && json_write_value(data, value) == 0 && buf_terminate(data) == 0) {
        error->data = data->data;
        error->data_size = data->size;
    }
}

static void on_reply(void *user, const struct reply *reply)
{
    struct pending *pending = user;
    struct weir *weir = pending->weir;
    struct buf text = BUF_LIMITED(4 * weir->rpc.limits.line_bytes);
    struct weir_error error = {.status = reply->status, .message = "", .word = "", .path = "", .data = ""};
    struct weir_reply answer = {.error = &error};
    char sentence[512];
    take(&weir->pending, pending);
    weir->handled++;
    client_wake(weir);
    if (reply->value)
        connect_forget_complaint(weir);
    if (reply->status == 0) {
        json_write_value(&text, reply->value);
        error.status = buf_terminate(&text);
        error.message = "out of memory for the response";
    } else if (reply->status == -EREMOTEIO) {
        read_remote(reply, &text, &error);
    } else {
        describe(pending, reply, sentence, sizeof sentence, &error);
    }
    if (error.status == 0)
        answer = (struct weir_reply){text.data, text.size, NULL};
    weir->response = reply->status == 0 ? reply->fds : NULL;
    weir->taken_fds = 0;
    if (pending->done)
        pending->done(weir, &answer, pending->user);
    weir->response = NULL;
    buf_clear(&text);
    free(pending);
}

/* --- sending --- */

/* Takes pending, even on failure. */
static int submit(struct weir *weir, struct pending *pending, struct slice params)
{
    int r = add(&weir->pending, pending);
    if (r < 0) {
        free(pending);
        return client_fail(weir, r, "out of memory for the request");
    }
    uv_update_time(weir->loop);
    r = peer_call_text(weir->peer, slice_of(pending->method), params, pending->timeout_ms, on_reply, pending,
                       &pending->request);
    if (r < 0) {
        (void)client_fail(weir, r, "cannot send %s: %s", pending->method, strerror(-r));
        take(&weir->pending, pending);
        free(pending);
    }
    return r;
}

static int call_async(struct weir *weir, const struct pending *wanted, const char *method, const char *params,
                      size_t params_size)
{
    struct buf text = {0};
    int r = prepare(weir, method, params, params_size, &text);
    if (r == 0) {
        size_t name_size = strlen(method) + 1;
        struct pending *pending = malloc(sizeof *pending + name_size);
        if (pending) {
            *pending = *wanted;
            memcpy(pending->method, method, name_size);
            r = submit(weir, pending, buf_slice(&text));
        } else {
            r = client_fail(weir, -ENOMEM, "out of memory for the request");
        }
    }
    if (text.traceless)
        buf_wipe(&text);
    buf_clear(&text);
    return r;
}

int weir_call_async(struct weir *weir, const char *method, const char *params, size_t params_size, int64_t timeout_ms,
                    weir_reply_fn done, void *user, uint64_t *ret_ticket)
{
    struct pending wanted = {.weir = weir, .ticket = ++weir->next_ticket, .done = done, .user = user};
    wanted.timeout_ms = client_timeout(weir, timeout_ms);
    client_enter(weir);
    int r = call_async(weir, &wanted, method, params, params_size);
    client_leave(weir);
    if (r == 0 && ret_ticket)
        *ret_ticket = wanted.ticket;
    return r;
}

int weir_cancel(struct weir *weir, uint64_t ticket)
{
    struct pending *pending = weir->pending.count > 0 ? *find(&weir->pending, ticket) : NULL;
    if (!pending || !pending->request)
        return client_fail(weir, -ENOENT, "the request has already ended");
    client_enter(weir);
    request_cancel(pending->request);
    client_leave(weir);
    return 0;
}

struct outcome {
    bool known;
    int status;
    char *result;
    size_t size;
};

static void on_outcome(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct outcome *outcome = user;
    outcome->known = true;
    if (reply->error) {
        outcome->status = weir->freed ? reply->error->status : client_fail_as(weir, reply->error);
        return;
    }
    outcome->size = reply->size;
    outcome->result = malloc(reply->size + 1);
    if (outcome->result)
        memcpy(outcome->result, reply->result, reply->size + 1);
    else
        outcome->status = client_fail(weir, -ENOMEM, "out of memory for the response");
}

static bool is_known(const void *what)
{
    return ((const struct outcome *)what)->known;
}

int weir_call(struct weir *weir, const char *method, const char *params, size_t params_size, int64_t timeout_ms,
              char **ret_result, size_t *ret_size)
{
    struct outcome outcome = {0};
    int r = client_enter_blocking(weir, "weir_call_async()");
    if (r < 0)
        return r;
    r = weir_call_async(weir, method, params, params_size, timeout_ms, on_outcome, &outcome, NULL);
    if (r == 0)
        r = client_run(weir, is_known, &outcome);
    client_leave(weir);
    if (r == 0)
        r = outcome.status;
    if (r == 0 && ret_size)
        *ret_size = outcome.size;
    if (r == 0 && ret_result)
        *ret_result = take_pointer(outcome.result);
    free(outcome.result);
    return r;
}

/* --- notifications --- */

static bool is_sent(const void *what)
{
    const struct weir *weir = what;
    return !weir->peer || output_waiting(&weir->peer->output) == 0 || weir->limit_reached;
}

static int notify(struct weir *weir, const char *method, const char *params, size_t params_size)
{
    struct buf text = {0};
    int r = prepare(weir, method, params, params_size, &text);
    if (r == 0) {
        r = peer_notify_text(weir->peer, slice_of(method), buf_slice(&text));
        if (r < 0)
            (void)client_fail(weir, r, "cannot send %s: %s", method, strerror(-r));
    }
    buf_clear(&text);
    if (r < 0 || !client_may_wait(weir))
        return r;
    uv_update_time(weir->loop);
    client_limit(weir, WEIR_TIMEOUT_DEFAULT);
    client_turn(weir);
    r = client_run(weir, is_sent, weir);
    if (r < 0)
        return r;
    if (!weir->peer)
        return weir->error.status;
    if (output_waiting(&weir->peer->output) > 0)
        return client_fail(weir, -ETIMEDOUT, "cannot send %s: the daemon does not read", method);
    return 0;
}

int weir_notify(struct weir *weir, const char *method, const char *params, size_t params_size)
{
    client_enter(weir);
    int r = notify(weir, method, params, params_size);
    client_leave(weir);
    return r;
}
