/* The log: reading it, a page at a time. */
#include <errno.h>
#include <limits.h>

#include "contract/all.h"
#include "contract/session.h"
#include "daemon/store/columns.h"

/* What a reading is made of; `page` counts down to its end. */
struct reading {
    struct store_tx *tx;
    const struct store_event_filter *filter;
    struct store_event_page *page;
    int (*each)(void *user, const struct store_event_row *row);
    void *user;
    size_t rows, bytes, passed_over;
    bool full;
};

/* --- rows ----------------------------------------------------------------------------- */

/* What the contract calls this number. Where it does not know it, it is of another version, or newer than this
 * connection: then `find`, which the caller resets, asks the table. */
static int name_kind(struct store_tx *tx, int64_t number, sqlite3_stmt **find, struct store_event_row *row)
{
    for (row->kind = 0; row->kind < contract_event_count; row->kind++)
        if (tx->kind_numbers[row->kind] == number) {
            row->name = contract_events[row->kind]->name;
            return 0;
        }
    *find = store_sql(tx, "SELECT name FROM kinds WHERE no = ?1");
    (void)sqlite3_bind_int64(*find, 1, number);
    int r = store_step(tx, *find);
    if (r <= 0)
        return r < 0 ? r : store_note(tx, SQLITE_CORRUPT);
    row->name = store_column_bytes(*find, 0);
    row->kind = UINT_MAX;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (slice_equal(contract_events[kind]->name, row->name)) {
            tx->kind_numbers[kind] = number;
            row->kind = kind;
        }
    return 0;
}

/* What every way through the log selects; then, whether the row is not to be seen. Such a row is taken and passed over,
 * not left out by the statement: that would go through any number of them in one step. */
#define COLUMNS "seq, kind, session, task, body, "
enum { HIDDEN_COLUMN = 5 };

static int take_row(struct reading *reading, sqlite3_stmt *found)
{
    struct store_event_page *page = reading->page;
    struct store_event_row row = {.seq = sqlite3_column_int64(found, 0)};
    autoreset sqlite3_stmt *find = NULL;
    int r = name_kind(reading->tx, sqlite3_column_int64(found, 1), &find, &row);
    if (r < 0)
        return r;
    bool hidden = sqlite3_column_int(found, HIDDEN_COLUMN) != 0;
    if (!hidden && (reading->filter->all_kinds || store_kinds_has(&reading->filter->kinds, row.kind))) {
        row.session = sqlite3_column_int64(found, 2);
        row.task = sqlite3_column_int64(found, 3);
        row.body = store_column_bytes(found, 4);
        if (!row.body.data)
            return -ENOMEM;
        page->ret_next = row.seq;
        r = reading->each(reading->user, &row);
        if (r < 0)
            return r;
        reading->rows++;
        reading->bytes += row.name.size + row.body.size;
    } else {
        reading->passed_over++;
    }
    page->ret_next = row.seq + 1;
    reading->full =
        reading->rows >= page->rows || reading->bytes > page->bytes || reading->passed_over >= page->looked_at;
    return 0;
}

static int take_rows(struct reading *reading, sqlite3_stmt *list)
{
    int r = 0;
    while (!reading->full && (r = store_step(reading->tx, list)) > 0) {
        r = take_row(reading, list);
        if (r < 0)
            return r;
    }
    return r < 0 ? r : 0;
}

/* --- the ways through the log --------------------------------------------------------- */

/* Of a session that was removed there is left what forks have inherited, and the event that tells of it; the rest is on
 * its way out. */
static int read_all(struct reading *reading)
{
    static const char plain[] = "SELECT " COLUMNS "0 FROM events WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq";
    static const char without_removed[] =
        "SELECT " COLUMNS "EXISTS (SELECT 1 FROM sessions s WHERE s.no = e.session AND s.removed = 1 AND e.kind <> ?3"
        " AND e.seq > coalesce((SELECT max(upto) FROM lineage WHERE source = s.no), 0))"
        " FROM events e WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq";
    int64_t removed = 0;
    autoreset sqlite3_stmt *look = store_sql(reading->tx, "SELECT no FROM sessions WHERE removed = 1 LIMIT 1");
    int r = store_number(reading->tx, look, &removed);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *list = store_sql(reading->tx, r > 0 ? without_removed : plain);
    if (r > 0)
        (void)sqlite3_bind_int64(list, 3, store_kind_number(reading->tx, &event_session_deleted_event));
    (void)sqlite3_bind_int64(list, 1, reading->page->from);
    (void)sqlite3_bind_int64(list, 2, reading->page->upto);
    return take_rows(reading, list);
}

/* With a session too: those of the task that are in the session's history. */
static int read_task(struct reading *reading)
{
    static const char of_task[] =
        "SELECT " COLUMNS "0 FROM events WHERE task = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq";
    static const char in_session[] =
        "SELECT " COLUMNS "session IS NOT ?4 AND NOT EXISTS"
        " (SELECT 1 FROM lineage WHERE session = ?4 AND source = e.session AND upto >= e.seq)"
        " FROM events e WHERE task = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq";
    autoreset sqlite3_stmt *list = store_sql(reading->tx, reading->filter->session ? in_session : of_task);
    (void)sqlite3_bind_int64(list, 1, reading->filter->task);
    (void)sqlite3_bind_int64(list, 2, reading->page->from);
    (void)sqlite3_bind_int64(list, 3, reading->page->upto);
    if (reading->filter->session)
        (void)sqlite3_bind_int64(list, 4, reading->filter->session);
    return take_rows(reading, list);
}

static int read_segment(struct reading *reading, int64_t source, int64_t upto)
{
    autoreset sqlite3_stmt *list = store_sql(
        reading->tx, "SELECT " COLUMNS "0 FROM events WHERE session = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq");
    (void)sqlite3_bind_int64(list, 1, source);
    (void)sqlite3_bind_int64(list, 2, reading->page->from);
    (void)sqlite3_bind_int64(list, 3, upto < reading->page->upto ? upto : reading->page->upto);
    return take_rows(reading, list);
}

/* Whether it is there, and has not been removed. */
static int is_there(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM sessions WHERE no = ?1 AND removed = 0");
    (void)sqlite3_bind_int64(look, 1, session);
    return store_step(tx, look);
}

/* Of a session that is gone: that it is gone. */
static int read_removed(struct reading *reading)
{
    autoreset sqlite3_stmt *list = store_sql(reading->tx, "SELECT " COLUMNS "0 FROM events WHERE session = ?1"
                                                          " AND seq BETWEEN ?2 AND ?3 AND kind = ?4 ORDER BY seq");
    (void)sqlite3_bind_int64(list, 1, reading->filter->session);
    (void)sqlite3_bind_int64(list, 2, reading->page->from);
    (void)sqlite3_bind_int64(list, 3, reading->page->upto);
    (void)sqlite3_bind_int64(list, 4, store_kind_number(reading->tx, &event_session_deleted_event));
    return take_rows(reading, list);
}

/* What it inherited is older than anything of its own, and what an ancestor has inherited older than that one's own:
 * the segments lie one behind the other. */
static int read_session(struct reading *reading)
{
    int r = is_there(reading->tx, reading->filter->session);
    if (r <= 0)
        return r < 0 ? r : read_removed(reading);
    autoreset sqlite3_stmt *segments =
        store_sql(reading->tx, "SELECT source, upto FROM lineage WHERE session = ?1 AND upto >= ?2 ORDER BY upto");
    (void)sqlite3_bind_int64(segments, 1, reading->filter->session);
    (void)sqlite3_bind_int64(segments, 2, reading->page->from);
    while (!reading->full && (r = store_step(reading->tx, segments)) > 0) {
        r = read_segment(reading, sqlite3_column_int64(segments, 0), sqlite3_column_int64(segments, 1));
        if (r < 0)
            return r;
    }
    if (r < 0 || reading->full)
        return r < 0 ? r : 0;
    return read_segment(reading, reading->filter->session, INT64_MAX);
}

int store_event_read(struct store_tx *tx, const struct store_event_filter *filter, struct store_event_page *page,
                     int (*each)(void *user, const struct store_event_row *row), void *user)
{
    struct reading reading = {.tx = tx, .filter = filter, .page = page, .each = each, .user = user};
    page->ret_next = page->from;
    if (page->rows == 0 || page->from > page->upto)
        return 0;
    int r = filter->task ? read_task(&reading) : filter->session ? read_session(&reading) : read_all(&reading);
    if (r == 0 && !reading.full)
        page->ret_next = page->upto + 1;
    return r;
}
