/* Reads pages of the audit log, and checks its chain. */
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "daemon/store/audit_rows.h"
#include "daemon/store/columns.h"

enum { CHECK_ROWS = 4096 };

#define COLUMNS "no, at, what, uid, pid, client, session, task, data, hash"
enum { NO, AT, WHAT, UID, PID, CLIENT, SESSION, TASK, DATA, HASH };

/* --- pages --- */

static bool begins_with_word(struct slice what, struct slice word)
{
    return what.size >= word.size && memcmp(what.data, word.data, word.size) == 0 &&
           (what.size == word.size || what.data[word.size] == '.');
}

static int read_entry(sqlite3_stmt *row, struct arena *arena, struct audit_entry *entry)
{
    unsigned char hash[AUDIT_HASH_BYTES];
    char *text = arena_alloc(arena, 2 * AUDIT_HASH_BYTES + 1);
    *entry = (struct audit_entry){
        .no = sqlite3_column_int64(row, NO),
        .at = sqlite3_column_int64(row, AT),
        .uid = sqlite3_column_int64(row, UID),
        .pid = sqlite3_column_int64(row, PID),
    };
    int r = text ? store_column_slice(row, WHAT, arena, &entry->what, NULL) : -ENOMEM;
    if (r == 0)
        r = store_column_slice(row, CLIENT, arena, &entry->client, NULL);
    if (r == 0)
        r = store_column_slice(row, SESSION, arena, &entry->session_id, &entry->session_id_is);
    if (r == 0)
        r = store_column_slice(row, TASK, arena, &entry->task_id, &entry->task_id_is);
    if (r == 0)
        r = store_column_json_shown(row, DATA, arena, &entry->data.text, &entry->data_is);
    if (r < 0)
        return r;
    store_audit_column_hash(row, HASH, hash);
    (void)sodium_bin2hex(text, 2 * AUDIT_HASH_BYTES + 1, hash, sizeof hash);
    entry->hash = (struct slice){text, 2 * (size_t)AUDIT_HASH_BYTES};
    return 0;
}

static int add_entry(sqlite3_stmt *row, struct arena *arena, struct store_audit_entries *entries)
{
    struct audit_entry *items = store_list_grow(arena, entries->items, entries->count, sizeof *items);
    if (!items)
        return -ENOMEM;
    entries->items = items;
    struct audit_entry *entry = &items[entries->count];
    int r = read_entry(row, arena, entry);
    if (r < 0)
        return r;
    entries->count++;
    entries->bytes += sizeof *entry + entry->what.size + entry->client.size + entry->data.text.size + 256;
    return 0;
}

static sqlite3_stmt *select_page(struct store_tx *tx, const struct store_audit_filter *filter)
{
    sqlite3_stmt *find =
        filter->session_id.size > 0
            ? store_sql(tx, "SELECT " COLUMNS " FROM audit WHERE no < ?1 AND session = ?2 ORDER BY no DESC")
            : store_sql(tx, "SELECT " COLUMNS " FROM audit WHERE no < ?1 ORDER BY no DESC");
    if (!find)
        return NULL;
    (void)sqlite3_bind_int64(find, 1, filter->before);
    if (filter->session_id.size > 0)
        store_bind_slice(find, 2, filter->session_id);
    return find;
}

int store_audit_list(struct store_tx *tx, struct store_audit_filter *filter, struct arena *arena,
                     struct store_audit_entries *entries)
{
    int r = 0;
    autoreset sqlite3_stmt *find = select_page(tx, filter);
    filter->ret_next = filter->before;
    for (size_t looked_at = 0; entries->count < filter->limit && entries->bytes < filter->bytes; looked_at++) {
        if (looked_at == filter->looked_at)
            return 0;
        r = store_step(tx, find);
        if (r <= 0)
            break;
        filter->ret_next = sqlite3_column_int64(find, NO);
        if (filter->what.size > 0 && !begins_with_word(store_column_bytes(find, WHAT), filter->what))
            continue;
        r = add_entry(find, arena, entries);
        if (r < 0)
            break;
    }
    if (r == 0)
        filter->ret_next = 0;
    return r < 0 ? r : 0;
}

/* --- check --- */

/* Valid until the statement is stepped or reset. */
static struct audit_row row_of(sqlite3_stmt *row)
{
    return (struct audit_row){
        .no = sqlite3_column_int64(row, NO),
        .at = sqlite3_column_int64(row, AT),
        .note =
            {
                .what = store_column_bytes(row, WHAT),
                .uid = sqlite3_column_int64(row, UID),
                .pid = sqlite3_column_int64(row, PID),
                .client = store_column_bytes(row, CLIENT),
                .session_id = store_column_bytes(row, SESSION),
                .task_id = store_column_bytes(row, TASK),
                .data = store_column_bytes(row, DATA),
            },
    };
}

__attribute__((format(printf, 3, 4))) static void find_wrong(struct store_audit_check *check, int64_t no,
                                                             const char *format, ...)
{
    va_list arguments;
    check->wrong = no;
    check->broken = check->over = true;
    va_start(arguments, format);
    (void)vsnprintf(check->problem, sizeof check->problem, format, arguments);
    va_end(arguments);
}

static int begin(struct store_tx *tx, struct store_audit_check *check)
{
    char directory[PATH_MAX];
    struct audit_link head = {0};
    int r = store_audit_directory(tx, directory);
    if (r < 0)
        return r;
    check->begun = true;
    r = store_audit_find_key(tx, directory, check->key);
    if (r < 0) {
        if (tx->error == 0)
            find_wrong(check, 1, "%s", store_audit_key_problem(r));
        return tx->error;
    }
    r = audit_head_read(directory, check->key, &head);
    check->head = head;
    if (r < 0)
        find_wrong(check, 1, "audit.head %s: the last entries may have been removed",
                   r == -ENOENT ? "is missing" : "was changed");
    return 0;
}

/* Finds the row that was written as the successor of `at` under another number, among the next CHECK_ROWS; 0:
 * none. An exchanged or renumbered entry is reported that way. */
static int find_elsewhere(struct store_tx *tx, const struct store_audit_check *check, int64_t *ret_no)
{
    int r;
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT " COLUMNS " FROM audit WHERE no > ?1 ORDER BY no LIMIT ?2 /* elsewhere */");
    (void)sqlite3_bind_int64(find, 1, check->at.no + 1);
    (void)sqlite3_bind_int64(find, 2, CHECK_ROWS);
    *ret_no = 0;
    while ((r = store_step(tx, find)) > 0) {
        unsigned char stored[AUDIT_HASH_BYTES], right[AUDIT_HASH_BYTES];
        struct audit_row row = row_of(find);
        int64_t stands = row.no;
        row.no = check->at.no + 1;
        store_audit_column_hash(find, HASH, stored);
        audit_chain_hash(check->key, &row, check->at.hash, right);
        if (audit_hash_equal(stored, right)) {
            *ret_no = stands;
            return 0;
        }
    }
    return r;
}

static int explain(struct store_tx *tx, struct store_audit_check *check)
{
    int64_t no = check->at.no + 1, elsewhere = 0;
    int r = find_elsewhere(tx, check, &elsewhere);
    if (r < 0)
        return r;
    if (elsewhere > 0)
        find_wrong(check, no, "the order was changed: entry %lld is now entry %lld", (long long)no,
                   (long long)elsewhere);
    else
        find_wrong(check, no, "entry %lld was changed", (long long)no);
    return 0;
}

/* Handles an entry audit.broken: an earlier start found the log broken there, and continued after it. */
static void find_broken(struct store_audit_check *check, struct slice data)
{
    static const char begin[] = "{\"problem\":\"";
    size_t skip = sizeof begin - 1;
    if (data.size > skip + 2 && memcmp(data.data, begin, skip) == 0)
        find_wrong(check, check->at.no, "%.*s", (int)(data.size - skip - 2), data.data + skip);
    else
        find_wrong(check, check->at.no, "the daemon found the log broken");
}

static int check_row(struct store_tx *tx, struct store_audit_check *check, sqlite3_stmt *statement)
{
    unsigned char stored[AUDIT_HASH_BYTES], right[AUDIT_HASH_BYTES];
    struct audit_row row = row_of(statement);
    int64_t expected = check->at.no + 1;
    if (row.no < expected) {
        find_wrong(check, row.no, "entry %lld was inserted", (long long)row.no);
        return 0;
    }
    if (row.no > expected) {
        if (row.no == expected + 1)
            find_wrong(check, expected, "entry %lld is missing", (long long)expected);
        else
            find_wrong(check, expected, "entries %lld to %lld are missing", (long long)expected, (long long)row.no - 1);
        return 0;
    }
    store_audit_column_hash(statement, HASH, stored);
    audit_chain_hash(check->key, &row, check->at.hash, right);
    bool fits = audit_hash_equal(stored, right);
    if (fits && row.no == check->head.no)
        fits = audit_hash_equal(right, check->head.hash);
    if (!fits)
        return explain(tx, check);
    check->at.no = row.no;
    memcpy(check->at.hash, right, sizeof right);
    if (slice_is(row.note.what, "audit.broken"))
        find_broken(check, row.note.data);
    return 0;
}

static int check_some(struct store_tx *tx, struct store_audit_check *check)
{
    int r = 0, rows = 0;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " FROM audit WHERE no > ?1 ORDER BY no LIMIT ?2");
    (void)sqlite3_bind_int64(find, 1, check->at.no > 0 ? check->at.no : INT64_MIN);
    (void)sqlite3_bind_int64(find, 2, CHECK_ROWS);
    for (; !check->over && (r = store_step(tx, find)) > 0; rows++) {
        r = check_row(tx, check, find);
        if (r < 0)
            return r;
    }
    if (r < 0 || check->over || rows == CHECK_ROWS)
        return r < 0 ? r : 0;
    check->over = true;
    if (check->at.no < check->head.no)
        find_wrong(check, check->at.no + 1, "the log was truncated: entries %lld to %lld are missing",
                   (long long)check->at.no + 1, (long long)check->head.no);
    return 0;
}

int store_audit_check(struct store_tx *tx, struct store_audit_check *check)
{
    int r = check->begun ? 0 : begin(tx, check);
    if (r == 0 && !check->over)
        r = check_some(tx, check);
    if (r == 0 && check->over) {
        autoreset sqlite3_stmt *count = store_sql(tx, "SELECT count(*) FROM audit");
        r = store_number(tx, count, &check->entries);
        sodium_memzero(check->key, sizeof check->key);
    }
    return r < 0 ? r : 0;
}
