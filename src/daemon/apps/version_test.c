#include "daemon/apps/version.h"
#include "unit/check.h"

static void knows_what_is_a_version(void **state)
{
    (void)state;
    static const char *const good[] = {"0.0.0",
                                       "1.2.3",
                                       "10.20.30",
                                       "1.0.0-alpha",
                                       "1.0.0-alpha.1",
                                       "1.0.0-0.3.7",
                                       "1.0.0-x.7.z.92",
                                       "1.0.0-x-y-z.--",
                                       "1.0.0+20130313144700",
                                       "1.0.0-beta+exp.sha.5114f85",
                                       "1.0.0+21AF26D3---117B344092BD",
                                       "1.0.0-01a",
                                       "99999999999999999999999.0.0"};
    static const char *const bad[] = {"",           "1",         "1.2",     "1.2.3.4", "v1.2.3",     "01.2.3",
                                      "1.02.3",     "1.2.03",    "1.2.3-",  "1.2.3+",  "1.2.3-a..b", "1.2.3-01",
                                      "1.2.3-a.01", "1.2.3+a+b", "1.2.3-ä", "1.2.x",   " 1.2.3",     "1.2.3 ",
                                      "1..3",       "-1.2.3",    "1.2.-3",  ".1.2",    "1.2.3+a_b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(apps_version_is_valid(slice_of(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (apps_version_is_valid(slice_of(bad[i])))
            fail_msg("%s is taken for a version", bad[i]);
    assert_false(apps_version_is_valid((struct slice){"1.2.3\0", 6}));
}

static void compares(void **state)
{
    (void)state;
    static const char *const ascending[] = {"0.9.9",
                                            "1.0.0-1",
                                            "1.0.0-9",
                                            "1.0.0-10",
                                            "1.0.0-alpha",
                                            "1.0.0-alpha.1",
                                            "1.0.0-alpha.beta",
                                            "1.0.0-beta",
                                            "1.0.0-beta.2",
                                            "1.0.0-beta.11",
                                            "1.0.0-rc.1",
                                            "1.0.0",
                                            "1.0.2",
                                            "1.0.10",
                                            "1.9.0",
                                            "1.10.0",
                                            "2.0.0",
                                            "18446744073709551616.0.0",
                                            "18446744073709551617.0.0"};
    size_t count = sizeof ascending / sizeof *ascending;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            int order = apps_version_compare(slice_of(ascending[i]), slice_of(ascending[j]));
            if ((order > 0) != (i > j) || (order < 0) != (i < j))
                fail_msg("%s against %s", ascending[i], ascending[j]);
        }
    assert_int_equal(apps_version_compare(SLICE("1.0.0+a"), SLICE("1.0.0+b-c")), 0);
    assert_int_equal(apps_version_compare(SLICE("1.0.0-a+x"), SLICE("1.0.0-a")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_is_a_version),
        cmocka_unit_test(compares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
