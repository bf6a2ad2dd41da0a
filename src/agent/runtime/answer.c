#include "agent/runtime/answer.h"

#include "base/clock.h"
#include "json/write.h"

static void begin(struct buf *out, const char *type, struct slice id)
{
    (void)buf_printf(out, "{\"type\":\"%s\"", type);
    if (!id.data)
        return;
    (void)buf_append_text(out, ",\"id\":");
    (void)json_write_string(out, id);
}

static void field(struct buf *out, const char *before, struct slice text)
{
    (void)buf_append_text(out, before);
    (void)json_write_string(out, text);
}

static void end(struct buf *out)
{
    (void)buf_append_text(out, ",\"timestamp\":");
    (void)buf_append_signed(out, clock_epoch_ms());
    (void)buf_append_text(out, "}\n");
}

void runtime_write_ready(struct buf *out)
{
    begin(out, "ready", (struct slice){0});
    (void)buf_append_text(out, ",\"version\":\"1.0.0\",\"capabilities\":[\"streaming\",\"tools\",\"attachments\"]");
    end(out);
}

void runtime_write_token(struct buf *out, struct slice id, struct slice token)
{
    begin(out, "token", id);
    field(out, ",\"token\":", token);
    end(out);
}

static void begin_tool(struct buf *out, const char *type, struct slice id, struct slice tool_id, struct slice name)
{
    begin(out, type, id);
    field(out, ",\"data\":{\"toolId\":", tool_id);
    field(out, ",\"toolName\":", name);
}

void runtime_write_tool_use(struct buf *out, struct slice id, struct slice tool_id, struct slice name,
                            struct slice input)
{
    begin_tool(out, "tool_use", id, tool_id, name);
    (void)buf_append_text(out, ",\"input\":");
    (void)buf_append_slice(out, input.size > 0 ? input : SLICE("{}"));
    (void)buf_append_char(out, '}');
    end(out);
}

void runtime_write_tool_result(struct buf *out, struct slice id, const struct runtime_result *result)
{
    begin_tool(out, "tool_result", id, result->tool_id, result->name);
    if (result->is_error) {
        field(out, ",\"result\":{\"error\":", result->text);
        (void)buf_append_char(out, '}');
    } else if (result->image.size > 0) {
        field(out, ",\"result\":{\"text\":", result->text);
        field(out, ",\"image\":{\"mime\":", result->mime);
        field(out, ",\"data\":", result->image);
        (void)buf_append_text(out, "}}");
    } else {
        field(out, ",\"result\":", result->text);
    }
    (void)buf_append_char(out, '}');
    end(out);
}

void runtime_write_done(struct buf *out, struct slice id)
{
    begin(out, "done", id);
    end(out);
}

void runtime_write_error(struct buf *out, struct slice id, struct slice error)
{
    begin(out, "error", id);
    field(out, ",\"error\":", error);
    end(out);
}

void runtime_write_status(struct buf *out, struct slice id, bool working, size_t length, int64_t uptime_ms)
{
    begin(out, "status", id);
    (void)buf_printf(out, ",\"data\":{\"state\":\"%s\",\"conversationLength\":%zu,\"uptime\":%lld}",
                     working ? "working" : "idle", length, (long long)uptime_ms);
    end(out);
}
