#include "daemon/chat/chunk.h"

#include <inttypes.h>
#include <stdio.h>

#include "daemon/task/said.h"
#include "json/read.h"
#include "json/write.h"

/* --- values --- */

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static yyjson_val *first_of(yyjson_val *object, const char *const *names)
{
    yyjson_val *value = NULL;
    for (; *names && !value; names++)
        value = yyjson_obj_get(object, *names);
    return value;
}

static void write_field(struct buf *out, const char *before, struct slice text)
{
    (void)buf_append_text(out, before);
    (void)json_write_string(out, text);
}

/* --- text --- */

#define HASH_START UINT64_C(14695981039346656037) /* of FNV-1a */

static uint64_t hash_more(uint64_t hash, struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(1099511628211);
    return hash;
}

static void begin_block(struct chunk_state *state, int64_t index)
{
    state->index = index;
    state->sent = 0;
    state->hash = HASH_START;
}

static void write_delta(struct slice text, struct buf *out)
{
    write_field(out, "{\"type\":\"text-delta\",\"textDelta\":", text);
    (void)buf_append_char(out, '}');
}

void chunk_write_text(struct chunk_state *state, struct slice text, struct buf *out)
{
    state->said = true;
    write_delta(text, out);
}

static int64_t index_of(yyjson_val *data)
{
    yyjson_val *value = yyjson_obj_get(data, "index");
    int64_t index = -1;
    return value && json_integer(value, &index) == 0 && index >= 0 ? index : -1;
}

static enum chunk_kind write_piece(struct chunk_state *state, yyjson_val *data, struct buf *out)
{
    struct slice text = said_text(data);
    int64_t index = index_of(data);
    if (text.size == 0)
        return CHUNK_NONE;
    if (index != state->index || state->sent == 0)
        begin_block(state, index);
    state->sent += text.size;
    state->hash = hash_more(state->hash, text);
    chunk_write_text(state, text, out);
    return CHUNK_SOME;
}

/* A whole text: sends what its pieces have not sent. If they were another text, a block says nothing new, but a message
 * is one of its own. */
static enum chunk_kind write_whole(struct chunk_state *state, struct slice text, bool is_block, struct buf *out)
{
    bool begins_so = text.size >= state->sent;
    if (begins_so && state->sent > 0)
        begins_so = hash_more(HASH_START, (struct slice){text.data, state->sent}) == state->hash;
    size_t skipped = begins_so ? state->sent : is_block ? text.size : 0;
    begin_block(state, -1);
    if (text.size == skipped)
        return CHUNK_NONE;
    chunk_write_text(state, (struct slice){text.data + skipped, text.size - skipped}, out);
    return CHUNK_SOME;
}

/* The end of a block; of another one than the block whose pieces came, it is its first mention. */
static enum chunk_kind end_block(struct chunk_state *state, yyjson_val *data, struct buf *out)
{
    struct slice text = said_text(data);
    int64_t index = index_of(data);
    bool is_other = index >= 0 && state->index >= 0 && index != state->index;
    if (text.size == 0) { /* not a text, or one without it: its pieces have said it */
        if (!is_other && !yyjson_is_obj(yyjson_obj_get(data, "content_block")))
            begin_block(state, -1);
        return CHUNK_NONE;
    }
    if (is_other)
        begin_block(state, -1);
    return write_whole(state, text, true, out);
}

/* --- tools --- */

static struct slice id_of(yyjson_val *data)
{
    struct slice id = text_of(data, "tool_call_id");
    return id.size > 0 ? id : text_of(data, "id");
}

static void write_call_id(const struct chunk_state *state, yyjson_val *data, struct buf *out)
{
    struct slice id = id_of(data);
    char made[40];
    (void)snprintf(made, sizeof made, "call_%" PRId64, state->call);
    write_field(out, "\"toolCallId\":", id.size > 0 ? id : slice_of(made));
}

/* Whether the call was told before; notes it. */
static bool was_told(struct chunk_state *state, struct slice id)
{
    enum { TOLD_MAX = sizeof state->told / sizeof *state->told };
    uint64_t hash = hash_more(HASH_START, id);
    for (unsigned i = 0; i < TOLD_MAX && i < state->told_count; i++)
        if (state->told[i] == hash)
            return true;
    state->told[state->told_count++ % TOLD_MAX] = hash;
    return false;
}

static enum chunk_kind write_call(struct chunk_state *state, const struct chunk_event *event, yyjson_val *data,
                                  struct buf *out)
{
    static const char *const names[] = {"tool", "name", "tool_name", NULL};
    static const char *const inputs[] = {"input", "arguments", "params", NULL};
    yyjson_val *name = first_of(data, names), *input = first_of(data, inputs);
    struct slice id = id_of(data);
    if (id.size == 0)
        state->call = event->seq;
    else if (was_told(state, id))
        return CHUNK_NONE;
    (void)buf_append_text(out, "{\"type\":\"tool-call\",");
    write_call_id(state, data, out);
    write_field(out, ",\"toolName\":", yyjson_is_str(name) ? json_text(name) : SLICE(""));
    (void)buf_append_text(out, ",\"args\":");
    if (yyjson_is_obj(input))
        (void)json_write_value(out, input);
    else
        (void)buf_append_text(out, "{}");
    (void)buf_append_char(out, '}');
    return CHUNK_SOME;
}

static enum chunk_kind write_result(const struct chunk_state *state, yyjson_val *data, struct buf *out)
{
    static const char *const results[] = {"error", "result", "output", "content", NULL};
    yyjson_val *result = first_of(data, results);
    (void)buf_append_text(out, "{\"type\":\"tool-result\",");
    write_call_id(state, data, out);
    (void)buf_append_text(out, ",\"result\":");
    if (result)
        (void)json_write_value(out, result);
    else
        (void)buf_append_text(out, "null");
    (void)buf_append_char(out, '}');
    return CHUNK_SOME;
}

/* --- messages --- */

static enum chunk_kind write_message(struct chunk_state *state, const struct chunk_event *event, struct buf *out)
{
    struct slice type = text_of(event->params, "type");
    yyjson_val *data = yyjson_obj_get(event->params, "data");
    if (!slice_is(text_of(event->params, "role"), "assistant"))
        return CHUNK_NONE;
    if (slice_is(type, "content_block_delta"))
        return write_piece(state, data, out);
    if (slice_is(type, "tool_call"))
        return write_call(state, event, data, out);
    /* A denied call is followed by its result, and was not announced. */
    if (slice_is(type, "permission_denied") && yyjson_obj_get(data, "tool_call_id"))
        return write_call(state, event, data, out);
    if (slice_is(type, "tool_result"))
        return write_result(state, data, out);
    switch (said_kind_of(type)) {
    case SAID_BEGIN:
    case SAID_END:
        begin_block(state, -1);
        break;
    case SAID_BLOCK:
        return end_block(state, data, out);
    case SAID_MESSAGE:
        return write_whole(state, said_text(data), false, out);
    case SAID_OTHER:
        break;
    }
    return CHUNK_NONE;
}

/* --- ends --- */

void chunk_write_error(struct slice sentence, struct buf *out)
{
    write_field(out, "{\"type\":\"error\",\"error\":", sentence);
    (void)buf_append_char(out, '}');
}

void chunk_write_finish(yyjson_val *usage, struct buf *out)
{
    yyjson_val *in = yyjson_obj_get(usage, "input_tokens"), *made = yyjson_obj_get(usage, "output_tokens");
    int64_t prompt = 0, completion = 0;
    (void)buf_append_text(out, "{\"type\":\"finish\"");
    if (in && made && json_integer(in, &prompt) == 0 && json_integer(made, &completion) == 0 && prompt >= 0 &&
        completion >= 0)
        (void)buf_printf(out, ",\"usage\":{\"promptTokens\":%" PRId64 ",\"completionTokens\":%" PRId64 "}", prompt,
                         completion);
    (void)buf_append_char(out, '}');
}

static void write_cancelled(struct slice reason, struct buf *out)
{
    static const struct {
        struct slice reason, sentence;
    } known[] = {
        {SLICE_INIT("user_cancelled"), SLICE_INIT("the task was cancelled")},
        {SLICE_INIT("agent_cancelled"), SLICE_INIT("the agent ended the task before it was completed")},
        {SLICE_INIT("session_closed"), SLICE_INIT("the task was cancelled, because its thread was closed")},
    };
    char text[320];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_equal(reason, known[i].reason)) {
            chunk_write_error(known[i].sentence, out);
            return;
        }
    (void)snprintf(text, sizeof text, "the task was cancelled: %.*s", SLICE_ARG(reason));
    chunk_write_error(slice_of(text), out);
}

bool chunk_concerns(struct slice method)
{
    return slice_is(method, "event.messageCreated") || slice_is(method, "event.taskCompleted") ||
           slice_is(method, "event.taskFailed") || slice_is(method, "event.taskCancelled");
}

enum chunk_kind chunk_write(struct chunk_state *state, const struct chunk_event *event, struct buf *out)
{
    if (slice_is(event->method, "event.messageCreated"))
        return write_message(state, event, out);
    if (slice_is(event->method, "event.taskFailed")) {
        struct slice message = text_of(yyjson_obj_get(event->params, "error"), "message");
        chunk_write_error(message.size > 0 ? message : SLICE("the task failed"), out);
        return CHUNK_LAST;
    }
    if (slice_is(event->method, "event.taskCancelled")) {
        write_cancelled(text_of(event->params, "reason"), out);
        return CHUNK_LAST;
    }
    if (!slice_is(event->method, "event.taskCompleted"))
        return CHUNK_NONE;
    if (!state->said)
        return CHUNK_STORE;
    chunk_write_finish(yyjson_obj_get(event->params, "token_usage"), out);
    return CHUNK_LAST;
}
