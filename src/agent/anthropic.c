/* Parses a response stream in Anthropic's format: message_start; for each block content_block_start, _delta and _stop;
 * message_delta; message_stop. In between pings, errors, and event types of later versions. */
#include <errno.h>

#include "agent/stream.h"
#include "json/read.h"
#include "json/write.h"

static void read_usage(struct model_stream *stream, yyjson_val *usage)
{
    struct model_usage *used = &stream->end.usage;
    if (!yyjson_is_obj(usage))
        return;
    stream_count(usage, "input_tokens", &used->input_tokens);
    stream_count(usage, "output_tokens", &used->output_tokens);
    stream_count(usage, "cache_read_input_tokens", &used->cache_read_tokens);
    stream_count(usage, "cache_creation_input_tokens", &used->cache_write_tokens);
    stream_tell_usage(stream);
}

static int message_start(struct model_stream *stream, yyjson_val *event)
{
    yyjson_val *message = yyjson_obj_get(event, "message");
    if (stream->started)
        return stream_malformed(stream, "the message begins twice");
    if (!yyjson_is_obj(message))
        return stream_malformed(stream, "message_start has no message");
    stream_begin(stream, stream_string(message, "id"), stream_string(message, "model"));
    read_usage(stream, yyjson_obj_get(message, "usage"));
    return 0;
}

/* Returns -1 if there is no valid index. */
static int64_t index_of(yyjson_val *event)
{
    yyjson_val *value = yyjson_obj_get(event, "index");
    int64_t index = -1;
    return value && json_integer(value, &index) == 0 ? index : -1;
}

/* Some providers send the whole input in content_block_start. */
static int add_first_input(struct model_stream *stream, int index, yyjson_val *input)
{
    struct buf text = BUF_LIMITED(STREAM_BLOCK_MAX);
    if (!yyjson_is_obj(input) || yyjson_obj_size(input) == 0)
        return 0;
    int r = json_write_value(&text, input);
    if (r == 0)
        r = stream_add(stream, index, buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int block_start(struct model_stream *stream, yyjson_val *event)
{
    yyjson_val *block = yyjson_obj_get(event, "content_block");
    int64_t index = index_of(event);
    struct slice type = stream_string(block, "type");
    if (slice_is(type, "tool_use")) {
        int r = stream_open(stream, index, BLOCK_TOOL_USE, stream_string(block, "id"), stream_string(block, "name"));
        return r < 0 ? r : add_first_input(stream, (int)index, yyjson_obj_get(block, "input"));
    }
    enum block_kind kind = slice_is(type, "text")       ? BLOCK_TEXT
                           : slice_is(type, "thinking") ? BLOCK_THINKING
                                                        : BLOCK_REDACTED_THINKING;
    if (kind == BLOCK_REDACTED_THINKING && !slice_is(type, "redacted_thinking"))
        return stream_ignore(stream, index);
    const char *field = kind == BLOCK_TEXT ? "text" : kind == BLOCK_THINKING ? "thinking" : "data";
    int r = stream_open(stream, index, kind, SLICE(""), SLICE(""));
    if (r == 0)
        r = stream_add(stream, (int)index, stream_string(block, field));
    return r < 0 ? r : stream_sign(stream, (int)index, stream_string(block, "signature"));
}

static int block_delta(struct model_stream *stream, yyjson_val *event)
{
    static const struct {
        const char *type, *field;
        enum block_kind kind;
    } deltas[] = {{"text_delta", "text", BLOCK_TEXT},
                  {"thinking_delta", "thinking", BLOCK_THINKING},
                  {"input_json_delta", "partial_json", BLOCK_TOOL_USE}};
    yyjson_val *delta = yyjson_obj_get(event, "delta");
    struct slice type = stream_string(delta, "type");
    int64_t index = index_of(event);
    const struct stream_block *block = stream_find(stream, index);
    if (!block)
        return stream_malformed(stream, "a delta for block %lld, which is not open", (long long)index);
    if (block->state == STREAM_IGNORED)
        return 0;
    if (slice_is(type, "signature_delta"))
        return block->kind == BLOCK_THINKING ? stream_sign(stream, (int)index, stream_string(delta, "signature"))
                                             : stream_malformed(stream, "a signature for a block of another type");
    for (size_t i = 0; i < sizeof deltas / sizeof *deltas; i++) {
        if (!slice_is(type, deltas[i].type))
            continue;
        if (block->kind != deltas[i].kind)
            return stream_malformed(stream, "a %s for a block of another type", deltas[i].type);
        return stream_add(stream, (int)index, stream_string(delta, deltas[i].field));
    }
    return 0; /* citations, and unknown types */
}

static int block_stop(struct model_stream *stream, yyjson_val *event)
{
    int64_t index = index_of(event);
    if (!stream_find(stream, index))
        return stream_malformed(stream, "the end of block %lld, which is not open", (long long)index);
    return stream_stop(stream, (int)index);
}

static int message_delta(struct model_stream *stream, yyjson_val *event)
{
    yyjson_val *delta = yyjson_obj_get(event, "delta");
    stream_set_reason(stream, stream_string(delta, "stop_reason"));
    read_usage(stream, yyjson_obj_get(event, "usage"));
    return 0;
}

static int message_stop(struct model_stream *stream, yyjson_val *event)
{
    (void)event;
    return stream_complete(stream);
}

int anthropic_read(struct model_stream *stream, yyjson_val *event)
{
    static const struct {
        const char *type;
        int (*read)(struct model_stream *stream, yyjson_val *event);
    } events[] = {{"content_block_delta", block_delta}, {"content_block_start", block_start},
                  {"content_block_stop", block_stop},   {"message_start", message_start},
                  {"message_delta", message_delta},     {"message_stop", message_stop}};
    struct slice type = stream_string(event, "type");
    if (slice_is(type, "error") || yyjson_is_obj(yyjson_obj_get(event, "error")))
        return stream_refused(stream, event);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (!slice_is(type, events[i].type))
            continue;
        if (!stream->started && events[i].read != message_start)
            return stream_malformed(stream, "%s before message_start", events[i].type);
        return events[i].read(stream, event);
    }
    return 0; /* ping, and unknown types */
}
