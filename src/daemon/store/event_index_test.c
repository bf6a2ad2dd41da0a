#include "unit/store_fixture.h"

enum { SESSIONS = 5, TASKS = 3, STEPS = 400 };

struct found {
    int64_t seqs[STEPS];
    size_t count;
};

static int find(void *user, const struct store_event_row *row)
{
    struct found *found = user;
    assert_true(found->count < STEPS);
    found->seqs[found->count++] = row->seq;
    return 0;
}

/* Compares the events that pages of `rows` return with a scan of the whole log. */
static void check_events_of(struct store_fixture *f, int64_t session, int64_t task, size_t rows)
{
    struct found found = {0};
    struct store_event_filter filter = {.all_kinds = true, .session = session, .task = task};
    for (int64_t from = 1; from <= f->tx.last_seq;) {
        struct store_event_page page = {
            .from = from, .upto = f->tx.last_seq, .rows = rows, .bytes = 1 << 20, .looked_at = 1000};
        assert_int_equal(store_event_read(&f->reader, &filter, &page, find, &found), 0);
        assert_true(page.ret_next > from);
        from = page.ret_next;
    }
    sqlite3_stmt *walk = NULL;
    const char *sql = "SELECT seq FROM events WHERE (?1 = 0 OR session = ?1) AND (?2 = 0 OR task = ?2) ORDER BY seq";
    assert_int_equal(sqlite3_prepare_v2(f->tx.db, sql, -1, &walk, NULL), SQLITE_OK);
    (void)sqlite3_bind_int64(walk, 1, session);
    (void)sqlite3_bind_int64(walk, 2, task);
    for (size_t i = 0; i < found.count; i++) {
        assert_int_equal(sqlite3_step(walk), SQLITE_ROW);
        assert_int_equal(sqlite3_column_int64(walk, 0), found.seqs[i]);
    }
    assert_int_equal(sqlite3_step(walk), SQLITE_DONE);
    (void)sqlite3_finalize(walk);
}

static void check_all(struct store_fixture *f, const struct store_session *sessions,
                      struct store_task tasks[SESSIONS][TASKS])
{
    for (size_t i = 0; i < SESSIONS; i++) {
        check_events_of(f, sessions[i].no, 0, 1 + i * 7);
        for (size_t j = 0; j < TASKS; j++) {
            check_events_of(f, 0, tasks[i][j].no, 1 + j * 40);
            check_events_of(f, sessions[i].no, tasks[i][j].no, 3);
        }
    }
    assert_int_equal(number_of(f, "SELECT count(*) FROM session_events AS i LEFT JOIN events AS e ON e.seq = i.seq"
                                  " WHERE e.session IS NOT i.session"),
                     0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM task_events AS i LEFT JOIN events AS e ON e.seq = i.seq"
                                  " WHERE e.task IS NOT i.task"),
                     0);
}

static void an_event_is_found_wherever_the_index_ends(void **state)
{
    struct store_fixture *f = *state;
    struct store_session sessions[SESSIONS];
    struct store_task tasks[SESSIONS][TASKS];
    uint32_t chance = 7;
    for (size_t i = 0; i < SESSIONS; i++) {
        sessions[i] = add_session(f);
        for (size_t j = 0; j < TASKS; j++)
            tasks[i][j] = add_task(f, &sessions[i], 0);
    }
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    for (int step = 0; step < STEPS; step++) {
        chance = chance * 1664525 + 1013904223;
        size_t i = (chance >> 8) % (SESSIONS + 1), j = (chance >> 16) % (TASKS + 1);
        int64_t session = i < SESSIONS ? sessions[i].no : 0;
        (void)add_event_at(f, session, session && j < TASKS ? tasks[i][j].no : 0, step < STEPS / 4 ? 10 : 3000000);
        if (chance >> 27 == 0)
            assert_int_equal(store_index_complete(&f->tx), 0);
        if (chance >> 27 > 1 && step < STEPS - 1)
            continue;
        assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
        check_all(f, sessions, tasks);
        assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    }
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    assert_true(number_of(f, "SELECT count(*) FROM session_events") > 0);
    /* Removing events also removes their index entries. */
    struct store_removed removed = {0};
    assert_int_equal(store_retain(&f->tx, &(struct store_retention){.older_than_ms = 1000}, &removed), 0);
    assert_int_equal(removed.events, STEPS / 4);
    assert_int_equal(f->tx.indexed_seq, f->tx.last_seq);
    check_all(f, sessions, tasks);
    assert_int_equal(store_exec(&f->tx, "DELETE FROM events"), 0);
    assert_int_equal(
        number_of(f, "SELECT count(*) FROM session_events") + number_of(f, "SELECT count(*) FROM task_events"), 0);
}

/* Entries are inserted in batches, and the number of unindexed events is bounded. */
static void the_index_advances_by_many(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    int64_t before = 0, steps = 0, most = 0;
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    for (int i = 0; i < 5000; i++) {
        (void)add_event(f, session.no, 0);
        if (f->tx.last_seq - f->tx.indexed_seq > most)
            most = f->tx.last_seq - f->tx.indexed_seq;
        assert_int_equal(store_index_advance(&f->tx), 0);
        steps += f->tx.indexed_seq != before;
        before = f->tx.indexed_seq;
    }
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    assert_in_range(steps, 2, 10);
    assert_in_range(most, 500, 2000);
    assert_int_equal(number_of(f, "SELECT value FROM meta WHERE name = 'indexed_seq'"), before);
    assert_int_equal(number_of(f, "SELECT max(seq) FROM session_events"), before);
    /* The next connection continues there. */
    store_fixture_close(f);
    store_fixture_open(f);
    assert_int_equal(f->tx.indexed_seq, before);
}

/* A task with events cannot be deleted, whether the events are indexed or not. */
static void a_task_stays_as_long_as_its_events(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task old = add_task(f, &session, 0), young = add_task(f, &session, 0);
    struct store_removed removed = {0};
    finish_task(f, old.no);
    finish_task(f, young.no);
    (void)add_event_at(f, session.no, old.no, 10);
    (void)add_event_at(f, session.no, young.no, 3000000);
    assert_int_equal(store_retain(&f->tx, &(struct store_retention){.older_than_ms = 5000}, &removed), 0);
    assert_int_equal(removed.events, 1);
    assert_int_equal(removed.tasks, 1);
    assert_int_equal(number_of(f, "SELECT no FROM tasks"), young.no);
    assert_int_not_equal(sqlite3_exec(f->tx.db, "DELETE FROM tasks", NULL, NULL, NULL), SQLITE_OK);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(an_event_is_found_wherever_the_index_ends),
        CASE(the_index_advances_by_many),
        CASE(a_task_stays_as_long_as_its_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
