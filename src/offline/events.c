/* Writes the events of the offline agent. */
#include "offline/internal.h"
#include "json/write.h"

static struct buf *begin(struct offline *offline)
{
    buf_reset(&offline->line, 64 << 10);
    return &offline->line;
}

static void field(struct buf *out, const char *before, struct slice text)
{
    (void)buf_append_text(out, before);
    (void)json_write_string(out, text);
}

static int report(struct offline *offline, const char *type)
{
    int r = offline->line.error;
    return r < 0 ? r : offline->host.report(offline->host_data, slice_of(type), buf_slice(&offline->line));
}

int offline_begin_message(struct offline *offline)
{
    int r = id_make(&offline->ids, "msg_", offline->message_id);
    if (r < 0)
        return r;
    offline->index = 0;
    struct buf *out = begin(offline);
    field(out, "{\"message_id\":", slice_of(offline->message_id));
    (void)buf_append_text(out, ",\"role\":\"assistant\",\"agent\":\"offline\"}");
    return report(offline, "message_start");
}

int offline_say(struct offline *offline, struct slice text)
{
    if (text.size == 0)
        return 0;
    struct buf *out = begin(offline);
    (void)buf_printf(out, "{\"index\":%d,\"content_block\":{\"type\":\"text\"}}", offline->index);
    int r = report(offline, "content_block_start");
    out = begin(offline);
    (void)buf_printf(out, "{\"index\":%d,\"delta\":", offline->index);
    field(out, "{\"text\":", text);
    (void)buf_append_text(out, "}}");
    if (r == 0)
        r = report(offline, "content_block_delta");
    out = begin(offline);
    (void)buf_printf(out, "{\"index\":%d,\"content_block\":{\"type\":\"text\"", offline->index);
    field(out, ",\"text\":", text);
    (void)buf_append_text(out, "}}");
    if (r == 0)
        r = report(offline, "content_block_stop");
    offline->index++;
    (void)buf_append_slice(&offline->said, text);
    return r;
}

static int report_block(struct offline *offline, const char *type, bool whole)
{
    struct buf *out = begin(offline);
    (void)buf_printf(out, "{\"index\":%d,\"content_block\":{\"type\":\"tool_use\"", offline->index);
    field(out, ",\"id\":", slice_of(offline->call_id));
    field(out, ",\"name\":", slice_of(offline->tool->name));
    if (whole) {
        (void)buf_append_text(out, ",\"input\":");
        (void)buf_append_slice(out, buf_slice(&offline->input));
    }
    (void)buf_append_text(out, "}}");
    return report(offline, type);
}

int offline_announce_tool(struct offline *offline)
{
    int r = report_block(offline, "content_block_start", false);
    struct buf *out = begin(offline);
    (void)buf_printf(out, "{\"index\":%d,\"delta\":", offline->index);
    field(out, "{\"partial_json\":", buf_slice(&offline->input));
    (void)buf_append_text(out, "}}");
    if (r == 0)
        r = report(offline, "content_block_delta");
    if (r == 0)
        r = report_block(offline, "content_block_stop", true);
    offline->index++;
    return r < 0 ? r : offline_end_message(offline, "tool_use");
}

int offline_end_message(struct offline *offline, const char *reason)
{
    struct buf *out = begin(offline);
    field(out, "{\"message_id\":", slice_of(offline->message_id));
    field(out, ",\"stop_reason\":", slice_of(reason));
    (void)buf_append_char(out, '}');
    return report(offline, "message_stop");
}

int offline_report_call(struct offline *offline)
{
    struct buf *out = begin(offline);
    field(out, "{\"tool\":", slice_of(offline->tool->name));
    (void)buf_append_text(out, ",\"input\":");
    (void)buf_append_slice(out, buf_slice(&offline->input));
    field(out, ",\"tool_call_id\":", slice_of(offline->call_id));
    (void)buf_append_char(out, '}');
    return report(offline, "tool_call");
}

int offline_report_result(struct offline *offline, const struct tool_result *result)
{
    struct buf *out = begin(offline);
    field(out, "{\"tool\":", slice_of(offline->tool->name));
    field(out, ",\"result\":", result->text);
    field(out, ",\"tool_call_id\":", slice_of(offline->call_id));
    (void)buf_append_text(out, result->is_error ? ",\"is_error\":true" : ",\"is_error\":false");
    if (result->image.size > 0) {
        field(out, ",\"image\":{\"mime\":", result->mime);
        field(out, ",\"data\":", result->image);
        (void)buf_append_char(out, '}');
    }
    (void)buf_append_char(out, '}');
    return report(offline, "tool_result");
}

int offline_report_refused(struct offline *offline, struct slice reason)
{
    struct buf *out = begin(offline);
    field(out, "{\"tool\":", slice_of(offline->tool->name));
    (void)buf_append_text(out, ",\"input\":");
    (void)buf_append_slice(out, buf_slice(&offline->input));
    field(out, ",\"tool_call_id\":", slice_of(offline->call_id));
    field(out, ",\"reason\":", reason);
    (void)buf_append_char(out, '}');
    return report(offline, "permission_denied");
}
