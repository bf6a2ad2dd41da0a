/* Converts between columns of rows and fields of the contract's structs. */
#pragma once

#include "daemon/store/internal.h"

static inline void store_bind_optional(sqlite3_stmt *statement, int index, enum field_is is, struct slice text)
{
    if (is != FIELD_SET)
        text.data = NULL;
    else if (!text.data)
        text = SLICE("");
    store_bind_slice(statement, index, text);
}

static inline void store_bind_number(sqlite3_stmt *statement, int index, enum field_is is, int64_t number)
{
    if (is == FIELD_SET)
        (void)sqlite3_bind_int64(statement, index, number);
    else
        (void)sqlite3_bind_null(statement, index);
}

/* Binds NULL for a value that is not in the enum. */
static inline void store_bind_word(sqlite3_stmt *statement, int index, const struct shape *shape, unsigned value)
{
    struct slice word = {0};
    if (value < shape->of.words.count)
        word = shape->of.words.items[value];
    store_bind_slice(statement, index, word);
}

static inline int64_t store_column_number(sqlite3_stmt *statement, int column, enum field_is *ret_is)
{
    *ret_is = sqlite3_column_type(statement, column) == SQLITE_NULL ? FIELD_ABSENT : FIELD_SET;
    return sqlite3_column_int64(statement, column);
}

/* Returns SQLite's own bytes, valid until the statement is stepped or reset. */
static inline struct slice store_column_bytes(sqlite3_stmt *statement, int column)
{
    const char *data = (const char *)sqlite3_column_text(statement, column);
    return (struct slice){data, (size_t)sqlite3_column_bytes(statement, column)};
}

/* Logs a row with a value that cannot be read, and returns -EBADMSG. The file itself is intact, so the store
 * continues: lists skip the row. */
int store_bad_row(sqlite3_stmt *row, int column, const char *problem);

/* Converts the word in the column to its index. -EBADMSG: it is not in the enum. */
static inline int store_column_word(sqlite3_stmt *statement, int column, const struct shape *shape, unsigned *ret_value)
{
    struct slice word = store_column_bytes(statement, column);
    for (unsigned i = 0; i < shape->of.words.count; i++)
        if (slice_equal(word, shape->of.words.items[i])) {
            *ret_value = i;
            return 0;
        }
    return store_bad_row(statement, column, "an unknown word");
}

/* Decodes a JSON column to a struct; FIELD_ABSENT for NULL. -EBADMSG: it is invalid. */
int store_column_struct(sqlite3_stmt *row, int column, struct arena *arena, const struct shape *shape, void *ret,
                        enum field_is *ret_is);
/* The same for a value that is only displayed: FIELD_ABSENT if it is invalid. */
int store_column_shown(sqlite3_stmt *row, int column, struct arena *arena, const struct shape *shape, void *ret,
                       enum field_is *ret_is);

/* Reads a JSON column that is copied into responses: a single value on one line. FIELD_ABSENT for NULL.
 * -EBADMSG: it is invalid. */
int store_column_json(sqlite3_stmt *row, int column, struct arena *arena, struct slice *ret_text,
                      enum field_is *ret_is);
/* The same for a value that is only displayed: FIELD_ABSENT if it is invalid. */
int store_column_json_shown(sqlite3_stmt *row, int column, struct arena *arena, struct slice *ret_text,
                            enum field_is *ret_is);

/* Runs a statement that returns one number. Returns 1 with the number, or 0 if there is no row or it is NULL. */
static inline int store_number(struct store_tx *tx, sqlite3_stmt *statement, int64_t *ret_number)
{
    int r = store_step(tx, statement);
    if (r <= 0 || sqlite3_column_type(statement, 0) == SQLITE_NULL)
        return r < 0 ? r : 0;
    *ret_number = sqlite3_column_int64(statement, 0);
    return 1;
}

/* Makes room for one more item of a list with `count` items. NULL without memory. */
static inline void *store_list_grow(struct arena *arena, void *items, size_t count, size_t size)
{
    enum { FIRST = 16 };
    if (count == 0)
        return arena_alloc(arena, FIRST * size);
    if (count < FIRST || (count & (count - 1)) != 0)
        return items;
    return arena_realloc(arena, items, count * size, 2 * count * size);
}
