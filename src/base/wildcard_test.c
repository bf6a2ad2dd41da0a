#include "base/wildcard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_star_stands_for_anything_and_nothing_else_is_special(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool fits;
    } cases[] = {
        {"*", "Read", true},
        {"*", "", true},
        {"Read", "Read", true},
        {"Read", "ReadOnly", false},
        {"read", "Read", false},
        {"", "Read", false},
        {"mcp__github__*", "mcp__github__create_issue", true},
        {"mcp__github__*", "mcp__gitlab__create_issue", false},
        {"mcp__*__read*", "mcp__files__read_file", true},
        {"*a*b*", "xxaxxabxx", true},
        {"*a*b", "xxaxxabxx", false},
        {"**", "x", true},
        {"R?ad", "Read", false},
        {"[R]ead", "Read", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wildcard_fits(slice_of(cases[i].pattern), slice_of(cases[i].name)), cases[i].fits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_star_stands_for_anything_and_nothing_else_is_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
