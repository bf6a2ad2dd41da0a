/* Turns the reports of an adapter into messages, and its questions into calls to the daemon. */
#include <errno.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "executor/task.h"
#include "json/copy.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

enum { NOTE_MAX = 1 << 20 };

static bool ends_with(struct slice text, struct slice end)
{
    return text.size >= end.size && memcmp(text.data + text.size - end.size, end.data, end.size) == 0;
}

/* Whether the event is a piece of something that is also reported as a whole. */
static bool is_piece(struct slice type)
{
    return ends_with(type, SLICE("_delta")) || slice_is(type, "thinking_chunk");
}

int task_report(struct task *task, struct slice type, struct slice data)
{
    if (data.size > TASK_DATA_MAX)
        return -EMSGSIZE;
    if (!task->params->stream && is_piece(type))
        return 0;
    if (json_text_is_deeper(data, JSON_STORED_DEPTH_MAX)) /* the daemon could not read the line */
        data = SLICE(JSON_TOO_DEEP);
    return messages_add(task, MESSAGE_EVENT, type, data);
}

static int add_note(struct task *task, struct slice method, struct buf *text)
{
    int r = text->error ? text->error : messages_add(task, MESSAGE_NOTE, method, buf_slice(text));
    buf_clear(text);
    return r;
}

int task_report_progress(struct task *task, const struct task_progress *progress)
{
    struct buf text = BUF_LIMITED(NOTE_MAX);
    buf_append_text(&text, "\"progress\":");
    json_encode(&text, &task_progress_shape, progress);
    return add_note(task, SLICE("report_progress"), &text);
}

int task_report_error(struct task *task, struct slice code, struct slice message)
{
    struct buf text = BUF_LIMITED(NOTE_MAX);
    buf_append_text(&text, "\"error\":{\"code\":");
    json_write_string(&text, code);
    buf_append_text(&text, ",\"message\":");
    json_write_string(&text, message);
    buf_append_char(&text, '}');
    return add_note(task, SLICE("report_error"), &text);
}

int task_report_commands(struct task *task, struct slice agent, const struct session_commands *commands)
{
    struct buf text = BUF_LIMITED(NOTE_MAX);
    buf_append_text(&text, "\"agent\":");
    json_write_string(&text, agent);
    buf_append_text(&text, ",\"commands\":");
    json_encode(&text, &session_commands_shape, commands);
    return add_note(task, SLICE("report_commands"), &text);
}

int task_report_models(struct task *task, struct slice agent, const struct session_models *models)
{
    struct buf text = BUF_LIMITED(NOTE_MAX);
    buf_append_text(&text, "\"agent\":");
    json_write_string(&text, agent);
    buf_append_text(&text, ",\"models\":");
    json_encode(&text, &session_models_shape, models);
    return add_note(task, SLICE("report_models"), &text);
}

int task_report_usage(struct task *task, const struct executor_usage *usage)
{
    task->execution.token_usage = *usage;
    task->execution.token_usage_is = FIELD_SET;
    if (usage->model_is == FIELD_SET && !task->model)
        task->model = strndup(usage->model.data, usage->model.size);
    task->execution.token_usage.model = slice_of(task->model);
    task->execution.token_usage.model_is = task->model ? usage->model_is : FIELD_ABSENT;
    (void)snprintf(task->currency, sizeof task->currency, "%.*s", SLICE_ARG(usage->reported_currency));
    task->execution.token_usage.reported_currency = slice_of(task->currency);
    /* describes the current moment, and other tasks of the account as well */
    task->execution.token_usage.quota_is = FIELD_ABSENT;
    struct buf data = BUF_LIMITED(NOTE_MAX);
    json_encode(&data, &executor_usage_shape, usage);
    int r = data.error ? data.error : task_report(task, SLICE("usage"), buf_slice(&data));
    buf_clear(&data);
    return r;
}

/* --- calls to the daemon --- */

/* Calls from agents to the daemon. They outlive the connection: they are sent again on the next one. */

struct ask {
    struct list link; /* in task->asks */
    struct task *task;
    const struct method *method;
    void *params;              /* behind the struct; all params begin with the token */
    task_answered_fn answered; /* this one or `told` is set */
    task_told_fn told;
    void *user;
    bool sent;               /* on this connection */
    bool was_sent;           /* on an earlier one */
    struct request *request; /* while it waits for the answer */
};

_Static_assert(offsetof(struct get_api_key_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct request_permission_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct get_execution_context_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct keep_files_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct create_message_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct list_mcp_tools_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct search_mcp_tools_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct call_mcp_tool_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct list_mcp_items_params, session_token) == 0, "session_token is the first field");
_Static_assert(offsetof(struct fetch_mcp_item_params, session_token) == 0, "session_token is the first field");

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

/* Whether the daemon may ask a person before it answers. It has its own limit for the rest of the work. */
static bool may_ask_person(const struct method *method)
{
    return method == &request_permission_method || method == &call_mcp_tool_method || method == &fetch_mcp_item_method;
}

/* The task's time limit is suspended while a person may be asked. */
static void mind_time(struct task *task)
{
    bool waits = false;
    for (const struct list *link = task->asks.next; link != &task->asks; link = link->next)
        waits |= may_ask_person(list_member(link, const struct ask, link)->method);
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
        ask->was_sent = true;
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
        if (ask->method == &call_mcp_tool_method) /* the daemon then joins the call instead of making it again */
            ((struct call_mcp_tool_params *)ask->params)->repeat = ask->was_sent;
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
