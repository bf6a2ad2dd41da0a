#include "executor/adapters/teller.h"

#include <stdio.h>

#include "json/write.h"

enum { KEPT = 64 << 10 };

void teller_init(struct teller *teller, struct task *task)
{
    *teller = (struct teller){
        .task = task,
        .block = BUF_LIMITED(TELLER_BLOCK_MAX),
        .answer = BUF_LIMITED(TELLER_BLOCK_MAX),
        .data = BUF_LIMITED(TELLER_EVENT_MAX),
    };
}

void teller_clear(struct teller *teller)
{
    buf_clear(&teller->block);
    buf_clear(&teller->answer);
    buf_clear(&teller->data);
}

/* --- one event --------------------------------------------------------------------------------- */

struct buf *teller_begin(struct teller *teller)
{
    buf_reset(&teller->data, KEPT);
    return &teller->data;
}

/* What is too long for an event is left out, and that it was is told. */
void teller_report(struct teller *teller, struct slice type)
{
    int r = teller->data.error ? teller->data.error : task_report(teller->task, type, buf_slice(&teller->data));
    char text[160];
    if (r == 0)
        return;
    (void)snprintf(text, sizeof text, "an event of type %.*s was left out: it is too long", SLICE_ARG(type));
    (void)task_report_error(teller->task, SLICE("EVENT_DROPPED"), slice_of(text));
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

/* --- messages ------------------------------------------------------------------------------------ */

void teller_begin_message(struct teller *teller, struct slice id, struct slice model)
{
    teller_end_message(teller, SLICE("end_turn"));
    teller->messages++;
    if (id.size > 0 && id.size < sizeof teller->message_id)
        (void)snprintf(teller->message_id, sizeof teller->message_id, "%.*s", SLICE_ARG(id));
    else
        (void)snprintf(teller->message_id, sizeof teller->message_id, "%.128s_%u",
                       task_params(teller->task)->task_id.data, teller->messages);
    teller->in_message = true;
    teller->index = 0;
    struct buf *data = teller_begin(teller);
    (void)buf_append_char(data, '{');
    write_field(data, "message_id", slice_of(teller->message_id));
    write_field(data, "role", SLICE("assistant"));
    write_field(data, "agent", task_launch(teller->task)->name);
    if (model.size > 0)
        write_field(data, "model", model);
    (void)buf_append_char(data, '}');
    teller_report(teller, SLICE("message_start"));
}

void teller_end_message(struct teller *teller, struct slice reason)
{
    teller_end_block(teller);
    if (!teller->in_message)
        return;
    teller->in_message = false;
    struct buf *data = teller_begin(teller);
    (void)buf_append_char(data, '{');
    write_field(data, "message_id", slice_of(teller->message_id));
    write_field(data, "stop_reason", reason);
    (void)buf_append_char(data, '}');
    teller_report(teller, SLICE("message_stop"));
}

/* --- text and thinking ----------------------------------------------------------------------------- */

void teller_end_block(struct teller *teller)
{
    enum teller_block open = teller->open;
    if (open == TELLER_NOTHING)
        return;
    teller->open = TELLER_NOTHING;
    struct buf *data = teller_begin(teller);
    (void)buf_printf(data, "{\"index\":%d,\"content_block\":{", teller->index++);
    write_field(data, "type", open == TELLER_TEXT ? SLICE("text") : SLICE("thinking"));
    write_field(data, open == TELLER_TEXT ? "text" : "thinking", buf_slice(&teller->block));
    if (open == TELLER_THINKING)
        write_field(data, "signature", SLICE(""));
    (void)buf_append_text(data, "}}");
    teller_report(teller, SLICE("content_block_stop"));
    if (open == TELLER_TEXT) {
        buf_reset(&teller->answer, KEPT);
        (void)buf_append_slice(&teller->answer, buf_slice(&teller->block));
    }
    buf_reset(&teller->block, KEPT);
}

/* Where it may be cut: not inside of a character. */
static size_t cut(struct slice text, size_t size)
{
    if (text.size <= size)
        return text.size;
    while (size > 0 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--;
    return size;
}

static void say(struct teller *teller, enum teller_block kind, struct slice piece)
{
    if (teller->open != kind || teller->block.size + piece.size > TELLER_BLOCK_MAX)
        teller_end_block(teller);
    if (teller->open == TELLER_NOTHING) {
        struct buf *data = teller_begin(teller);
        (void)buf_printf(data, "{\"index\":%d,\"content_block\":{\"type\":\"%s\"}}", teller->index,
                         kind == TELLER_TEXT ? "text" : "thinking");
        teller_report(teller, SLICE("content_block_start"));
        teller->open = kind;
    }
    (void)buf_append_slice(&teller->block, piece);
    struct buf *data = teller_begin(teller);
    (void)buf_printf(
        data, kind == TELLER_TEXT ? "{\"index\":%d,\"delta\":{\"text\":" : "{\"index\":%d,\"chunk\":", teller->index);
    (void)json_write_string(data, piece);
    (void)buf_append_text(data, kind == TELLER_TEXT ? "}}" : "}");
    teller_report(teller, kind == TELLER_TEXT ? SLICE("content_block_delta") : SLICE("thinking_chunk"));
}

void teller_say(struct teller *teller, enum teller_block kind, struct slice piece)
{
    while (piece.size > 0) {
        size_t size = cut(piece, TELLER_PIECE_MAX);
        if (size == 0)
            return; /* no text: it has been checked to be UTF-8 */
        say(teller, kind, (struct slice){piece.data, size});
        piece = (struct slice){piece.data + size, piece.size - size};
    }
}

/* --- tools ----------------------------------------------------------------------------------------- */

static void write_block(struct teller *teller, const struct teller_call *call)
{
    struct buf *data = teller_begin(teller);
    (void)buf_printf(data, "{\"index\":%d,\"content_block\":{\"type\":\"tool_use\"", teller->index);
    write_field(data, "id", call->id);
    write_field(data, "name", call->tool);
}

void teller_tool_use(struct teller *teller, const struct teller_call *call)
{
    teller_end_block(teller);
    write_block(teller, call);
    (void)buf_append_text(&teller->data, "}}");
    teller_report(teller, SLICE("content_block_start"));
    write_block(teller, call);
    write_input(&teller->data, call->input);
    (void)buf_append_text(&teller->data, "}}");
    teller_report(teller, SLICE("content_block_stop"));
    teller->index++;
}

void teller_tool_call(struct teller *teller, const struct teller_call *call)
{
    struct buf *data = teller_begin(teller);
    (void)buf_append_char(data, '{');
    write_field(data, "tool", call->tool);
    write_input(data, call->input);
    write_field(data, "tool_call_id", call->id);
    (void)buf_append_char(data, '}');
    teller_report(teller, SLICE("tool_call"));
}

void teller_denied(struct teller *teller, const struct teller_call *call, struct slice reason)
{
    struct buf *data = teller_begin(teller);
    (void)buf_append_char(data, '{');
    write_field(data, "tool", call->tool);
    write_field(data, "tool_call_id", call->id);
    write_field(data, "reason", reason);
    (void)buf_append_char(data, '}');
    teller_report(teller, SLICE("permission_denied"));
}

void teller_tool_result(struct teller *teller, const struct teller_call *call, const struct teller_result *result)
{
    struct buf text = BUF_LIMITED(TELLER_RESULT_MAX + 64);
    size_t size = cut(result->text, TELLER_RESULT_MAX);
    (void)buf_append(&text, result->text.data, size);
    if (size < result->text.size)
        (void)buf_printf(&text, "\n[%zu more bytes]", result->text.size - size);
    struct buf *data = teller_begin(teller);
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
    teller_report(teller, SLICE("tool_result"));
    buf_clear(&text);
}
