/* Fuzzes the parser of a model's stream. Parsing all at once and in pieces must give the same result, and all
 * results must be valid text. */
#pragma once

#include "fuzz.h"

#include <string.h>

#include "agent/model.h"
#include "agent/text.h"
#include "base/arena.h"
#include "json/read.h"

struct results {
    struct buf text; /* all results, for the comparison */
    int open;        /* open blocks */
};

static inline void must_be_text(struct slice text)
{
    while (text.size > 0) {
        size_t size = text_sequence(text);
        must(size > 0 && text.data[0] != '\0');
        text = (struct slice){text.data + size, text.size - size};
    }
}

static inline void on_started(void *user, struct slice id, struct slice model)
{
    struct results *results = user;
    buf_append_slice(&results->text, id);
    buf_append_slice(&results->text, model);
}

static inline void on_block(void *user, int index, enum block_kind kind, struct slice id, struct slice name)
{
    struct results *results = user;
    must(index >= 0 && index < 512);
    must_be_text(name);
    must_be_text(id);
    results->open++;
    /* Ids that weir generates are random. */
    buf_printf(&results->text, "open %d %d %d %.*s\n", index, (int)kind, id.size > 0, SLICE_ARG(name));
}

static inline void on_piece(void *user, int index, enum block_kind kind, struct slice text)
{
    struct results *results = user;
    must(text.size > 0);
    must_be_text(text);
    buf_printf(&results->text, "piece %d %d ", index, (int)kind);
    buf_append_slice(&results->text, text);
}

static inline void on_stopped(void *user, int index, const struct block *block)
{
    struct results *results = user;
    must(--results->open >= 0);
    must_be_text(block->text);
    if (block->kind == BLOCK_TOOL_USE) {
        struct arena arena = ARENA_LIMITED(64 << 20);
        struct json_error error;
        yyjson_val *root = NULL;
        must(block->id.size > 0 && block->name.size > 0);
        must(json_read(&arena, block->input, &root, &error) == 0 && yyjson_is_obj(root));
        must(!memchr(block->input.data, '\n', block->input.size));
        arena_clear(&arena);
    }
    buf_printf(&results->text, "stop %d\n", index);
    buf_append_slice(&results->text, block->text);
    buf_append_slice(&results->text, block->signature);
    buf_append_slice(&results->text, block->input);
}

static inline void on_usage(void *user, const struct model_usage *usage)
{
    struct results *results = user;
    must(usage->input_tokens >= 0 && usage->output_tokens >= 0 && usage->cache_read_tokens >= 0 &&
         usage->cache_write_tokens >= 0);
    buf_printf(&results->text, "usage %lld %lld\n", (long long)usage->input_tokens, (long long)usage->output_tokens);
}

static const struct model_handlers on_handlers = {
    .started = on_started,
    .block_started = on_block,
    .piece = on_piece,
    .block_stopped = on_stopped,
    .usage = on_usage,
};

static inline void on_read(struct results *results, enum executor_provider_format format, struct slice bytes,
                           bool whole)
{
    struct model_end end = {0};
    struct model_stream *stream = model_stream_new(format, &on_handlers, results);
    int r = 0;
    must(stream);
    while (r == 0 && bytes.size > 0) {
        size_t size = whole ? bytes.size : 1 + (size_t)(unsigned char)bytes.data[0] % 7;
        size = size < bytes.size ? size : bytes.size;
        r = model_stream_feed(stream, (struct slice){bytes.data, size}, &end);
        bytes = (struct slice){bytes.data + size, bytes.size - size};
    }
    if (r == 0)
        model_stream_end(stream, &end);
    must(memchr(end.message, '\0', sizeof end.message) && memchr(end.stop_reason, '\0', sizeof end.stop_reason));
    must((end.failure == MODEL_OK) == (*end.message == '\0'));
    must(end.failure != MODEL_OK || *end.stop_reason);
    must_be_text(slice_of(end.message));
    buf_printf(&results->text, "end %d %s %s", (int)end.failure, end.stop_reason, end.message);
    model_stream_free(stream);
}

static inline void fuzz_model(enum executor_provider_format format, struct slice bytes)
{
    struct results whole = {.text = BUF_LIMITED(256 << 20)}, pieces = {.text = BUF_LIMITED(256 << 20)};
    struct model_end end;
    on_read(&whole, format, bytes, true);
    on_read(&pieces, format, bytes, false);
    must(whole.text.size == pieces.text.size && memcmp(whole.text.data, pieces.text.data, whole.text.size) == 0);
    buf_clear(&whole.text);
    buf_clear(&pieces.text);
    /* Parses the same bytes as an error response. */
    model_read_error(bytes.size % 2 ? 429 : 400, (struct slice){bytes.data, bytes.size < 40 ? bytes.size : 40}, bytes,
                     &end);
    must(end.failure != MODEL_OK && end.retry_after_ms >= -1 && *end.message);
    must_be_text(slice_of(end.message));
}
