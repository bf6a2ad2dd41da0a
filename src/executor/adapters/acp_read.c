#include "executor/adapters/acp_read.h"

#include <errno.h>
#include <stdio.h>

#include "json/read.h"

yyjson_val *acp_member(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_null(value) ? NULL : value;
}

struct slice acp_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = acp_member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

int64_t acp_count(yyjson_val *object, const char *name, int64_t fallback)
{
    yyjson_val *value = acp_member(object, name);
    int64_t count;
    return value && json_integer(value, &count) == 0 && count >= 0 ? count : fallback;
}

static bool is_id(yyjson_val *id)
{
    int64_t number;
    return yyjson_is_null(id) || yyjson_is_str(id) || json_integer(id, &number) == 0;
}

static int read_call(yyjson_val *root, yyjson_val *id, struct acp_message *message,
                     char problem[static ACP_PROBLEM_SIZE])
{
    message->method = acp_text(root, "method");
    message->params = acp_member(root, "params");
    message->kind = id ? ACP_REQUEST : ACP_NOTIFICATION;
    message->id = id;
    if (message->method.size == 0 || (id && !is_id(id))) {
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "the %s has the wrong type", message->method.size ? "id" : "method");
        return -EINVAL;
    }
    return 0;
}

static void read_answer(yyjson_val *root, yyjson_val *id, yyjson_val *error, struct acp_message *message)
{
    int64_t number;
    message->kind = error ? ACP_ERROR : ACP_RESULT;
    message->answered = id && json_integer(id, &number) == 0 && number >= 0 ? number : -1;
    message->params = acp_member(root, "result");
    if (!error)
        return;
    yyjson_val *code = acp_member(error, "code");
    if (!code || json_integer(code, &message->code) < 0)
        message->code = 0;
    message->problem = acp_text(error, "message");
    message->data = acp_member(error, "data");
}

/* Accepts messages without "jsonrpc", which some agents leave out. */
int acp_read(struct arena *arena, struct slice line, struct acp_message *ret_message,
             char problem[static ACP_PROBLEM_SIZE])
{
    yyjson_val *root;
    struct json_error error = {0};
    struct acp_message message = {.answered = -1};
    int r = json_read(arena, line, &root, &error);
    if (r < 0) {
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "%s at byte %zu", error.message ? error.message : "out of memory",
                       error.offset);
        return r;
    }
    yyjson_val *id = yyjson_is_obj(root) ? yyjson_obj_get(root, "id") : NULL;
    yyjson_val *failure = acp_member(root, "error");
    if (yyjson_is_obj(root) && yyjson_obj_get(root, "method"))
        r = read_call(root, id, &message, problem);
    else if (failure || (yyjson_is_obj(root) && yyjson_obj_get(root, "result")))
        read_answer(root, id, failure, &message);
    else
        r = -EINVAL;
    if (r == -EINVAL && problem[0] == '\0')
        (void)snprintf(problem, ACP_PROBLEM_SIZE, "neither a request nor a response");
    if (r == 0)
        *ret_message = message;
    return r;
}

/* --- session/update --- */

static void read_plan(yyjson_val *entries, struct acp_update *update)
{
    size_t index, count;
    yyjson_val *entry;
    if (!yyjson_is_arr(entries))
        return;
    yyjson_arr_foreach(entries, index, count, entry)
    {
        struct slice status = acp_text(entry, "status");
        update->steps++;
        if (slice_is(status, "completed"))
            update->finished++;
        else if (slice_is(status, "in_progress") && update->text.size == 0)
            update->text = acp_text(entry, "content");
    }
}

void acp_update_read(yyjson_val *update, struct acp_update *ret_update)
{
    struct slice kind = acp_text(update, "sessionUpdate");
    struct acp_update read = {.kind = ACP_UPDATE_OTHER};
    yyjson_val *content = acp_member(update, "content");
    if (slice_is(kind, "agent_message_chunk") || slice_is(kind, "agent_thought_chunk")) {
        read.kind = slice_is(kind, "agent_message_chunk") ? ACP_UPDATE_TEXT : ACP_UPDATE_THOUGHT;
        read.text = acp_text(content, "text");
    } else if (slice_is(kind, "tool_call") || slice_is(kind, "tool_call_update")) {
        read.kind = ACP_UPDATE_TOOL;
        read.tool = update;
    } else if (slice_is(kind, "plan")) {
        read.kind = ACP_UPDATE_PLAN;
        read_plan(acp_member(update, "entries"), &read);
    } else if (slice_is(kind, "available_commands_update")) {
        read.kind = ACP_UPDATE_COMMANDS;
        read.commands = acp_member(update, "availableCommands");
    } else if (slice_is(kind, "config_option_update")) {
        read.kind = ACP_UPDATE_OPTIONS;
        read.options = update;
    } else if (slice_is(kind, "usage_update")) {
        read.kind = ACP_UPDATE_USAGE;
        read.usage = update;
    } else if (slice_is(kind, "notice") && !slice_is(acp_text(update, "severity"), "info")) {
        read.kind = ACP_UPDATE_NOTICE;
        read.text = acp_text(update, "title");
    }
    *ret_update = read;
}

int acp_content_write(struct buf *out, yyjson_val *block)
{
    struct slice kind = acp_text(block, "type");
    yyjson_val *resource = acp_member(block, "resource");
    if (slice_is(kind, "text"))
        return buf_append_slice(out, acp_text(block, "text"));
    if (slice_is(kind, "resource_link"))
        return buf_append_slice(out, acp_text(block, "uri"));
    if (slice_is(kind, "resource"))
        return buf_append_slice(out,
                                acp_member(resource, "text") ? acp_text(resource, "text") : acp_text(resource, "uri"));
    if (slice_is(kind, "image") || slice_is(kind, "audio"))
        return buf_printf(out, "[%s]", slice_is(kind, "image") ? "an image" : "a sound");
    return 0;
}
