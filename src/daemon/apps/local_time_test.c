#include "daemon/apps/local_time.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "unit/check.h"

static void names_of_zones(void **state)
{
    static const struct {
        const char *text, *name; /* NULL: it is none */
    } cases[] = {
        {"/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"},
        {"../usr/share/zoneinfo/America/Port-au-Prince", "America/Port-au-Prince"},
        {"/usr/share/zoneinfo/posix/Asia/Kathmandu", "Asia/Kathmandu"},
        {"/usr/share/zoneinfo/right/UTC", "UTC"},
        {":Europe/Paris", "Europe/Paris"},
        {"Etc/GMT+5\n", "Etc/GMT+5"},
        {"America/Argentina/Buenos_Aires\nanother line\n", "America/Argentina/Buenos_Aires"},
        {"UTC", "UTC"},
        {"CET-1CEST", NULL},
        {"UTC0", NULL},
        {"<+03>-3", NULL},
        {"", NULL},
        {":", NULL},
        {"\n", NULL},
        {"ab", NULL},
        {"/usr/share/zoneinfo/", NULL},
        {"/etc/localtime", NULL},
        {"../../etc/passwd", NULL},
        {"Europe/Ber\x1blin", NULL},
        {"Europe/B\xc3\xa4r", NULL},
        {"Continent/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[LOCAL_ZONE_SIZE] = "untouched";
        int r = local_time_zone_name(cases[i].text, name);
        assert_int_equal(r, cases[i].name ? 0 : -EINVAL);
        assert_string_equal(name, cases[i].name ? cases[i].name : "untouched");
    }
}

static void check(const char *zone, int64_t at, const char *text, const char *name)
{
    struct local_time time;
    assert_int_equal(setenv("TZ", zone, 1), 0);
    local_time_get(at, &time);
    assert_string_equal(time.text, text);
    assert_string_equal(time.zone, name);
}

static void times(void **state)
{
    (void)state;
    check("UTC", 0, "1970-01-01T00:00:00.000+00:00", "UTC");
    check("Etc/GMT+5", 1, "1969-12-31T19:00:00.001-05:00", "Etc/GMT+5");
    check("Etc/GMT-14", -1, "1970-01-01T13:59:59.999+14:00", "Etc/GMT-14");
    check("CET-1CEST", 0, "1970-01-01T00:00:00.000+00:00", "UTC");
    check("", 0, "1970-01-01T00:00:00.000+00:00", "UTC");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_zones),
        cmocka_unit_test(times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
