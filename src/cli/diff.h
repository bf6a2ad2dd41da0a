/* What changes between two texts, as people read it: unified, with a few lines around each change. */
#pragma once

#include "base/buf.h"

enum { DIFF_CONTEXT = 3, DIFF_BYTES_MAX = 8 << 20 };

/* Appends lines that begin with ' ', '-', '+' or "@@", each made harmless for a terminal and ended by a newline;
 * nothing where both are the same. Where they differ in more than can be worked out in a moment, all of the one is
 * replaced by all of the other. */
void diff_write(struct buf *out, struct slice before, struct slice after, bool color);
