/* Unified diffs of two texts, with a few lines of context. */
#pragma once

#include "base/buf.h"

enum { DIFF_CONTEXT = 3, DIFF_BYTES_MAX = 8 << 20 };

/* Appends lines that begin with ' ', '-', '+' or "@@", escaped for a terminal and ended by a newline; nothing if the
 * texts are equal. If they differ too much to compare quickly, the diff replaces everything. */
void diff_write(struct buf *out, struct slice before, struct slice after, bool color);
