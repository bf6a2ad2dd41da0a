/* Translates the agent's messages into events. Most arrive twice, streamed and then complete: a message that was
 * streamed is not reported again. */
#include <stdio.h>

#include "executor/adapters/claude_code.h"
#include "json/read.h"
#include "json/write.h"

enum { KEPT = 64 << 10 };

/* --- usage --- */

static void take_larger(int64_t *known, int64_t said)
{
    if (said > *known)
        *known = said;
}

static void take_total(struct claude *claude, const struct stream_json_usage *usage)
{
    struct usage *spent = &claude->usage;
    spent->input = usage->input > 0 ? usage->input : 0;
    spent->output = usage->output > 0 ? usage->output : 0;
    spent->cache_read = usage->cache_read;
    spent->cache_write = usage->cache_write;
}

/* Adds the usage of one complete model response: its input and output are the context of the next one. */
static void add_usage(struct claude *claude)
{
    struct stream_json_usage *total = &claude->total, *message = &claude->message, context = {0};
    if (message->input < 0 && message->output < 0)
        return;
    stream_json_add_usage(total, message);
    stream_json_add_usage(&context, message);
    take_total(claude, total);
    claude->usage.context = context.input + context.output + context.cache_read + context.cache_write;
    hosted_report_usage(&claude->hosted, &claude->usage);
}

/* The totals in the final message have precedence over our own sums. */
void claude_tell_end(struct claude *claude, const struct stream_json *result)
{
    const struct stream_json_usage *usage = &result->usage;
    bool is_same = usage->input == claude->total.input && usage->output == claude->total.output;
    bool is_new = usage_take_result(&claude->usage, result->models, result->cost);
    if (usage->input >= 0 && usage->output >= 0 && !is_same) {
        take_total(claude, usage);
        is_new = true;
    }
    if (is_new)
        hosted_report_usage(&claude->hosted, &claude->usage);
}

/* --- blocks --- */

struct block {
    int64_t index;
    struct slice kind, id, tool, text, signature, data;
};

static void write_field(struct buf *data, const char *name, struct slice text)
{
    (void)buf_printf(data, ",\"%s\":", name);
    (void)json_write_string(data, text);
}

static struct buf *begin_block(struct claude *claude, const struct block *block)
{
    struct buf *data = reporter_begin(&claude->hosted.reporter);
    (void)buf_printf(data, "{\"index\":%lld,\"content_block\":{\"type\":", (long long)block->index);
    (void)json_write_string(data, block->kind);
    if (slice_is(block->kind, "tool_use")) {
        write_field(data, "id", block->id);
        write_field(data, "name", block->tool);
    }
    return data;
}

static void tell_start(struct claude *claude, const struct block *block)
{
    (void)buf_append_text(begin_block(claude, block), "}}");
    reporter_report(&claude->hosted.reporter, SLICE("content_block_start"));
}

/* For a tool, `text` is the input as JSON. */
static void tell_stop(struct claude *claude, const struct block *block)
{
    struct buf *data = begin_block(claude, block);
    if (slice_is(block->kind, "text")) {
        write_field(data, "text", block->text);
    } else if (slice_is(block->kind, "thinking")) {
        write_field(data, "thinking", block->text);
        write_field(data, "signature", block->signature);
    } else if (slice_is(block->kind, "redacted_thinking")) {
        write_field(data, "data", block->data);
    } else if (slice_is(block->kind, "tool_use")) {
        (void)buf_append_text(data, ",\"input\":");
        (void)buf_append_slice(data, block->text);
        (void)claude_call_note(claude, block->id, block->tool, block->text);
    }
    (void)buf_append_text(data, "}}");
    reporter_report(&claude->hosted.reporter, SLICE("content_block_stop"));
    if (slice_is(block->kind, "text")) {
        buf_reset(&claude->hosted.reporter.answer, KEPT);
        (void)buf_append_slice(&claude->hosted.reporter.answer, block->text);
    }
}

/* --- streamed messages --- */

static void begin_message(struct claude *claude, const struct stream_json *message)
{
    claude->block_is_open = false;
    claude->message = message->usage;
    claude->stop_reason[0] = '\0';
    (void)snprintf(claude->streamed, sizeof claude->streamed, "%.*s", SLICE_ARG(message->message_id));
    reporter_begin_message(&claude->hosted.reporter, message->message_id, message->model);
}

static void keep_kind(struct claude *claude, struct slice kind)
{
    static const struct slice kinds[] = {SLICE_INIT("text"), SLICE_INIT("thinking"), SLICE_INIT("redacted_thinking"),
                                         SLICE_INIT("tool_use")};
    claude->kind = SLICE("");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_equal(kind, kinds[i]))
            claude->kind = kinds[i];
}

static struct block open_block(const struct claude *claude)
{
    return (struct block){.index = claude->index,
                          .kind = claude->kind,
                          .id = slice_of(claude->tool_id),
                          .tool = slice_of(claude->tool),
                          .text = buf_slice(&claude->text),
                          .signature = buf_slice(&claude->signature),
                          .data = buf_slice(&claude->signature)};
}

static void add_piece(struct claude *claude, const struct stream_json *message)
{
    struct reporter *reporter = &claude->hosted.reporter;
    bool is_signature = slice_is(message->kind, "signature_delta");
    (void)buf_append_slice(is_signature ? &claude->signature : &claude->text, message->text);
    if (is_signature || message->text.size == 0)
        return;
    bool is_thinking = slice_is(claude->kind, "thinking");
    struct buf *data = reporter_begin(reporter);
    (void)buf_printf(data, "{\"index\":%lld,%s", (long long)claude->index,
                     is_thinking                          ? "\"chunk\":"
                     : slice_is(claude->kind, "tool_use") ? "\"delta\":{\"partial_json\":"
                                                          : "\"delta\":{\"text\":");
    (void)json_write_string(data, message->text);
    (void)buf_append_text(data, is_thinking ? "}" : "}}");
    reporter_report(reporter, is_thinking ? SLICE("thinking_chunk") : SLICE("content_block_delta"));
}

static void begin_piecewise(struct claude *claude, const struct stream_json *message)
{
    buf_reset(&claude->text, KEPT);
    buf_reset(&claude->signature, KEPT);
    keep_kind(claude, message->kind);
    claude->index = message->index;
    claude->block_is_open = claude->kind.size > 0;
    (void)snprintf(claude->tool_id, sizeof claude->tool_id, "%.*s", SLICE_ARG(message->tool_id));
    (void)snprintf(claude->tool, sizeof claude->tool, "%.*s", SLICE_ARG(message->tool));
    if (!claude->block_is_open)
        return;
    struct block block = open_block(claude);
    tell_start(claude, &block);
    (void)buf_append_slice(&claude->signature, message->data);
    (void)buf_append_slice(&claude->text, message->text);
}

/* Serializes the input again, so that it equals the text in the permission request. Writes an empty object if it is not
 * a JSON object, for example because the stream was cut. */
static void write_input(struct claude *claude, struct buf *out, struct slice text)
{
    yyjson_val *input = NULL;
    struct json_error error;
    if (text.size > 0 && json_read(&claude->hosted.arena, text, &input, &error) == 0 && yyjson_is_obj(input))
        (void)json_write_value(out, input);
    else
        (void)buf_append_text(out, "{}");
}

static void end_piecewise(struct claude *claude)
{
    struct block block = open_block(claude);
    struct buf input = BUF_LIMITED(CLAUDE_INPUT_MAX);
    claude->block_is_open = false;
    if (slice_is(block.kind, "tool_use")) {
        write_input(claude, &input, !claude->text.error ? block.text : (struct slice){0});
        block.text = input.error ? SLICE("{}") : buf_slice(&input);
    }
    tell_stop(claude, &block);
    buf_clear(&input);
}

static void end_message(struct claude *claude)
{
    if (claude->block_is_open)
        end_piecewise(claude);
    add_usage(claude);
    reporter_end_message(&claude->hosted.reporter,
                         claude->stop_reason[0] ? slice_of(claude->stop_reason) : SLICE("end_turn"));
}

static void tell_piece(struct claude *claude, const struct stream_json *message)
{
    bool is_open = claude->block_is_open && message->index == claude->index;
    if (message->type == STREAM_JSON_BLOCK_START) {
        if (claude->block_is_open)
            end_piecewise(claude);
        begin_piecewise(claude, message);
    } else if (message->type == STREAM_JSON_BLOCK_DELTA && is_open) {
        add_piece(claude, message);
    } else if (message->type == STREAM_JSON_BLOCK_STOP && is_open) {
        end_piecewise(claude);
    } else if (message->type == STREAM_JSON_MESSAGE_DELTA) {
        if (message->stop_reason.size > 0)
            (void)snprintf(claude->stop_reason, sizeof claude->stop_reason, "%.*s", SLICE_ARG(message->stop_reason));
        take_larger(&claude->message.input, message->usage.input);
        take_larger(&claude->message.output, message->usage.output);
        take_larger(&claude->message.cache_read, message->usage.cache_read);
        take_larger(&claude->message.cache_write, message->usage.cache_write);
    } else if (message->type == STREAM_JSON_MESSAGE_STOP) {
        end_message(claude);
    }
}

/* --- complete messages --- */

static void tell_whole_block(struct claude *claude, yyjson_val *value, int64_t index)
{
    struct stream_json_block said;
    struct buf input = BUF_LIMITED(CLAUDE_INPUT_MAX);
    stream_json_read_block(value, &said);
    keep_kind(claude, said.kind);
    if (yyjson_is_obj(said.input))
        (void)json_write_value(&input, said.input);
    else
        (void)buf_append_text(&input, "{}");
    struct block block = {.index = index,
                          .kind = claude->kind,
                          .id = said.id,
                          .tool = said.tool,
                          .text = slice_is(said.kind, "tool_use") ? buf_slice(&input) : said.text,
                          .signature = said.signature,
                          .data = said.data};
    if (block.kind.size > 0 && !input.error) {
        tell_start(claude, &block);
        tell_stop(claude, &block);
    }
    buf_clear(&input);
}

static void tell_assistant(struct claude *claude, const struct stream_json *message)
{
    size_t index, count;
    yyjson_val *block;
    bool was_streamed = claude->streamed[0] && slice_is(message->message_id, claude->streamed);
    if (was_streamed || !yyjson_is_arr(message->content))
        return;
    reporter_begin_message(&claude->hosted.reporter, message->message_id, message->model);
    yyjson_arr_foreach(message->content, index, count, block)
    {
        tell_whole_block(claude, block, (int64_t)index);
    }
    reporter_end_message(&claude->hosted.reporter,
                         message->stop_reason.size > 0 ? message->stop_reason : SLICE("end_turn"));
}

static void tell_results(struct claude *claude, const struct stream_json *message)
{
    size_t index, count;
    yyjson_val *value;
    struct stream_json_block block;
    if (!yyjson_is_arr(message->content))
        return;
    yyjson_arr_foreach(message->content, index, count, value)
    {
        stream_json_read_block(value, &block);
        if (slice_is(block.kind, "tool_result"))
            claude_call_result(claude, &block);
    }
}

/* Of a subagent, reports only the tool calls, about which weir was asked. */
void claude_tell(struct claude *claude, const struct stream_json *message)
{
    if (message->type == STREAM_JSON_USER)
        tell_results(claude, message);
    else if (message->is_sub || message->type == STREAM_JSON_OTHER || message->type == STREAM_JSON_INIT)
        return;
    else if (message->type == STREAM_JSON_ASSISTANT)
        tell_assistant(claude, message);
    else if (message->type == STREAM_JSON_MESSAGE_START)
        begin_message(claude, message);
    else
        tell_piece(claude, message);
}
