#include "cli/fold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cli/columns.h"

static void assert_folded(const struct fold_result *result, const struct fold_style *style, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 20);
    fold_write(&out, result, style);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, expected);
    buf_clear(&out);
}

static const struct fold_style plain = {.paint = "", .width = COLUMNS_ANY};

/* "1\n2\n…" */
static struct slice numbers(struct buf *text, int count)
{
    for (int i = 1; i <= count; i++)
        (void)buf_printf(text, "%d\n", i);
    return buf_slice(text);
}

static void of_a_command_the_end(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    struct fold_result result = {.tool = SLICE("Bash"), .text = numbers(&text, 217)};
    assert_folded(&result, &plain, "  = … 212 more lines above\n    213\n    214\n    215\n    216\n    217\n");
    result.failed = true;
    result.text.size = slice_of("1\n2\n3\n4\n5\n6\n7\n").size;
    assert_folded(&result, &plain, "  = 1\n    2\n    3\n    4\n    5\n    6\n    7\n");
    result.failed = false; /* the text "1 more line" would be no shorter than that line */
    result.text.size = slice_of("1\n2\n3\n4\n5\n6\n").size;
    assert_folded(&result, &plain, "  = 1\n    2\n    3\n    4\n    5\n    6\n");
    buf_clear(&text);
}

static void of_a_file_the_beginning_of_a_search_the_count(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    struct fold_result result = {.tool = SLICE("Read"), .text = numbers(&text, 120)};
    assert_folded(&result, &plain, "  = 1\n    2\n    3\n    … 117 more lines\n");
    result.tool = SLICE("Grep");
    assert_folded(&result, &plain, "  = 120 results\n");
    result.text.size = 4;
    assert_folded(&result, &plain, "  = 1\n    2\n");
    result.text = SLICE("\n \n");
    assert_folded(&result, &plain, "  = (empty)\n");
    buf_clear(&text);
}

static void a_failure_has_a_limit(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20), out = BUF_LIMITED(1 << 20);
    (void)state;
    struct fold_result result = {.tool = SLICE("Bash"), .text = numbers(&text, 50), .failed = true};
    fold_write(&out, &result, &plain);
    assert_int_equal(buf_terminate(&out), 0);
    assert_non_null(strstr(out.data, "  = … 30 more lines above\n    31\n"));
    assert_non_null(strstr(out.data, "    50\n"));
    buf_clear(&out);
    buf_clear(&text);
}

/* Shows what a terminal would show, with its blanks; no escape sequence passes. */
static void lines_are_as_they_stood_there(void **state)
{
    (void)state;
    const struct fold_style narrow = {.paint = "", .width = 20};
    struct fold_result result = {.tool = SLICE("Bash"),
                                 .text = SLICE("\033[31mred\033[0m\n10%\r100%\r\n\tx  y\n\033]0;title\aa\033\n")};
    assert_folded(&result, &plain, "  = red\n    100%\n            x  y\n    a\\u001b\n");
    result.text = SLICE("a line that is much too long\n");
    assert_folded(&result, &narrow, "  = a line that is…\n");
}

static void whose_it_is_and_all_of_it(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    struct fold_result result = {.tool = SLICE("Bash"), .label = SLICE("Bash make\ntest"), .text = numbers(&text, 7)};
    assert_folded(&result, &plain, "  = (Bash make test) … 2 more lines above\n    3\n    4\n    5\n    6\n    7\n");
    const struct fold_style whole = {.paint = "\033[2m", .width = 40, .whole = true};
    result.label = SLICE("");
    result.text = SLICE("one\ntwo\n");
    assert_folded(&result, &whole, "\033[2m  = one\033[0m\n\033[2m    two\033[0m\n");
    buf_clear(&text);
}

static void assert_line(const char *tool, const char *text, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 20);
    fold_line(&out, &(struct fold_result){.tool = slice_of(tool), .text = slice_of(text)});
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, expected);
    buf_clear(&out);
}

static void the_one_line(void **state)
{
    (void)state;
    assert_line("Bash", "a\nb\n\n3 passed\n\n", "3 passed (+3 lines)");
    assert_line("Read", "\na\nb\n", "a (+1 line)");
    assert_line("Grep", "a\nb\nc\nd\ne\n", "5 results");
    assert_line("Bash", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_command_the_end),      cmocka_unit_test(of_a_file_the_beginning_of_a_search_the_count),
        cmocka_unit_test(a_failure_has_a_limit),     cmocka_unit_test(lines_are_as_they_stood_there),
        cmocka_unit_test(whose_it_is_and_all_of_it), cmocka_unit_test(the_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
