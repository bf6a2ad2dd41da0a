#include "cli/text.h"

#include <errno.h>

#include "unit/check.h"

static void assert_duration(int64_t seconds, const char *expected)
{
    char text[TEXT_DURATION_SIZE];
    text_duration(seconds, text);
    assert_string_equal(text, expected);
}

static void durations(void **state)
{
    (void)state;
    assert_duration(-5, "0 s");
    assert_duration(0, "0 s");
    assert_duration(59, "59 s");
    assert_duration(60, "1 min 0 s");
    assert_duration(3599, "59 min 59 s");
    assert_duration(11520, "3 h 12 min");
    assert_duration(86400 * 2 + 3600 * 5 + 59, "2 d 5 h");
    assert_duration(INT64_MAX, "106751991167300 d 15 h");
}

static void assert_brief(int64_t seconds, const char *expected)
{
    char text[TEXT_BRIEF_SIZE];
    text_brief(seconds, text);
    assert_string_equal(text, expected);
}

static void brief_durations(void **state)
{
    (void)state;
    assert_brief(-1, "0s");
    assert_brief(59, "59s");
    assert_brief(60, "1m");
    assert_brief(7199, "1h");
    assert_brief(34560000, "400d");
    assert_brief(INT64_MAX, "106751991167300d");
}

static void assert_bytes(int64_t bytes, const char *expected)
{
    char text[TEXT_BYTES_SIZE];
    text_bytes(bytes, text);
    assert_string_equal(text, expected);
}

static void sizes(void **state)
{
    (void)state;
    assert_bytes(0, "0 bytes");
    assert_bytes(1023, "1023 bytes");
    assert_bytes(1024, "1.0 KiB");
    assert_bytes(4089446, "3.9 MiB");
    assert_bytes((int64_t)5 << 30, "5.0 GiB");
    assert_bytes(INT64_MAX, "8388608.0 TiB");
}

static void assert_shown(const char *text, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 10);
    text_append(&out, slice_of(text));
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, expected);
    buf_clear(&out);
}

static void what_steers_a_terminal_is_shown(void **state)
{
    (void)state;
    assert_shown("plain, ümläut, 漢字", "plain, ümläut, 漢字");
    assert_shown("\033[31mred", "\\u001b[31mred");
    assert_shown("a\u202eb\u2066c\u200fd\u2028e", "a\\u202eb\\u2066c\\u200fd\\u2028e");
    assert_shown("\xd8\x9c\u2030\u20ac", "\\u061c\u2030\u20ac");
    assert_shown("a\nb\tc\x7f", "a\\u000ab\\u0009c\\u007f");
    assert_shown("\xc2\x9b"
                 "31m",
                 "\\u009b31m");
    assert_shown("\xc2\xa0", "\xc2\xa0");
}

static void times_of_the_daemon(void **state)
{
    int64_t ms = 0;
    (void)state;
    assert_int_equal(text_parse_time(SLICE("2026-01-31T11:00:01.250Z"), &ms), 0);
    assert_int_equal(ms, 1769857201000);
    assert_int_equal(text_parse_time(SLICE("1970-01-01T00:00:00Z"), &ms), 0);
    assert_int_equal(ms, 0);
    assert_int_equal(text_parse_time(SLICE("2026-01-31"), &ms), -EINVAL);
    assert_int_equal(text_parse_time(SLICE("2026-01-31T11:00:01+01:00"), &ms), -EINVAL);
    assert_int_equal(text_parse_time(SLICE(""), &ms), -EINVAL);
}

static void seconds(void **state)
{
    (void)state;
    int64_t milliseconds = -1;
    assert_int_equal(text_parse_seconds("2.5", &milliseconds), 0);
    assert_int_equal(milliseconds, 2500);
    assert_int_equal(text_parse_seconds("0", &milliseconds), 0);
    assert_int_equal(milliseconds, 0);
    assert_int_equal(text_parse_seconds("0.0001", &milliseconds), 0);
    assert_int_equal(milliseconds, 1);
    static const char *const wrong[] = {"", "x", "1s", "-1", "nan", "inf", "1e300", " 1", "1 "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(text_parse_seconds(wrong[i], &milliseconds), -EINVAL);
}

static void counts(void **state)
{
    (void)state;
    int64_t count = -1;
    assert_int_equal(text_parse_count("0", 10, &count), 0);
    assert_int_equal(count, 0);
    assert_int_equal(text_parse_count("10", 10, &count), 0);
    assert_int_equal(count, 10);
    assert_int_equal(text_parse_count("9223372036854775807", INT64_MAX, &count), 0);
    assert_true(count == INT64_MAX);
    static const char *const wrong[] = {"", "-1", "+1", "1.5", "x", "11", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(text_parse_count(wrong[i], 10, &count), -EINVAL);
}

static void assert_position(const char *text, size_t offset, size_t line, size_t column)
{
    size_t found_line = 0, found_column = 0;
    text_position(slice_of(text), offset, &found_line, &found_column);
    assert_int_equal(found_line, line);
    assert_int_equal(found_column, column);
}

static void positions(void **state)
{
    (void)state;
    assert_position("", 0, 1, 1);
    assert_position("abc", 2, 1, 3);
    assert_position("a\nbc", 3, 2, 2);
    assert_position("a\n", 2, 2, 1);
    assert_position("\"ü\" x", 5, 1, 5);
    assert_position("ab", 99, 1, 3);
}

static void utf8_is_told_from_other_bytes(void **state)
{
    (void)state;
    static const char *const good[] = {"", "plain", "ü漢🚀", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\xff",
                                      "a\x80",
                                      "\xc3",
                                      "\xc0\x80",
                                      "\xe0\x9f\x80",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\x80\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xe2\x82"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(slice_of(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(slice_of(bad[i])));
}

static void assert_short(const char *id, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 10);
    text_append_short_id(&out, slice_of(id));
    assert_buf(&out, expected);
    buf_clear(&out);
}

static void ids_are_known_by_their_ends(void **state)
{
    (void)state;
    assert_short("task_01JD3WQ7ZK", "…3WQ7ZK");
    assert_short("short", "short");
    assert_short("漢字漢字漢字", "漢字漢字漢字");
    assert_short("a\033b", "a\\u001bb");
}

static void integers_have_a_sign(void **state)
{
    (void)state;
    int64_t value = 7;
    assert_int_equal(text_parse_integer("-5", 10, &value), 0);
    assert_int_equal(value, -5);
    assert_int_equal(text_parse_integer("10", 10, &value), 0);
    assert_int_equal(value, 10);
    assert_int_equal(text_parse_integer("9", 5, &value), -EINVAL);
    for (const char *const *wrong = (const char *const[]){"", "-", "--1", "+1", "11", "-11", "1x", NULL}; *wrong;
         wrong++)
        assert_int_equal(text_parse_integer(*wrong, 10, &value), -EINVAL);
    assert_int_equal(value, 10);
}

static void sizes_have_a_unit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t bytes;
    } good[] = {{"0", 0},          {"17", 17},        {"1K", 1024},         {"512M", 512LL << 20},
                {"2g", 2LL << 30}, {"1T", 1LL << 40}, {"1024G", 1LL << 40}, {"0K", 0}};
    static const char *const wrong[] = {"",
                                        "K",
                                        "-1",
                                        "1.5G",
                                        "1KB",
                                        "1 K",
                                        "K1",
                                        "2T",
                                        "1025G",
                                        "1099511627777",
                                        "99999999999999999999999999999999999999K"};
    int64_t bytes = 7;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(text_parse_bytes(good[i].text, 1LL << 40, &bytes), 0);
        assert_int_equal(bytes, good[i].bytes);
    }
    bytes = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(text_parse_bytes(wrong[i], 1LL << 40, &bytes), -EINVAL);
    assert_int_equal(bytes, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brief_durations),
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(ids_are_known_by_their_ends),
        cmocka_unit_test(integers_have_a_sign),
        cmocka_unit_test(sizes_have_a_unit),
        cmocka_unit_test(durations),
        cmocka_unit_test(sizes),
        cmocka_unit_test(what_steers_a_terminal_is_shown),
        cmocka_unit_test(times_of_the_daemon),
        cmocka_unit_test(seconds),
        cmocka_unit_test(counts),
        cmocka_unit_test(positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
