#include "cli/terminal_keys.h"

#include "unit/check.h"

/* The presses end with NULL. */
static bool typed(const char *const *presses, const char *expected)
{
    struct terminal_keys keys = {0};
    struct buf out = BUF_LIMITED(4096);
    bool leaves = false;
    for (; *presses && !leaves; presses++)
        leaves = terminal_keys_take(&keys, slice_of(*presses), &out);
    assert_buf(&out, expected);
    buf_clear(&out);
    return leaves;
}
#define TYPED(expected, ...) typed((const char *const[]){__VA_ARGS__, NULL}, expected)

static void all_keys_are_typed(void **state)
{
    (void)state;
    assert_false(TYPED("ls -l\r\003\004\032d", "ls -l\r", "\003\004\032d"));
    assert_false(TYPED("\033[A\033OP\303\251", "\033[A\033OP", "\303\251"));
}

static void two_keys_leave(void **state)
{
    (void)state;
    assert_true(TYPED("", "\034d"));
    assert_true(TYPED("", "\034", "d"));
    assert_true(TYPED("ls", "ls\034d dropped"));
    assert_true(TYPED("", "\033[92;5ud"));
    assert_true(TYPED("", "\033[27;5;92~", "d"));
}

static void twice_types_one(void **state)
{
    (void)state;
    assert_false(TYPED("\034", "\034\034"));
    assert_false(TYPED("\034d", "\034", "\034d"));
    assert_false(TYPED("\033[92;5u", "\033[92;5u\033[92;5u"));
    assert_true(TYPED("\034", "\034\034\034d"));
}

static void any_other_key_is_typed_with_it(void **state)
{
    (void)state;
    assert_false(TYPED("\034x", "\034x"));
    assert_false(TYPED("\034D", "\034", "D"));
    assert_false(TYPED("\034\033[A", "\034\033[A"));
    assert_false(TYPED("", "\034")); /* still to come */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_are_typed),
        cmocka_unit_test(two_keys_leave),
        cmocka_unit_test(twice_types_one),
        cmocka_unit_test(any_other_key_is_typed_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
