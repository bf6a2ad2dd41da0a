/* Writing JSON text into a buffer. The buffer remembers the first error, so a writer checks once, at its end. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "json/shape.h"

/* Quotes and escapes. Bytes that are not valid UTF-8, such as in file names, become U+FFFD, so the output is
 * always valid JSON. */
int json_write_string(struct buf *out, struct slice text);
/* The same for a string of the contract that may not contain U+0000: it becomes U+FFFD as well. */
int json_write_text(struct buf *out, struct slice text);
int json_write_number(struct buf *out, double number); /* NaN and the infinities become null */
int json_write_value(struct buf *out, const yyjson_val *value);
int json_write_any(struct buf *out, const struct json_any *any);

/* Writes a value that an agent reported and that is to be stored. If it is nested deeper than JSON_STORED_DEPTH_MAX,
 * writes JSON_TOO_DEEP instead. */
int json_write_stored(struct buf *out, const struct json_any *any);
#define JSON_TOO_DEEP "{\"text\":\"(left out: nested deeper than 112 levels)\"}"
