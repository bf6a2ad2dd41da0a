/* The quick look at a request that has the plainest form there is.
 *
 * Most requests are one object without nesting: "jsonrpc", "method", an "id" of digits or plain characters, and no params
 * or empty ones. Such a line is understood in one pass, without building a document. Whatever is not as plain as this
 * is left to the strict reader; so this one accepts a part of what that accepts, with the same meaning, and refuses
 * nothing by itself. fuzz_plain holds the two against each other. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

struct plain {
    struct slice method;
    struct slice id; /* as JSON text: digits, or a string with its quotes; empty for a notification */
};

/* False: read it strictly. The slices are parts of `line`, without a NUL behind them. */
bool plain_read(struct slice line, struct plain *ret_plain);
