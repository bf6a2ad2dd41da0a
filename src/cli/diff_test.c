#include "cli/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/check.h"

static char *diff(const char *before, const char *after)
{
    struct buf out = BUF_LIMITED(DIFF_BYTES_MAX);
    diff_write(&out, slice_of(before), slice_of(after), false);
    assert_int_equal(buf_terminate(&out), 0);
    char *text = strdup(out.data);
    buf_clear(&out);
    return text;
}

static void assert_diff(const char *before, const char *after, const char *expected)
{
    char *text = diff(before, after);
    assert_string_equal(text, expected);
    free(text);
}

static void test_nothing_changes(void **state)
{
    (void)state;
    assert_diff("", "", "");
    assert_diff("a\nb\n", "a\nb\n", "");
}

static void test_all_of_it(void **state)
{
    (void)state;
    assert_diff("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n");
    assert_diff("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n");
}

static void test_a_line_in_the_middle(void **state)
{
    (void)state;
    assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
                "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

static void test_two_places(void **state)
{
    (void)state;
    assert_diff("a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\n8\nB\n",
                "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -7,4 +7,4 @@\n 6\n 7\n 8\n-b\n+B\n");
}

static void test_what_steers_a_terminal_is_shown(void **state)
{
    (void)state;
    char *text = diff("", "\033[2J\n");
    assert_null(strchr(text, '\033'));
    free(text);
}

/* Texts that the context covers completely: the lines with ' ' and '-' are the old text, those with ' ' and '+' the new
 * one. */
static void assert_both_sides(const char *before, const char *after)
{
    struct buf out = BUF_LIMITED(DIFF_BYTES_MAX), old = BUF_LIMITED(DIFF_BYTES_MAX), new = BUF_LIMITED(DIFF_BYTES_MAX);
    diff_write(&out, slice_of(before), slice_of(after), false);
    for (size_t i = 0; i < out.size;) {
        size_t size = (size_t)((char *)memchr(out.data + i, '\n', out.size - i) - (out.data + i)) + 1;
        if (out.data[i] == ' ' || out.data[i] == '-')
            (void)buf_append(&old, out.data + i + 1, size - 1);
        if (out.data[i] == ' ' || out.data[i] == '+')
            (void)buf_append(&new, out.data + i + 1, size - 1);
        i += size;
    }
    assert_int_equal(old.size, strlen(before));
    assert_memory_equal(old.size ? old.data : "", before, old.size);
    assert_int_equal(new.size, strlen(after));
    assert_memory_equal(new.size ? new.data : "", after, new.size);
    buf_clear(&out);
    buf_clear(&old);
    buf_clear(&new);
}

static void test_short_texts_of_all_kinds(void **state)
{
    (void)state;
    srand(1);
    for (int round = 0; round < 5000; round++) {
        char texts[2][32] = {{0}};
        for (int side = 0; side < 2; side++)
            for (int i = rand() % 5; i > 0; i--) {
                size_t size = strlen(texts[side]);
                texts[side][size] = (char)('a' + rand() % 3);
                texts[side][size + 1] = '\n';
            }
        if (strcmp(texts[0], texts[1]) != 0)
            assert_both_sides(texts[0], texts[1]);
    }
}

static void test_more_than_can_be_worked_out(void **state)
{
    enum { LINES = 5000 };
    (void)state;
    struct buf before = BUF_LIMITED(DIFF_BYTES_MAX), after = BUF_LIMITED(DIFF_BYTES_MAX);
    for (int i = 0; i < LINES; i++) {
        (void)buf_printf(&before, "old %d\n", i);
        (void)buf_printf(&after, "new %d\n", i);
    }
    assert_int_equal(buf_terminate(&before), 0);
    assert_int_equal(buf_terminate(&after), 0);
    assert_both_sides(before.data, after.data);
    buf_clear(&before);
    buf_clear(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_changes),
        cmocka_unit_test(test_all_of_it),
        cmocka_unit_test(test_a_line_in_the_middle),
        cmocka_unit_test(test_two_places),
        cmocka_unit_test(test_what_steers_a_terminal_is_shown),
        cmocka_unit_test(test_short_texts_of_all_kinds),
        cmocka_unit_test(test_more_than_can_be_worked_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
