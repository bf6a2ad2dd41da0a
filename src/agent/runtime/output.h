/* Writes the answers of weir-agent: one line per message, with its newline. The caller checks out->error. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"

void runtime_write_ready(struct buf *out);
void runtime_write_token(struct buf *out, struct slice id, struct slice token);
/* `input` is JSON text. */
void runtime_write_tool_use(struct buf *out, struct slice id, struct slice tool_id, struct slice name,
                            struct slice input);

/* A result is written as a string; as {"error"} for a failure; as {"text", "image": {"mime", "data"}} for an image. */
struct runtime_result {
    struct slice tool_id, name, text, image, mime;
    bool is_error;
};
void runtime_write_tool_result(struct buf *out, struct slice id, const struct runtime_result *result);
void runtime_write_done(struct buf *out, struct slice id);
void runtime_write_error(struct buf *out, struct slice id, struct slice error);
void runtime_write_status(struct buf *out, struct slice id, bool working, size_t length, int64_t uptime_ms);
