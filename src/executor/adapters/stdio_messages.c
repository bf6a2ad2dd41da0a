#include <errno.h>
#include <stdio.h>

#include "executor/adapters/prompt.h"
#include "executor/adapters/stdio.h"
#include "executor/adapters/stdio_messages.h"
#include "json/read.h"
#include "json/write.h"

enum { ANSWER_KEPT = 64 << 10 };

static struct buf *begin(struct stdio_agent *agent)
{
    buf_reset(&agent->data, ANSWER_KEPT);
    return &agent->data;
}

/* A tool's input or result may be too long for an event; the event is then reported as dropped. */
static void report(struct stdio_agent *agent, struct slice type)
{
    int r = agent->data.error ? agent->data.error : task_report(agent->task, type, buf_slice(&agent->data));
    if (r < 0)
        (void)task_report_error(agent->task, SLICE("event_dropped"), type);
}

static struct slice request_id(const struct stdio_agent *agent)
{
    return task_params(agent->task)->task_id;
}

void stdio_begin_message(struct stdio_agent *agent)
{
    struct buf *data = begin(agent);
    agent->message_is_open = true;
    (void)buf_append_text(data, "{\"message_id\":");
    (void)json_write_string(data, request_id(agent));
    (void)buf_append_text(data, ",\"role\":\"assistant\",\"agent\":");
    (void)json_write_string(data, task_launch(agent->task)->name);
    (void)buf_append_char(data, '}');
    report(agent, SLICE("message_start"));
}

static void end_block(struct stdio_agent *agent)
{
    if (!agent->block_is_open)
        return;
    struct buf *data = begin(agent);
    (void)buf_printf(data, "{\"index\":%d,\"content_block\":{\"type\":\"text\",\"text\":", agent->index++);
    (void)json_write_string(data, buf_slice(&agent->block));
    (void)buf_append_text(data, "}}");
    report(agent, SLICE("content_block_stop"));
    agent->block_is_open = false;
    buf_reset(&agent->answer, ANSWER_KEPT);
    (void)buf_append_slice(&agent->answer, buf_slice(&agent->block));
    buf_reset(&agent->block, ANSWER_KEPT);
}

void stdio_say(struct stdio_agent *agent, struct slice token)
{
    if (token.size == 0)
        return;
    if (agent->block.size + token.size > STDIO_BLOCK_MAX)
        end_block(agent);
    if (!agent->block_is_open) {
        (void)buf_printf(begin(agent), "{\"index\":%d,\"content_block\":{\"type\":\"text\"}}", agent->index);
        report(agent, SLICE("content_block_start"));
        agent->block_is_open = true;
    }
    (void)buf_append_slice(&agent->block, token);
    struct buf *data = begin(agent);
    (void)buf_printf(data, "{\"index\":%d,\"delta\":{\"text\":", agent->index);
    (void)json_write_string(data, token);
    (void)buf_append_text(data, "}}");
    report(agent, SLICE("content_block_delta"));
}

static void write_input(struct buf *data, const struct stdio_answer *answer)
{
    (void)buf_append_text(data, ",\"input\":");
    if (answer->input)
        (void)json_write_value(data, answer->input);
    else
        (void)buf_append_text(data, "{}");
}

static void write_block(struct buf *data, const struct stdio_answer *answer)
{
    (void)buf_append_text(data, "\"content_block\":{\"type\":\"tool_use\",\"id\":");
    (void)json_write_string(data, answer->tool_id);
    (void)buf_append_text(data, ",\"name\":");
    (void)json_write_string(data, answer->tool_name);
}

void stdio_use_tool(struct stdio_agent *agent, const struct stdio_answer *answer)
{
    end_block(agent);
    struct buf *data = begin(agent);
    (void)buf_printf(data, "{\"index\":%d,", agent->index);
    write_block(data, answer);
    (void)buf_append_text(data, "}}");
    report(agent, SLICE("content_block_start"));

    data = begin(agent);
    (void)buf_printf(data, "{\"index\":%d,", agent->index++);
    write_block(data, answer);
    write_input(data, answer);
    (void)buf_append_text(data, "}}");
    report(agent, SLICE("content_block_stop"));

    data = begin(agent);
    (void)buf_append_text(data, "{\"tool\":");
    (void)json_write_string(data, answer->tool_name);
    write_input(data, answer);
    (void)buf_append_text(data, ",\"tool_call_id\":");
    (void)json_write_string(data, answer->tool_id);
    (void)buf_append_char(data, '}');
    report(agent, SLICE("tool_call"));
}

void stdio_tell_result(struct stdio_agent *agent, const struct stdio_answer *answer)
{
    struct buf text = BUF_LIMITED(PROGRAM_LINE_MAX);
    bool is_error = false;
    end_block(agent);
    struct buf *data = begin(agent);
    (void)stdio_result_write(&text, answer->result, &is_error);
    (void)buf_append_text(data, "{\"tool\":");
    (void)json_write_string(data, answer->tool_name);
    (void)buf_append_text(data, ",\"result\":");
    (void)json_write_string(data, buf_slice(&text));
    (void)buf_append_text(data, ",\"tool_call_id\":");
    (void)json_write_string(data, answer->tool_id);
    (void)buf_printf(data, ",\"is_error\":%s}", is_error ? "true" : "false");
    report(agent, SLICE("tool_result"));
    buf_clear(&text);
}

void stdio_end_message(struct stdio_agent *agent, const char *reason)
{
    if (!agent->message_is_open)
        return;
    end_block(agent);
    agent->message_is_open = false;
    struct buf *data = begin(agent);
    (void)buf_append_text(data, "{\"message_id\":");
    (void)json_write_string(data, request_id(agent));
    (void)buf_printf(data, ",\"stop_reason\":\"%s\"}", reason);
    report(agent, SLICE("message_stop"));
}

/* --- answers --- */

static const char *const words[] = {
    [STDIO_READY] = "ready",       [STDIO_TOKEN] = "token",
    [STDIO_TOOL_USE] = "tool_use", [STDIO_TOOL_RESULT] = "tool_result",
    [STDIO_DONE] = "done",         [STDIO_ERROR] = "error",
    [STDIO_STATUS] = "status",
};

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static enum stdio_answer_type type_of(struct slice word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i]))
            return (enum stdio_answer_type)i;
    return STDIO_OTHER;
}

static int refuse(char problem[static STDIO_PROBLEM_SIZE], const char *what)
{
    (void)snprintf(problem, STDIO_PROBLEM_SIZE, "%s", what);
    return -EINVAL;
}

int stdio_answer_read(struct arena *arena, struct slice line, struct stdio_answer *ret_answer,
                      char problem[static STDIO_PROBLEM_SIZE])
{
    struct json_error error = {0};
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &error);
    if (r == -EINVAL) {
        (void)snprintf(problem, STDIO_PROBLEM_SIZE, "not JSON: %.60s at byte %zu", error.message ? error.message : "",
                       error.offset);
        return r;
    }
    if (r < 0)
        return r;
    yyjson_val *type = yyjson_is_obj(root) ? yyjson_obj_get(root, "type") : NULL;
    if (!yyjson_is_str(type))
        return refuse(problem, "not an object with a type");
    yyjson_val *data = yyjson_obj_get(root, "data");
    struct stdio_answer answer = {.type = type_of(json_text(type)), .id = text_of(root, "id")};
    answer.text = text_of(root, answer.type == STDIO_ERROR ? "error" : "token");
    answer.version = text_of(root, "version");
    answer.tool_id = text_of(data, "toolId");
    answer.tool_name = text_of(data, "toolName");
    answer.input = yyjson_obj_get(data, "input");
    answer.result = yyjson_obj_get(data, "result");
    bool is_tool = answer.type == STDIO_TOOL_USE || answer.type == STDIO_TOOL_RESULT;
    if (answer.type == STDIO_TOKEN && !yyjson_is_str(yyjson_obj_get(root, "token")))
        return refuse(problem, "a token without text");
    if (is_tool && (answer.tool_id.size == 0 || answer.tool_name.size == 0))
        return refuse(problem, "data.toolId or data.toolName is missing");
    *ret_answer = answer;
    return 0;
}

int stdio_result_write(struct buf *text, yyjson_val *result, bool *ret_is_error)
{
    yyjson_val *failure = yyjson_is_obj(result) ? yyjson_obj_get(result, "error") : NULL;
    *ret_is_error = yyjson_is_str(failure);
    if (yyjson_is_str(failure))
        return buf_append_slice(text, json_text(failure));
    if (yyjson_is_str(result))
        return buf_append_slice(text, json_text(result));
    return result ? json_write_value(text, result) : 0;
}

/* --- requests --- */

int stdio_write_message(struct buf *out, const struct execute_prompt_params *params, struct slice earlier)
{
    struct buf message = BUF_LIMITED(PROGRAM_LINE_MAX);
    (void)buf_append_slice(&message, earlier);
    (void)buf_append_slice(&message, params->prompt);
    (void)buf_append_text(out, "{\"id\":");
    (void)json_write_string(out, params->task_id);
    (void)buf_append_text(out, ",\"kind\":\"user_message\",\"message\":");
    (void)json_write_string(out, buf_slice(&message));
    if (params->attachments_is == FIELD_SET && params->attachments.count > 0) {
        (void)buf_append_text(out, ",\"attachments\":");
        prompt_write_attached_paths(out, params);
    }
    (void)buf_append_text(out, ",\"metadata\":{\"conversationId\":");
    (void)json_write_string(out, params->session_id);
    (void)buf_append_text(out, "}}");
    int r = message.error ? message.error : out->error;
    buf_clear(&message);
    return r;
}

/* This id cannot be one of a task. */
int stdio_write_status_request(struct buf *out)
{
    return buf_append_text(out, "{\"id\":\"weir-status\",\"kind\":\"get_status\"}");
}
