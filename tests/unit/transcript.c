#include "unit/transcript.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const kinds[] = {"text", "thinking", "redacted", "image", "tool", "result"};

static void on_started(void *user, struct slice id, struct slice model)
{
    struct transcript *transcript = user;
    buf_printf(&transcript->text, "started %.*s %.*s\n", SLICE_ARG(id), SLICE_ARG(model));
}

static void on_block_started(void *user, int index, enum block_kind kind, struct slice id, struct slice name)
{
    struct transcript *transcript = user;
    buf_printf(&transcript->text, "%d %s %.*s %.*s\n", index, kinds[kind], SLICE_ARG(id), SLICE_ARG(name));
}

static void on_piece(void *user, int index, enum block_kind kind, struct slice text)
{
    struct transcript *transcript = user;
    buf_printf(&transcript->text, "%d + %s <%.*s>\n", index, kinds[kind], SLICE_ARG(text));
}

static void on_block_stopped(void *user, int index, const struct block *block)
{
    struct transcript *transcript = user;
    buf_printf(&transcript->text, "%d = %s <%.*s> <%.*s> <%.*s> <%.*s> <%.*s>\n", index, kinds[block->kind],
               SLICE_ARG(block->text), SLICE_ARG(block->signature), SLICE_ARG(block->id), SLICE_ARG(block->name),
               SLICE_ARG(block->input));
}

static void on_usage(void *user, const struct model_usage *usage)
{
    struct transcript *transcript = user;
    buf_printf(&transcript->text, "usage %lld %lld %lld %lld\n", (long long)usage->input_tokens,
               (long long)usage->output_tokens, (long long)usage->cache_read_tokens,
               (long long)usage->cache_write_tokens);
}

const struct model_handlers transcript_handlers = {
    .started = on_started,
    .block_started = on_block_started,
    .piece = on_piece,
    .block_stopped = on_block_stopped,
    .usage = on_usage,
};

void transcript_read(struct transcript *transcript, enum executor_provider_format format, struct slice stream,
                     size_t step)
{
    *transcript = (struct transcript){.text = BUF_LIMITED(256 << 20)};
    struct model_stream *reader = model_stream_new(format, &transcript_handlers, transcript);
    if (!reader)
        abort();
    while (stream.size > 0 && transcript->state == 0) {
        size_t size = step < stream.size ? step : stream.size;
        char *piece = malloc(size); /* a separate allocation, so that reads beyond the end are detected */
        if (!piece)
            abort();
        memcpy(piece, stream.data, size);
        transcript->state = model_stream_feed(reader, (struct slice){piece, size}, &transcript->end);
        free(piece);
        stream = (struct slice){stream.data + size, stream.size - size};
    }
    if (transcript->state == 0)
        model_stream_end(reader, &transcript->end);
    buf_printf(&transcript->text, "end %d %s %s\n", transcript->end.failure, transcript->end.stop_reason,
               transcript->end.message);
    (void)buf_terminate(&transcript->text);
    model_stream_free(reader);
}

void transcript_clear(struct transcript *transcript)
{
    buf_clear(&transcript->text);
}
