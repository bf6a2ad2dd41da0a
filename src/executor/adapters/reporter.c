#include "executor/adapters/reporter.h"

#include <stdio.h>

#include "base/utf8.h"

#include "json/write.h"

enum { KEPT = 64 << 10 };

void reporter_init(struct reporter *reporter, struct task *task)
{
    *reporter = (struct reporter){
        .task = task,
        .block = BUF_LIMITED(REPORTER_BLOCK_MAX),
        .answer = BUF_LIMITED(REPORTER_BLOCK_MAX),
        .data = BUF_LIMITED(REPORTER_EVENT_MAX),
    };
}

void reporter_clear(struct reporter *reporter)
{
    buf_clear(&reporter->block);
    buf_clear(&reporter->answer);
    buf_clear(&reporter->data);
}

/* --- one event --- */

struct buf *reporter_begin(struct reporter *reporter)
{
    buf_reset(&reporter->data, KEPT);
    return &reporter->data;
}

/* Drops an event that is too long, and reports that. */
void reporter_report(struct reporter *reporter, struct slice type)
{
    int r = reporter->data.error ? reporter->data.error : task_report(reporter->task, type, buf_slice(&reporter->data));
    char text[160];
    if (r == 0)
        return;
    (void)snprintf(text, sizeof text, "dropped an event of type %.*s: it is too long", SLICE_ARG(type));
    (void)task_report_error(reporter->task, SLICE("EVENT_DROPPED"), slice_of(text));
}

static void write_field(struct buf *data, const char *name, struct slice text)
{
    (void)buf_printf(data, "%s\"%s\":", data->size > 0 && data->data[data->size - 1] != '{' ? "," : "", name);
    (void)json_write_string(data, text);
}

static void write_input(struct buf *data, struct slice input)
{
    (void)buf_append_text(data, ",\"input\":");
    (void)buf_append_slice(data, input.size > 0 ? input : SLICE("{}"));
}

/* --- messages --- */

void reporter_begin_message(struct reporter *reporter, struct slice id, struct slice model)
{
    reporter_end_message(reporter, SLICE("end_turn"));
    reporter->messages++;
    if (id.size > 0 && id.size < sizeof reporter->message_id)
        (void)snprintf(reporter->message_id, sizeof reporter->message_id, "%.*s", SLICE_ARG(id));
    else
        (void)snprintf(reporter->message_id, sizeof reporter->message_id, "%.128s_%u",
                       task_params(reporter->task)->task_id.data, reporter->messages);
    reporter->in_message = true;
    reporter->index = 0;
    struct buf *data = reporter_begin(reporter);
    (void)buf_append_char(data, '{');
    write_field(data, "message_id", slice_of(reporter->message_id));
    write_field(data, "role", SLICE("assistant"));
    write_field(data, "agent", task_launch(reporter->task)->name);
    if (model.size > 0)
        write_field(data, "model", model);
    (void)buf_append_char(data, '}');
    reporter_report(reporter, SLICE("message_start"));
}

void reporter_end_message(struct reporter *reporter, struct slice reason)
{
    reporter_end_block(reporter);
    if (!reporter->in_message)
        return;
    reporter->in_message = false;
    struct buf *data = reporter_begin(reporter);
    (void)buf_append_char(data, '{');
    write_field(data, "message_id", slice_of(reporter->message_id));
    write_field(data, "stop_reason", reason);
    (void)buf_append_char(data, '}');
    reporter_report(reporter, SLICE("message_stop"));
}

/* --- text and thinking --- */

void reporter_end_block(struct reporter *reporter)
{
    enum reporter_block open = reporter->open;
    if (open == REPORTER_NOTHING)
        return;
    reporter->open = REPORTER_NOTHING;
    struct buf *data = reporter_begin(reporter);
    (void)buf_printf(data, "{\"index\":%d,\"content_block\":{", reporter->index++);
    write_field(data, "type", open == REPORTER_TEXT ? SLICE("text") : SLICE("thinking"));
    write_field(data, open == REPORTER_TEXT ? "text" : "thinking", buf_slice(&reporter->block));
    if (open == REPORTER_THINKING)
        write_field(data, "signature", SLICE(""));
    (void)buf_append_text(data, "}}");
    reporter_report(reporter, SLICE("content_block_stop"));
    if (open == REPORTER_TEXT) {
        buf_reset(&reporter->answer, KEPT);
        (void)buf_append_slice(&reporter->answer, buf_slice(&reporter->block));
    }
    buf_reset(&reporter->block, KEPT);
}

static void say(struct reporter *reporter, enum reporter_block kind, struct slice piece)
{
    if (reporter->open != kind || reporter->block.size + piece.size > REPORTER_BLOCK_MAX)
        reporter_end_block(reporter);
    if (reporter->open == REPORTER_NOTHING) {
        struct buf *data = reporter_begin(reporter);
        (void)buf_printf(data, "{\"index\":%d,\"content_block\":{\"type\":\"%s\"}}", reporter->index,
                         kind == REPORTER_TEXT ? "text" : "thinking");
        reporter_report(reporter, SLICE("content_block_start"));
        reporter->open = kind;
    }
    (void)buf_append_slice(&reporter->block, piece);
    struct buf *data = reporter_begin(reporter);
    (void)buf_printf(data, kind == REPORTER_TEXT ? "{\"index\":%d,\"delta\":{\"text\":" : "{\"index\":%d,\"chunk\":",
                     reporter->index);
    (void)json_write_string(data, piece);
    (void)buf_append_text(data, kind == REPORTER_TEXT ? "}}" : "}");
    reporter_report(reporter, kind == REPORTER_TEXT ? SLICE("content_block_delta") : SLICE("thinking_chunk"));
}

void reporter_say(struct reporter *reporter, enum reporter_block kind, struct slice piece)
{
    while (piece.size > 0) {
        size_t size = utf8_cut(piece, REPORTER_PIECE_MAX).size;
        if (size == 0)
            return; /* cannot happen: the text was checked to be UTF-8 */
        say(reporter, kind, (struct slice){piece.data, size});
        piece = (struct slice){piece.data + size, piece.size - size};
    }
}

/* --- tools --- */

static void write_block(struct reporter *reporter, const struct reporter_call *call)
{
    struct buf *data = reporter_begin(reporter);
    (void)buf_printf(data, "{\"index\":%d,\"content_block\":{\"type\":\"tool_use\"", reporter->index);
    write_field(data, "id", call->id);
    write_field(data, "name", call->tool);
}

void reporter_tool_use(struct reporter *reporter, const struct reporter_call *call)
{
    reporter_end_block(reporter);
    write_block(reporter, call);
    (void)buf_append_text(&reporter->data, "}}");
    reporter_report(reporter, SLICE("content_block_start"));
    write_block(reporter, call);
    write_input(&reporter->data, call->input);
    (void)buf_append_text(&reporter->data, "}}");
    reporter_report(reporter, SLICE("content_block_stop"));
    reporter->index++;
}

void reporter_tool_call(struct reporter *reporter, const struct reporter_call *call)
{
    struct buf *data = reporter_begin(reporter);
    (void)buf_append_char(data, '{');
    write_field(data, "tool", call->tool);
    write_input(data, call->input);
    write_field(data, "tool_call_id", call->id);
    (void)buf_append_char(data, '}');
    reporter_report(reporter, SLICE("tool_call"));
}

void reporter_denied(struct reporter *reporter, const struct reporter_call *call, struct slice reason)
{
    struct buf *data = reporter_begin(reporter);
    (void)buf_append_char(data, '{');
    write_field(data, "tool", call->tool);
    if (call->input.size > 0)
        write_input(data, call->input);
    write_field(data, "tool_call_id", call->id);
    write_field(data, "reason", reason);
    (void)buf_append_char(data, '}');
    reporter_report(reporter, SLICE("permission_denied"));
}

void reporter_tool_result(struct reporter *reporter, const struct reporter_call *call,
                          const struct reporter_result *result)
{
    struct buf text = BUF_LIMITED(REPORTER_RESULT_MAX + 64);
    size_t size = utf8_cut(result->text, REPORTER_RESULT_MAX).size;
    (void)buf_append(&text, result->text.data, size);
    if (size < result->text.size)
        (void)buf_printf(&text, "\n[%zu more bytes]", result->text.size - size);
    struct buf *data = reporter_begin(reporter);
    (void)buf_append_char(data, '{');
    write_field(data, "tool", call->tool);
    write_field(data, "result", buf_slice(&text));
    write_field(data, "tool_call_id", call->id);
    (void)buf_printf(data, ",\"is_error\":%s", result->is_error ? "true" : "false");
    if (result->image.size > 0) {
        (void)buf_append_text(data, ",\"image\":{");
        write_field(data, "mime", result->mime);
        write_field(data, "data", result->image);
        (void)buf_append_char(data, '}');
    }
    (void)buf_append_char(data, '}');
    reporter_report(reporter, SLICE("tool_result"));
    buf_clear(&text);
}
