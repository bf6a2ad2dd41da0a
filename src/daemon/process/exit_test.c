#include "daemon/process/exit.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "unit/check.h"

static struct process_exit parsed(const char *text)
{
    struct process_exit exit;
    process_exit_parse(slice_of(text), &exit);
    return exit;
}

static void reports_how_it_ended(void **state)
{
    (void)state;
    struct process_exit exit = parsed("exited 3\nended 12\nstopped\nlimit memory\nlevel walk\ncgroup no\n");
    assert_int_equal(exit.how, PROCESS_EXIT_CODE);
    assert_int_equal(exit.number, 3);
    assert_int_equal(exit.ended, 12);
    assert_true(exit.stopped);
    assert_true(slice_is(exit.over_limit, "memory"));

    exit = parsed("signal 9\nended 0\nlimit processes");
    assert_int_equal(exit.how, PROCESS_EXIT_SIGNAL);
    assert_int_equal(exit.number, 9);
    assert_false(exit.stopped);
    assert_true(slice_is(exit.over_limit, "processes"));

    exit = parsed("failed 2 cannot start x y: No such file or directory\nended 0\n");
    assert_int_equal(exit.how, PROCESS_EXIT_NOT_STARTED);
    assert_int_equal(exit.number, 2);
    assert_string_equal(exit.message, "cannot start x y: No such file or directory");
    assert_int_equal(exit.over_limit.size, 0);
}

static void unknown_text_gives_no_result(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n\n",
                                        "exited",
                                        "exited \n",
                                        "exitedly 3\n",
                                        "signal -9\n",
                                        "exited 99999999999999999999\n",
                                        "limit of something\n",
                                        "nonsense 3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct process_exit exit = parsed(texts[i]);
        assert_int_equal(exit.how, PROCESS_EXIT_UNKNOWN);
        assert_int_equal(exit.over_limit.size, 0);
        assert_string_equal(exit.message, "");
    }
}

static void check_tail(const char *text, const char *expected)
{
    autofree char *tail = process_exit_tail(slice_of(text));
    assert_non_null(tail);
    assert_string_equal(tail, expected);
}

static void sanitizes_control_characters(void **state)
{
    (void)state;
    check_tail("", "");
    check_tail("plain\n\tindented\n", "plain\n\tindented\n");
    check_tail("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80", "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80");
    check_tail("\x1b[31mred\x07\x7f\r\n", "?[31mred??\n");
    check_tail("\xc2\x9b"
               "31m",
               "?31m");                                           /* a control character of two bytes */
    check_tail("\xff\xc0\xaf\xed\xa0\x80 \xe2\x82", "?????? ??"); /* invalid UTF-8, and a cut character */
    check_tail("\xf4\x90\x80\x80\xe0\x80\x80", "???????");
}

static void keeps_the_last_lines(void **state)
{
    (void)state;
    enum { SIZE = 3 * PROCESS_TAIL_MAX };
    autofree char *text = malloc(SIZE);
    assert_non_null(text);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = i % 100 == 99 ? '\n' : 'x';
    autofree char *lines = process_exit_tail((struct slice){text, SIZE});
    assert_non_null(lines);
    assert_true(strlen(lines) <= PROCESS_TAIL_MAX && strlen(lines) > PROCESS_TAIL_MAX - 100);
    assert_int_equal(strcspn(lines, "\n"), 99);

    /* A single long line is cut, but never inside a character. */
    for (size_t i = 0; i < SIZE; i++)
        text[i] = "\xe2\x82\xac"[i % 3];
    autofree char *line = process_exit_tail((struct slice){text, SIZE});
    assert_non_null(line);
    assert_true(strlen(line) > PROCESS_TAIL_MAX - 3);
    assert_null(strchr(line, '?'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_how_it_ended),
        cmocka_unit_test(unknown_text_gives_no_result),
        cmocka_unit_test(sanitizes_control_characters),
        cmocka_unit_test(keeps_the_last_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
