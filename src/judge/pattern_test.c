#include "judge/pattern.h"

#include <errno.h>
#include <stdlib.h>

#include "unit/check.h"

static bool matches(struct slice pattern, struct slice text, size_t *steps)
{
    struct judge_pattern *made = NULL;
    assert_int_equal(judge_pattern_new(pattern, &made), 0);
    bool result = judge_pattern_count(made, text, steps);
    judge_pattern_free(made);
    return result;
}

static const struct {
    const char *pattern, *text;
    bool matches;
} cases[] = {
    {"", "", true},
    {"", "a", false},
    {"abc", "abc", true},
    {"abc", "abcd", false},
    {"abc", "ab", false},
    {"*", "", true},
    {"*", "abc", true},
    {"*", "a/b", false},
    {"**", "a/b", true},
    {"a*c", "abbbc", true},
    {"a*c", "ab/bc", false},
    {"a**c", "ab/bc", true},
    {"a*c*e", "abcde", true},
    {"a*c*e", "abcd", false},
    {"a?c", "abc", true},
    {"a?c", "a/c", false},
    {"a?c", "ac", false},
    {"a?c",
     "a\xc3\xa4"
     "c",
     true},
    {"a?c",
     "a\xe2\x82\xac"
     "c",
     true},
    {"a??c",
     "a\xc3\xa4"
     "c",
     false},
    {"??", "\xc3\xa4\xc3\xb6", true},
    {"?*", "\xc3\xa4", true},
    {"?*", "", false},
    {"*?", "\xc3\xa4", true},
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\?\\\\", "?\\", true},
    {"***", "a/b", true},
    {"*a*", "bab", true},
    {"/a/**/b", "/a/x/y/b", true},
    {"/a/**/b", "/a/b", false},
    {"/a/*/b", "/a/x/y/b", false},
    {"mcp__github__*", "mcp__github__push", true},
    {"mcp__github__*", "mcp__gitlab__push", false},
};

static void matches_what_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t steps = 0;
        if (matches(slice_of(cases[i].pattern), slice_of(cases[i].text), &steps) != cases[i].matches)
            fail_msg("%s against %s", cases[i].pattern, cases[i].text);
    }
}

/* The plainest matcher there is; it may take for ever. */
static bool plainly(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*') {
        bool any = pattern[1] == '*';
        for (;; text++) {
            if (plainly(pattern + 1 + any, text))
                return true;
            if (*text == '\0' || (*text == '/' && !any))
                return false;
        }
    }
    if (*text == '\0' || (*pattern == '?' ? *text == '/' : *pattern != *text))
        return false;
    return plainly(pattern + 1, text + 1);
}

static void agrees_with_the_plainest_matcher(void **state)
{
    (void)state;
    static const char pattern_bytes[] = "ab/*?", text_bytes[] = "ab/";
    unsigned seed = 1;
    for (int round = 0; round < 200000; round++) {
        char pattern[12], text[12];
        size_t i;
        for (i = 0; i < (size_t)rand_r(&seed) % 10; i++)
            pattern[i] = pattern_bytes[(size_t)rand_r(&seed) % 5];
        pattern[i] = '\0';
        for (i = 0; i < (size_t)rand_r(&seed) % 10; i++)
            text[i] = text_bytes[(size_t)rand_r(&seed) % 3];
        text[i] = '\0';
        size_t steps = 0;
        if (matches(slice_of(pattern), slice_of(text), &steps) != plainly(pattern, text))
            fail_msg("%s against %s", pattern, text);
    }
}

/* What makes others go back and forth. */
static void no_pattern_and_no_text_take_long(void **state)
{
    (void)state;
    static const char *const pieces[] = {"*a", "**a", "?*", "a*", "*a*b", "**/*a", "a", "?"};
    char pattern[4097], text[4097];
    memset(text, 'a', sizeof text);
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
        size_t size = strlen(pieces[p]), count = 0;
        while (count + size + 1 < sizeof pattern) {
            memcpy(pattern + count, pieces[p], size);
            count += size;
        }
        pattern[count++] = 'b';
        size_t steps = 0;
        assert_false(matches((struct slice){pattern, count}, (struct slice){text, 4096}, &steps));
        assert_true(steps <= 4096 * (count / 32 + 1));
    }
}

static void knows_what_may_lie_below(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool may;
    } below[] = {{"/a/b/c", "/a/", true},  {"/a/b/c", "/a/b/c", true}, {"/a/b/c", "/a/b/c/", false},
                 {"/a/b/c", "/b/", false}, {"/a/**", "/a/x/", true},   {"/a/*", "/a/x/", false},
                 {"**/x", "/any/", true},  {"/a/*/c", "/a/x/", true}};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        struct judge_pattern *made = NULL;
        assert_int_equal(judge_pattern_new(slice_of(below[i].pattern), &made), 0);
        if (judge_pattern_may_begin(made, slice_of(below[i].text)) != below[i].may)
            fail_msg("%s below %s", below[i].pattern, below[i].text);
        judge_pattern_free(made);
    }
}

static void refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    struct judge_pattern *made = NULL;
    char *long_one = malloc(JUDGE_PATTERN_MAX + 1);
    memset(long_one, 'a', JUDGE_PATTERN_MAX + 1);
    assert_int_equal(judge_pattern_new((struct slice){long_one, JUDGE_PATTERN_MAX + 1}, &made), -E2BIG);
    assert_int_equal(judge_pattern_new((struct slice){long_one, JUDGE_PATTERN_MAX}, &made), 0);
    assert_true(judge_pattern_matches(made, (struct slice){long_one, JUDGE_PATTERN_MAX}));
    made = judge_pattern_free(made);
    assert_int_equal(judge_pattern_new(SLICE("a\\"), &made), -EINVAL);
    assert_null(made);
    free(long_one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_what_it_says),
        cmocka_unit_test(agrees_with_the_plainest_matcher),
        cmocka_unit_test(no_pattern_and_no_text_take_long),
        cmocka_unit_test(knows_what_may_lie_below),
        cmocka_unit_test(refuses_what_it_cannot_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
