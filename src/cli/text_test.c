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
    assert_shown("a\nb\tc\x7f", "a\\u000ab\\u0009c\\u007f");
    assert_shown("\xc2\x9b"
                 "31m",
                 "\\u009b31m");
    assert_shown("\xc2\xa0", "\xc2\xa0");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations), cmocka_unit_test(sizes),  cmocka_unit_test(what_steers_a_terminal_is_shown),
        cmocka_unit_test(seconds),   cmocka_unit_test(counts), cmocka_unit_test(positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
