/* What a person wants to see of a tool's result: of a command the end, of a file the beginning, of a search how much
 * was found, of a failure as much as helps. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

struct fold_result {
    struct slice tool, text;
    struct slice label; /* whose result it is, where that is not plain; or empty */
    bool failed;
};

struct fold_style {
    const char *paint; /* a sequence of pretty.h, or "" */
    size_t width;      /* of a line; COLUMNS_ANY: none is cut */
    bool whole;        /* all of it */
};

/* Appends lines: "  = " before the first, an indent before the others, a newline behind each. Sequences for terminals
 * are taken out, and so is what a carriage return has written over. */
void fold_write(struct buf *out, const struct fold_result *result, const struct fold_style *style);

/* The one line that matters most: of a command the last, of a search the count, else the first. It is still to be made
 * harmless. */
void fold_line(struct buf *out, const struct fold_result *result);
