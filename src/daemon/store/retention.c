/* Removes events and tasks that exceed limits of age or size, and rows of removed sessions. Each call is one
 * bounded step, so that other changes run in between. */
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/store/columns.h"
#include "daemon/store/questions.h"
#include "daemon/store/threads.h"

enum {
    DAY_MS = 24 * 60 * 60 * 1000,
    STEP_ROWS = 1000,
    STEP_PAGES = 2048, /* 8 MiB: limits steps with long rows */
    PIECE_ROWS = 32,   /* rows per statement; the limits are checked in between */
    STEP_TASKS = 500,
    VACUUM_PAGES = 512,
};

/* --- sizes --- */

static int read_pages(struct store_tx *tx, const char *pragma, int64_t *ret_number)
{
    autoreset sqlite3_stmt *look = store_sql(tx, pragma);
    int r = store_number(tx, look, ret_number);
    return r < 0 ? r : 0;
}

struct file_pages {
    int64_t size, count, free;
};

static int measure_pages(struct store_tx *tx, struct file_pages *ret_pages)
{
    struct file_pages pages = {0};
    int r = read_pages(tx, "PRAGMA page_size", &pages.size);
    if (r == 0)
        r = read_pages(tx, "PRAGMA page_count", &pages.count);
    if (r == 0)
        r = read_pages(tx, "PRAGMA freelist_count", &pages.free);
    if (r == 0)
        *ret_pages = pages;
    return r;
}

int store_measure(struct store_tx *tx, struct store_sizes *ret_sizes)
{
    struct file_pages pages = {0};
    struct store_sizes sizes = {0};
    struct stat log;
    int r = measure_pages(tx, &pages);
    if (r == 0)
        r = read_pages(tx, "PRAGMA user_version", &sizes.schema);
    if (r == 0)
        r = read_pages(tx, "SELECT count FROM session_count", &sizes.sessions);
    if (r == 0)
        r = read_pages(tx, "SELECT coalesce(sum(count), 0) FROM task_counts", &sizes.tasks);
    if (r < 0)
        return r;
    sizes.file_bytes = pages.count * pages.size;
    sizes.free_bytes = pages.free * pages.size;
    const char *path = sqlite3_filename_wal(sqlite3_db_filename(tx->db, "main"));
    if (path && *path && stat(path, &log) == 0)
        sizes.wal_bytes = log.st_size;
    *ret_sizes = sizes;
    return 0;
}

int store_compact(struct store_tx *tx, int64_t *ret_pages)
{
    struct file_pages before = {0}, after = {0};
    int r = measure_pages(tx, &before);
    if (r == 0 && before.free > 0) {
        _Static_assert(VACUUM_PAGES == 512, "the number is in the statement too");
        autoreset sqlite3_stmt *vacuum = store_sql(tx, "PRAGMA incremental_vacuum(512)");
        while ((r = store_step(tx, vacuum)) > 0) /* each row is a page */
            ;
    }
    if (r == 0)
        r = measure_pages(tx, &after);
    if (r == 0)
        *ret_pages = before.count - after.count;
    return r;
}

/* --- steps --- */

/* The progress of a step. */
struct step {
    int64_t rows;
    struct file_pages start;
};

/* Returns 1 if the step may continue, 0 if not, or an error. */
static int may_go_on(struct store_tx *tx, const struct step *step)
{
    int64_t free = 0;
    int r = read_pages(tx, "PRAGMA freelist_count", &free);
    return r < 0 ? r : step->rows < STEP_ROWS && free - step->start.free < STEP_PAGES;
}

/* --- old events --- */

/* Returns the last event before the first one that must be kept; 0: none. Clocks may be wrong: an event after
 * one that is kept stays too, however old its time is, and one with a time in the future does not stop the
 * removal. */
static int find_cut(struct store_tx *tx, int64_t older_than_ms, int64_t *ret_seq)
{
    *ret_seq = 0;
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT coalesce(min(seq) FILTER (WHERE at BETWEEN ?1 AND ?3) - 1, max(seq))"
                      " FROM (SELECT seq, at FROM events ORDER BY seq LIMIT ?2)");
    (void)sqlite3_bind_int64(find, 1, older_than_ms);
    (void)sqlite3_bind_int64(find, 2, STEP_ROWS);
    (void)sqlite3_bind_int64(find, 3, clock_epoch_ms() + DAY_MS);
    int r = store_number(tx, find, ret_seq);
    return r < 0 ? r : 0;
}

static int is_too_large(struct store_tx *tx, int64_t bytes)
{
    struct file_pages pages = {0};
    int64_t messages = 0;
    int r = bytes > 0 ? measure_pages(tx, &pages) : 0;
    if (r == 0 && bytes > 0)
        r = store_said_size(tx, &messages);
    return r < 0 ? r : (pages.count - pages.free) * pages.size - messages > bytes;
}

/* Deletes a few of the oldest events up to `upto`; *ret_last is the last of them, 0: none. */
static int delete_oldest(struct store_tx *tx, int64_t upto, int64_t *ret_last)
{
    *ret_last = 0;
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT max(seq) FROM (SELECT seq FROM events WHERE seq <= ?1 ORDER BY seq LIMIT ?2)");
    (void)sqlite3_bind_int64(find, 1, upto);
    (void)sqlite3_bind_int64(find, 2, PIECE_ROWS);
    int r = store_number(tx, find, ret_last);
    if (r <= 0)
        return r;
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM events WHERE seq <= ?1");
    (void)sqlite3_bind_int64(remove, 1, *ret_last);
    return store_run(tx, remove);
}

/* A task that ended earlier also has its last event removed earlier. So it is enough to look at those that
 * ended first. */
static int delete_tasks(struct store_tx *tx, int64_t ended_before_ms, int64_t *removed)
{
    if (ended_before_ms <= 0)
        return 0;
    autoreset sqlite3_stmt *remove =
        store_sql(tx, "DELETE FROM tasks WHERE no IN (SELECT no FROM (SELECT no, state FROM tasks"
                      " WHERE ended_at IS NOT NULL AND ended_at < ?1 ORDER BY ended_at LIMIT ?2) AS old"
                      " WHERE state IN ('completed', 'failed', 'cancelled')"
                      " AND NOT EXISTS (SELECT 1 FROM task_events WHERE task = old.no))");
    (void)sqlite3_bind_int64(remove, 1, ended_before_ms);
    (void)sqlite3_bind_int64(remove, 2, STEP_TASKS);
    int r = store_run(tx, remove);
    if (r == 0)
        *removed += sqlite3_changes64(tx->db);
    return r;
}

/* Removes a part of the log. If the limit is the size, also removes the tasks that have no events left, so that
 * both are removed by age. *ret_last 0: nothing is left to remove. */
static int retain_piece(struct store_tx *tx, const struct store_retention *retention, int64_t old, int64_t *ret_last,
                        int64_t *removed_events, int64_t *removed_tasks)
{
    int64_t tasks = 0;
    int large = is_too_large(tx, retention->bytes);
    if (large < 0)
        return large;
    int r = delete_oldest(tx, large ? INT64_MAX : old, ret_last);
    if (r == 0 && *ret_last > 0)
        *removed_events += sqlite3_changes64(tx->db);
    if (r == 0 && large)
        r = delete_tasks(tx, INT64_MAX, &tasks);
    *removed_tasks += tasks;
    return r;
}

int store_retain(struct store_tx *tx, const struct store_retention *retention, struct store_removed *ret_removed)
{
    struct step step = {0};
    struct store_removed removed = {0};
    int64_t old = 0, gone = 0, last = 0;
    int r = store_index_complete(tx);
    if (r == 0 && retention->older_than_ms > 0)
        r = find_cut(tx, retention->older_than_ms, &old);
    if (r == 0)
        r = measure_pages(tx, &step.start);
    while (r == 0 && (r = may_go_on(tx, &step)) > 0) {
        r = retain_piece(tx, retention, old, &last, &removed.events, &removed.tasks);
        if (r < 0 || last == 0)
            break;
        step.rows = removed.events;
        gone = last;
    }
    if (r == 0)
        r = delete_tasks(tx, retention->older_than_ms, &removed.tasks);
    if (r == 0)
        r = store_question_prune(tx, retention->older_than_ms);
    if (r == 0 && gone > 0)
        r = store_write_mark(tx, "first_seq", gone + 1);
    if (r < 0)
        return r;
    if (gone > 0)
        tx->first_seq = gone + 1;
    *ret_removed = removed;
    return 0;
}

/* --- removed sessions --- */

/* Runs a statement that deletes at most PIECE_ROWS rows. Returns 1 when none is left. */
static int remove_piece(struct store_tx *tx, struct step *step, sqlite3_stmt *remove)
{
    int r = store_run(tx, remove);
    if (r < 0)
        return r;
    int64_t rows = sqlite3_changes64(tx->db);
    step->rows += rows;
    return rows == 0;
}

/* Deletes events of a session after `keep` until the step ends, except the event that reports its removal.
 * Returns 1 when none is left. */
static int purge_events(struct store_tx *tx, struct step *step, int64_t session, int64_t keep)
{
    int r;
    while ((r = may_go_on(tx, step)) > 0) {
        autoreset sqlite3_stmt *remove =
            store_sql(tx, "DELETE FROM events WHERE seq IN (SELECT e.seq FROM session_events AS i"
                          " CROSS JOIN events AS e ON e.seq = i.seq"
                          " WHERE i.session = ?1 AND i.seq > ?2 AND e.kind <> ?4 ORDER BY i.seq LIMIT ?3)");
        (void)sqlite3_bind_int64(remove, 1, session);
        (void)sqlite3_bind_int64(remove, 2, keep);
        (void)sqlite3_bind_int64(remove, 3, PIECE_ROWS);
        (void)sqlite3_bind_int64(remove, 4, store_kind_number(tx, &event_session_deleted_event));
        r = remove_piece(tx, step, remove);
        if (r != 0)
            return r;
    }
    return r;
}

#define OLD_MESSAGES "SELECT seq FROM messages WHERE session = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"

static int uncount_messages(struct store_tx *tx, int64_t session, int64_t keep)
{
    int64_t bytes = 0;
    autoreset sqlite3_stmt *count =
        store_sql(tx, "SELECT coalesce(sum(length(CAST(content AS BLOB)) + ?4), 0) FROM messages"
                      " WHERE seq IN (" OLD_MESSAGES ")");
    (void)sqlite3_bind_int64(count, 1, session);
    (void)sqlite3_bind_int64(count, 2, keep);
    (void)sqlite3_bind_int64(count, 3, PIECE_ROWS);
    (void)sqlite3_bind_int64(count, 4, STORE_MESSAGE_BYTES);
    int r = store_number(tx, count, &bytes);
    return r < 0 ? r : store_said_resize(tx, -bytes);
}

/* Deletes messages of a session after `keep`. Returns 1 when none is left. */
static int purge_messages(struct store_tx *tx, struct step *step, int64_t session, int64_t keep)
{
    int r;
    while ((r = may_go_on(tx, step)) > 0) {
        r = uncount_messages(tx, session, keep);
        if (r < 0)
            return r;
        autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM messages WHERE seq IN (" OLD_MESSAGES ")");
        (void)sqlite3_bind_int64(remove, 1, session);
        (void)sqlite3_bind_int64(remove, 2, keep);
        (void)sqlite3_bind_int64(remove, 3, PIECE_ROWS);
        r = remove_piece(tx, step, remove);
        if (r != 0)
            return r;
    }
    return r;
}

/* Deletes tasks without events, the newest first: forks inherit events of the older ones. Returns 1 when none
 * is left. */
static int purge_tasks(struct store_tx *tx, struct step *step, int64_t session)
{
    int r;
    while ((r = may_go_on(tx, step)) > 0) {
        autoreset sqlite3_stmt *remove =
            store_sql(tx, "DELETE FROM tasks WHERE no IN (SELECT no FROM tasks AS t WHERE session = ?1"
                          " AND NOT EXISTS (SELECT 1 FROM task_events WHERE task = t.no) ORDER BY id DESC LIMIT ?2)");
        (void)sqlite3_bind_int64(remove, 1, session);
        (void)sqlite3_bind_int64(remove, 2, PIECE_ROWS);
        r = remove_piece(tx, step, remove);
        if (r != 0)
            return r;
    }
    return r;
}

/* Removes what the session inherits. The sessions that it inherited from may now have more rows to purge. */
static int purge_lineage(struct store_tx *tx, struct step *step, int64_t session)
{
    autoreset sqlite3_stmt *wake = store_sql(tx, "UPDATE sessions SET removed = 1 WHERE removed = 2"
                                                 " AND no IN (SELECT source FROM lineage WHERE session = ?1)");
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM lineage WHERE session = ?1");
    (void)sqlite3_bind_int64(wake, 1, session);
    (void)sqlite3_bind_int64(remove, 1, session);
    int r = store_run(tx, wake);
    if (r == 0)
        r = store_run(tx, remove);
    if (r == 0)
        step->rows += sqlite3_changes64(tx->db);
    return r;
}

/* Deletes the row. If forks still inherit events of it, marks it to be skipped by later steps. */
static int purge_row(struct store_tx *tx, struct step *step, int64_t session)
{
    autoreset sqlite3_stmt *remove =
        store_sql(tx, "DELETE FROM sessions WHERE no = ?1 AND NOT EXISTS (SELECT 1 FROM lineage WHERE source = ?1)"
                      " AND NOT EXISTS (SELECT 1 FROM session_events AS i CROSS JOIN events AS e ON e.seq = i.seq"
                      " WHERE i.session = ?1 AND e.kind <> ?2)"
                      " AND NOT EXISTS (SELECT 1 FROM messages WHERE session = ?1)"
                      " AND NOT EXISTS (SELECT 1 FROM tasks WHERE session = ?1)");
    (void)sqlite3_bind_int64(remove, 1, session);
    (void)sqlite3_bind_int64(remove, 2, store_kind_number(tx, &event_session_deleted_event));
    int r = store_run(tx, remove);
    if (r < 0)
        return r;
    if (sqlite3_changes64(tx->db) > 0) {
        step->rows++;
        return 0;
    }
    autoreset sqlite3_stmt *put_aside = store_sql(tx, "UPDATE sessions SET removed = 2 WHERE no = ?1");
    (void)sqlite3_bind_int64(put_aside, 1, session);
    return store_run(tx, put_aside);
}

static int purge_session(struct store_tx *tx, struct step *step, int64_t session)
{
    int64_t keep = 0;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT max(upto) FROM lineage WHERE source = ?1");
    (void)sqlite3_bind_int64(find, 1, session);
    int r = store_number(tx, find, &keep);
    if (r >= 0)
        r = purge_events(tx, step, session, keep);
    if (r > 0)
        r = purge_messages(tx, step, session, keep);
    if (r > 0)
        r = purge_tasks(tx, step, session);
    if (r <= 0)
        return r;
    r = purge_lineage(tx, step, session);
    return r < 0 ? r : purge_row(tx, step, session);
}

int store_purge(struct store_tx *tx, int64_t *ret_removed)
{
    struct step step = {0};
    int r = store_index_complete(tx);
    if (r == 0)
        r = measure_pages(tx, &step.start);
    while (r == 0 && (r = may_go_on(tx, &step)) > 0) {
        int64_t session = 0;
        autoreset sqlite3_stmt *find = store_sql(tx, "SELECT no FROM sessions WHERE removed = 1 ORDER BY no LIMIT 1");
        r = store_number(tx, find, &session);
        if (r <= 0)
            break;
        r = purge_session(tx, &step, session);
    }
    /* Records last_seq, so that numbers of deleted events are not reused, even if the newest event was among them. */
    if (r == 0 && step.rows > 0)
        r = store_write_mark(tx, "last_seq", tx->last_seq);
    if (r == 0)
        *ret_removed = step.rows;
    return r;
}
