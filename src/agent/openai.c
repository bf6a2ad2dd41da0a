/* Parses a response stream in OpenAI's format: chunks whose deltas are pieces of text, thinking and tool calls, without
 * explicit beginnings and ends. Ollama, llama.cpp, vLLM and others use variants of it. */
#include <errno.h>

#include "agent/stream.h"
#include "base/id.h"
#include "base/saturate.h"
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
