#include "agent/stream.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/text.h"
#include "json/read.h"
#include "json/write.h"

/* --- helpers of the parsers --- */

int stream_malformed(struct model_stream *stream, const char *format, ...)
{
    char detail[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    stream->end.failure = MODEL_MALFORMED;
    (void)snprintf(stream->end.message, sizeof stream->end.message, "the response violates the protocol: %s", detail);
    return -EPROTO;
}

int stream_refused(struct model_stream *stream, yyjson_val *event)
{
    error_read(event, 200, &stream->end);
    return -EREMOTEIO;
}

struct slice stream_string(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

void stream_count(yyjson_val *object, const char *name, int64_t *count)
{
    static const int64_t most = 1000000000000;
    yyjson_val *value = yyjson_obj_get(object, name);
    int64_t number = 0;
    if (value && json_integer(value, &number) == 0 && number >= 0 && number <= most)
        *count = number;
}

void stream_tell_usage(struct model_stream *stream)
{
    if (stream->handlers.usage && !stream->muted)
        stream->handlers.usage(stream->user, &stream->end.usage);
}

void stream_set_reason(struct model_stream *stream, struct slice reason)
{
    if (reason.size == 0 || reason.size >= sizeof stream->end.stop_reason)
        return;
    for (size_t i = 0; i < reason.size; i++)
        if ((reason.data[i] < 'a' || reason.data[i] > 'z') && reason.data[i] != '_')
            return;
    slice_copy(stream->end.stop_reason, reason);
    stream->end.stop_reason[reason.size] = '\0';
}

void stream_begin(struct model_stream *stream, struct slice id, struct slice model)
{
    if (stream->started)
        return;
    stream->started = true;
    if (stream->handlers.started && !stream->muted)
        stream->handlers.started(stream->user, id, model);
}

/* --- blocks --- */

static int add_block(struct model_stream *stream, int64_t index, struct stream_block **ret_block)
{
    if (index < 0 || index >= STREAM_BLOCKS_MAX)
        return stream_malformed(stream, "a block has the invalid index %lld", (long long)index);
    if (stream->blocks[index])
        return stream_malformed(stream, "block %d begins twice", (int)index);
    struct stream_block *block = calloc(1, sizeof *block);
    if (!block)
        return -ENOMEM;
    block->text.limit = block->signature.limit = STREAM_BLOCK_MAX;
    stream->blocks[index] = block;
    if (index >= stream->block_count)
        stream->block_count = (int)index + 1;
    *ret_block = block;
    return 0;
}

static bool copy_word(char to[static STREAM_WORD_MAX + 1], struct slice word)
{
    if (word.size > STREAM_WORD_MAX || (word.size > 0 && memchr(word.data, '\0', word.size)))
        return false;
    slice_copy(to, word);
    to[word.size] = '\0';
    return true;
}

int stream_open(struct model_stream *stream, int64_t index, enum block_kind kind, struct slice id, struct slice name)
{
    struct stream_block *block = NULL;
    int r = add_block(stream, index, &block);
    if (!block)
        return r;
    block->kind = kind;
    if (!copy_word(block->id, id) || !copy_word(block->name, name))
        return stream_malformed(stream, "the id or the name of a tool call is too long");
    if (kind == BLOCK_TOOL_USE && (!*block->id || !*block->name))
        return stream_malformed(stream, "a tool call has no id, or no name");
    if (stream->handlers.block_started && !stream->muted)
        stream->handlers.block_started(stream->user, (int)index, kind, slice_of(block->id), slice_of(block->name));
    return 0;
}

int stream_ignore(struct model_stream *stream, int64_t index)
{
    struct stream_block *block = NULL;
    int r = add_block(stream, index, &block);
    if (block)
        block->state = STREAM_IGNORED;
    return r;
}

struct stream_block *stream_find(struct model_stream *stream, int64_t index)
{
    if (index < 0 || index >= stream->block_count)
        return NULL;
    struct stream_block *block = stream->blocks[index];
    return block && block->state != STREAM_STOPPED ? block : NULL;
}

static int grow(struct model_stream *stream, struct buf *buf, struct slice text)
{
    if (text.size > STREAM_MESSAGE_MAX - stream->bytes)
        return stream_malformed(stream, "it is longer than %d MiB", STREAM_MESSAGE_MAX >> 20);
    stream->bytes += text.size;
    int r = buf_append_slice(buf, text);
    return r == -ENOBUFS ? stream_malformed(stream, "a block is longer than %d MiB", STREAM_BLOCK_MAX >> 20) : r;
}

int stream_add(struct model_stream *stream, int index, struct slice text)
{
    struct stream_block *block = stream->blocks[index];
    size_t before = block->text.size;
    if (text.size == 0)
        return 0;
    int r = grow(stream, &block->text, text);
    if (r < 0)
        return r;
    text_replace_nul(block->text.data + before, text.size);
    if (stream->handlers.piece && !stream->muted)
        stream->handlers.piece(stream->user, index, block->kind, (struct slice){block->text.data + before, text.size});
    return 0;
}

int stream_sign(struct model_stream *stream, int index, struct slice text)
{
    return grow(stream, &stream->blocks[index]->signature, text);
}

/* Parses a tool's input: an object, written on one line, because the host may use a line protocol. */
static int read_input(struct model_stream *stream, struct slice text, struct buf *input)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (text.size == 0)
        return buf_append_text(input, "{}");
    int r = json_read(&stream->arena, text, &root, &error);
    if (r == 0 && !yyjson_is_obj(root))
        r = -EINVAL;
    return r < 0 ? r : json_write_value(input, root);
}

static int stop_tool(struct model_stream *stream, int index, struct block *told, struct buf *input)
{
    int r = read_input(stream, buf_slice(&stream->blocks[index]->text), input);
    if (r == -EINVAL && stream->broken < 0)
        stream->broken = index;
    told->input = buf_slice(input);
    told->text = SLICE("");
    return r;
}

int stream_stop(struct model_stream *stream, int index)
{
    struct stream_block *block = stream->blocks[index];
    struct buf input = BUF_LIMITED(STREAM_MESSAGE_MAX);
    struct block told = {.kind = block->kind,
                         .text = buf_slice(&block->text),
                         .signature = buf_slice(&block->signature),
                         .id = slice_of(block->id),
                         .name = slice_of(block->name)};
    int r = block->kind == BLOCK_TOOL_USE && block->state == STREAM_OPEN ? stop_tool(stream, index, &told, &input) : 0;
    if (r == 0 && block->state == STREAM_OPEN && stream->handlers.block_stopped && !stream->muted)
        stream->handlers.block_stopped(stream->user, index, &told);
    block->state = STREAM_STOPPED;
    buf_clear(&input);
    buf_clear(&block->text);
    buf_clear(&block->signature);
    return r == -EINVAL ? 0 : r; /* checked at the end: an input may be cut off by a limit */
}

/* --- end of the response --- */

static bool was_limited(const struct model_end *end)
{
    return strcmp(end->stop_reason, "max_tokens") == 0 || strcmp(end->stop_reason, "refusal") == 0 ||
           strcmp(end->stop_reason, "model_context_window_exceeded") == 0;
}

int stream_complete(struct model_stream *stream)
{
    bool has_tools = false;
    for (int i = 0; i < stream->block_count; i++) {
        if (stream_find(stream, i))
            return stream_malformed(stream, "the message ends before block %d", i);
        has_tools |= stream->blocks[i] && stream->blocks[i]->kind == BLOCK_TOOL_USE;
    }
    if (!*stream->end.stop_reason)
        stream_set_reason(stream, has_tools ? SLICE("tool_use") : SLICE("end_turn"));
    if (stream->broken >= 0 && !was_limited(&stream->end))
        return stream_malformed(stream, "the input of the tool \"%.64s\" is not a JSON object",
                                stream->blocks[stream->broken]->name);
    stream->end.failure = MODEL_OK;
    *stream->end.message = '\0';
    return 1;
}

struct model_stream *model_stream_new(enum executor_provider_format format, const struct model_handlers *handlers,
                                      void *user)
{
    struct model_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->format = format;
    stream->handlers = *handlers;
    stream->user = user;
    stream->arena = (struct arena)ARENA_LIMITED(STREAM_DOCUMENT_MAX);
    stream->mended = (struct buf)BUF_LIMITED(4 * (size_t)STREAM_EVENT_MAX);
    stream->end = (struct model_end){.retry_after_ms = -1, .status = 200};
    stream->broken = stream->growing = -1;
    sse_init(&stream->sse, STREAM_EVENT_MAX);
    return stream;
}

struct model_stream *model_stream_free(struct model_stream *stream)
{
    if (!stream)
        return NULL;
    for (int i = 0; i < stream->block_count; i++) {
        if (!stream->blocks[i])
            continue;
        buf_clear(&stream->blocks[i]->text);
        buf_clear(&stream->blocks[i]->signature);
        free(stream->blocks[i]);
    }
    sse_clear(&stream->sse);
    arena_clear(&stream->arena);
    buf_clear(&stream->mended);
    free(stream);
    return NULL;
}

/* Invalid UTF-8 and unpaired surrogates are repaired only if parsing fails. */
static int read_document(struct model_stream *stream, struct slice data, yyjson_val **ret_root)
{
    struct json_error error = {0};
    int r = json_read(&stream->arena, data, ret_root, &error);
    if (r == -EINVAL) {
        buf_reset(&stream->mended, 0);
        r = text_mend_json(&stream->mended, data);
        if (r == 0)
            r = json_read(&stream->arena, buf_slice(&stream->mended), ret_root, &error);
    }
    if (r == -EINVAL)
        return stream_malformed(stream, "an event is not JSON (%s, at byte %zu)", error.message, error.offset);
    if (r == 0 && !yyjson_is_obj(*ret_root))
        return stream_malformed(stream, "an event is not an object");
    return r;
}

static int on_event(void *user, struct slice name, struct slice data)
{
    struct model_stream *stream = user;
    yyjson_val *root = NULL;
    (void)name; /* the data contains the type, too */
    if (data.size == 0)
        return 0;
    if (stream->format == EXECUTOR_PROVIDER_FORMAT_OPENAI && slice_is(data, "[DONE]"))
        return openai_end(stream);
    int r = read_document(stream, data, &root);
    if (r == 0)
        r = stream->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? anthropic_read(stream, root)
                                                                 : openai_read(stream, root);
    arena_reset(&stream->arena);
    return r;
}

int model_stream_feed(struct model_stream *stream, struct slice bytes, struct model_end *ret_end)
{
    if (stream->state == 0)
        stream->state = sse_feed(&stream->sse, bytes, on_event, stream);
    if (stream->state == -EMSGSIZE || stream->state == -ENOMEM)
        stream->state = stream_malformed(stream, "an event is too large");
    if (stream->state != 0)
        *ret_end = stream->end;
    return stream->state;
}

void model_stream_end(struct model_stream *stream, struct model_end *ret_end)
{
    if (stream->state == 0 && stream->finished)
        stream->state = openai_end(stream);
    if (stream->state == 0) {
        stream->end.failure = MODEL_CUT;
        (void)snprintf(stream->end.message, sizeof stream->end.message,
                       "the stream ended before the response was complete");
        stream->state = -EPROTO;
    }
    *ret_end = stream->end;
}
