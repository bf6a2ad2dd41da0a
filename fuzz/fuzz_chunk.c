/* Fuzzes the chunks of a chat stream with events of untrusted agents: one event a line, "TYPE CONTENT"; an empty type
 * ends the task. Each chunk must be one line of JSON with the fields of its definition. */
#include "fuzz.h"

#include <string.h>

#include "base/arena.h"
#include "daemon/chat/chunk.h"
#include "json/read.h"
#include "json/write.h"

enum { MEMORY = 64 << 20, EVENTS_MAX = 4096 };

static bool has_text(yyjson_val *chunk, const char *name)
{
    return yyjson_is_str(yyjson_obj_get(chunk, name));
}

static void check_chunk(struct slice text, enum chunk_kind kind)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct json_error error;
    yyjson_val *chunk = NULL;
    must(!memchr(text.data, '\n', text.size));
    must(json_read(&arena, text, &chunk, &error) == 0 && has_text(chunk, "type"));
    struct slice type = json_text(yyjson_obj_get(chunk, "type"));
    bool is_last = slice_is(type, "finish") || slice_is(type, "error");
    must(is_last == (kind == CHUNK_LAST));
    if (slice_is(type, "text-delta"))
        must(has_text(chunk, "textDelta") && json_text(yyjson_obj_get(chunk, "textDelta")).size > 0);
    else if (slice_is(type, "tool-call"))
        must(has_text(chunk, "toolCallId") && has_text(chunk, "toolName") &&
             yyjson_is_obj(yyjson_obj_get(chunk, "args")));
    else if (slice_is(type, "tool-result"))
        must(has_text(chunk, "toolCallId") && yyjson_obj_get(chunk, "result"));
    else if (slice_is(type, "error"))
        must(has_text(chunk, "error"));
    else
        must(slice_is(type, "finish"));
    arena_clear(&arena);
}

static void write_params(struct buf *out, struct slice type, struct slice content)
{
    (void)buf_append_text(out, "{\"role\":\"assistant\",\"type\":");
    (void)json_write_string(out, type);
    (void)buf_append_text(out, ",\"data\":");
    (void)buf_append_slice(out, content);
    (void)buf_append_char(out, '}');
}

static void play(struct chunk_state *state, struct slice type, struct slice content, int64_t seq)
{
    static const struct slice ends[] = {SLICE_INIT("event.taskCompleted"), SLICE_INIT("event.taskFailed"),
                                        SLICE_INIT("event.taskCancelled")};
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct buf params = BUF_LIMITED(MEMORY), chunk = BUF_LIMITED(MEMORY);
    struct json_error error;
    struct chunk_event event = {.method = SLICE("event.messageCreated"), .seq = seq};
    if (type.size > 0)
        write_params(&params, type, content);
    else
        (void)buf_append_slice(&params, content);
    if (type.size == 0)
        event.method = ends[seq % 3];
    if (json_read(&arena, buf_slice(&params), &event.params, &error) == 0) {
        enum chunk_kind kind = chunk_write(state, &event, &chunk);
        must((kind == CHUNK_SOME || kind == CHUNK_LAST) == (chunk.size > 0) && !chunk.error);
        must(kind != CHUNK_STORE || !state->said);
        if (chunk.size > 0)
            check_chunk(buf_slice(&chunk), kind);
    }
    buf_clear(&params);
    buf_clear(&chunk);
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chunk_state state = {.index = -1};
    struct slice text = {(const char *)data, size};
    for (int64_t seq = 1; text.size > 0 && seq < EVENTS_MAX; seq++) {
        const char *newline = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, newline ? (size_t)(newline - text.data) : text.size};
        const char *blank = memchr(line.data, ' ', line.size);
        size_t type = blank ? (size_t)(blank - line.data) : line.size, skip = blank ? 1 : 0;
        play(&state, (struct slice){line.data, type}, (struct slice){line.data + type + skip, line.size - type - skip},
             seq);
        text = newline ? (struct slice){newline + 1, text.size - line.size - 1} : SLICE("");
    }
    return 0;
}
