/* Implements db.check: checks the structure of the file and the consistency of its rows. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store/internal.h"

enum { PROBLEMS_MAX = 100, PROBLEMS_BYTES = 256 << 10 };

struct check {
    struct store_job *job;
    struct store_tx *tx;
    struct buf lines;
    size_t count;
};

__attribute__((format(printf, 2, 3))) static void add_problem(struct check *check, const char *format, ...)
{
    va_list arguments;
    if (check->count >= PROBLEMS_MAX)
        return;
    if (check->count++ > 0)
        buf_append_char(&check->lines, '\n');
    va_start(arguments, format);
    buf_vprintf(&check->lines, format, arguments);
    va_end(arguments);
}

/* Runs a statement and passes its rows to `row`. Damage is a result and not an error: an invalid page, an
 * unreadable sector, a missing table. */
static int each_row(struct check *check, const char *sql, void (*row)(struct check *check, sqlite3_stmt *statement))
{
    struct store_tx *tx = check->tx;
    int r = 0;
    if (check->count >= PROBLEMS_MAX)
        return 0;
    store_tx_begin(tx);
    autoreset sqlite3_stmt *statement = store_sql(tx, sql);
    while (check->count < PROBLEMS_MAX && (r = store_step(tx, statement)) > 0)
        row(check, statement);
    if (r >= 0)
        return 0;
    if (store_job_is_stopped(check->job))
        return -EINTR;
    if (r != -EUCLEAN && r != -EIO)
        return store_job_fail(check->job, r, "%s", tx->problem);
    check->job->damaged = true;
    add_problem(check, "%s", tx->problem);
    return 0;
}

/* --- file --- */

static const char *text_of(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "?";
}

/* A row may contain several lines under a heading. */
static void note_damage(struct check *check, sqlite3_stmt *statement)
{
    const char *at = text_of(statement, 0);
    if (strcmp(at, "ok") == 0)
        return;
    check->job->damaged = true;
    while (*at) {
        size_t length = strcspn(at, "\n");
        if (length > 0 && strncmp(at, "*** ", 4) != 0)
            add_problem(check, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void note_dangling(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "row %s of %s refers to a missing row of %s", text_of(statement, 1), text_of(statement, 0),
                text_of(statement, 2));
}

/* --- rows --- */

static void note_orphans(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "%s events, starting with %s, belong to session number %s, which does not exist",
                text_of(statement, 2), text_of(statement, 1), text_of(statement, 0));
}

static void note_count(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "%s tasks are in the state %s, but the stored count is %s", text_of(statement, 2),
                text_of(statement, 0), text_of(statement, 1));
}

static void note_active(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "session number %s has %s running tasks", text_of(statement, 0), text_of(statement, 1));
}

static void note_session(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "session %s is %s, and %s", text_of(statement, 0), text_of(statement, 1),
                sqlite3_column_type(statement, 2) == SQLITE_NULL ? "has no closing time" : "has a closing time");
}

static void note_ended(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "task %s is %s, and %s", text_of(statement, 0), text_of(statement, 1),
                sqlite3_column_type(statement, 2) == SQLITE_NULL ? "has no end time" : "has an end time");
}

static void note_old(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "event %s is older than the first event of the log, %s", text_of(statement, 0),
                text_of(statement, 1));
}

static void note_index(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "the %s index of events has %s entries, but the log has %s such events up to %s",
                text_of(statement, 0), text_of(statement, 2), text_of(statement, 3), text_of(statement, 1));
}

/* audit.verify, which knows the key, reports which entries are missing or changed. */
static void note_audit_hole(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "the audit log has %s entries, from %s to %s: some are missing", text_of(statement, 0),
                text_of(statement, 1), text_of(statement, 2));
}

static void note_audit_hash(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "entry %s of the audit log has a hash of %s bytes", text_of(statement, 0),
                text_of(statement, 1));
}

static void note_permission(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "permission %s is %s, and %s", text_of(statement, 0), text_of(statement, 1),
                sqlite3_column_type(statement, 2) == SQLITE_NULL ? "has no answer time" : "has an answer time");
}

static void note_question(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "question %s is %s, and %s", text_of(statement, 0), text_of(statement, 1),
                sqlite3_column_type(statement, 2) == SQLITE_NULL ? "has no answer time" : "has an answer time");
}

static void note_permission_place(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "permission %s belongs to session number %s, but its task to number %s", text_of(statement, 0),
                text_of(statement, 1), text_of(statement, 2));
}

static void note_uses(struct check *check, sqlite3_stmt *statement)
{
    add_problem(
        check, "%s %s was used %s times, and %s", text_of(statement, 0), text_of(statement, 1), text_of(statement, 2),
        sqlite3_column_type(statement, 3) == SQLITE_NULL ? "has no time of last use" : "has a time of last use");
}

static void note_sealed(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "the key of %s has %s bytes, too few for a sealed key", text_of(statement, 0),
                text_of(statement, 1));
}

static void note_spent(struct check *check, sqlite3_stmt *statement)
{
    add_problem(check, "invalid usage: session number %s %s on '%s' %s calls, %s and %s tokens, %s millionths",
                text_of(statement, 0), text_of(statement, 1), text_of(statement, 2), text_of(statement, 3),
                text_of(statement, 4), text_of(statement, 5), text_of(statement, 6));
}

#define IS_NO_DAY "day NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
/* Compares sums, so that each table is scanned once: a missing event or one with another owner changes a sum. */
#define INDEX_SUMS(whose)                                                                                              \
    "count(*) AS events, coalesce(sum(seq), 0) AS seqs, coalesce(sum(seq * " whose " % 1000003), 0) AS owners"
#define INDEX_DIFFERS(whose, table)                                                                                    \
    "SELECT '" whose "', value, listed.events, stored.events FROM meta,"                                               \
    " (SELECT " INDEX_SUMS(                                                                                            \
        whose) " FROM " table ") AS listed,"                                                                           \
               " (SELECT " INDEX_SUMS(                                                                                 \
                   whose) " FROM events NOT INDEXED WHERE " whose " IS NOT NULL"                                       \
                          "  AND seq <= (SELECT value FROM meta WHERE name = 'indexed_seq')) AS stored"                \
                          " WHERE name = 'indexed_seq' AND (listed.events, listed.seqs, listed.owners)"                \
                          " <> (stored.events, stored.seqs, stored.owners)"

#define IS_BELOW_ZERO "input_tokens < 0 OR output_tokens < 0 OR cost_micros < 0"

/* Each statement reads one snapshot. They read tables instead of indexes where that costs nothing, because an
 * index may be what is damaged. */
static const struct {
    const char *sql;
    void (*row)(struct check *check, sqlite3_stmt *statement);
} questions[] = {
    {"PRAGMA foreign_key_check", note_dangling},
    {"SELECT 'events', min(seq), 'tasks' FROM events NOT INDEXED"
     " WHERE task IS NOT NULL AND task NOT IN (SELECT no FROM tasks) GROUP BY task LIMIT 100",
     note_dangling},
    /* The event that reports the removal outlives its session. */
    {"SELECT session, min(seq), count(*) FROM events"
     " WHERE session IS NOT NULL AND session NOT IN (SELECT no FROM sessions)"
     " AND kind NOT IN (SELECT no FROM kinds WHERE name = 'event.sessionDeleted') GROUP BY session",
     note_orphans},
    {"SELECT state, sum(noted), sum(counted) FROM"
     " (SELECT state, count AS noted, 0 AS counted FROM task_counts"
     "  UNION ALL SELECT t.state, 0, count(*) FROM tasks AS t NOT INDEXED, sessions AS s NOT INDEXED"
     "  WHERE s.no = t.session AND s.removed = 0 GROUP BY t.state)"
     " GROUP BY state HAVING sum(noted) <> sum(counted)",
     note_count},
    {"SELECT session, count(*) FROM tasks NOT INDEXED"
     " WHERE state NOT IN ('queued', 'completed', 'failed', 'cancelled') GROUP BY session HAVING count(*) > 1",
     note_active},
    {"SELECT id, state, ended_at FROM tasks NOT INDEXED"
     " WHERE (state IN ('completed', 'failed', 'cancelled')) <> (ended_at IS NOT NULL) LIMIT 100",
     note_ended},
    {"SELECT seq, value FROM meta, events NOT INDEXED WHERE name = 'first_seq' AND seq < value LIMIT 100", note_old},
    {INDEX_DIFFERS("session", "session_events"), note_index},
    {INDEX_DIFFERS("task", "task_events"), note_index},
    {"SELECT id, state, closed_at FROM sessions NOT INDEXED"
     " WHERE (state = 'closed') <> (closed_at IS NOT NULL) LIMIT 100",
     note_session},
    {"SELECT count(*), min(no), max(no) FROM audit NOT INDEXED"
     " HAVING count(*) > 0 AND (min(no) <> 1 OR max(no) <> count(*))",
     note_audit_hole},
    {"SELECT no, length(hash) FROM audit NOT INDEXED WHERE length(hash) <> 32 LIMIT 100", note_audit_hash},
    {"SELECT id, state, answered_at FROM permissions NOT INDEXED"
     " WHERE (state = 'pending') <> (answered_at IS NULL) LIMIT 100",
     note_permission},
    {"SELECT p.id, p.session, t.session FROM permissions AS p NOT INDEXED, tasks AS t"
     " WHERE t.no = p.task AND t.session <> p.session LIMIT 100",
     note_permission_place},
    {"SELECT id, state, answered_at FROM questions NOT INDEXED"
     " WHERE (state = 'pending') <> (answered_at IS NULL) LIMIT 100",
     note_question},
    {"SELECT 'rule', id, uses, used_at FROM rules NOT INDEXED WHERE (uses > 0) <> (used_at IS NOT NULL) LIMIT 100",
     note_uses},
    {"SELECT 'the key of', service, uses, used_at FROM keys WHERE (uses > 0) <> (used_at IS NOT NULL) LIMIT 100",
     note_uses},
    /* A nonce of 24 bytes, at least one byte of the key, and a tag of 16 bytes. */
    {"SELECT service, length(sealed) FROM keys WHERE length(sealed) <= 40 LIMIT 100", note_sealed},
    {"SELECT session, 'used', day, calls, input_tokens, output_tokens, cost_micros FROM usage"
     " WHERE " IS_NO_DAY " OR calls < 0 OR " IS_BELOW_ZERO " LIMIT 100",
     note_spent},
    {"SELECT session, 'has reserved', day, 1, input_tokens, output_tokens, cost_micros FROM reservations"
     " WHERE " IS_NO_DAY " OR " IS_BELOW_ZERO " LIMIT 100",
     note_spent},
};

int store_job_check(struct store_job *job, struct store_tx *tx)
{
    struct check check = {.job = job, .tx = tx, .lines = BUF_LIMITED(PROBLEMS_BYTES)};
    bool quick = job->kind == STORE_JOB_QUICK_CHECK;
    int r = each_row(&check, quick ? "PRAGMA quick_check(100)" : "PRAGMA integrity_check(100)", note_damage);
    for (size_t i = 0; i < sizeof questions / sizeof *questions && r == 0; i++)
        r = each_row(&check, questions[i].sql, questions[i].row);
    if (r == 0)
        r = buf_terminate(&check.lines);
    if (r == -ENOMEM)
        r = store_job_fail(job, r, "out of memory");
    if (r == 0)
        job->problems = check.lines.data;
    else
        buf_clear(&check.lines);
    return r;
}
