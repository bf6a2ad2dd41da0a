/* The quick look at a request that has the plainest form there is.
 *
 * Most requests are one object without nesting: "jsonrpc", "method", an "id" of digits or plain characters, and no
 * params or empty ones. Such a line is understood in one pass, without building a document. Whatever is not as plain as
 * this is left to the strict reader; so this one accepts a part of what that accepts, with the same meaning, and
 * refuses nothing by itself. fuzz_plain holds the two against each other. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

struct plain {
    struct slice method;
    struct slice id; /* as JSON text: digits, or a string with its quotes; empty for a notification */
};

/* Clients repeat themselves: the next request mostly differs from the last in the digits of its id alone. So the text
 * around them is kept, and what is the same again need not be understood again. */
struct plain_memory {
    char text[112]; /* what stood before the digits, then what stood behind them */
    unsigned char head, tail;
    struct slice method; /* a part of `text` */
};

/* False: read it strictly. The slices are parts of `line` or of the memory, without a NUL behind them. */
bool plain_read(struct slice line, struct plain_memory *memory, struct plain *ret_plain);
