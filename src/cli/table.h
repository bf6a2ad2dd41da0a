/* Tables with aligned columns, at most as wide as the terminal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { TABLE_COLUMNS_MAX = 10 };

struct table_column {
    const char *title;
    bool right;    /* aligned to the right, for numbers */
    bool yields;   /* narrowed first */
    bool optional; /* omitted if all of its cells are empty */
    bool path;     /* cut at the front; on a terminal, ~ replaces the home directory */
    int spare;     /* omitted if columns that yield have too little room, the highest number first; 0: never */
};

struct table {
    const struct table_column *columns;
    size_t count;
    size_t limit; /* columns of the terminal; COLUMNS_ANY: no cutting */
    const char *title_color;
    bool headless, begun;
    bool brief;   /* too narrow for whole ids: show their ends */
    unsigned ids; /* one bit for each column with ids */
    size_t widths[TABLE_COLUMNS_MAX];
    bool shown[TABLE_COLUMNS_MAX];

    struct buf text; /* of all cells, concatenated */
    struct buf cells;
};

struct table_style {
    bool color;
    bool brief;     /* shorten ids to their ends */
    int64_t now_ms; /* the reference time for ages */
};

typedef void (*table_row_fn)(struct table *table, const void *record, const struct table_style *style);

/* Keeps a reference to `columns`. `title_color` may be "". */
void table_init(struct table *table, const struct table_column *columns, size_t count, size_t limit,
                const char *title_color);
void table_clear(struct table *table);

/* Adds the next cell, from left to right, row by row, and escapes control characters. `color` may be NULL. */
void table_cell(struct table *table, struct slice text, const char *color);
void table_cell_id(struct table *table, struct slice id, const struct table_style *style);

/* Appends the rows so far, and titles before the first one. These rows decide which columns are shown and how wide they
 * are. Later rows have no titles of their own; they can widen a column, but show no other columns. */
void table_write(struct table *table, struct buf *out);
