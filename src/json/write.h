/* Writing JSON text into a buffer. The buffer remembers the first error, so a writer checks once, at its end. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "json/shape.h"

/* Quotes and escapes. Bytes that are not UTF-8 (a file's name may hold such) become U+FFFD, so that the output is
 * always JSON. */
int json_write_string(struct buf *out, struct slice text);
/* The same of a string of the contract that must not hold U+0000: that becomes U+FFFD as well. */
int json_write_text(struct buf *out, struct slice text);
int json_write_number(struct buf *out, double number); /* NaN and the infinities become null */
int json_write_value(struct buf *out, const yyjson_val *value);
int json_write_any(struct buf *out, const struct json_any *any);
