/* Text of somebody else on a terminal: how many columns it takes, and how it is made to fit. What would steer the
 * terminal, or turn the direction of what stands around it, is shown as an escape of JSON. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define COLUMNS_ANY SIZE_MAX

/* A character as it is shown: where only ASCII is, its like there, or the escape of JSON. */
struct columns_glyph {
    uint32_t point;
    char text[16];
    size_t size, width;
};

/* Takes one character from the front of text that is not empty. What is not UTF-8 is U+FFFD, a byte each. */
void columns_take(struct slice *rest, struct columns_glyph *ret);

/* On one line: blanks of every kind become one space. Cut text ends with "…", or "+" where only ASCII is shown, inside
 * of the limit. Returns how many columns were used. */
size_t columns_append(struct buf *out, struct slice text, size_t limit);

/* The same, but blanks stay as they are, and a tab is as wide as on a terminal. The text is one line. */
size_t columns_append_row(struct buf *out, struct slice text, size_t limit);

/* The same, cut at its front. */
size_t columns_append_end(struct buf *out, struct slice text, size_t limit);

/* How many columns_append() would use. */
size_t columns_width(struct slice text);

void columns_pad(struct buf *out, size_t count);

/* On several lines, each with `indent` before it and a newline behind it, broken between words where one is wider than
 * the limit (which counts the indent). Newlines of the text stay; blank ones at its end do not. */
void columns_wrap(struct buf *out, struct slice text, const char *indent, size_t limit);

/* As it comes, in pieces: newlines and tabs stay, everything else is made harmless. */
void columns_append_raw(struct buf *out, struct slice text);

/* The same for a file or another program: what is harmless stays as it is, ASCII or not. */
void columns_append_verbatim(struct buf *out, struct slice text);
