#include "daemon/store/threads.h"
#include "unit/store_fixture.h"

static void say(struct store_fixture *f, int64_t session, enum chat_role role, const char *text)
{
    const struct store_said said = {.seq = add_event(f, session, 0), .role = role, .text = slice_of(text)};
    assert_int_equal(store_said_add(&f->tx, session, &said, 1), 0);
}

static struct store_said_rows read_all(struct store_fixture *f, int64_t session, int64_t before, int64_t limit)
{
    struct store_said_rows rows = {0};
    const struct store_said_filter filter = {.session = session, .before = before, .limit = limit, .bytes = 1000};
    assert_int_equal(store_said_list(&f->reader, &filter, &f->arena, &rows), 0);
    return rows;
}

static void a_thread_has_its_messages(void **state)
{
    struct store_fixture *f = *state;
    struct store_session one = add_session(f), two = add_session(f);
    say(f, one.no, CHAT_ROLE_USER, "hello");
    say(f, two.no, CHAT_ROLE_USER, "other");
    say(f, one.no, CHAT_ROLE_ASSISTANT, "hi");
    say(f, one.no, CHAT_ROLE_SYSTEM, "");
    struct store_said_rows rows = read_all(f, one.no, INT64_MAX, 10);
    assert_int_equal(rows.count, 2);
    assert_slice(rows.items[0].text, "hi");
    assert_int_equal(rows.items[0].role, CHAT_ROLE_ASSISTANT);
    assert_int_equal(read_all(f, one.no, rows.items[0].seq, 10).count, 1);
    assert_int_equal(read_all(f, one.no, INT64_MAX, 1).count, 1);
    assert_int_equal(store_said_exists(&f->reader, one.no, rows.items[0].seq), 1);
    assert_int_equal(store_said_exists(&f->reader, two.no, rows.items[0].seq), 0);
    const struct store_said_filter filter = {.session = one.no, .before = INT64_MAX, .limit = 10, .bytes = 6};
    assert_int_equal(store_said_list(&f->reader, &filter, &f->arena, &rows), -EMSGSIZE);
    int64_t bytes = 0;
    assert_int_equal(store_said_size(&f->reader, &bytes), 0);
    assert_int_equal(bytes,
                     (size_t)3 * STORE_MESSAGE_BYTES + sizeof "hello" - 1 + sizeof "other" - 1 + sizeof "hi" - 1);
}

static void the_list_has_the_newest_first(void **state)
{
    struct store_fixture *f = *state;
    struct store_session sessions[3] = {add_session(f), add_session(f), add_session(f)};
    struct store_threads found = {0};
    say(f, sessions[1].no, CHAT_ROLE_USER, "hello");
    assert_int_equal(store_thread_list(&f->reader, SLICE(""), STORE_THREAD_FIRST, 2, &f->arena, &found), 0);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[0].no, sessions[1].no);
    assert_slice(found.items[0].last, "hello");
    assert_int_equal(found.items[0].messages, 1);
    assert_int_equal(found.items[1].no, sessions[2].no);
    const struct store_thread_place after = {found.items[1].updated_at, found.items[1].no};
    assert_int_equal(store_session_remove(&f->tx, sessions[2].no), 0);
    assert_int_equal(store_thread_list(&f->reader, SLICE(""), after, 2, &f->arena, &found), 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].no, sessions[0].no);
}

static void a_draft_becomes_a_message(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    assert_int_equal(store_draft_finish(&f->tx, task.no, session.no, 7), 0);
    assert_int_equal(store_thread_awaits(&f->reader, session.no), 1);
    assert_int_equal(store_draft_add(&f->tx, task.no, 3, SLICE("one")), 0);
    assert_int_equal(store_draft_drop(&f->tx, task.no), 0);
    assert_int_equal(store_draft_add(&f->tx, task.no, 5, SLICE("two")), 0);
    assert_int_equal(store_draft_add(&f->tx, task.no, 6, SLICE("th\0ree")), 0);
    assert_int_equal(store_draft_add(&f->tx, task.no, 7, SLICE("")), 0);
    assert_int_equal(store_draft_finish(&f->tx, task.no, session.no, 0), 0);
    assert_int_equal(store_draft_finish(&f->tx, task.no, session.no, 0), 0);
    struct store_said_rows rows = read_all(f, session.no, INT64_MAX, 10);
    assert_int_equal(rows.count, 1);
    assert_slice(rows.items[0].text, "two\n\nth");
    assert_int_equal(rows.items[0].seq, 6);
    assert_int_equal(store_thread_awaits(&f->reader, session.no), 0);
}

static void every_statement_has_its_index(void **state)
{
    struct store_fixture *f = *state;
    struct store_thread thread;
    the_list_has_the_newest_first(state);
    a_draft_becomes_a_message(state);
    struct store_session session = add_session(f), fork = add_session(f);
    say(f, session.no, CHAT_ROLE_USER, "hello");
    int64_t seq = 0, bytes = 0;
    assert_int_equal(store_said_size(&f->reader, &bytes), 0);
    assert_int_equal(store_said_exists(&f->reader, session.no, 1), 0);
    assert_int_equal(store_session_inherit(&f->tx, fork.no, session.no, 0, &seq), 0);
    assert_int_equal(store_thread_find(&f->reader, fork.record.id, &f->arena, &thread), 0);
    assert_int_equal(thread.no, fork.no);
    assert_int_equal(read_all(f, fork.no, INT64_MAX, 10).count, 1);
    const char *const allowed[] = {
        "UPDATE task_counts",      "FROM kinds", "SELECT source, upto FROM lineage", "INSERT INTO session_events",
        "INSERT INTO task_events", NULL};
    check_plans(&f->tx, allowed);
    check_plans(&f->reader, allowed);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_thread_has_its_messages),
        TEST(the_list_has_the_newest_first),
        TEST(a_draft_becomes_a_message),
        TEST(every_statement_has_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
