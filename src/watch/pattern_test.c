#include "watch/pattern.h"

#include <errno.h>

#include "unit/check.h"

static bool fits(const char *text, const char *path)
{
    struct watch_pattern pattern;
    assert_int_equal(watch_pattern_init(&pattern, slice_of(text)), 0);
    watch_state state = watch_pattern_begin(&pattern);
    for (const char *at = path + 1; *at;) {
        size_t size = strcspn(at, "/");
        state = watch_pattern_step(&pattern, state, (struct slice){at, size});
        at += size + (at[size] == '/');
    }
    bool result = watch_pattern_fits(&pattern, state);
    watch_pattern_clear(&pattern);
    return result;
}

static const struct {
    const char *pattern, *path;
    bool fits;
} cases[] = {
    {"/a/b", "/a/b", true},
    {"/a/b", "/a/b/c/d", true},
    {"/a/b", "/a/bc", false},
    {"/a/b/", "/a/b/c", true},
    {"/a//b", "/a/b", true},
    {"/a/*.c", "/a/x.c", true},
    {"/a/*.c", "/a/x.h", false},
    {"/a/*.c", "/a/b/x.c", false},
    {"/a/*.c", "/a/.x.c", true},
    {"/a/*.c", "/a/x.c/y", false},
    {"/a/**/*.c", "/a/x.c", true},
    {"/a/**/*.c", "/a/b/c/x.c", true},
    {"/a/**/*.c", "/a/b/c/x.h", false},
    {"/a/**/**/*.c", "/a/b/x.c", true},
    {"/a/**", "/a/b/c", true},
    {"/a/**/b/**/c", "/a/x/b/y/z/c", true},
    {"/a/**/b/**/c", "/a/x/y/z/c", false},
    {"/a/*/", "/a/b/c/d", true},
    {"/a/?", "/a/b", true},
    {"/a/?", "/a/\xc3\xa4", true},
    {"/a/?", "/a/bc", false},
    {"/a/x?z*", "/a/xyz", true},
    {"/a/*x*y*z", "/a/aaxbbyccz", true},
    {"/a/*x*y*z", "/a/aaxbbycc", false},
    {"/a", "/a/.git/index", false},
    {"/a/**", "/a/b/.git", false},
    {"/a/*/HEAD", "/a/.git/HEAD", false},
    {"/a/.git/HEAD", "/a/.git/HEAD", true},
    {"/a/.git/refs/**", "/a/.git/refs/heads/main", true},
    {"/a/**/.git/HEAD", "/a/b/.git/HEAD", true},
    {"/", "/a/b", true},
    {"/**/x", "/x", true},
};

static void matches_paths(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (fits(cases[i].pattern, cases[i].path) != cases[i].fits)
            fail_msg("%s on %s", cases[i].pattern, cases[i].path);
}

static void refuses_other_texts(void **state)
{
    (void)state;
    struct watch_pattern pattern;
    static const char *const bad[] = {"", "a", "a/b", "/a/../b", "/a/./b", "/..", "~/x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(watch_pattern_init(&pattern, slice_of(bad[i])), -EINVAL);
    assert_int_equal(watch_pattern_init(&pattern, (struct slice){"/a\0b", 4}), -EINVAL);
    char deep[3 * WATCH_NAMES_MAX];
    for (size_t i = 0; i < sizeof deep; i += 2)
        deep[i] = '/', deep[i + 1] = 'a';
    assert_int_equal(watch_pattern_init(&pattern, (struct slice){deep, sizeof deep}), -E2BIG);
    assert_null(pattern.text);
}

static void knows_what_to_read(void **state)
{
    (void)state;
    struct watch_pattern pattern;
    struct slice name;
    assert_int_equal(watch_pattern_init(&pattern, SLICE("/a/b/*.c")), 0);
    watch_state at = watch_pattern_begin(&pattern);
    assert_true(watch_pattern_only(&pattern, at, &name) && slice_is(name, "a"));
    at = watch_pattern_step(&pattern, watch_pattern_step(&pattern, at, SLICE("a")), SLICE("b"));
    assert_true(watch_pattern_continues(&pattern, at));
    assert_false(watch_pattern_only(&pattern, at, &name));
    at = watch_pattern_step(&pattern, at, SLICE("x.c"));
    assert_true(watch_pattern_fits(&pattern, at));
    assert_false(watch_pattern_continues(&pattern, at));
    assert_int_equal(watch_pattern_step(&pattern, at, SLICE("y")), 0);
    watch_pattern_clear(&pattern);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_paths),
        cmocka_unit_test(refuses_other_texts),
        cmocka_unit_test(knows_what_to_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
