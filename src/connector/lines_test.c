#include "connector/lines.h"

#include <stdlib.h>

#include "unit/check.h"

static struct buf seen = BUF_LIMITED(64 << 10);
static struct lines lines;

static void on_line(void *user, struct slice line)
{
    assert_ptr_equal(user, &lines);
    buf_printf(&seen, "[%.*s]", SLICE_ARG(line));
}

static void on_skipped(void *user, size_t bytes)
{
    assert_ptr_equal(user, &lines);
    buf_printf(&seen, "(%zu)", bytes);
}

static const struct lines_events events = {.line = on_line, .skipped = on_skipped};

static int clear(void **state)
{
    (void)state;
    lines_clear(&lines);
    buf_clear(&seen);
    return 0;
}

static void feed(const char *text, size_t piece)
{
    struct slice rest = slice_of(text);
    while (rest.size > 0) {
        size_t size = rest.size < piece ? rest.size : piece;
        assert_int_equal(lines_feed(&lines, (struct slice){rest.data, size}, &events, &lines), 0);
        rest = (struct slice){rest.data + size, rest.size - size};
    }
    lines_end(&lines, &events, &lines);
}

static void expect_in_all_pieces(bool cuts, const char *text, const char *expected)
{
    for (size_t piece = 1; piece <= strlen(text); piece++) {
        lines_init(&lines, 5, cuts);
        buf_reset(&seen, 0);
        feed(text, piece);
        assert_buf(&seen, expected);
        clear(NULL);
    }
}

static void lines_survive_any_split(void **state)
{
    (void)state;
    expect_in_all_pieces(false, "a\r\n\nbcd\n12345\nlast", "[a][][bcd][12345][last]");
}

static void long_lines_are_skipped(void **state)
{
    (void)state;
    expect_in_all_pieces(false, "a\n123456\nb\n1234567\n\n", "[a](6)[b](7)[]");
    expect_in_all_pieces(false, "1234567", "(7)");
}

static void long_lines_are_cut(void **state)
{
    (void)state;
    expect_in_all_pieces(true, "a\n123456\nb\n", "[a][12345](6)[b]");
    expect_in_all_pieces(true, "1234567", "[12345](7)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lines_survive_any_split, clear),
        cmocka_unit_test_teardown(long_lines_are_skipped, clear),
        cmocka_unit_test_teardown(long_lines_are_cut, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
