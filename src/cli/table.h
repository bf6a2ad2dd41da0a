/* Rows that stand under one another, as wide as the terminal at most. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { TABLE_COLUMNS_MAX = 10 };

struct table_column {
    const char *title;
    bool right;    /* numbers */
    bool yields;   /* becomes narrower first */
    bool optional; /* left out where it has nothing to show */
    bool path;     /* cut at its front, and the home directory is ~ on a terminal */
    int spare;     /* left out where the room is too small for what yields, the highest first; 0: never */
};

struct table {
    const struct table_column *columns;
    size_t count;
    size_t limit; /* columns of the terminal; COLUMNS_ANY: nothing is cut */
    const char *title_color;
    bool headless, begun;
    bool brief;   /* there is no room for whole ids: their ends are shown */
    unsigned ids; /* a bit for each column that has some */
    size_t widths[TABLE_COLUMNS_MAX];
    bool shown[TABLE_COLUMNS_MAX];

    struct buf text; /* of the cells, one behind the other */
    struct buf cells;
};

/* How the rows of one kind of thing are made. */
struct table_style {
    bool color;
    bool brief;     /* ids are shortened to their ends */
    int64_t now_ms; /* what ages are counted to */
};

/* The cells of one record. */
typedef void (*table_row_fn)(struct table *table, const void *record, const struct table_style *style);

/* Keeps `columns`. `title_color` may be "". */
void table_init(struct table *table, const struct table_column *columns, size_t count, size_t limit,
                const char *title_color);
void table_clear(struct table *table);

/* The next cell, from left to right, row by row. It is made harmless. `color` may be NULL. */
void table_cell(struct table *table, struct slice text, const char *color);
void table_cell_id(struct table *table, struct slice id, const struct table_style *style);

/* Appends the rows so far, the titles before the first of them. Widths, and which columns are shown, follow from all of
 * these rows. What comes later goes on under the same titles; it may make a column wider, but shows no other columns.
 */
void table_write(struct table *table, struct buf *out);
