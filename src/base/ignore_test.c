#include "base/ignore.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static bool names(const char *rules, const char *path, bool is_directory)
{
    struct ignore *ignore = ignore_new(NULL, SLICE(""), slice_of(rules));
    assert_non_null(ignore);
    bool named = ignore_names(ignore, slice_of(path), is_directory);
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
    assert_true(names("a[b\n", "a[b", false)); /* no class: itself */
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
    assert_true(ignore_names(below, SLICE("sub/a.tmp"), false));
    assert_false(ignore_names(below, SLICE("sub/keep.tmp"), false));
    assert_true(ignore_names(below, SLICE("sub/here"), false));
    assert_false(ignore_names(below, SLICE("sub/x/here"), false));
    assert_false(ignore_names(below, SLICE("sub/only"), false));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_at_any_depth),    cmocka_unit_test(test_anchored),
        cmocka_unit_test(test_the_last_rule_counts),  cmocka_unit_test(test_nested),
        cmocka_unit_test(test_no_pattern_takes_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
