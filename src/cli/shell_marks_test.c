#include "cli/shell_marks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MARK(word) "\033]6973;abc;" word "\a"

static struct shell_marks waiting(void)
{
    struct shell_marks marks = {.token = "abc"};
    struct buf typed = BUF_LIMITED(1 << 20);
    shell_marks_run(&marks, SLICE("true"), &typed);
    buf_clear(&typed);
    return marks;
}

/* Feeds the whole text, and two parts split at each position. */
static void assert_shown(const char *output, const char *expected, int status)
{
    for (size_t cut = 0; cut <= strlen(output); cut++) {
        struct shell_marks marks = waiting();
        struct buf out = BUF_LIMITED(1 << 20);
        shell_marks_feed(&marks, (struct slice){output, cut}, &out);
        shell_marks_feed(&marks, slice_of(output + cut), &out);
        assert_int_equal(buf_terminate(&out), 0);
        assert_string_equal(out.data, expected);
        assert_int_equal(marks.state == SHELL_DONE ? marks.status : -1, status);
        buf_clear(&out);
    }
}

static void the_output_of_the_command(void **state)
{
    (void)state;
    assert_shown("$ eval junk\r\n" MARK("0") "$ Y2QK\r\n" MARK("begin") "one\r\ntwo" MARK("3") "$ ", "one\r\ntwo", 3);
    assert_shown(MARK("begin") MARK("0"), "", 0);
    assert_shown(MARK("begin") "half", "half", -1);
    assert_shown(MARK("1") "nothing has begun", "", -1);
}

static void what_only_looks_like_a_mark(void **state)
{
    (void)state;
    assert_shown(MARK("begin") "\033]0;title\a\033[1mx\033\033]6973;abd;0\a" MARK("7"),
                 "\033]0;title\a\033[1mx\033\033]6973;abd;0\a", 7);
    assert_shown(MARK("begin") "\033]6973;abc;0123456789\a.", "\033]6973;abc;0123456789\a.", -1);
    assert_shown(MARK("begin") MARK("1x") MARK("") "." MARK("0"), ".", 0);
    assert_shown(MARK("begin") "\033]6973;ab" MARK("0"), "\033]6973;ab", 0);
}

static void what_is_typed(void **state)
{
    (void)state;
    struct shell_marks marks = {.token = "abc"};
    struct buf typed = BUF_LIMITED(1 << 20);
    static char command[3000];
    memset(command, 'x', sizeof command);
    shell_marks_begin(&marks, &typed);
    shell_marks_run(&marks, (struct slice){command, sizeof command}, &typed);
    assert_int_equal(buf_terminate(&typed), 0);
    for (const char *line = typed.data, *end; (end = strchr(line, '\n')); line = end + 1)
        assert_true(end - line < 2000); /* terminals cut longer lines */
    assert_string_equal(typed.data + typed.size - 2, "\n\n");
    assert_null(strchr(typed.data, '\033')); /* the echo of the input contains no mark */
    buf_clear(&typed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_output_of_the_command),
        cmocka_unit_test(what_only_looks_like_a_mark),
        cmocka_unit_test(what_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
