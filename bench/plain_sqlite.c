/* The physical limit of the event log: inserts the same rows into the same tables with plain SQLite.
 *
 * Reads a database in which the daemon has stored a message, and adds copies of it with one prepared statement,
 * a group per transaction, each of them synced. Prints one line of JSON. */
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BODY_MAX = 1 << 20 };

struct plain {
    sqlite3 *db;
    sqlite3_stmt *begin, *insert, *commit;
    uint64_t rows, group;
    size_t body_size;
    char *body;
    int64_t last_seq, kind, session, task, at;
};

static int fail(struct plain *plain, const char *what)
{
    (void)fprintf(stderr, "plain_sqlite: %s: %s\n", what, sqlite3_errmsg(plain->db));
    return -EIO;
}

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now = {0};

    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int parse_number(const char *text, uint64_t max, uint64_t *ret_number)
{
    char *end;

    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *text == '-' || number == 0 || number > max)
        return -EINVAL;
    *ret_number = number;
    return 0;
}

static int run_sql(struct plain *plain, const char *sql)
{
    return sqlite3_exec(plain->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : fail(plain, sql);
}

static int prepare(struct plain *plain, const char *sql, sqlite3_stmt **ret_statement)
{
    int code = sqlite3_prepare_v3(plain->db, sql, -1, SQLITE_PREPARE_PERSISTENT, ret_statement, NULL);
    return code == SQLITE_OK ? 0 : fail(plain, sql);
}

/* Finds the event to copy, and the last seq. */
static int find_last(struct plain *plain)
{
    sqlite3_stmt *find = NULL;
    int r =
        prepare(plain,
                "SELECT (SELECT max(seq) FROM events), kind, session, task, at FROM events"
                " WHERE kind = (SELECT no FROM kinds WHERE name = 'event.messageCreated') ORDER BY seq DESC LIMIT 1",
                &find);

    if (r == 0 && sqlite3_step(find) != SQLITE_ROW)
        r = fail(plain, "the database has no message");
    if (r == 0) {
        plain->last_seq = sqlite3_column_int64(find, 0);
        plain->kind = sqlite3_column_int64(find, 1);
        plain->session = sqlite3_column_int64(find, 2);
        plain->task = sqlite3_column_int64(find, 3);
        plain->at = sqlite3_column_int64(find, 4);
    }
    (void)sqlite3_finalize(find);
    return r;
}

/* Cache and foreign keys as in the daemon. Checkpoints are SQLite's automatic ones, and plain indexes find the
 * events of a session and of a task. */
static int open_database(struct plain *plain, const char *path)
{
    if (sqlite3_open_v2(path, &plain->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return fail(plain, path);
    int r = run_sql(plain, "PRAGMA cache_size=-4096; PRAGMA foreign_keys=ON; PRAGMA synchronous=FULL");
    if (r == 0)
        r = run_sql(plain, "CREATE INDEX IF NOT EXISTS plain_by_session ON events (session, seq);"
                           "CREATE INDEX IF NOT EXISTS plain_by_task ON events (task, seq)");
    if (r == 0)
        r = find_last(plain);
    if (r == 0)
        r = prepare(plain, "BEGIN IMMEDIATE", &plain->begin);
    if (r == 0)
        r = prepare(plain, "INSERT INTO events (seq, kind, session, task, at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    &plain->insert);
    if (r == 0)
        r = prepare(plain, "COMMIT", &plain->commit);
    return r;
}

static int step(struct plain *plain, sqlite3_stmt *statement, const char *what)
{
    int r = sqlite3_step(statement) == SQLITE_DONE ? 0 : fail(plain, what);
    (void)sqlite3_reset(statement);
    return r;
}

static int insert_row(struct plain *plain, uint64_t number)
{
    (void)sqlite3_bind_int64(plain->insert, 1, plain->last_seq + 1 + (int64_t)number);
    (void)sqlite3_bind_int64(plain->insert, 2, plain->kind);
    (void)sqlite3_bind_int64(plain->insert, 3, plain->session);
    (void)sqlite3_bind_int64(plain->insert, 4, plain->task);
    (void)sqlite3_bind_int64(plain->insert, 5, plain->at + (int64_t)number / 100);
    (void)sqlite3_bind_text(plain->insert, 6, plain->body, (int)plain->body_size, SQLITE_STATIC);
    return step(plain, plain->insert, "insert");
}

static int insert_all(struct plain *plain)
{
    uint64_t done = 0;
    int r = 0;

    while (r == 0 && done < plain->rows) {
        uint64_t upto = done + plain->group < plain->rows ? done + plain->group : plain->rows;
        r = step(plain, plain->begin, "begin");
        for (; r == 0 && done < upto; done++)
            r = insert_row(plain, done);
        if (r == 0)
            r = step(plain, plain->commit, "commit");
    }
    return r;
}

static int measure(struct plain *plain)
{
    uint64_t wall = clock_ns(CLOCK_MONOTONIC), cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    int r = insert_all(plain);
    wall = clock_ns(CLOCK_MONOTONIC) - wall;
    cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (r == 0)
        printf("{\"events\":%" PRIu64 ",\"group\":%" PRIu64 ",\"body_bytes\":%zu,\"wall_ns\":%" PRIu64
               ",\"events_per_second\":%.1f,\"cpu_ns_per_event\":%.1f}\n",
               plain->rows, plain->group, plain->body_size, wall, (double)plain->rows * 1e9 / (double)wall,
               (double)cpu / (double)plain->rows);
    return r;
}

int main(int argc, char **argv)
{
    struct plain plain = {0};
    uint64_t body_size;

    if (argc != 5 || parse_number(argv[2], 1000000000, &plain.rows) < 0 ||
        parse_number(argv[3], 1000000000, &plain.group) < 0 || parse_number(argv[4], BODY_MAX, &body_size) < 0) {
        (void)fprintf(stderr, "usage: plain_sqlite DATABASE ROWS GROUP BODY-BYTES\n");
        return 2;
    }
    plain.body_size = body_size;
    plain.body = malloc(plain.body_size);
    if (!plain.body)
        return EXIT_FAILURE;
    memset(plain.body, 'x', plain.body_size);
    int r = open_database(&plain, argv[1]);
    if (r == 0)
        r = measure(&plain);
    (void)sqlite3_finalize(plain.begin);
    (void)sqlite3_finalize(plain.insert);
    (void)sqlite3_finalize(plain.commit);
    (void)sqlite3_close(plain.db);
    free(plain.body);
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
