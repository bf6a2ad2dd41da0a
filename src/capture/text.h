/* Texts of windows and clipboards, made fit for the store: valid UTF-8 without characters that change how it is shown.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

enum text_encoding {
    TEXT_UTF8,
    TEXT_LATIN1,   /* STRING of X11 */
    TEXT_COMPOUND, /* COMPOUND_TEXT: Latin-1, and UTF-8 in its own segments; of other sets only ASCII is kept */
};

/* Appends the text, at most `most` bytes of it. Bytes that are no characters become U+FFFD. Control characters, and
 * characters without a width that reorder or hide others, are left out; a tab and a newline become a space unless
 * `has_lines`. Blanks at both ends are left out unless `has_lines`. */
int text_clean(struct buf *out, enum text_encoding encoding, struct slice bytes, size_t most, bool has_lines);

/* The second of the two strings of WM_CLASS, which names the application; or the first one if there is no second. */
struct slice text_class(struct slice bytes);

/* Whether the application is a web browser, by its class. If so, *ret_page is the title of the page: the title of the
 * window without the name of the browser at its end. */
bool text_page(struct slice app, struct slice title, struct slice *ret_page);
