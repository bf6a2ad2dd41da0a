#include "mcp/pattern.h"

#include <errno.h>

#include "unit/check.h"

enum { PLENTY = 1 << 20 };

static void expect(const char *pattern, const char *text, int expected)
{
    size_t work = PLENTY;
    int r = mcp_pattern_match(slice_of(pattern), slice_of(text), &work);
    if (r != expected)
        fail_msg("%s on \"%s\": %d", pattern, text, r);
}

static const struct {
    const char *pattern, *text;
    int expected;
} finds_cases[] = {
    {"", "", 1},
    {"", "x", 1},
    {"b", "abc", 1},
    {"^b", "abc", 0},
    {"^a", "abc", 1},
    {"c$", "abc", 1},
    {"b$", "abc", 0},
    {"^$", "", 1},
    {"^$", "a", 0},
    {"^[a-z0-9_-]+$", "a-b_9", 1},
    {"^[a-z0-9_-]+$", "a b", 0},
    {"^[^/]*$", "a\n\xc3\xbc", 1},
    {"^[^/]*$", "a/b", 0},
    {"^[]a]", "a]", 0}, /* in ECMAScript, [] is an empty set */
    {"^.$", "\xe2\x82\xac", 1},
    {"^.$", "\n", 0},
    {"^..$", "\xf0\x9f\x98\x80", 0},
    {"^[\xc3\xa4-\xc3\xbc]$", "\xc3\xb6", 1},
    {"^\\d{4}-\\d{2}-\\d{2}$", "2026-07-28", 1},
    {"^\\d{4}-\\d{2}-\\d{2}$", "2026-7-28", 0},
    {"^\\w+\\s\\W$", "ab \xc3\xbc", 1},
    {"^[\\s\\S]{2,}$", "\n\n", 1},
    {"^[\\D]$", "5", 0},
    {"^\\D\\D-D", "a5-D", 0},
    {"^\\D\\D-D", "ab-D", 1},
    {"^a{2,3}$", "a", 0},
    {"^a{2,3}$", "aa", 1},
    {"^a{2,3}$", "aaa", 1},
    {"^a{2,3}$", "aaaa", 0},
    {"^a{0}b$", "b", 1},
    {"^a{0}b$", "ab", 0},
    {"^(ab|cd)+$", "abcdab", 1},
    {"^(ab|cd)+$", "abc", 0},
    {"^(?:x|)$", "", 1},
    {"^(?<year>\\d+)$", "26", 1},
    {"a|b|c|d", "xxd", 1},
    {"^(a*)*$", "aaab", 0},
    {"^(a*)*b$", "aaab", 1},
    {"a.*?b", "xa--b", 1},
    {"\\bfoo\\b", "a foo b", 1},
    {"\\bfoo\\b", "afoo b", 0},
    {"o\\B", "foo", 1},
    {"^\\B$", "", 1},
    {"^\\$\\.\\/\\\\$", "$./\\", 1},
    {"^\\x41\\u00fc\\t$", "A\xc3\xbc\t", 1},
    {"^[\\x41-\\u0043]$", "B", 1},
    {"^[a\\-z]$", "b", 0},
    {"^[a\\-z]$", "-", 1},
    {"^[+-]$", "-", 1},
    {"^https?://", "http://x", 1},
    {"}", "}", 1},
    {"(?=a)", "a", -ENOTSUP},
    {"(?!a)", "a", -ENOTSUP},
    {"(?<=a)b", "ab", -ENOTSUP},
    {"(a)\\1", "aa", -ENOTSUP},
    {"\\p{L}", "a", -ENOTSUP},
    {"\\u{61}", "a", -ENOTSUP},
    {"(", "", -ENOTSUP},
    {")", "", -ENOTSUP},
    {"a)", "a", -ENOTSUP},
    {"[a", "a", -ENOTSUP},
    {"[z-a]", "a", -ENOTSUP},
    {"*a", "a", -ENOTSUP},
    {"a**", "a", -ENOTSUP},
    {"a{,2}", "a", -ENOTSUP},
    {"a{3,2}", "a", -ENOTSUP},
    {"a{2", "a", -ENOTSUP},
    {"a{9999}", "a", -ENOTSUP},
    {"\\", "a", -ENOTSUP},
    {"\\xg0", "a", -ENOTSUP},
};

static void finds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof finds_cases / sizeof *finds_cases; i++)
        expect(finds_cases[i].pattern, finds_cases[i].text, finds_cases[i].expected);
}

static void hard_patterns_stay_linear(void **state)
{
    (void)state;
    char text[4097];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    expect("^(a+)+$", text, 1);
    expect("^(a+)+b$", text, 0);
    expect("^(a|a)*b$", text, 0);
    expect("^(a|aa)+$", text, 1);
    expect("(.*)(.*)(.*)(.*)(.*)[^a]", text, 0);
    size_t work = 100;
    assert_int_equal(mcp_pattern_match(SLICE("^(a+)+b$"), slice_of(text), &work), -E2BIG);
    assert_true(work < 100);
    work = 1;
    assert_int_equal(mcp_pattern_match(SLICE("a"), SLICE("a"), &work), -E2BIG);
}

static void large_patterns_are_not_decided(void **state)
{
    (void)state;
    char nested[512];
    memset(nested, '(', 200);
    memset(nested + 200, ')', 200);
    nested[400] = '\0';
    expect(nested, "", -ENOTSUP);
    expect("((((a{50}){50}){50}){50}){50}", "a", -ENOTSUP);
    expect("((((((){250}){250}){250}){250}){250}){250}", "a", -ENOTSUP); /* repeats nothing, many times */
    expect("((a{20}){20}){2}", "a", -ENOTSUP);
    char many[600];
    memset(many, 'a', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    expect(many, "a", -ENOTSUP);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds),
        cmocka_unit_test(hard_patterns_stay_linear),
        cmocka_unit_test(large_patterns_are_not_decided),
    };
    return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
