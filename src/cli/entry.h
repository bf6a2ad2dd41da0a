/* Names and what each is about, in two columns; what does not fit the terminal goes on below its beginning. */
#pragma once

#include <stdio.h>

#include "base/slice.h"

struct entries {
    size_t indent;
    size_t column; /* of the widest name */
    size_t limit;  /* columns of the terminal; COLUMNS_ANY: nothing is broken */
    const char *color, *off;
};

/* To where `out` goes. `color` is of the names; "" for none. */
struct entries entries_to(FILE *out, size_t indent, const char *color);
/* To be told of every name before the first is printed. */
void entries_measure(struct entries *entries, struct slice name);
void entries_print(const struct entries *entries, FILE *out, struct slice name, struct slice about);

/* Paragraphs as they are written, with lines of at most 110 columns; on a narrower terminal those that do not begin
 * with a blank are broken anew. */
void entries_print_text(FILE *out, const char *text);
