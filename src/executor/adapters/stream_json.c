#include "executor/adapters/stream_json.h"

#include <errno.h>
#include <stdio.h>

#include "base/saturate.h"
#include "json/read.h"
#include "json/write.h"

static yyjson_val *member(yyjson_val *object, const char *name)
{
    return yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
}

static struct slice text_member(yyjson_val *object, const char *name)
{
    yyjson_val *value = member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

static bool flag_member(yyjson_val *object, const char *name)
{
    return yyjson_is_true(member(object, name));
}

/* Ignores values that are not valid counts. */
static int64_t count_member(yyjson_val *object, const char *name)
{
    yyjson_val *value = member(object, name);
    int64_t count;
    return value && json_integer(value, &count) == 0 && count >= 0 && count < INT64_C(1) << 48 ? count : -1;
}

static int64_t add(int64_t total, int64_t count)
{
    return count > 0 ? saturate_add(total, count) : total;
}

void stream_json_add_usage(struct stream_json_usage *total, const struct stream_json_usage *message)
{
    total->input = add(total->input, message->input);
    total->output = add(total->output, message->output);
    total->cache_read = add(total->cache_read, message->cache_read);
    total->cache_write = add(total->cache_write, message->cache_write);
}

static struct stream_json_usage read_usage(yyjson_val *usage)
{
    return (struct stream_json_usage){
        .input = count_member(usage, "input_tokens"),
        .output = count_member(usage, "output_tokens"),
        .cache_read = count_member(usage, "cache_read_input_tokens"),
        .cache_write = count_member(usage, "cache_creation_input_tokens"),
    };
}

/* --- streamed messages --- */

static void read_block_start(yyjson_val *block, struct stream_json *message)
{
    message->kind = text_member(block, "type");
    message->tool = text_member(block, "name");
    message->tool_id = text_member(block, "id");
    message->data = text_member(block, "data");
    message->text = text_member(block, slice_is(message->kind, "thinking") ? "thinking" : "text");
}

static void read_delta(yyjson_val *delta, struct stream_json *message)
{
    static const struct {
        const char *kind, *field;
    } kinds[] = {{"text_delta", "text"},
                 {"thinking_delta", "thinking"},
                 {"signature_delta", "signature"},
                 {"input_json_delta", "partial_json"}};
    message->kind = text_member(delta, "type");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_is(message->kind, kinds[i].kind))
            message->text = text_member(delta, kinds[i].field);
}

static void read_event(yyjson_val *event, struct stream_json *message)
{
    struct slice type = text_member(event, "type");
    yyjson_val *whole = member(event, "message");
    message->index = count_member(event, "index");
    if (slice_is(type, "message_start")) {
        message->type = STREAM_JSON_MESSAGE_START;
        message->message_id = text_member(whole, "id");
        message->model = text_member(whole, "model");
        message->usage = read_usage(member(whole, "usage"));
    } else if (slice_is(type, "content_block_start") && message->index >= 0) {
        message->type = STREAM_JSON_BLOCK_START;
        read_block_start(member(event, "content_block"), message);
    } else if (slice_is(type, "content_block_delta") && message->index >= 0) {
        message->type = STREAM_JSON_BLOCK_DELTA;
        read_delta(member(event, "delta"), message);
    } else if (slice_is(type, "content_block_stop") && message->index >= 0) {
        message->type = STREAM_JSON_BLOCK_STOP;
    } else if (slice_is(type, "message_delta")) {
        message->type = STREAM_JSON_MESSAGE_DELTA;
        message->stop_reason = text_member(member(event, "delta"), "stop_reason");
        message->usage = read_usage(member(event, "usage"));
    } else if (slice_is(type, "message_stop")) {
        message->type = STREAM_JSON_MESSAGE_STOP;
    }
}

/* --- complete messages --- */

static void read_whole(yyjson_val *root, struct stream_json *message)
{
    yyjson_val *whole = member(root, "message");
    message->message_id = text_member(whole, "id");
    message->model = text_member(whole, "model");
    if (message->model.size > 0 && message->model.data[0] == '<')
        message->model = (struct slice){0}; /* "<synthetic>": of a command that calls no model */
    message->stop_reason = text_member(whole, "stop_reason");
    message->content = member(whole, "content");
}

/* The reason of a failure is in `result`, in `errors`, or only in the subtype. */
static void read_result(yyjson_val *root, struct stream_json *message)
{
    yyjson_val *errors = member(root, "errors");
    yyjson_val *first = yyjson_is_arr(errors) ? yyjson_arr_get_first(errors) : NULL;
    message->is_error = flag_member(root, "is_error");
    message->text = text_member(root, "result");
    message->usage = read_usage(member(root, "usage"));
    message->stop_reason = text_member(root, "stop_reason");
    message->kind = text_member(root, "subtype");
    message->models = member(root, "modelUsage");
    message->cost = member(root, "total_cost_usd");
    message->problem = message->text.size > 0          ? message->text
                       : first && yyjson_is_str(first) ? json_text(first)
                                                       : message->kind;
}

void stream_json_read_block(yyjson_val *block, struct stream_json_block *ret_block)
{
    struct slice kind = text_member(block, "type");
    bool is_result = slice_is(kind, "tool_result");
    *ret_block = (struct stream_json_block){
        .kind = kind,
        .id = text_member(block, is_result ? "tool_use_id" : "id"),
        .tool = text_member(block, "name"),
        .text = text_member(block, slice_is(kind, "thinking") ? "thinking" : "text"),
        .signature = text_member(block, "signature"),
        .data = text_member(block, "data"),
        .input = member(block, "input"),
        .content = member(block, "content"),
        .is_error = flag_member(block, "is_error"),
    };
}

static void add_result_block(struct buf *text, yyjson_val *block, struct slice *image, struct slice *mime)
{
    struct slice kind = text_member(block, "type");
    yyjson_val *source = member(block, "source");
    if (slice_is(kind, "text")) {
        if (text->size > 0)
            (void)buf_append_char(text, '\n');
        (void)buf_append_slice(text, text_member(block, "text"));
    } else if (slice_is(kind, "image") && image->size == 0) {
        *image = text_member(source, "data");
        *mime = text_member(source, "media_type");
    }
}

int stream_json_write_result(struct buf *text, yyjson_val *content, struct slice *ret_image, struct slice *ret_mime)
{
    size_t index, count;
    yyjson_val *block;
    *ret_image = *ret_mime = (struct slice){0};
    if (yyjson_is_str(content))
        return buf_append_slice(text, json_text(content));
    if (!yyjson_is_arr(content))
        return content && !yyjson_is_null(content) ? json_write_value(text, content) : 0;
    yyjson_arr_foreach(content, index, count, block)
    {
        add_result_block(text, block, ret_image, ret_mime);
    }
    return text->error;
}

/* --- requests --- */

static void read_request(yyjson_val *root, struct stream_json *message)
{
    yyjson_val *request = member(root, "request");
    yyjson_val *input = member(request, "input");
    message->type = STREAM_JSON_REQUEST;
    message->request_id = text_member(root, "request_id");
    message->kind = text_member(request, "subtype");
    message->tool_id = text_member(request, "tool_use_id");
    if (slice_is(message->kind, "can_use_tool")) {
        message->type = STREAM_JSON_MAY_USE;
        message->tool = text_member(request, "tool_name");
        message->input = input;
    } else if (slice_is(message->kind, "hook_callback") &&
               slice_is(text_member(input, "hook_event_name"), "PreToolUse")) {
        message->type = STREAM_JSON_HOOK;
        message->tool = text_member(input, "tool_name");
        message->input = member(input, "tool_input");
        if (message->tool_id.size == 0)
            message->tool_id = text_member(input, "tool_use_id");
    }
}

static void read_response(yyjson_val *root, struct stream_json *message)
{
    yyjson_val *response = member(root, "response");
    message->type = STREAM_JSON_RESPONSE;
    message->request_id = text_member(response, "request_id");
    message->is_error = slice_is(text_member(response, "subtype"), "error");
    message->problem = text_member(response, "error");
    message->commands = member(member(response, "response"), "commands");
    message->response = member(response, "response");
}

int stream_json_read(struct arena *arena, struct slice line, struct stream_json *ret_message,
                     char problem[static STREAM_JSON_PROBLEM_SIZE])
{
    yyjson_val *root;
    struct json_error error = {0};
    struct stream_json message = {.type = STREAM_JSON_OTHER, .index = -1, .usage = {-1, -1, -1, -1}};
    int r = json_read(arena, line, &root, &error);
    if (r < 0) {
        (void)snprintf(problem, STREAM_JSON_PROBLEM_SIZE, "%s at byte %zu",
                       error.message ? error.message : "out of memory", error.offset);
        return r;
    }
    struct slice type = text_member(root, "type");
    if (type.size == 0) {
        (void)snprintf(problem, STREAM_JSON_PROBLEM_SIZE, "no type");
        return -EINVAL;
    }
    message.session_id = text_member(root, "session_id");
    message.is_sub = yyjson_is_str(member(root, "parent_tool_use_id"));
    if (slice_is(type, "system") && slice_is(text_member(root, "subtype"), "init")) {
        message.type = STREAM_JSON_INIT;
        message.model = text_member(root, "model");
        message.commands = member(root, "slash_commands");
    } else if (slice_is(type, "stream_event")) {
        read_event(member(root, "event"), &message);
    } else if (slice_is(type, "assistant") || slice_is(type, "user")) {
        message.type = slice_is(type, "user") ? STREAM_JSON_USER : STREAM_JSON_ASSISTANT;
        read_whole(root, &message);
    } else if (slice_is(type, "result")) {
        message.type = STREAM_JSON_RESULT;
        read_result(root, &message);
    } else if (slice_is(type, "control_request")) {
        read_request(root, &message);
    } else if (slice_is(type, "control_cancel_request")) {
        message.type = STREAM_JSON_CANCEL;
        message.request_id = text_member(root, "request_id");
    } else if (slice_is(type, "rate_limit_event")) {
        message.type = STREAM_JSON_RATE_LIMIT;
        message.rate_limit = member(root, "rate_limit_info");
    } else if (slice_is(type, "control_response")) {
        read_response(root, &message);
    }
    *ret_message = message;
    return 0;
}
