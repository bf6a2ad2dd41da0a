#include "base/ignore.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/buf.h"

static bool names(const char *rules, const char *path, bool is_directory)
{
    struct ignore *ignore = ignore_new(NULL, SLICE(""), slice_of(rules));
    assert_non_null(ignore);
    bool named = ignore_ask(ignore, slice_of(path), is_directory) == IGNORE_YES;
    assert_null(ignore_free(ignore));
    return named;
}

static void test_names_at_any_depth(void **state)
{
    (void)state;
    assert_true(names("*.o\n", "a.o", false));
    assert_true(names("*.o\n", "deep/down/a.o", false));
    assert_false(names("*.o\n", "a.oo", false));
    assert_true(names("node_modules/\n", "web/node_modules", true));
    assert_false(names("node_modules/\n", "web/node_modules", false));
    assert_true(names("?[a-c]x[!0-9]\r\n", "q/zbxy", false));
    assert_false(names("?[a-c]x[!0-9]\n", "q/zbx7", false));
    assert_true(names("a[]]b\n", "a]b", false));
    assert_true(names("a[\\]b-\\d]\n", "ac", false));
    assert_true(names("a[\\]b-\\d]\n", "a]", false));
    assert_false(names("a[!a-c]\n", "ab", false));
    assert_true(names("a[b/c]d\n", "acd", false)); /* a slash in a class matches nothing, and ends no piece */
    assert_false(names("a[b/c]d\n", "a[b/c]d", false));
}

/* As in git: what cannot be read names nothing, and the other rules hold. */
static void test_bad_patterns(void **state)
{
    (void)state;
    const char *bad[] = {"a[b\nx\n",   "a[\nx\n",   "a[!\nx\n", "a[]\nx\n",
                         "a[\\]\nx\n", "a[b-\nx\n", "a\\\nx\n", "a[b/c\nx\n"};
    const char *paths[] = {"a[b", "a[", "a[!", "a[]", "a[\\]", "a[b-", "a\\", "a[b/c", "ab", "a", "a]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
            assert_false(names(bad[i], paths[k], false));
        assert_true(names(bad[i], "x", false));
    }
    char *longer = malloc(IGNORE_RULE_BYTES_MAX + 2);
    assert_non_null(longer);
    memset(longer, '*', IGNORE_RULE_BYTES_MAX + 1);
    longer[IGNORE_RULE_BYTES_MAX + 1] = '\0';
    assert_false(names(longer, "a", false));
    assert_true(names(longer + 1, "a", false));
    free(longer);
}

static void test_anchored(void **state)
{
    (void)state;
    assert_true(names("/build\n", "build", true));
    assert_false(names("/build\n", "a/build", true));
    assert_true(names("a/b\n", "a/b", false));
    assert_false(names("a/b\n", "x/a/b", false));
    assert_false(names("a/*\n", "a/b/c", false));
    assert_true(names("**/b/c\n", "b/c", false));
    assert_true(names("**/b/c\n", "x/y/b/c", false));
    assert_true(names("a/**/z\n", "a/z", false));
    assert_true(names("a/**/z\n", "a/b/c/z", false));
    assert_true(names("a/**\n", "a/b/c", false));
    assert_false(names("a/**\n", "a", true));
    assert_true(names("a/**/b/**/c\n", "a/x/b/b/y/c", false));
}

static void test_the_last_rule_counts(void **state)
{
    (void)state;
    assert_false(names("*.log\n!keep.log\n", "keep.log", false));
    assert_true(names("!keep.log\n*.log\n", "keep.log", false));
    assert_false(names("# comment\n\n   \n", "comment", false));
    assert_true(names("\\#x\n\\!y\nend\\ \n", "#x", false));
    assert_true(names("\\#x\n\\!y\nend\\ \n", "!y", false));
    assert_true(names("\\#x\n\\!y\nend\\ \n", "end ", false));
    assert_true(names("spaces  \n", "spaces", false));
}

static void test_nested(void **state)
{
    (void)state;
    struct ignore *top = ignore_new(NULL, SLICE(""), SLICE("*.tmp\n/only\n"));
    struct ignore *below = ignore_new(top, SLICE("sub"), SLICE("!keep.tmp\n/here\n"));
    assert_non_null(top);
    assert_non_null(below);
    assert_int_equal(ignore_ask(below, SLICE("sub/a.tmp"), false), IGNORE_YES);
    assert_int_not_equal(ignore_ask(below, SLICE("sub/keep.tmp"), false), IGNORE_YES);
    assert_int_equal(ignore_ask(below, SLICE("sub/here"), false), IGNORE_YES);
    assert_int_not_equal(ignore_ask(below, SLICE("sub/x/here"), false), IGNORE_YES);
    assert_int_not_equal(ignore_ask(below, SLICE("sub/only"), false), IGNORE_YES);
    ignore_free(below);
    ignore_free(top);
}

/* What would take for ever by going back and forth. */
static void test_no_pattern_takes_long(void **state)
{
    (void)state;
    char name[1001], stars[401], pieces[1201];
    memset(name, 'a', 1000);
    name[1000] = '\0';
    for (size_t i = 0; i < 200; i++)
        memcpy(stars + 2 * i, "*a", 2);
    stars[399] = 'b';
    stars[400] = '\0';
    assert_false(names(stars, name, false));
    for (size_t i = 0; i < 240; i++)
        memcpy(pieces + 5 * i, "**/a/", 5);
    memcpy(pieces + 1195, "b/b/b", 5);
    pieces[1200] = '\0';
    for (size_t i = 1; i < 1000; i += 2)
        name[i] = '/';
    assert_false(names(pieces, name, false));
}

static bool count_up(void *user)
{
    ++*(size_t *)user;
    return true;
}

static bool stop_at_once(void *user)
{
    ++*(size_t *)user;
    return false;
}

/* A file full of one rule, as long as it may be, against the longest name; how often it asked whether it goes on. */
static size_t asked(const char *head, const char *middle, const char *end, bool goes_on)
{
    struct buf text = BUF_LIMITED(IGNORE_BYTES_MAX + 1);
    char name[255];
    size_t count = 0;
    memset(name, '[', sizeof name);
    for (size_t i = 0; i < IGNORE_RULES_MAX; i++) {
        size_t line = text.size;
        assert_int_equal(buf_append_text(&text, head), 0);
        while (text.size < line + 250)
            assert_int_equal(buf_append_text(&text, middle), 0);
        assert_int_equal(buf_append_text(&text, end), 0);
        assert_int_equal(buf_append_char(&text, '\n'), 0);
    }
    struct ignore *ignore = ignore_new(NULL, SLICE(""), buf_slice(&text));
    assert_non_null(ignore);
    enum ignore_verdict verdict =
        ignore_ask_while(ignore, (struct slice){name, sizeof name}, false, goes_on ? count_up : stop_at_once, &count);
    assert_int_equal(verdict, goes_on ? IGNORE_SILENT : IGNORE_STOPPED);
    ignore_free(ignore);
    buf_clear(&text);
    return count;
}

/* 1,000 lines of brackets, closed and not. */
static void test_brackets_take_no_longer(void **state)
{
    (void)state;
    assert_int_equal(asked("*", "[", "", true), 0); /* bad: dropped when they are read */
    assert_int_equal(asked("*", "[", "\\]", true), 0);
    assert_in_range(asked("*", "[", "]x", true), 10, 100);
    assert_in_range(asked("*", "[[]", "x", true), 10, 100);
    assert_in_range(asked("**/*", "[[]", "/x", true), 10, 100);
    assert_int_equal(asked("*", "[[]", "x", false), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_at_any_depth),      cmocka_unit_test(test_anchored),
        cmocka_unit_test(test_the_last_rule_counts),    cmocka_unit_test(test_nested),
        cmocka_unit_test(test_no_pattern_takes_long),   cmocka_unit_test(test_bad_patterns),
        cmocka_unit_test(test_brackets_take_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
