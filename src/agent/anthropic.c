/* Parses a response stream in Anthropic's format: message_start; for each block content_block_start, _delta and _stop;
 * message_delta; message_stop. In between pings, errors, and event types of later versions. */
#include <errno.h>

#include "agent/request.h"
#include "agent/stream.h"
#include "tools/tool.h"
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

/* --- request --- */

/* Writes a request for Anthropic's Messages API. */

enum {
    BUDGET_MIN = 1024, /* the minimum of the API */
    WORD_MAX = 128,
    EFFORT_MEDIUM = 4096, /* at this thinking budget, models with adaptive thinking are asked for medium effort */
    EFFORT_HIGH = 16384,
};

static const char cache_mark[] = ",\"cache_control\":{\"type\":\"ephemeral\"}";

/* --- blocks --- */

static void write_image(struct buf *out, struct slice mime, struct slice data)
{
    buf_append_text(out, "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":");
    json_write_string(out, mime);
    buf_append_text(out, ",\"data\":");
    json_write_string(out, data);
    buf_append_text(out, "}");
}

static void write_text(struct buf *out, struct slice text)
{
    buf_append_text(out, "{\"type\":\"text\",\"text\":");
    json_write_string(out, text);
}

static void write_result(struct buf *out, const struct block *block)
{
    struct slice text = block->text;
    if (block->is_error && !request_is_text(text))
        text = SLICE("It failed without a message."); /* the API rejects an empty text */
    buf_append_text(out, "{\"type\":\"tool_result\",\"tool_use_id\":");
    request_write_word(out, block->id, WORD_MAX);
    buf_append_text(out, block->is_error ? ",\"is_error\":true,\"content\":" : ",\"content\":");
    if (block->image.size == 0) {
        json_write_string(out, text);
        return;
    }
    buf_append_char(out, '[');
    if (request_is_text(text)) {
        write_text(out, text);
        buf_append_text(out, "},");
    }
    write_image(out, block->mime, block->image);
    buf_append_text(out, "}]");
}

/* Writes the block without its closing brace. */
static void write_block(struct buf *out, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TEXT:
        write_text(out, block->text);
        break;
    case BLOCK_THINKING:
        buf_append_text(out, "{\"type\":\"thinking\",\"thinking\":");
        json_write_string(out, block->text);
        buf_append_text(out, ",\"signature\":");
        json_write_string(out, block->signature);
        break;
    case BLOCK_REDACTED_THINKING:
        buf_append_text(out, "{\"type\":\"redacted_thinking\",\"data\":");
        json_write_string(out, block->text);
        break;
    case BLOCK_IMAGE:
        write_image(out, block->mime, block->text);
        break;
    case BLOCK_TOOL_USE:
        buf_append_text(out, "{\"type\":\"tool_use\",\"id\":");
        request_write_word(out, block->id, WORD_MAX);
        buf_append_text(out, ",\"name\":");
        request_write_word(out, block->name, WORD_MAX);
        buf_append_text(out, ",\"input\":");
        buf_append_slice(out, block->input.size > 0 ? block->input : SLICE("{}"));
        break;
    case BLOCK_TOOL_RESULT:
        write_result(out, block);
        break;
    }
}

/* Thinking without a signature is from another provider. */
static bool says(const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TEXT:
        return request_is_text(block->text);
    case BLOCK_THINKING:
        return block->signature.size > 0;
    case BLOCK_REDACTED_THINKING:
    case BLOCK_IMAGE:
        return block->text.size > 0;
    default:
        return true;
    }
}

/* Also skips all thinking if the model does not think now. */
static bool says_without_thoughts(const struct block *block)
{
    return block->kind != BLOCK_THINKING && block->kind != BLOCK_REDACTED_THINKING && says(block);
}

/* --- messages --- */

static size_t count_blocks(const struct request_turn *turn, request_says_fn is_said)
{
    const struct said *said = NULL;
    size_t count = 0;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));)
        count += is_said(block);
    return count;
}

/* Tool results come first, or the API does not match them with their calls. */
static void write_turn(struct buf *out, const struct request_turn *turn, request_says_fn is_said, bool is_last)
{
    size_t left = count_blocks(turn, is_said);
    buf_append_text(out, turn->by == SAID_BY_USER ? "{\"role\":\"user\",\"content\":["
                                                  : "{\"role\":\"assistant\",\"content\":[");
    for (int results = 1; results >= 0; results--) {
        const struct said *said = NULL;
        for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
            if (!is_said(block) || (block->kind == BLOCK_TOOL_RESULT) != (results == 1))
                continue;
            write_block(out, block);
            if (--left == 0 && is_last)
                buf_append_text(out, cache_mark);
            buf_append_text(out, left > 0 ? "}," : "}");
        }
    }
    buf_append_text(out, "]}");
}

static void write_messages(struct buf *out, const struct conversation *conversation, request_says_fn is_said)
{
    struct request_turn turn = {0}, next;
    bool more = request_next(conversation, is_said, &turn);
    buf_append_char(out, '[');
    while (more) {
        next = turn;
        more = request_next(conversation, is_said, &next);
        write_turn(out, &turn, is_said, !more && turn.by == SAID_BY_USER);
        if (more)
            buf_append_char(out, ',');
        turn = next;
    }
    buf_append_char(out, ']');
}

/* --- thinking --- */

/* A model that was thinking when it called tools must get its thinking back with the results. If there is none (a model
 * of another provider called them), it cannot think in this turn. */
static bool may_think(const struct conversation *conversation)
{
    struct request_turn turn = {0}, last = {0};
    const struct said *said = NULL;
    bool calls = false, thinks_first = false, is_first = true;
    while (request_next(conversation, says, &turn))
        if (turn.by == SAID_BY_ASSISTANT)
            last = turn;
    if (!last.first)
        return true;
    for (const struct block *block = NULL; (block = request_block(&last, block, &said));) {
        if (!says(block))
            continue;
        if (is_first)
            thinks_first = block->kind == BLOCK_THINKING || block->kind == BLOCK_REDACTED_THINKING;
        is_first = false;
        calls |= block->kind == BLOCK_TOOL_USE;
    }
    return thinks_first || !calls;
}

static int number_at(struct slice text, size_t *at)
{
    int number = 0;
    size_t start = *at;
    while (*at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9')
        number = *at - start < 3 ? number * 10 + text.data[*at] - '0' : 1000, (*at)++;
    return *at == start || number >= 100 ? -1 : number; /* longer numbers are dates */
}

/* From version 4.6 on, Claude models decide about the thinking budget themselves; older models need a budget. The
 * version is in the name: claude-opus-4-7, claude-haiku-4-5-20251001, claude-3-7-sonnet-20250219. */
static bool measures_itself(struct slice model)
{
    size_t at = 0;
    if (!slice_starts_with(model, SLICE("claude-")))
        return false;
    while (at < model.size && (model.data[at] < '0' || model.data[at] > '9'))
        at++;
    int major = number_at(model, &at), minor = 0;
    if (at < model.size && (model.data[at] == '-' || model.data[at] == '.')) {
        at++;
        minor = number_at(model, &at);
    }
    return major > 4 || (major == 4 && minor >= 6);
}

static void write_thinking(struct buf *out, bool *first, const struct model_request *request, int64_t tokens)
{
    if (!measures_itself(request->model)) {
        request_member(out, first, "thinking");
        buf_append_text(out, "{\"type\":\"enabled\",\"budget_tokens\":");
        buf_append_signed(out, tokens);
        buf_append_char(out, '}');
        return;
    }
    const char *effort = tokens >= EFFORT_HIGH ? "high" : tokens >= EFFORT_MEDIUM ? "medium" : "low";
    request_member(out, first, "thinking");
    buf_append_text(out, "{\"type\":\"adaptive\",\"display\":\"summarized\"}");
    request_member(out, first, "output_config");
    buf_append_text(out, "{\"effort\":\"");
    buf_append_text(out, effort);
    buf_append_text(out, "\"}");
}

/* --- the request --- */

static void write_tools(struct buf *out, bool *first, const struct tool *const *tools)
{
    if (!tools || !*tools)
        return;
    request_member(out, first, "tools");
    buf_append_char(out, '[');
    for (; *tools; tools++) {
        buf_append_text(out, "{\"name\":");
        request_write_word(out, slice_of((*tools)->name), WORD_MAX);
        buf_append_text(out, ",\"description\":");
        json_write_string(out, slice_of((*tools)->description));
        buf_append_text(out, ",\"input_schema\":");
        buf_append_text(out, (*tools)->schema);
        buf_append_text(out, tools[1] ? "}," : cache_mark);
    }
    buf_append_text(out, "}]");
}

static void write_system(struct buf *out, bool *first, struct slice system)
{
    if (!request_is_text(system))
        return;
    request_member(out, first, "system");
    buf_append_char(out, '[');
    write_text(out, system);
    buf_append_text(out, cache_mark);
    buf_append_text(out, "}]");
}

/* The cache_control marks let the provider cache everything before them: tools, system prompt, and the conversation. */
int anthropic_write(struct buf *out, const struct model_request *request)
{
    bool first = true;
    int64_t thinking = request->thinking_tokens > 0 && may_think(request->conversation) ? request->thinking_tokens : 0;
    int64_t most = request->output_tokens;
    if (thinking > 0 && thinking < BUDGET_MIN)
        thinking = BUDGET_MIN;
    if (thinking > most - BUDGET_MIN) /* thinking counts as output; reserves a part for the answer */
        most += thinking;
    buf_append_char(out, '{');
    request_member(out, &first, "model");
    json_write_string(out, request->model);
    request_member(out, &first, "max_tokens");
    buf_append_signed(out, most);
    request_member(out, &first, "stream");
    buf_append_text(out, "true");
    if (thinking > 0)
        write_thinking(out, &first, request, thinking);
    write_tools(out, &first, request->tools);
    write_system(out, &first, request->system);
    request_member(out, &first, "messages");
    write_messages(out, request->conversation, thinking > 0 ? says : says_without_thoughts);
    return buf_append_char(out, '}');
}
