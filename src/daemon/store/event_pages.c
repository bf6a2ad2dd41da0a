/* Reads pages of the event log. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "contract/all.h"
#include "contract/session.h"
#include "daemon/store/columns.h"
#include "json/read.h"

/* The state of one read. `page` limits it. */
struct reading {
    struct store_tx *tx;
    const struct store_event_filter *filter;
    struct store_event_page *page;
    int (*each)(void *user, const struct store_event_row *row);
    void *user;
    size_t rows, bytes, passed_over;
    bool full;
    struct arena scratch; /* for the current row */
};

/* --- rows --- */

/* AROUND_LEVELS: the levels of nesting that an event adds around its values. */
enum { SCRATCH_BYTES = 512 << 20, AROUND_LEVELS = 4, KIND_COLUMN = 1, BODY_COLUMN = 4, HIDDEN_COLUMN = 5 };

/* Names are copied into lines without escaping. */
static bool is_plain(struct slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'))
            return false;
    }
    return name.size > 0;
}

/* Finds the name of a kind number. An unknown number is from another version, or newer than this connection:
 * then it is read from the table with `find`, which the caller resets. -EBADMSG: the number is invalid. */
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
    if (r < 0)
        return r;
    row->name = r > 0 ? store_column_bytes(*find, 0) : SLICE("");
    if (!is_plain(row->name))
        return -EBADMSG;
    row->kind = UINT_MAX;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (slice_equal(contract_events[kind]->name, row->name)) {
            tx->kind_numbers[kind] = number;
            row->kind = kind;
        }
    return 0;
}

/* Whether this daemon encoded the event, so that its body need not be checked. */
static bool is_our_own(const struct store_tx *tx, int64_t seq)
{
    return !tx->writes && seq > tx->last_seq;
}

/* Checks a stored body, which is copied into lines after the prefix that was stripped from it. -EBADMSG: the
 * line would be invalid. */
static int check_body(struct reading *reading, sqlite3_stmt *found, struct slice body)
{
    static const struct slice head = SLICE_INIT("{\"seq\":0,\"epoch\":\"\",");
    struct json_error error;
    yyjson_val *root = NULL;
    arena_reset(&reading->scratch);
    char *text = arena_alloc(&reading->scratch, head.size + body.size);
    if (!text)
        return -ENOMEM;
    memcpy(text, head.data, head.size);
    memcpy(text + head.size, body.data, body.size);
    int r = memchr(body.data, '\n', body.size) ? -EINVAL : 0;
    if (r == 0)
        r = json_read(&reading->scratch, (struct slice){text, head.size + body.size}, &root, &error);
    if (r == 0 && json_is_deeper(root, JSON_STORED_DEPTH_MAX + AROUND_LEVELS))
        r = -EINVAL;
    return r == -EINVAL ? store_bad_row(found, BODY_COLUMN, "invalid JSON, or nested too deep") : r;
}

/* All queries select these columns, and then whether the row is hidden. Hidden rows are returned and skipped
 * here, not excluded in SQL: a statement would scan any number of them in one step. */
#define COLUMNS "seq, kind, session, task, body, "

/* Returns 1, or 0 if the row is hidden, does not match, or cannot be read. */
static int read_row(struct reading *reading, sqlite3_stmt *found, sqlite3_stmt **find, struct store_event_row *row)
{
    int r = name_kind(reading->tx, sqlite3_column_int64(found, KIND_COLUMN), find, row);
    if (r == -EBADMSG)
        (void)store_bad_row(found, KIND_COLUMN, "an unknown event");
    if (r < 0)
        return r == -EBADMSG ? 0 : r;
    if (sqlite3_column_int(found, HIDDEN_COLUMN) != 0)
        return 0;
    if (!reading->filter->all_kinds && !store_kinds_has(&reading->filter->kinds, row->kind))
        return 0;
    row->session = sqlite3_column_int64(found, 2);
    row->task = sqlite3_column_int64(found, 3);
    row->body = store_column_bytes(found, BODY_COLUMN);
    if (!row->body.data)
        return -ENOMEM;
    r = is_our_own(reading->tx, row->seq) ? 0 : check_body(reading, found, row->body);
    return r == 0 ? 1 : r == -EBADMSG ? 0 : r;
}

static int take_row(struct reading *reading, sqlite3_stmt *found)
{
    struct store_event_page *page = reading->page;
    struct store_event_row row = {.seq = sqlite3_column_int64(found, 0)};
    autoreset sqlite3_stmt *find = NULL;
    int r = read_row(reading, found, &find, &row);
    if (r < 0)
        return r;
    if (r > 0) {
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

/* --- queries --- */

/* Of a removed session, shows only events that forks have inherited, and the event that reports the removal.
 * The rest is being purged. */
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

/* Reads indexed events, and then the newest ones, which are not indexed yet. Parameters: the owner, the first
 * and the last seq, and an optional one of the caller. */
static int read_both(struct reading *reading, int64_t whose, int64_t upto, int64_t more, const char *indexed,
                     const char *last)
{
    const char *const parts[] = {indexed, last};
    int64_t starts[] = {reading->page->from, reading->tx->indexed_seq + 1};
    int r = 0;
    for (size_t i = 0; i < 2 && r == 0 && !reading->full; i++) {
        autoreset sqlite3_stmt *list = store_sql(reading->tx, parts[i]);
        (void)sqlite3_bind_int64(list, 1, whose);
        (void)sqlite3_bind_int64(list, 2, starts[i] < reading->page->from ? reading->page->from : starts[i]);
        (void)sqlite3_bind_int64(list, 3, upto < reading->page->upto ? upto : reading->page->upto);
        if (more)
            (void)sqlite3_bind_int64(list, 4, more);
        r = take_rows(reading, list);
    }
    return r;
}

#define E_COLUMNS "e.seq, e.kind, e.session, e.task, e.body, "
#define OF_TASK " FROM task_events AS i CROSS JOIN events AS e ON e.seq = i.seq WHERE i.task = ?1"
#define OF_SESSION " FROM session_events AS i CROSS JOIN events AS e ON e.seq = i.seq WHERE i.session = ?1"
#define INDEXED_PIECE " AND i.seq BETWEEN ?2 AND ?3 ORDER BY i.seq"
#define LAST_OF_TASK " FROM events AS e WHERE e.task = ?1"
#define LAST_OF_SESSION " FROM events AS e WHERE e.session = ?1"
#define LAST_PIECE " AND e.seq BETWEEN ?2 AND ?3 ORDER BY e.seq"
#define NOT_IN_HISTORY                                                                                                 \
    "e.session IS NOT ?4 AND NOT EXISTS (SELECT 1"                                                                     \
    " FROM lineage WHERE session = ?4 AND source = e.session AND upto >= e.seq)"

/* With a session, reads only those events of the task that are in its history. */
static int read_task(struct reading *reading)
{
    int64_t session = reading->filter->session;
    return session
               ? read_both(reading, reading->filter->task, INT64_MAX, session,
                           "SELECT " E_COLUMNS NOT_IN_HISTORY OF_TASK INDEXED_PIECE,
                           "SELECT " E_COLUMNS NOT_IN_HISTORY LAST_OF_TASK LAST_PIECE)
               : read_both(reading, reading->filter->task, INT64_MAX, 0, "SELECT " E_COLUMNS "0" OF_TASK INDEXED_PIECE,
                           "SELECT " E_COLUMNS "0" LAST_OF_TASK LAST_PIECE);
}

static int read_segment(struct reading *reading, int64_t source, int64_t upto)
{
    return read_both(reading, source, upto, 0, "SELECT " E_COLUMNS "0" OF_SESSION INDEXED_PIECE,
                     "SELECT " E_COLUMNS "0" LAST_OF_SESSION LAST_PIECE);
}

/* Whether the session exists and was not removed. */
static int session_exists(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM sessions WHERE no = ?1 AND removed = 0");
    (void)sqlite3_bind_int64(look, 1, session);
    return store_step(tx, look);
}

/* Of a removed session, reads only the event that reports the removal. */
static int read_removed(struct reading *reading)
{
    return read_both(reading, reading->filter->session, INT64_MAX,
                     store_kind_number(reading->tx, &event_session_deleted_event),
                     "SELECT " E_COLUMNS "0" OF_SESSION " AND e.kind = ?4" INDEXED_PIECE,
                     "SELECT " E_COLUMNS "0" LAST_OF_SESSION " AND e.kind = ?4" LAST_PIECE);
}

/* Inherited events are older than the session's own ones, and this holds for its ancestors too. So the segments
 * can be read one after another. */
static int read_session(struct reading *reading)
{
    int r = session_exists(reading->tx, reading->filter->session);
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
    struct reading reading = {
        .tx = tx, .filter = filter, .page = page, .each = each, .user = user, .scratch = ARENA_LIMITED(SCRATCH_BYTES)};
    page->ret_next = page->from;
    if (page->rows == 0 || page->from > page->upto)
        return 0;
    int r = filter->task || filter->session ? store_index_open(tx) : 0;
    if (r == 0)
        r = filter->task ? read_task(&reading) : filter->session ? read_session(&reading) : read_all(&reading);
    if (r == 0 && !reading.full)
        page->ret_next = page->upto + 1;
    arena_clear(&reading.scratch);
    return r;
}
