#include "unit/store_fixture.h"

static int64_t events_left(struct store_fixture *f)
{
    return number_of(f, "SELECT count(*) FROM events");
}

static int64_t retain_events(struct store_fixture *f, struct store_retention retention)
{
    struct store_removed removed = {-1, -1};
    assert_int_equal(store_retain(&f->tx, &retention, &removed), 0);
    return removed.events;
}

static void old_events_go_and_the_position_says_so(void **state)
{
    struct store_fixture *f = *state;
    struct store_position position;
    for (int i = 1; i <= 10; i++)
        (void)add_event_at(f, 0, 0, INT64_C(1000) * i);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 1000}), 0);
    assert_int_equal(f->tx.first_seq, 1);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 4001}), 4);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 4001}), 0);
    assert_int_equal(f->tx.first_seq, 5);
    assert_int_equal(number_of(f, "SELECT min(seq) FROM events"), 5);
    assert_int_equal(store_event_position(&f->reader, &position), 0);
    assert_int_equal(position.first, 5);
    assert_int_equal(position.last, 10);

    /* Removing all events: numbers continue, also after a restart. */
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 99999}), 6);
    assert_int_equal(f->tx.first_seq, 11);
    store_fixture_close(f);
    store_fixture_open(f);
    assert_int_equal(f->tx.first_seq, 11);
    assert_int_equal(f->tx.last_seq, 10);
    assert_int_equal(add_event(f, 0, 0), 11);
}

static void without_limits_everything_stays(void **state)
{
    struct store_fixture *f = *state;
    (void)add_event_at(f, 0, 0, 1);
    assert_int_equal(retain_events(f, (struct store_retention){0}), 0);
    assert_int_equal(events_left(f), 1);
}

static void a_clock_that_was_wrong_for_a_while_does_not_hold_up(void **state)
{
    struct store_fixture *f = *state;
    (void)add_event_at(f, 0, 0, 1000);
    (void)add_event_at(f, 0, 0, INT64_C(99999999999999)); /* with a clock that was ahead */
    (void)add_event_at(f, 0, 0, 2000);
    (void)add_event_at(f, 0, 0, 9000);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 5000}), 3);
    assert_int_equal(f->tx.first_seq, 4);
}

/* A machine whose clock starts in 1970 at every boot. */
static void a_clock_that_was_behind_takes_nothing_young_with_it(void **state)
{
    struct store_fixture *f = *state;
    (void)add_event_at(f, 0, 0, 1000);
    (void)add_event_at(f, 0, 0, 9000);
    (void)add_event_at(f, 0, 0, 0);
    (void)add_event_at(f, 0, 0, 9001);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 5000}), 1);
    assert_int_equal(f->tx.first_seq, 2);
}

static void goes_in_bounded_steps(void **state)
{
    struct store_fixture *f = *state;
    int64_t removed, total = 0;
    int steps = 0;
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    for (int i = 0; i < 5000; i++)
        (void)add_event_at(f, 0, 0, i);
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    while ((removed = retain_events(f, (struct store_retention){.older_than_ms = 4500})) > 0) {
        assert_true(removed < 1100);
        assert_int_equal(number_of(f, "SELECT value FROM meta WHERE name = 'first_seq'"), f->tx.first_seq);
        total += removed;
        steps++;
    }
    assert_int_equal(total, 4500);
    assert_int_equal(steps, 5);
    assert_int_equal(f->tx.first_seq, 4501);
}

static struct store_sizes measure(struct store_fixture *f)
{
    struct store_sizes sizes;
    assert_int_equal(store_measure(&f->tx, &sizes), 0);
    return sizes;
}

static void too_large_a_file_loses_its_oldest_events(void **state)
{
    struct store_fixture *f = *state;
    char *data = malloc(20002);
    assert_non_null(data);
    memset(data, 'x', 20002);
    data[0] = data[20001] = '"';
    struct event_message_created_params params = {.timestamp = 5000, .data = {.text = {data, 20002}}};
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(store_event_add(&f->tx, &event_message_created_event, 0, 0, &params), 0);
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    free(data);
    struct store_sizes before = measure(f);
    assert_true(before.file_bytes > 20000000);

    struct store_retention retention = {.bytes = 10000000};
    int64_t removed, total = 0, pages = 0, given_back = 0;
    while ((removed = retain_events(f, retention)) > 0) {
        total += removed;
        assert_true(removed < 500); /* long rows make steps shorter */
    }
    struct store_sizes after = measure(f);
    assert_true(after.file_bytes - after.free_bytes <= retention.bytes);
    assert_true(after.file_bytes - after.free_bytes > retention.bytes * 9 / 10);
    assert_int_equal(events_left(f), 1000 - total);
    assert_int_equal(f->tx.first_seq, total + 1);

    /* Free pages are returned to the file system in steps. */
    int steps = 0;
    do {
        assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
        assert_int_equal(store_compact(&f->tx, &pages), 0);
        assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
        assert_true(pages <= 600);
        given_back += pages;
        steps++;
    } while (pages > 0);
    assert_true(steps > 2);
    assert_true(given_back > 1000);
    after = measure(f);
    assert_int_equal(after.free_bytes, 0);
    assert_true(after.file_bytes <= retention.bytes);
    assert_int_equal(after.schema, STORE_SCHEMA);
}

static void measures_the_store(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), removed = add_session(f);
    (void)add_task(f, &session, 0);
    struct store_task task = add_task(f, &removed, 0);
    assert_int_equal(measure(f).tasks, 2);
    finish_task(f, task.no);
    assert_int_equal(store_session_remove(&f->tx, removed.no), 0);
    struct store_sizes sizes;
    assert_int_equal(store_measure(&f->reader, &sizes), 0);
    assert_int_equal(sizes.sessions, 1);
    assert_int_equal(sizes.tasks, 1);
    assert_true(sizes.file_bytes > 0 && sizes.wal_bytes > 0);
}

/* --- tasks --- */

static int64_t retain_tasks(struct store_fixture *f, int64_t older_than_ms)
{
    struct store_removed removed = {-1, -1};
    struct store_retention retention = {.older_than_ms = older_than_ms};
    assert_int_equal(store_retain(&f->tx, &retention, &removed), 0);
    return removed.tasks;
}

static void old_tasks_go_after_their_events(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task ended = add_task(f, &session, 0), waiting = add_task(f, &session, 0), found;
    int64_t counts[TASK_STATE_COUNT];
    (void)add_event_at(f, session.no, ended.no, 4500);
    finish_task(f, ended.no); /* its time is 4000 */
    assert_int_equal(retain_tasks(f, 4500), 0);
    assert_int_equal(store_exec(&f->tx, "DELETE FROM events"), 0);
    assert_int_equal(retain_tasks(f, 0), 0);
    assert_int_equal(retain_tasks(f, 4000), 0);
    assert_int_equal(retain_tasks(f, 4001), 1);
    assert_int_equal(store_task_find(&f->reader, ended.record.id, &f->arena, &found), -ENOENT);
    assert_int_equal(store_task_find(&f->reader, waiting.record.id, &f->arena, &found), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM prompts"), 1);
    assert_int_equal(store_task_counts(&f->reader, counts), 0);
    assert_int_equal(counts[TASK_STATE_COMPLETED], 0);
    assert_int_equal(counts[TASK_STATE_QUEUED], 1);
}

/* --- removed sessions --- */

static int64_t purge_all(struct store_fixture *f)
{
    int64_t removed, total = 0;
    do {
        assert_int_equal(store_purge(&f->tx, &removed), 0);
        assert_true(removed < 1100);
        total += removed;
    } while (removed > 0);
    return total;
}

static void a_removed_session_leaves_nothing(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), other = add_session(f);
    assert_int_equal(purge_all(f), 0);
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    for (int i = 0; i < 50; i++) {
        struct store_task task = add_task(f, &session, 0);
        for (int j = 0; j < 100; j++)
            (void)add_event(f, session.no, task.no);
        finish_task(f, task.no);
    }
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    struct store_task kept = add_task(f, &other, 0);
    (void)add_event(f, other.no, kept.no); /* 5001 */
    (void)add_event(f, session.no, 0);     /* 5002: the newest event is removed too */
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    assert_int_equal(purge_all(f), 5001 + 50 + 1);
    assert_int_equal(events_left(f), 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM tasks"), 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM prompts"), 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM sessions"), 1);
    assert_int_equal(number_of(f, "SELECT sum(count) FROM task_counts"), 1);
    assert_int_equal(f->tx.first_seq, 1);

    store_fixture_close(f);
    store_fixture_open(f);
    assert_int_equal(add_event(f, other.no, 0), 5003);
}

static void inherited_rows_stay_as_long_as_their_forks(void **state)
{
    struct store_fixture *f = *state;
    struct store_session parent = add_session(f), one = add_session(f), two = add_session(f);
    struct store_task early = add_task(f, &parent, 0), late = add_task(f, &parent, 0);
    int64_t seq = 0;
    for (int i = 0; i < 6; i++)
        (void)add_event(f, parent.no, i < 4 ? early.no : late.no);
    finish_task(f, early.no);
    finish_task(f, late.no);
    assert_int_equal(store_session_inherit(&f->tx, one.no, parent.no, 2, &seq), 0);
    assert_int_equal(store_session_inherit(&f->tx, two.no, parent.no, 4, &seq), 0);
    (void)add_event(f, one.no, 0); /* 7 */
    assert_int_equal(store_session_remove(&f->tx, parent.no), 0);
    assert_int_equal(purge_all(f), 3); /* two events, one task */
    assert_int_equal(number_of(f, "SELECT group_concat(seq) = '1,2,3,4,7' FROM events"), 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM tasks"), 1);
    struct store_session found;
    assert_int_equal(store_session_find(&f->reader, parent.record.id, &f->arena, &found), -ENOENT);

    assert_int_equal(store_session_remove(&f->tx, two.no), 0);
    assert_int_equal(purge_all(f), 4); /* its row, its lineage, two events */
    assert_int_equal(number_of(f, "SELECT group_concat(seq) = '1,2,7' FROM events"), 1);
    assert_int_equal(store_session_remove(&f->tx, one.no), 0);
    assert_int_equal(purge_all(f), 1 + 1 + 1 + 2 + 1 + 1); /* everything of `one`, then the rest of the parent */
    assert_int_equal(number_of(f, "SELECT count(*) FROM sessions"), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM tasks"), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM lineage"), 0);
    assert_int_equal(events_left(f), 0);
}

static void inherited_rows_do_not_block_other_sessions(void **state)
{
    struct store_fixture *f = *state;
    struct store_session held = add_session(f), fork = add_session(f), next = add_session(f);
    int64_t seq = 0;
    (void)add_event(f, held.no, 0);
    (void)add_event(f, next.no, 0);
    assert_int_equal(store_session_inherit(&f->tx, fork.no, held.no, 0, &seq), 0);
    assert_int_equal(store_session_remove(&f->tx, held.no), 0);
    assert_int_equal(store_session_remove(&f->tx, next.no), 0);
    assert_int_equal(purge_all(f), 2);
    assert_int_equal(events_left(f), 1);
    /* Retention also removes inherited events. */
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 9999}), 1);
    assert_int_equal(events_left(f), 0);
}

static void every_statement_has_its_index(void **state)
{
    struct store_fixture *f = *state;
    inherited_rows_stay_as_long_as_their_forks(state);
    (void)add_event(f, 0, 0);
    assert_int_equal(retain_events(f, (struct store_retention){.older_than_ms = 9999}), 1);
    assert_int_equal(retain_tasks(f, 9999), 0);
    /* These scan small tables, or a bounded number of the oldest events and tasks. */
    const char *const allowed[] = {"task_counts",
                                   "FROM kinds",
                                   "INSERT INTO session_events",
                                   "INSERT INTO task_events",
                                   "LIMIT ?2",
                                   "removed = 1 ORDER BY no LIMIT 1",
                                   NULL};
    check_plans(&f->tx, allowed);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(old_events_go_and_the_position_says_so),
        CASE(without_limits_everything_stays),
        CASE(a_clock_that_was_wrong_for_a_while_does_not_hold_up),
        CASE(a_clock_that_was_behind_takes_nothing_young_with_it),
        CASE(goes_in_bounded_steps),
        CASE(too_large_a_file_loses_its_oldest_events),
        CASE(measures_the_store),
        CASE(old_tasks_go_after_their_events),
        CASE(a_removed_session_leaves_nothing),
        CASE(inherited_rows_stay_as_long_as_their_forks),
        CASE(inherited_rows_do_not_block_other_sessions),
        CASE(every_statement_has_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
