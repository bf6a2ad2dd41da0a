/* Rows of the five tables of activities in one form; private to the store. */
#pragma once

#include "daemon/store/activity.h"
#include "daemon/store/columns.h"

/* A row has the number N * 8 + its type, with N counting all rows: so the index of words says which table a row is in,
 * and its order is the order of adding. */
enum { ACTIVITY_NUMBER_STEP = 8 };

enum activity_column {
    ACTIVITY_NO,
    ACTIVITY_AT,
    ACTIVITY_DURATION,
    ACTIVITY_APP,
    ACTIVITY_TITLE,
    ACTIVITY_URL,
    ACTIVITY_TEXT,
    ACTIVITY_MEDIA_TYPE,
    ACTIVITY_COUNT,
};

int activity_read(sqlite3_stmt *row, struct arena *arena, struct context_activity_record *ret_record);
/* Finds a row by its number in the index of words. -ENOENT */
int activity_find(struct store_tx *tx, int64_t no, struct arena *arena, struct context_activity_record *ret_record);

/* Registers what a search needs on the connection. */
int activity_prepare(struct store_tx *tx);
