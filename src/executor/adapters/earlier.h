/* Writes the earlier conversation of a session as text, for an agent that did not take part in it. */
#pragma once

#include "base/buf.h"
#include "contract/executor_types.h"

enum {
    EARLIER_MAX = 64 << 10,     /* bytes; if it is longer, the newest messages are kept */
    EARLIER_READ_MAX = 1 << 20, /* bytes of messages to request for it: they include results of tools */
};

/* Appends the conversation, oldest message first, with a sentence before and after it; appends nothing if it is empty.
 * Of tool calls it has only the names. */
int earlier_write(struct buf *out, const struct executor_said *items, size_t count);
