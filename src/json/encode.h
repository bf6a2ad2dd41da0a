/* From a C struct to JSON text, as a shape says. */
#pragma once

#include "base/buf.h"
#include "json/shape.h"

/* Appends the value to `out`. The buffer's error, if any. */
int json_encode(struct buf *out, const struct shape *shape, const void *value);
