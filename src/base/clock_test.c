#include "base/clock.h"

#include <errno.h>
#include <string.h>

#include "unit/check.h"

static void reads_what_it_writes(void **state)
{
    static const int64_t times[] = {0, 1, 999, 1000, -1, 951782400000, 1709164800000, 1794730653123, 4102444799999};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[CLOCK_ISO_SIZE];
        int64_t found = -2;
        clock_format_iso(times[i], text);
        assert_int_equal(clock_parse_iso(slice_of(text), &found), 0);
        assert_int_equal(found, times[i]);
    }
}

static void reads_every_form(void **state)
{
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = {
        {"1970-01-01T00:00:00Z", 0},
        {"1970-01-01t00:00:01z", 1000},
        {"1970-01-01T01:00:00+01:00", 0},
        {"1969-12-31T19:30:00-04:30", 0},
        {"1970-01-01T00:00:00.5Z", 500},
        {"1970-01-01T00:00:00.1239999Z", 123},
        {"2000-02-29T12:00:00Z", 951825600000},
        {"1970-01-01T00:00:60Z", 60000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t found = -2;
        assert_int_equal(clock_parse_iso(slice_of(cases[i].text), &found), 0);
        assert_int_equal(found, cases[i].ms);
    }
}

static void refuses_others(void **state)
{
    static const char *const texts[] = {"", "1970", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00:00+0100",
                                        "x"};
    int64_t found = 7;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(clock_parse_iso(slice_of(texts[i]), &found), -EINVAL);
    assert_int_equal(found, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(reads_every_form),
        cmocka_unit_test(refuses_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
