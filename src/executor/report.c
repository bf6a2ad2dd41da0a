/* Turns the reports of an adapter into messages. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "executor/task.h"
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
