/* Encodes a C struct as JSON text, as described by a shape. */
#pragma once

#include "base/buf.h"
#include "json/shape.h"

/* Appends the value to `out`. Returns the buffer's error, if any. */
int json_encode(struct buf *out, const struct shape *shape, const void *value);
