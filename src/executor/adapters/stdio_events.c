#include "executor/adapters/stdio.h"
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
