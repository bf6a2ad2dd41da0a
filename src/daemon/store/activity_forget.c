/* Removes activity so that its texts are also gone from the file: from the rows, from the index of words, and from
 * pages that are not in use any more. */
#include <errno.h>
#include <sqlite3.h>

#include "daemon/store/activity_rows.h"

enum {
    ROWS = 500,         /* a table, each time */
    MERGED_PAGES = 256, /* of the index, each time */
};

#define TABLES(each)                                                                                                   \
    {                                                                                                                  \
        [CONTEXT_ACTIVITY_TYPE_WINDOW] = each("activity_sessions", "coalesce(duration_ms, 0)"),                        \
        [CONTEXT_ACTIVITY_TYPE_FOCUS] = each("focus_sessions", "coalesce(duration_ms, 0)"),                            \
        [CONTEXT_ACTIVITY_TYPE_KEYSTROKE] = each("keystroke_chunks", "coalesce(duration_ms, 0)"),                      \
        [CONTEXT_ACTIVITY_TYPE_CLIPBOARD] = each("clipboard_events", "0"),                                             \
        [CONTEXT_ACTIVITY_TYPE_BROWSER] = each("browser_sessions", "coalesce(duration_ms, 0)"),                        \
    }

int store_activity_count(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t *ret_count)
{
#define COUNT(table, duration) "SELECT count(*) FROM " table " WHERE at + " duration " >= ?1"
    static const char *const statements[ACTIVITY_TYPES] = TABLES(COUNT);
    int64_t count = 0;
    for (unsigned i = 0; i < ACTIVITY_TYPES; i++) {
        if (!(types & ACTIVITY_BIT(i)))
            continue;
        int64_t one = 0;
        autoreset sqlite3_stmt *find = store_sql(tx, statements[i]);
        (void)sqlite3_bind_int64(find, 1, since_ms);
        int r = store_number(tx, find, &one);
        if (r < 0)
            return r;
        count += one;
    }
    *ret_count = count;
    return 0;
}

/* --- with overwriting --- */

/* The index keeps its changes in memory until a savepoint begins, or the transaction ends: it must write them while
 * overwriting is on. */
static int end_overwriting(struct store_tx *tx, int r)
{
    int flushed = store_exec(tx, "SAVEPOINT forgotten");
    if (flushed == 0)
        flushed = store_exec(tx, "RELEASE forgotten");
    (void)sqlite3_exec(tx->db, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    return r < 0 ? r : flushed;
}

static int remove_rows(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t *ret_removed)
{
#define REMOVE(table, duration)                                                                                        \
    "DELETE FROM " table " WHERE no IN (SELECT no FROM " table " WHERE at + " duration                                 \
    " >= ?1 ORDER BY at DESC, no DESC LIMIT ?2)"
    static const char *const statements[ACTIVITY_TYPES] = TABLES(REMOVE);
    for (unsigned i = 0; i < ACTIVITY_TYPES; i++) {
        if (!(types & ACTIVITY_BIT(i)))
            continue;
        autoreset sqlite3_stmt *remove = store_sql(tx, statements[i]);
        (void)sqlite3_bind_int64(remove, 1, since_ms);
        (void)sqlite3_bind_int64(remove, 2, ROWS);
        int r = store_run(tx, remove);
        if (r < 0)
            return r;
        *ret_removed += sqlite3_changes(tx->db);
    }
    return 0;
}

int store_activity_forget(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t *ret_removed)
{
    int64_t removed = 0;
    int r = store_exec(tx, "PRAGMA secure_delete = ON");
    if (r < 0)
        return r;
    r = end_overwriting(tx, remove_rows(tx, types, since_ms, &removed));
    if (r == 0)
        *ret_removed = removed;
    return r;
}

/* The index marks words as removed; only merging drops them. A negative number of pages merges everything, in as many
 * calls as it takes. */
int store_activity_scrub(struct store_tx *tx, bool *ret_more)
{
    int r = store_exec(tx, "PRAGMA secure_delete = ON");
    if (r < 0)
        return r;
    sqlite3_int64 before = sqlite3_total_changes64(tx->db);
    autoreset sqlite3_stmt *merge =
        store_sql(tx, "INSERT INTO activity_words (activity_words, rank) VALUES ('merge', ?1)");
    (void)sqlite3_bind_int64(merge, 1, -MERGED_PAGES);
    r = store_run(tx, merge);
    bool more = sqlite3_total_changes64(tx->db) - before >= 2;
    r = end_overwriting(tx, r);
    if (r == 0)
        *ret_more = more;
    return r;
}
