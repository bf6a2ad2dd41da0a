/* Calls from agents to the daemon. They outlive the connection: they are sent again on the next one. */
#include <errno.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

#include "executor/task.h"
#include "json/copy.h"
#include "json/encode.h"

struct ask {
    struct list link; /* in task->asks */
    struct task *task;
    const struct method *method;
    void *params;              /* behind the struct; all params begin with the token */
    task_answered_fn answered; /* this one or `told` is set */
    task_told_fn told;
    void *user;
    bool sent;               /* on this connection */
    struct request *request; /* while it waits for the answer */
};

_Static_assert(offsetof(struct get_api_key_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct request_permission_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct get_execution_context_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct keep_files_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct create_message_params, session_token) == 0, "session_token is the first field");

static size_t aligned(size_t size)
{
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

/* Calls that do not fit into a line would be repeated forever. JSON needs at most six bytes for a byte. */
static bool fits(const struct task *task, const struct method *method, const void *params)
{
    enum { HEAD_BYTES = 4 << 10 };
    size_t most = task->executor->rpc.limits.line_bytes - HEAD_BYTES;
    if (json_copy_size(method->params, params) < most / 6)
        return true;
    struct buf text = BUF_LIMITED(most);
    bool is_short = json_encode(&text, method->params, params) == 0;
    buf_clear(&text);
    return is_short;
}

/* The task's time limit is suspended while a permission request is open. */
static void mind_time(struct task *task)
{
    bool waits = false;
    for (const struct list *link = task->asks.next; link != &task->asks; link = link->next)
        waits |= list_member(link, const struct ask, link)->method == &request_permission_method;
    task_hold_time(task, waits);
}

static int add(struct task *task, const struct method *method, const void *params, struct ask **ret_ask)
{
    const struct shape *shape = method->params;
    size_t params_at = aligned(sizeof(struct ask)), deep_at = params_at + aligned(shape->size);
    if (!fits(task, method, params))
        return -EMSGSIZE;
    char *block = malloc(deep_at + json_copy_size(shape, params) + 1);
    if (!block)
        return -ENOMEM;
    struct ask *ask = (void *)block;
    *ask = (struct ask){.task = task, .method = method, .params = block + params_at};
    json_copy(shape, params, ask->params, block + deep_at);
    list_append(&task->asks, &ask->link);
    mind_time(task);
    messages_send_soon(task->executor);
    *ret_ask = ask;
    return 0;
}

int task_ask(struct task *task, const struct method *method, const void *params, task_answered_fn answered)
{
    struct ask *ask;
    int r = add(task, method, params, &ask);
    if (r == 0)
        ask->answered = answered;
    return r;
}

int task_ask_for(struct task *task, const struct method *method, const void *params, task_told_fn told, void *user,
                 struct ask **ret_ask)
{
    struct ask *ask;
    int r = add(task, method, params, &ask);
    if (r < 0)
        return r;
    ask->told = told;
    ask->user = user;
    *ret_ask = ask;
    return 0;
}

static void on_reply(void *user, const struct reply *reply)
{
    struct ask *ask = user;
    struct ask asked = *ask;
    ask->request = NULL;
    if (reply->status == -ECONNRESET) {
        ask->sent = false;
        return;
    }
    if (reply->status == -ECANCELED) /* ask_clear() is removing it */
        return;
    list_remove(&ask->link);
    free(ask);
    mind_time(asked.task);
    if (asked.told)
        asked.told(asked.user, reply);
    else
        asked.answered(asked.task, reply);
}

void ask_send(struct task *task)
{
    struct executor *executor = task->executor;
    for (struct list *link = task->asks.next; link != &task->asks && executor->daemon; link = link->next) {
        struct ask *ask = list_member(link, struct ask, link);
        if (ask->sent)
            continue;
        ask->sent = true;
        *(struct slice *)ask->params = slice_of(task->token);
        if (peer_call(executor->daemon, ask->method, ask->params, 0, on_reply, ask, &ask->request) < 0)
            ask->sent = false;
    }
}

void task_ask_cancel(struct ask *ask)
{
    struct request *request = ask->request;
    struct task *task = ask->task;
    if (request)
        request_cancel(request);
    list_remove(&ask->link);
    free(ask);
    mind_time(task);
}

void ask_clear(struct task *task)
{
    while (!list_is_empty(&task->asks))
        task_ask_cancel(list_member(task->asks.next, struct ask, link));
}
