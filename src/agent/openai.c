/* Parses a response stream in OpenAI's format: chunks whose deltas are pieces of text, thinking and tool calls, without
 * explicit beginnings and ends. Ollama, llama.cpp, vLLM and others use variants of it. */
#include <errno.h>

#include "agent/request.h"
#include "agent/stream.h"
#include "base/id.h"
#include "base/saturate.h"
#include "tools/tool.h"
#include "json/read.h"
#include "json/write.h"

static void read_usage(struct model_stream *stream, yyjson_val *usage)
{
    struct model_usage *used = &stream->end.usage;
    if (!yyjson_is_obj(usage))
        return;
    int64_t prompt = saturate_add(used->input_tokens, used->cache_read_tokens);
    stream_count(usage, "prompt_tokens", &prompt);
    stream_count(usage, "completion_tokens", &used->output_tokens);
    stream_count(yyjson_obj_get(usage, "prompt_tokens_details"), "cached_tokens", &used->cache_read_tokens);
    if (used->cache_read_tokens > prompt)
        used->cache_read_tokens = prompt;
    used->input_tokens = prompt - used->cache_read_tokens; /* the prompt tokens include them */
    stream_tell_usage(stream);
}

/* --- text and thinking --- */

static int end_growing(struct model_stream *stream)
{
    int index = stream->growing;
    stream->growing = -1;
    return index < 0 ? 0 : stream_stop(stream, index);
}

static int add_text(struct model_stream *stream, enum block_kind kind, struct slice text)
{
    if (text.size == 0)
        return 0;
    int r = 0;
    if (stream->growing >= 0 && stream->blocks[stream->growing]->kind != kind)
        r = end_growing(stream);
    if (r == 0 && stream->growing < 0) {
        int index = stream->block_count;
        r = stream_open(stream, index, kind, SLICE(""), SLICE(""));
        if (r == 0)
            stream->growing = index;
    }
    return r < 0 ? r : stream_add(stream, stream->growing, text);
}

/* --- tool calls --- */

/* The index identifies a call. Some servers send no index, or the same for all calls: then a new id begins a new call.
 */
static struct stream_call *find_call(struct model_stream *stream, int64_t index, struct slice id)
{
    for (int i = stream->call_count - 1; i >= 0; i--) {
        struct stream_call *call = &stream->calls[i];
        bool same_id = id.size == 0 || !*call->id || slice_is(id, call->id);
        if (index >= 0 ? call->index == index && same_id : same_id)
            return call;
    }
    return NULL;
}

static int add_call(struct model_stream *stream, int64_t index, struct slice id, struct stream_call **ret_call)
{
    if (stream->call_count == STREAM_CALLS_MAX)
        return stream_malformed(stream, "more than %d tool calls", STREAM_CALLS_MAX);
    if (id.size > STREAM_WORD_MAX || (id.size > 0 && memchr(id.data, '\0', id.size)))
        return stream_malformed(stream, "the id of a tool call is too long");
    struct stream_call *call = &stream->calls[stream->call_count++];
    *call = (struct stream_call){.index = index, .block = -1};
    slice_copy(call->id, id);
    *ret_call = call;
    return 0;
}

static int open_call(struct model_stream *stream, struct stream_call *call, struct slice id, struct slice name)
{
    struct id_source source = {0};
    if (!*call->id && id.size > 0 && id.size <= STREAM_WORD_MAX)
        slice_copy(call->id, id);
    if (!*call->id && id_make(&source, "call_", call->id) < 0) /* the result needs an id */
        return -ENOMEM;
    int r = end_growing(stream), index = stream->block_count;
    if (r == 0)
        r = stream_open(stream, index, BLOCK_TOOL_USE, slice_of(call->id), name);
    if (r == 0)
        call->block = index;
    return r;
}

/* Text in pieces; some servers send a whole object. */
static int add_arguments(struct model_stream *stream, int block, yyjson_val *arguments)
{
    struct buf text = BUF_LIMITED(STREAM_BLOCK_MAX);
    if (yyjson_is_str(arguments))
        return stream_add(stream, block, json_text(arguments));
    if (!yyjson_is_obj(arguments))
        return 0;
    int r = json_write_value(&text, arguments);
    if (r == 0)
        r = stream_add(stream, block, buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int read_call(struct model_stream *stream, yyjson_val *delta)
{
    yyjson_val *function = yyjson_obj_get(delta, "function");
    yyjson_val *number = yyjson_obj_get(delta, "index");
    yyjson_val *arguments = yyjson_obj_get(function, "arguments");
    struct slice id = stream_string(delta, "id"), name = stream_string(function, "name");
    int64_t index = -1;
    if (number && (json_integer(number, &index) < 0 || index < 0))
        return stream_malformed(stream, "a tool call has an invalid index");
    struct stream_call *call = find_call(stream, index, id);
    /* Some servers send whole calls without an id: then the next name begins the next call. */
    bool is_next = call && index < 0 && id.size == 0 && name.size > 0 && call->block >= 0;
    int r = call && !is_next ? 0 : add_call(stream, index, id, &call);
    if (r == 0 && call->block < 0 && name.size > 0)
        r = open_call(stream, call, id, name);
    if (r < 0 || !arguments || yyjson_is_null(arguments) ||
        (yyjson_is_str(arguments) && json_text(arguments).size == 0))
        return r;
    if (call->block < 0)
        return stream_malformed(stream, "a tool call has an input before its name");
    return add_arguments(stream, call->block, arguments);
}

static int read_calls(struct model_stream *stream, yyjson_val *calls)
{
    size_t i, count;
    yyjson_val *call;
    int r = 0;
    if (!yyjson_is_arr(calls))
        return 0;
    yyjson_arr_foreach(calls, i, count, call)
    {
        r = read_call(stream, call);
        if (r < 0)
            break;
    }
    return r;
}

/* --- chunks --- */

static struct slice reason_of(struct slice word)
{
    if (slice_is(word, "length"))
        return SLICE("max_tokens");
    if (slice_is(word, "content_filter"))
        return SLICE("refusal");
    return SLICE(""); /* some servers send "stop" after tool calls, so the blocks decide */
}

static int read_choice(struct model_stream *stream, yyjson_val *choice)
{
    yyjson_val *delta = yyjson_obj_get(choice, "delta");
    struct slice refusal = stream_string(delta, "refusal"), reason = stream_string(choice, "finish_reason");
    struct slice thoughts = stream_string(delta, "reasoning_content");
    if (thoughts.size == 0)
        thoughts = stream_string(delta, "reasoning");
    int r = add_text(stream, BLOCK_THINKING, thoughts);
    if (r == 0)
        r = add_text(stream, BLOCK_TEXT, stream_string(delta, "content"));
    if (r == 0)
        r = add_text(stream, BLOCK_TEXT, refusal);
    if (r == 0)
        r = read_calls(stream, yyjson_obj_get(delta, "tool_calls"));
    if (r < 0)
        return r;
    if (refusal.size > 0)
        stream_set_reason(stream, SLICE("refusal"));
    stream_set_reason(stream, reason_of(reason));
    stream->finished |= reason.size > 0;
    return 0;
}

static bool is_error(yyjson_val *event)
{
    yyjson_val *error = yyjson_obj_get(event, "error");
    return (error && !yyjson_is_null(error)) || slice_is(stream_string(event, "object"), "error");
}

int openai_read(struct model_stream *stream, yyjson_val *event)
{
    yyjson_val *choices = yyjson_obj_get(event, "choices");
    yyjson_val *choice = yyjson_is_arr(choices) ? yyjson_arr_get_first(choices) : NULL;
    if (is_error(event))
        return stream_refused(stream, event);
    if (!choices && !yyjson_obj_get(event, "usage"))
        return 0; /* unknown type */
    stream_begin(stream, stream_string(event, "id"), stream_string(event, "model"));
    int r = choice && yyjson_is_obj(choice) ? read_choice(stream, choice) : 0;
    if (r == 0)
        read_usage(stream, yyjson_obj_get(event, "usage"));
    return r;
}

int openai_end(struct model_stream *stream)
{
    int r = end_growing(stream);
    for (int i = 0; r == 0 && i < stream->call_count; i++) {
        if (stream->calls[i].block < 0)
            return stream_malformed(stream, "a tool call has no name");
        r = stream_stop(stream, stream->calls[i].block);
    }
    if (r == 0 && !stream->started)
        return stream_malformed(stream, "the message ends before it begins");
    return r < 0 ? r : stream_complete(stream);
}

/* --- request --- */

/* Writes a request for chat completions, for OpenAI and compatible servers. */

enum {
    NAME_MAX_BYTES = 64,
    EFFORT_MEDIUM = 4096, /* the thinking budget for medium effort */
    EFFORT_HIGH = 16384,
};

/* The format has no thinking in requests. */
static bool says(const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TEXT:
        return request_is_text(block->text);
    case BLOCK_IMAGE:
        return block->text.size > 0;
    case BLOCK_TOOL_USE:
    case BLOCK_TOOL_RESULT:
        return true;
    default:
        return false;
    }
}

/* Tool messages can contain only text: images of results are sent in a user message. */
static bool has_image(const struct block *block)
{
    return block->kind == BLOCK_IMAGE || (block->kind == BLOCK_TOOL_RESULT && block->image.size > 0);
}

static void comma(struct buf *out, bool *first)
{
    if (!*first)
        buf_append_char(out, ',');
    *first = false;
}

/* Joins all texts of the turn into one string, the only form that some servers accept. */
static void write_texts(struct buf *out, const struct request_turn *turn)
{
    struct buf text = BUF_LIMITED(out->limit);
    const struct said *said = NULL;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (block->kind != BLOCK_TEXT || !says(block))
            continue;
        if (text.size > 0)
            buf_append_text(&text, "\n\n");
        buf_append_slice(&text, block->text);
    }
    if (text.error)
        out->error = text.error;
    json_write_string(out, buf_slice(&text));
    buf_clear(&text);
}

static void write_image(struct buf *out, const struct block *block)
{
    buf_append_text(out, "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:");
    for (size_t i = 0; i < block->mime.size; i++) /* only a plain MIME type */
        if (strchr("abcdefghijklmnopqrstuvwxyz0123456789/+.-", block->mime.data[i]) && block->mime.data[i])
            buf_append_char(out, block->mime.data[i]);
    buf_append_text(out, ";base64,");
    struct slice data = block->kind == BLOCK_IMAGE ? block->text : block->image;
    for (size_t i = 0; i < data.size; i++)
        if (data.data[i] == '"' || data.data[i] == '\\' || (unsigned char)data.data[i] < ' ' || data.data[i] < 0)
            data.size = i; /* stops at invalid base64 */
    buf_append_slice(out, data);
    buf_append_text(out, "\"}}");
}

/* Writes texts and images in order. */
static void write_parts(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true;
    buf_append_char(out, '[');
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (has_image(block)) {
            comma(out, &first);
            if (block->kind == BLOCK_TOOL_RESULT) {
                buf_append_text(out, "{\"type\":\"text\",\"text\":\"The image from the tool result:\"},");
            }
            write_image(out, block);
        } else if (block->kind == BLOCK_TEXT && says(block)) {
            comma(out, &first);
            buf_append_text(out, "{\"type\":\"text\",\"text\":");
            json_write_string(out, block->text);
            buf_append_char(out, '}');
        }
    }
    buf_append_char(out, ']');
}

/* Writes a user turn: each tool result as a message, then the user's text. */
static void write_user(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true, images = false, texts = false;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        images |= has_image(block);
        texts |= block->kind == BLOCK_TEXT && says(block);
        if (block->kind != BLOCK_TOOL_RESULT)
            continue;
        comma(out, &first);
        buf_append_text(out, "{\"role\":\"tool\",\"tool_call_id\":");
        json_write_string(out, block->id);
        buf_append_text(out, ",\"content\":");
        json_write_string(out, block->text);
        buf_append_char(out, '}');
    }
    if (!images && !texts)
        return;
    comma(out, &first);
    buf_append_text(out, "{\"role\":\"user\",\"content\":");
    if (images)
        write_parts(out, turn);
    else
        write_texts(out, turn);
    buf_append_char(out, '}');
}

static void write_calls(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (block->kind != BLOCK_TOOL_USE)
            continue;
        buf_append_text(out, first ? ",\"tool_calls\":[" : ",");
        first = false;
        buf_append_text(out, "{\"id\":");
        json_write_string(out, block->id);
        buf_append_text(out, ",\"type\":\"function\",\"function\":{\"name\":");
        request_write_word(out, block->name, NAME_MAX_BYTES);
        buf_append_text(out, ",\"arguments\":");
        json_write_string(out, block->input.size > 0 ? block->input : SLICE("{}"));
        buf_append_text(out, "}}");
    }
    if (!first)
        buf_append_char(out, ']');
}

static void write_assistant(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool texts = false;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));)
        texts |= block->kind == BLOCK_TEXT && says(block);
    buf_append_text(out, "{\"role\":\"assistant\",\"content\":");
    if (texts)
        write_texts(out, turn);
    else
        buf_append_text(out, "null");
    write_calls(out, turn);
    buf_append_char(out, '}');
}

static void write_messages(struct buf *out, const struct model_request *request)
{
    struct request_turn turn = {0};
    bool first = true;
    buf_append_char(out, '[');
    if (request_is_text(request->system)) {
        comma(out, &first);
        buf_append_text(out, "{\"role\":\"system\",\"content\":");
        json_write_string(out, request->system);
        buf_append_char(out, '}');
    }
    while (request_next(request->conversation, says, &turn)) {
        comma(out, &first);
        if (turn.by == SAID_BY_USER)
            write_user(out, &turn);
        else
            write_assistant(out, &turn);
    }
    buf_append_char(out, ']');
}

static void write_tools(struct buf *out, bool *first, const struct tool *const *tools)
{
    if (!tools || !*tools)
        return;
    request_member(out, first, "tools");
    for (char before = '['; *tools; tools++, before = ',') {
        buf_append_char(out, before);
        buf_append_text(out, "{\"type\":\"function\",\"function\":{\"name\":");
        request_write_word(out, slice_of((*tools)->name), NAME_MAX_BYTES);
        buf_append_text(out, ",\"description\":");
        json_write_string(out, slice_of((*tools)->description));
        buf_append_text(out, ",\"parameters\":");
        buf_append_text(out, (*tools)->schema);
        buf_append_text(out, "}}");
    }
    buf_append_char(out, ']');
}

/* OpenAI models with reasoning: o1, o3, gpt-5, …; other models reject the parameter. */
static bool thinks(struct slice model)
{
    return (model.size > 1 && model.data[0] == 'o' && model.data[1] >= '1' && model.data[1] <= '9') ||
           (slice_starts_with(model, SLICE("gpt-")) && model.size > 4 && model.data[4] >= '5' && model.data[4] <= '9');
}

int openai_write(struct buf *out, const struct model_request *request)
{
    bool first = true, is_openai = slice_starts_with(request->provider->url, SLICE("https://api.openai.com"));
    buf_append_char(out, '{');
    request_member(out, &first, "model");
    json_write_string(out, request->model);
    /* OpenAI's newer models reject max_tokens; other servers know only that name. */
    request_member(out, &first, is_openai ? "max_completion_tokens" : "max_tokens");
    buf_append_signed(out, request->output_tokens);
    request_member(out, &first, "stream");
    buf_append_text(out, "true");
    request_member(out, &first, "stream_options");
    buf_append_text(out, "{\"include_usage\":true}");
    if (is_openai && request->thinking_tokens > 0 && thinks(request->model)) {
        request_member(out, &first, "reasoning_effort");
        buf_append_text(out, request->thinking_tokens >= EFFORT_HIGH     ? "\"high\""
                             : request->thinking_tokens >= EFFORT_MEDIUM ? "\"medium\""
                                                                         : "\"low\"");
    }
    write_tools(out, &first, request->tools);
    request_member(out, &first, "messages");
    write_messages(out, request);
    return buf_append_char(out, '}');
}
