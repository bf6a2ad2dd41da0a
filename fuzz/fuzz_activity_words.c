/* Fuzzes the words of a search of activity. Whatever they are, the query for the full-text index that is made of them
 * is one that SQLite accepts, and nothing in them is an operator: every row with all words has one of them too, and a
 * row without a word is never found. */
#include <sqlite3.h>
#include <stdlib.h>

#include "daemon/store/activity.h"
#include "fuzz.h"

enum { ROWS = 4, EXPRESSION_MAX = 64 << 10 };

static sqlite3 *open_index(void)
{
    sqlite3 *db = NULL;
    must(sqlite3_open(":memory:", &db) == SQLITE_OK);
    must(
        sqlite3_exec(db,
                     "CREATE VIRTUAL TABLE words USING fts5 (app, title, content = '',"
                     " tokenize = 'unicode61 remove_diacritics 2');"
                     "INSERT INTO words (rowid, app, title) VALUES (1, 'one', 'two three'), (2, 'two', 'a b c OR AND'),"
                     " (3, 'title', 'NOT NEAR 1 2 3'), (4, '\xc2\xb6', '\xc2\xb6\xc2\xb6')",
                     NULL, NULL, NULL) == SQLITE_OK);
    return db;
}

static unsigned find(sqlite3 *db, const char *expression)
{
    sqlite3_stmt *statement = NULL;
    unsigned found = 0;
    int code;
    must(sqlite3_prepare_v2(db, "SELECT rowid FROM words WHERE words MATCH ?1", -1, &statement, NULL) == SQLITE_OK);
    must(sqlite3_bind_text(statement, 1, expression, -1, SQLITE_STATIC) == SQLITE_OK);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        found |= 1U << (unsigned)sqlite3_column_int(statement, 0);
    must(code == SQLITE_DONE);
    must(sqlite3_finalize(statement) == SQLITE_OK);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sqlite3 *db;
    struct slice words = {(const char *)data, size};
    struct buf all = BUF_LIMITED(EXPRESSION_MAX), any = BUF_LIMITED(EXPRESSION_MAX);
    db = db ? db : open_index();
    int count = store_activity_quote(&all, words, false);
    must(count == store_activity_quote(&any, words, true) || any.error != 0);
    must(count <= 32 && (count >= 0 || all.error != 0));
    if (count > 0 && any.error == 0) {
        unsigned with_all = find(db, all.data), with_any = find(db, any.data);
        must((with_all & ~with_any) == 0);
        must((with_any & (1U << ROWS)) == 0); /* it has no word */
    }
    buf_clear(&all);
    buf_clear(&any);
    return 0;
}
