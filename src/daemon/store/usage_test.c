#include "unit/store_fixture.h"

static struct store_reservation reserve(struct store_fixture *f, int64_t session, const char *day, const char *model,
                                        int64_t tokens)
{
    struct store_reservation reservation = {
        .session = session,
        .service = SLICE("anthropic"),
        .model = slice_of(model),
        .input_tokens = tokens,
        .output_tokens = tokens,
        .cost_micros = 10 * tokens,
        .input_price = 1,
        .output_price = 2,
    };
    memcpy(reservation.day, day, sizeof reservation.day);
    assert_int_equal(store_reservation_add(&f->tx, &reservation), 0);
    return reservation;
}

static void check(struct store_fixture *f, int64_t session, const char *day, int64_t used, int64_t reserved)
{
    struct store_account account;
    assert_int_equal(store_usage_account(&f->tx, session, day, &account), 0);
    assert_int_equal(account.input_tokens + account.output_tokens, used);
    assert_int_equal(account.reserved_tokens, reserved);
}

static void settling_replaces_the_reservation(void **state)
{
    struct store_fixture *f = *state;
    struct store_reservation one = reserve(f, 1, "2026-01-01", "m", 50), two = reserve(f, 2, "2026-01-02", "m", 5),
                             found;
    check(f, 1, NULL, 0, 100);
    check(f, 0, "2026-01-01", 0, 100);
    check(f, 0, "2026-01-02", 0, 10);
    assert_int_equal(store_reservation_find(&f->tx, slice_of(one.id), &found), 0);
    assert_int_equal(found.output_price, 2);
    assert_int_equal(store_reservation_settle(&f->tx, &found, 3, 4, 5), 0);
    assert_int_equal(store_reservation_find(&f->tx, slice_of(one.id), &found), -ENOENT);
    check(f, 1, NULL, 7, 0);
    struct store_reservation three = reserve(f, 1, "2026-01-01", "m", 1);
    assert_int_equal(store_reservation_settle(&f->tx, &three, 10, 20, 30), 0);
    check(f, 1, NULL, 37, 0);
    assert_int_equal(number_of(f, "SELECT calls FROM usage WHERE session = 1"), 2);
    assert_int_equal(number_of(f, "SELECT cost_micros FROM usage WHERE session = 1"), 35);
    assert_int_equal(store_reservation_drop(&f->tx, slice_of(two.id)), 0);
    assert_int_equal(store_reservation_drop(&f->tx, slice_of(two.id)), -ENOENT);
    check(f, 0, "2026-01-02", 0, 0);
}

static void unsettled_reservations_count_as_used(void **state)
{
    struct store_fixture *f = *state;
    (void)reserve(f, 1, "2026-01-01", "m", 5);
    (void)reserve(f, 1, "2026-01-01", "m", 6);
    (void)reserve(f, 1, "2026-01-01", "", 7);
    assert_int_equal(store_reservations_use(&f->tx), 0);
    check(f, 1, NULL, 36, 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM usage"), 2);
    assert_int_equal(store_reservations_use(&f->tx), 0);
    check(f, 1, NULL, 36, 0);
}

static void sums_do_not_overflow(void **state)
{
    struct store_fixture *f = *state;
    for (int i = 0; i < 20; i++) {
        struct store_reservation one = reserve(f, 1, "2026-01-01", "m", 1);
        assert_int_equal(
            store_reservation_settle(&f->tx, &one, INT64_C(1000000000000000), 0, INT64_C(1000000000000000)), 0);
    }
    struct store_account account;
    assert_int_equal(store_usage_account(&f->tx, 1, NULL, &account), 0);
    assert_true(account.cost_micros == INT64_C(1000000000000000));
}

static void days_outlive_sessions(void **state)
{
    struct store_fixture *f = *state;
    struct store_session kept = add_session(f), gone = add_session(f);
    int64_t removed = 0;
    (void)reserve(f, kept.no, "2026-01-01", "m", 1);
    (void)reserve(f, gone.no, "2026-01-01", "m", 10);
    (void)reserve(f, gone.no, "2026-01-02", "m", 100);
    assert_int_equal(store_reservations_use(&f->tx), 0);
    assert_int_equal(store_session_remove(&f->tx, gone.no), 0);
    assert_int_equal(store_purge(&f->tx, &removed), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM sessions"), 1);
    check(f, 0, "2026-01-01", 22, 0);
    assert_int_equal(store_usage_forget(&f->tx, "2026-01-02"), 0);
    check(f, 0, "2026-01-01", 2, 0);
    check(f, 0, "2026-01-02", 200, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(settling_replaces_the_reservation),
        CASE(unsettled_reservations_count_as_used),
        CASE(sums_do_not_overflow),
        CASE(days_outlive_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
