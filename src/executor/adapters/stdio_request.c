#include "executor/adapters/stdio.h"

#include "executor/adapters/attached.h"
#include "json/write.h"

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
        attached_write_paths(out, params);
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
