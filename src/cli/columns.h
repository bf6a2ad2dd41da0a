/* Measures and cuts untrusted text for a terminal. Characters that control the terminal or change the text direction
 * are shown as JSON escapes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define COLUMNS_ANY SIZE_MAX

/* A character as it is shown. In ASCII mode: a similar ASCII text, or a JSON escape. */
struct columns_glyph {
    uint32_t point;
    char text[16];
    size_t size, width;
};

/* Takes one character from the front of a text that is not empty. Each byte that is not valid UTF-8 becomes U+FFFD. */
void columns_take(struct slice *rest, struct columns_glyph *ret);

/* Appends the text as one line; any sequence of blanks becomes one space. If it is cut, it ends with "…", or "+" in
 * ASCII mode, within the limit. Returns the number of columns used. */
size_t columns_append(struct buf *out, struct slice text, size_t limit);

/* The same for a text of one line, but keeps blanks and expands tabs. */
size_t columns_append_row(struct buf *out, struct slice text, size_t limit);

/* The same, but cuts the front. */
size_t columns_append_end(struct buf *out, struct slice text, size_t limit);

/* Returns the number of columns that columns_append() would use. */
size_t columns_width(struct slice text);

void columns_pad(struct buf *out, size_t count);

/* Appends lines that begin with `indent` and end with a newline. Breaks lines between words at `limit`, which counts
 * the indent. Keeps newlines of the text, but no empty lines at its end. */
void columns_wrap(struct buf *out, struct slice text, const char *indent, size_t limit);

/* Appends a piece of text: keeps newlines and tabs, and escapes all that is unsafe for a terminal. */
void columns_append_raw(struct buf *out, struct slice text);

/* The same for a file or another program: keeps all safe characters, also outside ASCII. */
void columns_append_verbatim(struct buf *out, struct slice text);
