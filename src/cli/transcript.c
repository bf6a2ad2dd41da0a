#include "cli/transcript.h"

#include "cli/columns.h"
#include "cli/event_line.h"
#include "cli/fold.h"
#include "cli/pretty.h"
#include "json/read.h"

enum { LINE_BYTES_MAX = 64 << 20, HELD_BYTES_MAX = 16 << 20 };

static void end_line(struct transcript *transcript, struct buf *out)
{
    if (transcript->at == TRANSCRIPT_LINE_START)
        return;
    if (transcript->at == TRANSCRIPT_IN_THOUGHT)
        (void)buf_append_text(out, pretty_if(transcript->color, pretty_off));
    if (!transcript->ended)
        (void)buf_append_char(out, '\n');
    transcript->at = TRANSCRIPT_LINE_START;
}

/* --- text in pieces --- */

static void write_piece(struct transcript *transcript, struct buf *out, struct slice text, enum transcript_at kind)
{
    if (text.size == 0)
        return;
    if (transcript->at != kind) {
        end_line(transcript, out);
        if (kind == TRANSCRIPT_IN_THOUGHT)
            (void)buf_append_text(out, pretty_if(transcript->color, pretty_dim));
    }
    columns_append_raw(out, text);
    transcript->at = kind;
    transcript->ended = text.data[text.size - 1] == '\n';
}

/* Returns true if the event was a piece of text. */
static bool take_piece(struct transcript *transcript, struct buf *out, struct slice type, yyjson_val *data)
{
    yyjson_val *delta = yyjson_obj_get(data, "delta");
    if (slice_is(type, "content_block_delta")) {
        yyjson_val *from = yyjson_is_obj(delta) ? delta : data;
        struct slice thought = event_text(from, "thinking");
        write_piece(transcript, out, event_text(from, "text"), TRANSCRIPT_IN_TEXT);
        write_piece(transcript, out, thought, TRANSCRIPT_IN_THOUGHT);
        /* the input is shown with the call */
        return yyjson_is_str(yyjson_obj_get(from, "text")) || yyjson_is_str(yyjson_obj_get(from, "partial_json")) ||
               thought.size > 0;
    }
    if (slice_is(type, "thinking_chunk") && yyjson_is_str(yyjson_obj_get(data, "chunk"))) {
        write_piece(transcript, out, event_text(data, "chunk"), TRANSCRIPT_IN_THOUGHT);
        return true;
    }
    return false;
}

/* --- lines --- */

static void write_line(const struct transcript *transcript, struct buf *out, const char *head, const char *color,
                       struct slice text)
{
    size_t used = columns_width(slice_of(head));
    (void)buf_append_text(out, pretty_if(transcript->color, color));
    (void)buf_append_text(out, head);
    (void)buf_append_char(out, ' ');
    size_t room = transcript->limit == COLUMNS_ANY ? COLUMNS_ANY
                  : transcript->limit > used + 1   ? transcript->limit - used - 1
                                                   : 1;
    (void)columns_append(out, text, room);
    (void)buf_append_text(out, pretty_if(transcript->color, pretty_off));
    (void)buf_append_char(out, '\n');
}

static void write_block(const struct transcript *transcript, struct buf *out, const char *color, struct slice text,
                        const char *indent)
{
    (void)buf_append_text(out, pretty_if(transcript->color, color));
    columns_wrap(out, text, indent, transcript->limit);
    (void)buf_append_text(out, pretty_if(transcript->color, pretty_off));
}

/* Shortened on a terminal, complete in a file. */
static void write_result(struct transcript *transcript, struct buf *out, yyjson_val *data)
{
    struct buf text = BUF_LIMITED(LINE_BYTES_MAX);
    struct fold_result result = {.tool = event_tool(data), .failed = event_tool_failed(data)};
    if (!open_calls_end(&transcript->calls, event_text(data, "tool_call_id"), &result.label))
        result.label = result.tool;
    event_tool_result(&text, data);
    result.text = buf_slice(&text);
    fold_write(out, &result,
               &(struct fold_style){
                   .paint = pretty_if(transcript->color, result.failed ? pretty_red : pretty_dim),
                   .width = transcript->limit,
                   .whole = transcript->limit == COLUMNS_ANY,
               });
    buf_clear(&text);
}

static bool is_silent(struct slice type)
{
    return slice_is(type, "message_start") || slice_is(type, "message_stop") || slice_is(type, "content_block_start") ||
           slice_is(type, "content_block_stop");
}

static void write_message(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params)
{
    struct slice type = event_text(params, "type");
    yyjson_val *data = yyjson_obj_get(params, "data");
    if (take_piece(transcript, out, type, data))
        return;
    end_line(transcript, out);
    bool text = slice_is(type, "content_block") || slice_is(type, "text") || slice_is(type, "message");
    if (is_silent(type))
        return;
    struct buf words = BUF_LIMITED(LINE_BYTES_MAX);
    event_line_describe(&words, method, params);
    if (slice_is(type, "prompt"))
        write_block(transcript, out, pretty_bold, buf_slice(&words), "> ");
    else if (text && yyjson_is_str(yyjson_obj_get(data, "text")))
        write_block(transcript, out, "", buf_slice(&words), "");
    else if (slice_is(type, "tool_call")) {
        open_calls_add(&transcript->calls, event_text(data, "tool_call_id"), buf_slice(&words));
        write_line(transcript, out, "*", pretty_blue, buf_slice(&words));
    } else if (slice_is(type, "tool_result")) {
        write_result(transcript, out, data);
    } else {
        struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
        (void)buf_append_slice(&line, type);
        (void)buf_append_text(&line, words.size > 0 ? ": " : "");
        (void)buf_append_slice(&line, buf_slice(&words));
        write_line(transcript, out, "--", slice_is(type, "error") ? pretty_red : pretty_dim, buf_slice(&line));
        buf_clear(&line);
    }
    buf_clear(&words);
}

/* Writes "completed: 3 messages" for "event.taskCompleted". */
static void write_state(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params)
{
    struct buf line = BUF_LIMITED(LINE_BYTES_MAX), words = BUF_LIMITED(LINE_BYTES_MAX);
    struct slice prefix = SLICE("event.task"), name = method;
    end_line(transcript, out);
    if (slice_starts_with(method, prefix) && method.size > prefix.size) {
        name = (struct slice){method.data + prefix.size, method.size - prefix.size};
        (void)buf_append_char(&line, (char)(name.data[0] | 0x20));
        name = (struct slice){name.data + 1, name.size - 1};
    } else if (slice_starts_with(method, SLICE("event.permission"))) {
        name = (struct slice){method.data + 6, method.size - 6};
    }
    (void)buf_append_slice(&line, name);
    event_line_describe(&words, method, params);
    if (words.size > 0 && !slice_is(method, "event.taskQueued")) { /* the prompt follows */
        (void)buf_append_text(&line, ": ");
        (void)buf_append_slice(&line, buf_slice(&words));
    }
    write_line(transcript, out, "--", event_line_color(method, params), buf_slice(&line));
    struct slice last_words = event_text(yyjson_obj_get(params, "error"), "stderr");
    if (last_words.size > 0 && slice_is(method, "event.taskFailed"))
        write_block(transcript, out, pretty_dim, last_words, "   ");
    buf_clear(&line);
    buf_clear(&words);
}

static void write_event(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params)
{
    if (slice_is(method, "event.messageCreated"))
        write_message(transcript, out, method, params);
    else
        write_state(transcript, out, method, params);
}

/* --- messages that fail and are retried --- */

static void release(struct transcript *transcript, struct buf *out)
{
    (void)buf_append_slice(out, buf_slice(&transcript->held));
    buf_clear(&transcript->held);
}

/* Returns whether the current message may still fail and be retried. */
static bool is_open(struct slice method, struct slice type)
{
    static const char *const types[] = {"message_start",  "content_block_start", "content_block_delta",
                                        "thinking_chunk", "content_block_stop",  "usage"};
    for (size_t i = 0; i < sizeof types / sizeof *types && slice_is(method, "event.messageCreated"); i++)
        if (slice_is(type, types[i]))
            return true;
    return false;
}

void transcript_write(struct transcript *transcript, struct buf *out, struct slice method, yyjson_val *params)
{
    struct slice type = event_text(params, "type");
    if (!transcript->holds) {
        write_event(transcript, out, method, params);
        return;
    }
    if (slice_is(type, "message_start"))
        release(transcript, out);
    if (slice_is(type, "error") && yyjson_obj_get(yyjson_obj_get(params, "data"), "retry_in_ms")) {
        buf_clear(&transcript->held);
        transcript->at = TRANSCRIPT_LINE_START;
    }
    transcript->held.limit = LINE_BYTES_MAX;
    write_event(transcript, &transcript->held, method, params);
    if (!is_open(method, type) || transcript->held.size > HELD_BYTES_MAX)
        release(transcript, out);
}

void transcript_finish(struct transcript *transcript, struct buf *out)
{
    release(transcript, out);
    end_line(transcript, out);
}
