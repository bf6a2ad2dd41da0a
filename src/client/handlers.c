/* Handles notifications and requests from the daemon. */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "client/internal.h"
#include "rpc/call.h"
#include "json/write.h"

enum handler_kind { HANDLER_NOTIFICATION, HANDLER_CALL };

struct handler {
    struct list link;
    enum handler_kind kind;
    weir_notification_fn notified;
    weir_request_fn called;
    void *user;
    bool any; /* handles all names without their own handler */
    char method[];
};

/* Can outlive the call and the connection, because the program answers it in any case. */
struct weir_request {
    struct call *call; /* NULL: the response is no longer wanted */
};

/* --- list of handlers --- */

static struct handler *find(const struct weir *weir, enum handler_kind kind, const char *method)
{
    for (struct list *link = weir->handlers.next; link != &weir->handlers; link = link->next) {
        struct handler *handler = list_member(link, struct handler, link);
        if (handler->kind == kind && (method ? !handler->any && strcmp(handler->method, method) == 0 : handler->any))
            return handler;
    }
    return NULL;
}

static void forget(struct handler *handler)
{
    if (handler) {
        list_remove(&handler->link);
        free(handler);
    }
}

void handlers_clear(struct weir *weir)
{
    while (!list_is_empty(&weir->handlers))
        forget(list_member(weir->handlers.next, struct handler, link));
}

static int set(struct weir *weir, const struct handler *wanted, const char *method)
{
    bool none = !wanted->notified && !wanted->called;
    size_t size = method ? strlen(method) : 0;
    struct handler *handler = none ? NULL : malloc(sizeof *handler + size + 1);
    if (!none && !handler)
        return client_fail(weir, -ENOMEM, "out of memory for the handler");
    forget(find(weir, wanted->kind, method));
    if (none)
        return 0;
    *handler = *wanted;
    handler->any = !method;
    memcpy(handler->method, method ? method : "", size + 1);
    list_append(&weir->handlers, &handler->link);
    return 0;
}

int weir_on_notification(struct weir *weir, const char *method, weir_notification_fn handler, void *user)
{
    struct handler wanted = {.kind = HANDLER_NOTIFICATION, .notified = handler, .user = user};
    return set(weir, &wanted, method);
}

int weir_on_call(struct weir *weir, const char *method, weir_request_fn handler, void *user)
{
    struct handler wanted = {.kind = HANDLER_CALL, .called = handler, .user = user};
    return set(weir, &wanted, method);
}

/* --- messages --- */

static void on_abandoned(struct call *call)
{
    struct weir_request *request = call->user;
    request->call = NULL;
}

static bool receive_call(const struct handler *handler, struct weir *weir, struct call *call, const char *method,
                         const struct buf *params)
{
    struct weir_request *request = calloc(1, sizeof *request);
    if (!request || call_defer(call, on_abandoned, request, &request->call) < 0) {
        free(request);
        return false;
    }
    handler->called(weir, request, method, params->data, params->size, handler->user);
    return true;
}

/* The handler may free the connection, which stays in memory until the outermost client_leave(). */
static void notify(struct weir *weir, const struct handler *handler, struct call *call, const char *method,
                   const struct buf *params)
{
    weir->notification = call;
    weir->taken_fds = 0;
    handler->notified(weir, method, params->data, params->size, handler->user);
    weir->notification = NULL;
}

static int take_from_response(struct message_fds *fds, unsigned index)
{
    if (index >= fds->count)
        return -ENOENT;
    int fd = fds->fds[index];
    fds->fds[index] = -1; /* the others are closed */
    return fd;
}

int weir_take_fd(struct weir *weir, int *ret_fd)
{
    int fd = weir->notification ? call_take_fd(weir->notification, weir->taken_fds)
             : weir->response   ? take_from_response(weir->response, weir->taken_fds)
                                : -ENOENT;
    if (fd < 0)
        return client_fail(weir, fd, "no descriptor came with this message");
    weir->taken_fds++;
    *ret_fd = fd;
    return 0;
}

bool handlers_receive(struct call *call, struct slice method, const yyjson_val *params)
{
    struct weir *weir = call->peer->user;
    enum handler_kind kind = call->id.size > 0 ? HANDLER_CALL : HANDLER_NOTIFICATION;
    const struct handler *handler = find(weir, kind, method.data);
    if (!handler)
        handler = find(weir, kind, NULL);
    weir->handled++;
    connect_forget_complaint(weir);
    client_wake(weir);
    if (!handler)
        return kind == HANDLER_NOTIFICATION;
    struct buf text = BUF_LIMITED(4 * weir->rpc.limits.line_bytes);
    bool taken = true;
    if (params && (json_write_value(&text, params) < 0 || buf_terminate(&text) < 0))
        taken = false;
    else if (kind == HANDLER_NOTIFICATION)
        notify(weir, handler, call, method.data, &text);
    else
        taken = receive_call(handler, weir, call, method.data, &text);
    buf_clear(&text);
    return taken;
}

/* --- responses --- */

int weir_answer(struct weir_request *request, const char *result, size_t result_size)
{
    autofree struct weir_request *taken = request;
    struct call *call = taken->call;
    if (!call)
        return -ECONNRESET;
    char problem[160];
    struct weir *weir = call->peer->user;
    struct buf text = BUF_LIMITED(weir->rpc.limits.line_bytes);
    client_enter(weir);
    int r = client_compact(result, result_size, false, &text, problem);
    if (r == 0)
        r = call_reply_text(call, buf_slice(&text));
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "Internal error: the client's response is %s", problem);
    client_leave(weir);
    buf_clear(&text);
    return r;
}

int weir_refuse(struct weir_request *request, int code, const char *message, const char *data, size_t data_size)
{
    autofree struct weir_request *taken = request;
    struct call *call = taken->call;
    if (!call)
        return -ECONNRESET;
    char problem[160];
    struct weir *weir = call->peer->user;
    struct buf text = BUF_LIMITED(weir->rpc.limits.line_bytes);
    client_enter(weir);
    int r = data ? client_compact(data, data_size, false, &text, problem) : 0;
    if (r < 0)
        buf_reset(&text, 0);
    int sent = call_fail_text(call, code, slice_of(message ? message : ""), buf_slice(&text));
    client_leave(weir);
    buf_clear(&text);
    return r < 0 ? r : sent;
}
