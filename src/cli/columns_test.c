#include "cli/columns.h"

#include "unit/check.h"

static void assert_line(const char *text, size_t limit, const char *expected, size_t width)
{
    struct buf out = BUF_LIMITED(1 << 16);
    size_t used = columns_append(&out, slice_of(text), limit);
    assert_buf(&out, expected);
    assert_int_equal(used, width);
    assert_true(used <= limit);
    buf_clear(&out);
}

static void a_line_is_cut_to_its_columns(void **state)
{
    (void)state;
    assert_line("short", COLUMNS_ANY, "short", 5);
    assert_line("short", 5, "short", 5);
    assert_line("longer", 5, "long…", 5);
    assert_line("longer", 1, "…", 1);
    assert_line("longer", 0, "", 0);
    assert_line("", 0, "", 0);
    assert_line("ümläut", 6, "ümläut", 6);
    assert_line("ümläut", 5, "ümlä…", 5);
}

static void a_wide_character_takes_two(void **state)
{
    (void)state;
    assert_line("漢字", 4, "漢字", 4);
    assert_line("漢字", 3, "漢…", 3);
    assert_line("漢字", 2, "…", 1);
    assert_line("a漢字", 3, "a…", 2);
    assert_line("e\xcc\x81t", 2, "e\xcc\x81t", 2);
    assert_int_equal(columns_width(slice_of("🚀 go")), 5);
}

static void blanks_are_one_space(void **state)
{
    (void)state;
    assert_line("  two\n\n\twords \r\n", COLUMNS_ANY, "two words", 9);
    assert_line("\n \n", COLUMNS_ANY, "", 0);
    assert_line("a\xe2\x80\xa8z", COLUMNS_ANY, "a z", 3);
}

static void nothing_steers_the_terminal(void **state)
{
    (void)state;
    assert_line("\033[31mred", COLUMNS_ANY, "\\u001b[31mred", 13);
    assert_line("\033[31mred", 6, "…", 1);
    assert_line("\033[31mred", 7, "\\u001b…", 7);
    assert_line("\x7f\xc2\x9b", COLUMNS_ANY, "\\u007f\\u009b", 12);
    assert_line("a\xe2\x80\xae"
                "b",
                COLUMNS_ANY, "a\\u202eb", 8);
}

static void what_is_no_text_is_replaced(void **state)
{
    (void)state;
    assert_line("a\xff\xfe", COLUMNS_ANY, "a\xef\xbf\xbd\xef\xbf\xbd", 3);
    assert_line("\xe2\x80", COLUMNS_ANY, "\xef\xbf\xbd\xef\xbf\xbd", 2);
    assert_line("\xc0\x80", COLUMNS_ANY, "\xef\xbf\xbd\xef\xbf\xbd", 2);
    assert_line("\xed\xa0\x80", COLUMNS_ANY, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 3);
    assert_line("\xf3\xa0\x81\xa1", COLUMNS_ANY, "\xef\xbf\xbd", 1);
}

static void assert_wrapped(const char *text, const char *indent, size_t limit, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 16);
    columns_wrap(&out, slice_of(text), indent, limit);
    assert_buf(&out, expected);
    buf_clear(&out);
}

static void lines_break_between_words(void **state)
{
    (void)state;
    assert_wrapped("one two three", "", 9, "one two\nthree\n");
    assert_wrapped("one two three", "  ", 11, "  one two\n  three\n");
    assert_wrapped("one two  three", "", 7 + 1, "one two\nthree\n");
    assert_wrapped("abcdefghijklmnopq", "", 10, "abcdefghij\nklmnopq\n");
    assert_wrapped("one two three", "> ", COLUMNS_ANY, "> one two three\n");
    assert_wrapped("漢字漢字漢字", "", 9, "漢字漢字\n漢字\n");
    assert_wrapped("too narrow for this", "    ", 3, "    too\n    narrow\n    for this\n");
}

static void newlines_of_the_text_stay(void **state)
{
    (void)state;
    assert_wrapped("a\n\nb\n\n", "  ", 80, "  a\n\n  b\n");
    assert_wrapped("  indented\r\n\tmore", "", 80, "  indented\n\tmore\n");
    assert_wrapped("", "  ", 80, "");
    assert_wrapped("\n \n", "  ", 80, "");
    assert_wrapped("\033[2J", "", 80, "\\u001b[2J\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_cut_to_its_columns), cmocka_unit_test(a_wide_character_takes_two),
        cmocka_unit_test(blanks_are_one_space),         cmocka_unit_test(nothing_steers_the_terminal),
        cmocka_unit_test(what_is_no_text_is_replaced),  cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(newlines_of_the_text_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
