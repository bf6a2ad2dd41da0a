/* Text layout for the width of the terminal. */
#pragma once

#include <stdio.h>

#include "base/slice.h"
#include "cli/cli.h"

/* --- cards: one line for each fact, with a name and a value --- */

struct card {
    FILE *out;
    const struct cli *cli;
    int column; /* where the values begin */
    size_t limit;
};

void card_begin(struct card *card, const struct cli *cli, int column);

/* Prints one line, escaped and, on a terminal, wrapped. `color` may be NULL. */
void card_text(const struct card *card, const char *name, struct slice value, const char *color);
void card_line(const struct card *card, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "2026-01-31 12:00:00 (3 min 5 s ago)" */
void card_time(const struct card *card, const char *name, int64_t epoch_ms);

/* Prints text of several lines below its name. */
void card_block(const struct card *card, const char *name, struct slice text);

/* --- definitions: names and descriptions in two columns --- */

/* A description that does not fit is wrapped below its beginning. */
struct definitions {
    size_t indent;
    size_t column; /* width of the widest name */
    size_t limit;  /* columns of the terminal; COLUMNS_ANY: no wrapping */
    const char *color, *off;
};

/* Prepares definitions for `out`. `color` is that of the names, or "". */
struct definitions definitions_to(FILE *out, size_t indent, const char *color);
/* Must be called for each name before the first definitions_print(). */
void definitions_measure(struct definitions *definitions, struct slice name);
void definitions_print(const struct definitions *definitions, FILE *out, struct slice name, struct slice about);

/* --- paragraphs --- */

/* Prints paragraphs whose lines have at most 110 columns. On a narrower terminal, wraps lines that do not begin with a
 * blank. */
void paragraphs_print(FILE *out, const char *text);
