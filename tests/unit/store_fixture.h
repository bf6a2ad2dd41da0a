/* A store in a temporary directory, for tests of its rows: the writer's connection and a reader's, without threads. */
#pragma once

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contract/all.h"
#include "contract/event.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/store/internal.h"
#include "unit/check.h"

struct store_fixture {
    char directory[64], path[96];
    struct store_tx tx, reader;
    struct arena arena;
};

#define EPOCH "01JEPOCHEPOCHEPOCHEPOCHEPO"

static inline void store_fixture_open(struct store_fixture *fixture)
{
    assert_int_equal(store_tx_open(&fixture->tx, fixture->path, true), 0);
    assert_int_equal(store_migrate(&fixture->tx), 0);
    assert_int_equal(store_exec(&fixture->tx, "INSERT OR IGNORE INTO meta VALUES ('epoch', '" EPOCH "')"), 0);
    assert_int_equal(store_events_open(&fixture->tx), 0);
    assert_int_equal(store_tx_open(&fixture->reader, fixture->path, false), 0);
    assert_int_equal(store_events_open(&fixture->reader), 0);
}

static inline void store_fixture_close(struct store_fixture *fixture)
{
    /* No test may have caused an error of the store itself. */
    assert_string_equal(fixture->tx.problem, "");
    assert_string_equal(fixture->reader.problem, "");
    store_tx_close(&fixture->reader);
    store_tx_close(&fixture->tx);
}

static inline int store_fixture_set_up(void **state)
{
    struct store_fixture *fixture = calloc(1, sizeof *fixture);
    if (!fixture)
        return -1;
    (void)snprintf(fixture->directory, sizeof fixture->directory, "/tmp/weir-store-test-XXXXXX");
    if (!mkdtemp(fixture->directory))
        return -1;
    (void)snprintf(fixture->path, sizeof fixture->path, "%s/weir.db", fixture->directory);
    fixture->arena = (struct arena)ARENA_LIMITED((size_t)64 << 20);
    store_fixture_open(fixture);
    *state = fixture;
    return 0;
}

static inline int store_fixture_tear_down(void **state)
{
    struct store_fixture *fixture = *state;
    store_fixture_close(fixture);
    arena_clear(&fixture->arena);
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(rmdir(fixture->directory), 0); /* SQLite has left no other file */
    free(fixture);
    return 0;
}

/* --- initial rows --- */

static inline struct store_session add_session(struct store_fixture *fixture)
{
    struct store_session session = {
        .record = {.cwd = SLICE("/home/ada"), .created_at = 1000, .updated_at = 1000, .state = SESSION_STATE_OPEN}};
    assert_int_equal(store_session_add(&fixture->tx, &fixture->arena, &session), 0);
    return session;
}

static inline struct store_task add_task(struct store_fixture *fixture, const struct store_session *session,
                                         int64_t priority)
{
    struct store_task task = {.session_no = session->no,
                              .record = {.session_id = session->record.id,
                                         .prompt = SLICE("fix the failing test"),
                                         .state = TASK_STATE_QUEUED,
                                         .priority = priority,
                                         .cwd = session->record.cwd,
                                         .timeout_ms = 600000,
                                         .created_at = 2000}};
    assert_int_equal(store_task_add(&fixture->tx, &fixture->arena, &task), 0);
    return task;
}

static inline int move_task(struct store_fixture *fixture, int64_t task, unsigned from, enum task_state to)
{
    struct store_task_move move = {.from = from, .to = to};
    if (TASK_STATE_BIT(to) & TASK_STATES_FINAL)
        move.ended_at = 4000;
    return store_task_move(&fixture->tx, task, &move);
}

static inline void finish_task(struct store_fixture *fixture, int64_t task)
{
    assert_int_equal(move_task(fixture, task, ~0u, TASK_STATE_COMPLETED), 0);
}

/* Adds an event.taskStarted with this time; returns its seq. */
static inline int64_t add_event_at(struct store_fixture *fixture, int64_t session, int64_t task, int64_t at)
{
    struct event_task_started_params params = {
        .timestamp = at, .task_id = SLICE("task_1"), .session_id = SLICE("sess_1")};
    char sql[96];
    assert_int_equal(store_event_add(&fixture->tx, &event_task_started_event, session, task, &params), 0);
    (void)snprintf(sql, sizeof sql, "UPDATE events SET at = %lld WHERE seq = %lld", (long long)at,
                   (long long)fixture->tx.last_seq);
    assert_int_equal(sqlite3_exec(fixture->tx.db, sql, NULL, NULL, NULL), SQLITE_OK);
    return fixture->tx.last_seq;
}

static inline int64_t add_event(struct store_fixture *fixture, int64_t session, int64_t task)
{
    return add_event_at(fixture, session, task, 3000);
}

/* --- checks --- */

/* The single number that this statement returns. */
static inline int64_t number_of(struct store_fixture *fixture, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(fixture->tx.db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return number;
}

/* Checks that every statement of a connection uses an index: none scans a whole table and none sorts, except those that
 * contain one of the allowed texts. */
static inline void check_plans(const struct store_tx *tx, const char *const *allowed)
{
    for (size_t i = 0; i < STATEMENT_SLOTS; i++) {
        sqlite3_stmt *plan = NULL;
        char explain[4096];
        if (!tx->statements[i].sql)
            continue;
        (void)snprintf(explain, sizeof explain, "EXPLAIN QUERY PLAN %s", tx->statements[i].sql);
        assert_int_equal(sqlite3_prepare_v2(tx->db, explain, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *detail = (const char *)sqlite3_column_text(plan, 3);
            bool walks = strncmp(detail, "SCAN", 4) == 0 && strcmp(detail, "SCAN CONSTANT ROW") != 0;
            bool sorts = strstr(detail, "TEMP B-TREE") != NULL;
            bool known = false;
            for (const char *const *at = allowed; *at && !known; at++)
                known = strstr(tx->statements[i].sql, *at) != NULL;
            if ((walks || sorts) && !known) {
                print_error("%s\n  of %s\n", detail, tx->statements[i].sql);
                fail();
            }
        }
        (void)sqlite3_finalize(plan);
    }
}
