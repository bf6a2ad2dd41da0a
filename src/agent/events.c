/* Writes the agent's events, all in one reused buffer. */
#include <errno.h>

#include "agent/loop.h"
#include "json/write.h"

#define AGENT_NAME "builtin"

static struct buf *begin(struct agent *agent)
{
    buf_reset(&agent->line, 64 << 10);
    return &agent->line;
}

static int report(struct agent *agent, const char *type)
{
    int r = agent->line.error;
    if (r == 0)
        r = agent->host.report(agent->host_data, slice_of(type), buf_slice(&agent->line));
    if (r < 0)
        agent_break(agent, r);
    return r;
}

static void field(struct buf *out, const char *before, struct slice text)
{
    buf_append_text(out, before);
    json_write_string(out, text);
}

static const char *kind_word(enum block_kind kind)
{
    static const char *const words[] = {
        [BLOCK_TEXT] = "text",   [BLOCK_THINKING] = "thinking", [BLOCK_REDACTED_THINKING] = "redacted_thinking",
        [BLOCK_IMAGE] = "image", [BLOCK_TOOL_USE] = "tool_use", [BLOCK_TOOL_RESULT] = "tool_result"};
    return words[kind];
}

/* --- responses of the model --- */

int event_message_start(struct agent *agent, struct slice model)
{
    struct buf *out = begin(agent);
    field(out, "{\"message_id\":", slice_of(agent->answer.id));
    buf_append_text(out, ",\"role\":\"assistant\",\"agent\":\"" AGENT_NAME "\"");
    field(out, ",\"model\":", model.size > 0 ? model : slice_of(agent->model));
    field(out, ",\"service\":", agent->provider.service);
    buf_append_char(out, '}');
    return report(agent, "message_start");
}

int event_message_stop(struct agent *agent, const char *stop_reason)
{
    struct buf *out = begin(agent);
    field(out, "{\"message_id\":", slice_of(agent->answer.id ? agent->answer.id : ""));
    field(out, ",\"stop_reason\":", slice_of(stop_reason));
    buf_append_char(out, '}');
    return report(agent, "message_stop");
}

int event_block_start(struct agent *agent, int index, enum block_kind kind, struct slice id, struct slice name)
{
    struct buf *out = begin(agent);
    buf_printf(out, "{\"index\":%d,\"content_block\":{\"type\":\"%s\"", index, kind_word(kind));
    if (id.size > 0)
        field(out, ",\"id\":", id);
    if (name.size > 0)
        field(out, ",\"name\":", name);
    buf_append_text(out, "}}");
    return report(agent, "content_block_start");
}

int event_piece(struct agent *agent, int index, enum block_kind kind, struct slice text)
{
    struct buf *out = begin(agent);
    buf_append_text(out, "{\"index\":");
    buf_append_signed(out, index);
    if (kind == BLOCK_THINKING) {
        field(out, ",\"chunk\":", text);
        buf_append_char(out, '}');
        return report(agent, "thinking_chunk");
    }
    field(out, kind == BLOCK_TOOL_USE ? ",\"delta\":{\"partial_json\":" : ",\"delta\":{\"text\":", text);
    buf_append_text(out, "}}");
    return report(agent, "content_block_delta");
}

int event_block_stop(struct agent *agent, int index, const struct block *block)
{
    struct buf *out = begin(agent);
    buf_printf(out, "{\"index\":%d,\"content_block\":{\"type\":\"%s\"", index, kind_word(block->kind));
    switch (block->kind) {
    case BLOCK_THINKING:
        field(out, ",\"thinking\":", block->text);
        field(out, ",\"signature\":", block->signature);
        break;
    case BLOCK_REDACTED_THINKING:
        field(out, ",\"data\":", block->text);
        break;
    case BLOCK_TOOL_USE:
        field(out, ",\"id\":", block->id);
        field(out, ",\"name\":", block->name);
        buf_append_text(out, ",\"input\":");
        buf_append_slice(out, block->input);
        break;
    default:
        field(out, ",\"text\":", block->text);
    }
    buf_append_text(out, "}}");
    return report(agent, "content_block_stop");
}

/* --- tools --- */

int event_tool_call(struct agent *agent, const struct block *call)
{
    struct buf *out = begin(agent);
    field(out, "{\"tool\":", call->name);
    buf_append_text(out, ",\"input\":");
    buf_append_slice(out, call->input);
    field(out, ",\"tool_call_id\":", call->id);
    buf_append_char(out, '}');
    return report(agent, "tool_call");
}

int event_tool_result(struct agent *agent, const struct block *result)
{
    struct buf *out = begin(agent);
    field(out, "{\"tool\":", result->name);
    field(out, ",\"result\":", result->text);
    field(out, ",\"tool_call_id\":", result->id);
    buf_append_text(out, result->is_error ? ",\"is_error\":true" : ",\"is_error\":false");
    if (result->image.size > 0) {
        field(out, ",\"image\":{\"mime\":", result->mime);
        field(out, ",\"data\":", result->image);
        buf_append_char(out, '}');
    }
    buf_append_char(out, '}');
    return report(agent, "tool_result");
}

int event_permission_denied(struct agent *agent, const struct block *call, struct slice reason)
{
    struct buf *out = begin(agent);
    field(out, "{\"tool\":", call->name);
    buf_append_text(out, ",\"input\":");
    buf_append_slice(out, call->input);
    field(out, ",\"tool_call_id\":", call->id);
    field(out, ",\"reason\":", reason);
    buf_append_char(out, '}');
    return report(agent, "permission_denied");
}

/* --- other events --- */

int event_error(struct agent *agent, const char *code, const char *message, int64_t retry_in_ms)
{
    struct buf *out = begin(agent);
    field(out, "{\"code\":", slice_of(code));
    field(out, ",\"message\":", slice_of(message));
    buf_append_text(out, ",\"retry_in_ms\":");
    buf_append_signed(out, retry_in_ms);
    buf_append_char(out, '}');
    return report(agent, "error");
}

int event_summarised(struct agent *agent, int64_t before, int64_t after, struct slice summary)
{
    struct buf *out = begin(agent);
    buf_append_text(out, "{\"before_tokens\":");
    buf_append_signed(out, before);
    buf_append_text(out, ",\"after_tokens\":");
    buf_append_signed(out, after);
    buf_append_text(out, ",\"kept_messages\":");
    buf_append_unsigned(out, agent->kept);
    field(out, ",\"summary\":", summary);
    buf_append_char(out, '}');
    return report(agent, "context_summarised");
}
