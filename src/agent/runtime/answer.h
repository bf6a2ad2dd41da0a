/* What weir-agent says: one line a message, with its newline. Whether it fits is in out->error. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"

void runtime_write_ready(struct buf *out);
void runtime_write_token(struct buf *out, struct slice id, struct slice token);
/* `input` is JSON text. */
void runtime_write_tool_use(struct buf *out, struct slice id, struct slice tool_id, struct slice name,
                            struct slice input);

/* A text where it is one; {"error"} of a failure; {"text", "image": {"mime", "data"}} of a picture. */
struct runtime_result {
    struct slice tool_id, name, text, image, mime;
    bool is_error;
};
void runtime_write_tool_result(struct buf *out, struct slice id, const struct runtime_result *result);
void runtime_write_done(struct buf *out, struct slice id);
void runtime_write_error(struct buf *out, struct slice id, struct slice error);
void runtime_write_status(struct buf *out, struct slice id, bool working, size_t length, int64_t uptime_ms);
