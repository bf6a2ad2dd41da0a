/* Shortens a tool's result: the end of a command's output, the beginning of a file, the number of search results, more
 * of a failure. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

struct fold_result {
    struct slice tool, text;
    struct slice label; /* names the call if it is not obvious; or empty */
    bool failed;
};

struct fold_style {
    const char *paint; /* a sequence of pretty.h, or "" */
    size_t width;      /* of a line; COLUMNS_ANY: no wrapping */
    bool whole;        /* show everything */
};

/* Appends lines: " = " before the first, an indent before the others, a newline after each. Removes escape sequences,
 * and text that a carriage return has overwritten. */
void fold_write(struct buf *out, const struct fold_result *result, const struct fold_style *style);

/* Appends the most useful line: the last of a command's output, the count of a search, otherwise the first. The caller
 * must escape it. */
void fold_line(struct buf *out, const struct fold_result *result);
