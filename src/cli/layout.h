/* Text that is laid out for the width of the terminal. */
#pragma once

#include <stdio.h>

#include "base/slice.h"
#include "cli/cli.h"

/* --- cards: facts about one thing, a line each: a name and a value ----------------------- */

struct card {
    FILE *out;
    const struct cli *cli;
    int column; /* where the values begin */
    size_t limit;
};

void card_begin(struct card *card, const struct cli *cli, int column);

/* One line; it is made harmless and, on a terminal, broken to fit. `color` may be NULL. */
void card_text(const struct card *card, const char *name, struct slice value, const char *color);
void card_line(const struct card *card, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "2026-01-31 12:00:00 (3 min 5 s ago)" */
void card_time(const struct card *card, const char *name, int64_t epoch_ms);

/* Text of several lines under its name. */
void card_block(const struct card *card, const char *name, struct slice text);

/* --- definitions: names and what each is about, in two columns --------------------------- */

/* What does not fit the terminal goes on below its beginning. */
struct definitions {
    size_t indent;
    size_t column; /* of the widest name */
    size_t limit;  /* columns of the terminal; COLUMNS_ANY: nothing is broken */
    const char *color, *off;
};

/* To where `out` goes. `color` is of the names; "" for none. */
struct definitions definitions_to(FILE *out, size_t indent, const char *color);
/* To be told of every name before the first is printed. */
void definitions_measure(struct definitions *definitions, struct slice name);
void definitions_print(const struct definitions *definitions, FILE *out, struct slice name, struct slice about);

/* --- paragraphs -------------------------------------------------------------------------- */

/* As they are written, with lines of at most 110 columns; on a narrower terminal those that do not begin
 * with a blank are broken anew. */
void paragraphs_print(FILE *out, const char *text);
