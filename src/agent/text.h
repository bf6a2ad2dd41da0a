/* Text of strangers, made fit to be passed on. */
#pragma once

#include "base/buf.h"
#include "base/slice.h"

/* U+0000, which few take, becomes a space. */
void text_replace_nul(char *text, size_t size);

/* A copy of what should be JSON: bytes that are not UTF-8, and escapes that are half of a surrogate pair, become
 * U+FFFD. Whether it is JSON otherwise is not looked at. */
int text_mend_json(struct buf *out, struct slice text);

/* The length of the UTF-8 sequence at its beginning; 0: there is none. */
size_t text_sequence(struct slice text);
