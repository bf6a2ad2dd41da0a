/* Makes untrusted text safe to pass on. */
#pragma once

#include "base/buf.h"
#include "base/slice.h"

/* Replaces U+0000, which few programs accept, by a space. */
void text_replace_nul(char *text, size_t size);

/* Copies text that should be JSON: replaces invalid UTF-8 and escapes of unpaired surrogates by U+FFFD. Does not check
 * the JSON otherwise. */
int text_mend_json(struct buf *out, struct slice text);

/* Returns the length of the UTF-8 sequence at the beginning; 0: invalid. */
size_t text_sequence(struct slice text);
