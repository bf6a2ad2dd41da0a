#include "unit/store_fixture.h"

static struct store_message add(struct store_fixture *f, int64_t task, const char *key, int64_t at, int expected)
{
    struct store_message message = {.created_at = at};
    assert_int_equal(store_message_add(&f->tx, task, slice_of(key), &message), expected);
    assert_int_equal(strncmp(message.id, "msg_", 4), 0);
    return message;
}

static void each_has_an_id_of_its_own(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    struct store_message first = add(f, task.no, "", 5, 0), second = add(f, task.no, "", 5, 0);
    assert_string_not_equal(first.id, second.id);
    assert_int_equal(number_of(f, "SELECT count(*) FROM message_keys"), 0);
}

static void a_key_is_noted_once_in_a_task(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0), other = add_task(f, &session, 0);
    struct store_message first = add(f, task.no, "k", 5, 0), again = add(f, task.no, "k", 6, 1);
    assert_string_equal(first.id, again.id);
    assert_int_equal(again.created_at, 5);
    struct store_message third = add(f, task.no, "l", 7, 0), fourth = add(f, other.no, "k", 8, 0);
    assert_string_not_equal(first.id, third.id);
    assert_string_not_equal(first.id, fourth.id);
    assert_int_equal(fourth.created_at, 8);
    assert_int_equal(number_of(f, "SELECT count(*) FROM message_keys"), 3);
    check_plans(&f->tx, (const char *const[]){"FROM kinds", NULL});
}

static void keys_go_when_a_task_becomes_too_old(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task old = add_task(f, &session, 0), young = add_task(f, &session, 0);
    (void)add(f, old.no, "k", 5, 0);
    (void)add(f, young.no, "k", 5, 0);
    finish_task(f, old.no);
    struct store_retention retention = {.older_than_ms = 5000};
    struct store_removed removed;
    assert_int_equal(store_retain(&f->tx, &retention, &removed), 0);
    assert_int_equal(removed.tasks, 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM message_keys"), 1);
    assert_int_equal(number_of(f, "SELECT task FROM message_keys"), young.no);
}

static void keys_go_with_their_session(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    int64_t removed = 0;
    (void)add(f, task.no, "k", 5, 0);
    (void)add(f, task.no, "l", 5, 0);
    finish_task(f, task.no);
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    assert_int_equal(store_purge(&f->tx, &removed), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM message_keys"), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(each_has_an_id_of_its_own),
        CASE(a_key_is_noted_once_in_a_task),
        CASE(keys_go_when_a_task_becomes_too_old),
        CASE(keys_go_with_their_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
