#include "cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/ascii.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/text.h"

enum { GAP = 2, LEAST = 6, TEXT_BYTES_MAX = 256 << 20 };

/* Minimum widths of columns that yield: COMFORT while shorter ids or fewer columns can still make room, READABLE after
 * that. */
enum { COMFORT = 20, READABLE = 14 };

struct cell {
    size_t at, size, width;
    const char *color;
};

void table_init(struct table *table, const struct table_column *columns, size_t count, size_t limit,
                const char *title_color)
{
    *table = (struct table){.columns = columns,
                            .count = count,
                            .limit = limit,
                            .title_color = title_color,
                            .text = BUF_LIMITED(TEXT_BYTES_MAX),
                            .cells = BUF_LIMITED(TEXT_BYTES_MAX)};
}

void table_clear(struct table *table)
{
    buf_clear(&table->text);
    buf_clear(&table->cells);
}

static size_t column_of_next(const struct table *table)
{
    return table->cells.size / sizeof(struct cell) % table->count;
}

static size_t append_path(struct table *table, struct slice path)
{
    const char *home = getenv("HOME");
    size_t size = home ? strlen(home) : 0;
    if (size < 2 || path.size < size || memcmp(path.data, home, size) != 0 ||
        (path.size > size && path.data[size] != '/'))
        return columns_append(&table->text, path, COLUMNS_ANY);
    (void)buf_append_char(&table->text, '~');
    return 1 + columns_append(&table->text, (struct slice){path.data + size, path.size - size}, COLUMNS_ANY);
}

void table_cell(struct table *table, struct slice text, const char *color)
{
    struct cell cell = {.at = table->text.size, .color = color};
    if (table->columns[column_of_next(table)].path && table->limit != COLUMNS_ANY)
        cell.width = append_path(table, text);
    else
        cell.width = columns_append(&table->text, text, table->limit);
    cell.size = table->text.size - cell.at;
    (void)buf_append(&table->cells, &cell, sizeof cell);
}

void table_cell_id(struct table *table, struct slice id, const struct table_style *style)
{
    struct buf text = BUF_LIMITED(4096);
    table->ids |= 1u << column_of_next(table);
    if (style->brief)
        text_append_short_id(&text, id);
    table_cell(table, style->brief ? buf_slice(&text) : id, NULL);
    buf_clear(&text);
}

static const struct cell *cell_at(const struct table *table, size_t row, size_t column)
{
    return (const struct cell *)(const void *)table->cells.data + row * table->count + column;
}

static size_t row_count(const struct table *table)
{
    return table->cells.size / sizeof(struct cell) / table->count;
}

/* --- widths --- */

static void measure(struct table *table)
{
    for (size_t column = 0; column < table->count; column++) {
        size_t widest = table->widths[column];
        for (size_t row = 0; row < row_count(table); row++) {
            size_t width = cell_at(table, row, column)->width;
            widest = width > widest ? width : widest;
        }
        if (!table->begun) {
            size_t title = columns_width(slice_of(table->columns[column].title));
            table->shown[column] = !table->columns[column].optional || widest > 0;
            widest = title > widest ? title : widest;
        }
        table->widths[column] = widest;
    }
}

/* Returns whether the rows fit if each column that yields has at least `least` columns. */
static bool fits(const struct table *table, size_t least)
{
    size_t total = 0;
    for (size_t i = 0; i < table->count; i++)
        if (table->shown[i]) {
            bool yields = table->columns[i].yields && table->widths[i] > least;
            total += (yields ? least : table->widths[i]) + (total > 0 ? GAP : 0);
        }
    return total <= table->limit;
}

static void shorten_ids(struct table *table)
{
    size_t widest = ascii_only() ? TEXT_SHORT_ID + 2 : TEXT_SHORT_ID + 1;
    table->brief = true;
    for (size_t i = 0; i < table->count; i++)
        if (table->ids & 1u << i)
            table->widths[i] = table->widths[i] < widest ? table->widths[i] : widest;
}

/* Returns false if all columns are needed. */
static bool spare_column(struct table *table)
{
    size_t found = table->count;
    for (size_t i = 0; i < table->count; i++)
        if (table->shown[i] && table->columns[i].spare > 0 &&
            (found == table->count || table->columns[i].spare > table->columns[found].spare))
            found = i;
    if (found < table->count)
        table->shown[found] = false;
    return found < table->count;
}

/* Narrows the widest column that yields, step by step, until the rows fit or no column can become narrower. */
static void narrow(struct table *table)
{
    if (table->brief || (!table->begun && !fits(table, COMFORT)))
        shorten_ids(table);
    while (!table->begun && !fits(table, READABLE) && spare_column(table)) {
    }
    for (;;) {
        size_t total = 0, widest = table->count;
        for (size_t i = 0; i < table->count; i++) {
            if (!table->shown[i])
                continue;
            total += table->widths[i] + (total > 0 ? GAP : 0);
            if (table->columns[i].yields && table->widths[i] > LEAST &&
                (widest == table->count || table->widths[i] > table->widths[widest]))
                widest = i;
        }
        if (total <= table->limit || widest == table->count)
            return;
        table->widths[widest]--;
    }
}

/* --- rows --- */

struct row {
    struct buf *out;
    size_t at;   /* column on the terminal */
    size_t owed; /* pending blanks, written only before more text */
};

static void write_cell(const struct table *table, struct row *row, size_t column, struct slice text, size_t width,
                       const char *color)
{
    bool path = table->columns[column].path;
    size_t room = table->limit - row->at, owed = row->owed;
    size_t allowed = table->widths[column];
    if (owed >= room)
        return;
    allowed = allowed < room - owed ? allowed : room - owed;
    width = width < allowed ? width : allowed;
    size_t before = table->columns[column].right ? allowed - width : 0;
    row->owed = table->widths[column] - before - width + GAP;
    if (width == 0) {
        row->owed += owed + before;
        return;
    }
    columns_pad(row->out, owed + before);
    (void)buf_append_text(row->out, color ? color : "");
    size_t used = path ? columns_append_end(row->out, text, allowed) : columns_append(row->out, text, allowed);
    (void)buf_append_text(row->out, color && *color ? pretty_off : "");
    row->at += owed + before + used;
    row->owed += width - used;
}

static void write_content(const struct table *table, struct row *row, size_t column, struct slice text,
                          const struct cell *cell)
{
    struct buf brief = BUF_LIMITED(4096);
    if (table->brief && (table->ids & 1u << column)) {
        text_append_short_id(&brief, text);
        text = buf_slice(&brief);
    }
    write_cell(table, row, column, text, brief.size > 0 ? columns_width(text) : cell->width, cell->color);
    buf_clear(&brief);
}

static void write_titles(const struct table *table, struct buf *out)
{
    struct row row = {.out = out};
    for (size_t i = 0; i < table->count; i++)
        if (table->shown[i]) {
            struct slice title = slice_of(table->columns[i].title);
            write_cell(table, &row, i, title, columns_width(title), table->title_color);
        }
    (void)buf_append_char(out, '\n');
}

void table_write(struct table *table, struct buf *out)
{
    measure(table);
    narrow(table);
    if (!table->begun && !table->headless)
        write_titles(table, out);
    table->begun = true;
    for (size_t i = 0; i < row_count(table); i++) {
        struct row row = {.out = out};
        for (size_t column = 0; column < table->count; column++) {
            const struct cell *cell = cell_at(table, i, column);
            struct slice text = {table->text.data + cell->at, cell->size};
            if (table->shown[column])
                write_content(table, &row, column, text, cell);
        }
        (void)buf_append_char(out, '\n');
    }
    buf_reset(&table->text, 1 << 20);
    buf_reset(&table->cells, 1 << 20);
}
