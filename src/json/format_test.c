#include "json/format.h"

#include "unit/check.h"

static void date_times(void **state)
{
    static const char *const good[] = {
        "2026-01-31T12:00:00Z",      "2026-01-31t12:00:00z", "2024-02-29T00:00:00.5Z",
        "2000-02-29T23:59:59+14:00", "2016-12-31T23:59:60Z", "2026-01-31T12:00:00.123456789-00:30",
        "0000-01-01T00:00:00Z",
    };
    static const char *const bad[] = {
        "",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-32T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-31 12:00:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T12:60:00Z",
        "2026-01-31T12:00:61Z",
        "2026-01-31T12:00:00.Z",
        "2026-01-31T12:00:00+0100",
        "2026-01-31T12:00:00+24:00",
        "2026-01-31T12:00:00+01:60",
        "2026-01-31T12:00:00Zx",
        "2026-1-31T12:00:00Z",
        "+026-01-31T12:00:00Z",
        "2026-01-31T12:00:00+01:00 ",
        "2026-01-31T12:00Z",
        "x026-01-31T12:00:00Z",
        "2026/01/31T12:00:00Z",
        "2026-01-31T12-00-00Z",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!format_is_date_time(slice_of(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (format_is_date_time(slice_of(bad[i])))
            fail_msg("accepted: %s", bad[i]);
}

static void uris(void **state)
{
    static const char *const good[] = {
        "https://example.org/a",
        "file:///etc/passwd",
        "urn:isbn:0451450523",
        "mailto:a@example.org",
        "a:",
        "git+ssh://host.example:22/x?y=%20#z",
        "http://[::1]:80/",
        "x-y.z:1",
    };
    static const char *const bad[] = {
        "",           ":",           "//host/path", "/path",     "relative", "1http://x", "+a:b",
        "http://a b", "http://a\"b", "http://%zz",  "http://%4", "http://%", "http://ü",  "ht tp://x",
        "http://<x>", "http://a\\b", "http://a\nb", "a^b:c",     "a:{b}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!format_is_uri(slice_of(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (format_is_uri(slice_of(bad[i])))
            fail_msg("accepted: %s", bad[i]);
    assert_false(format_is_uri(SLICE("ht\0tp://x")));
    assert_false(format_is_uri(SLICE("http://x\0y")));
}

static void dates(void **state)
{
    (void)state;
    assert_true(format_is_date(SLICE("2028-02-29")));
    assert_false(format_is_date(SLICE("2026-02-29")));
    assert_false(format_is_date(SLICE("2026-2-1")));
    assert_false(format_is_date(SLICE("2026-02-01T")));
    assert_false(format_is_date(SLICE("")));
}

static void emails(void **state)
{
    (void)state;
    assert_true(format_is_email(SLICE("a@b")));
    assert_true(format_is_email(SLICE("a.b+c@d.example")));
    assert_false(format_is_email(SLICE("a")));
    assert_false(format_is_email(SLICE("@b")));
    assert_false(format_is_email(SLICE("a@")));
    assert_false(format_is_email(SLICE("a@b@c")));
    assert_false(format_is_email(SLICE("a b@c")));
    assert_false(format_is_email(SLICE("a@b\nc")));
    assert_false(format_is_email(SLICE("")));
}

static void look_at_no_byte_beyond(void **state)
{
    static const char text[] = "2026-01-31T12:00:00Z";
    (void)state;
    for (size_t size = 0; size < sizeof text - 1; size++)
        assert_false(format_is_date_time((struct slice){text, size}));
    assert_true(format_is_date_time((struct slice){text, sizeof text - 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(date_times),
        cmocka_unit_test(uris),
        cmocka_unit_test(dates),
        cmocka_unit_test(emails),
        cmocka_unit_test(look_at_no_byte_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
