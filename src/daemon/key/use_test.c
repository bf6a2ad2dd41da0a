#include "daemon/key/internal.h"

#include <stdio.h>

#include "unit/check.h"

static const uint64_t second = UINT64_C(1000000000);

static unsigned admitted(struct key_rates *rates, struct slice session, int64_t per_minute, uint64_t now_ns,
                         unsigned of)
{
    unsigned count = 0;
    for (unsigned i = 0; i < of; i++)
        count += key_rate_admits(rates, session, per_minute, now_ns);
    return count;
}

static void the_rate_allows_a_burst_and_then_refills(void **state)
{
    struct key_rates rates = {0};
    (void)state;
    assert_int_equal(admitted(&rates, SLICE("a"), 60, second, 1000), 60);
    assert_int_equal(key_rate_wait_ms(&rates, SLICE("a"), 60), 1001);
    assert_int_equal(admitted(&rates, SLICE("a"), 60, second + second / 4, 1000), 0);
    assert_int_equal(key_rate_wait_ms(&rates, SLICE("a"), 60), 751);
    assert_int_equal(admitted(&rates, SLICE("a"), 60, 2 * second, 1000), 1);
    assert_int_equal(admitted(&rates, SLICE("a"), 60, 12 * second, 1000), 10);
    assert_int_equal(admitted(&rates, SLICE("a"), 60, 1000 * second, 1000), 60);
    key_rates_clear(&rates);
}

static void each_session_has_its_own(void **state)
{
    struct key_rates rates = {0};
    (void)state;
    assert_int_equal(admitted(&rates, SLICE("a"), 5, second, 10), 5);
    assert_int_equal(key_rate_wait_ms(&rates, SLICE("a"), 5), 12001);
    assert_int_equal(admitted(&rates, SLICE("b"), 5, second, 10), 5);
    assert_int_equal(admitted(&rates, SLICE("a"), 5, second, 10), 0);
    key_rates_clear(&rates);
}

static void many_sessions_take_little_memory(void **state)
{
    struct key_rates rates = {0};
    char id[32];
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        (void)snprintf(id, sizeof id, "session %u", i);
        assert_int_equal(admitted(&rates, slice_of(id), 60, i * second, 1), 1);
    }
    assert_true(rates.capacity <= 256);
    key_rates_clear(&rates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rate_allows_a_burst_and_then_refills),
        cmocka_unit_test(each_session_has_its_own),
        cmocka_unit_test(many_sessions_take_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
