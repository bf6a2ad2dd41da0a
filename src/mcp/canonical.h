/* The canonical form of a JSON value, so that equal definitions have equal fingerprints. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"

/* Writes keys sorted by their bytes, no white space, and numbers as they are written. The arena is for scratch. Returns
 * the error of the buffer, or -ENOMEM. */
int mcp_canonical_write(struct buf *out, struct arena *scratch, const yyjson_val *value);
