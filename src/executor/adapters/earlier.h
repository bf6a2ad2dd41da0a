/* What was said in a session before, as text, for an agent that was not there. */
#pragma once

#include "base/buf.h"
#include "contract/executor_types.h"

enum {
    EARLIER_MAX = 64 << 10,     /* bytes; of longer ones the newest is kept */
    EARLIER_READ_MAX = 1 << 20, /* that are asked for, for that many: results of tools are among them */
};

/* Appends it, oldest first, with a sentence before it and one behind it; nothing where nothing was said. What tools did
 * is only named. */
int earlier_write(struct buf *out, const struct executor_said *items, size_t count);
