#include "cli/terminal_sequences.h"

#include "unit/check.h"

/* --- keys --- */

/* `presses` ends with NULL. */
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
    assert_false(TYPED("", "\034")); /* the next key is missing */
}

/* --- modes --- */

static void assert_undone(const char *const *pieces, const char *undo, const char *redo)
{
    struct terminal_modes modes = {0};
    struct buf out = BUF_LIMITED(4096);
    for (; *pieces; pieces++)
        terminal_modes_feed(&modes, slice_of(*pieces));
    terminal_modes_undo(&modes, &out);
    assert_buf(&out, undo);
    buf_reset(&out, 0);
    terminal_modes_redo(&modes, &out);
    assert_buf(&out, redo);
    buf_clear(&out);
}
#define ASSERT_UNDONE(undo, redo, ...) assert_undone((const char *const[]){__VA_ARGS__, NULL}, undo, redo)

static void what_was_switched_on_is_switched_off(void **state)
{
    (void)state;
    ASSERT_UNDONE("\033[0m", "", "plain text");
    ASSERT_UNDONE("\033[0m\033[?1049l", "\033[?1049h", "\033[?1049h");
    ASSERT_UNDONE("\033[0m\033[?25h\033[?1049l", "\033[?1049h\033[?25l", "\033[?1049h\033[?25l text");
    ASSERT_UNDONE("\033[0m\033[?1000l\033[?1006l", "\033[?1006h\033[?1000h", "\033[?1000;1006h");
    ASSERT_UNDONE("\033[0m\033>\033[?1l", "\033[?1h\033=", "\033[?1h\033=");
}

static void what_the_program_undid_is_left_alone(void **state)
{
    (void)state;
    ASSERT_UNDONE("\033[0m", "", "\033[?1049h\033[?25lvi\033[?25h\033[?1049l");
    ASSERT_UNDONE("\033[0m", "", "\033[?2004h\033=\033[?7l\033c");
    ASSERT_UNDONE("\033[0m", "", "\033=\033>");
}

static void sequences_may_come_in_pieces(void **state)
{
    (void)state;
    ASSERT_UNDONE("\033[0m\033[?2004l", "\033[?2004h", "a\033", "[", "?", "20", "04", "h", "b");
}

static void what_is_not_meant_changes_nothing(void **state)
{
    (void)state;
    char overlong[200] = "\033[?";
    memset(overlong + 3, '1', 150);
    overlong[153] = 'h';
    ASSERT_UNDONE("\033[0m", "", overlong, "?25l");
    ASSERT_UNDONE("\033[0m", "", "\033[25l\033[?h\033[?;h\033[?99999999999999999999h\033[?12h\033[1049h");
    ASSERT_UNDONE("\033[0m", "", "[?1049h");
}

static void assert_replayed(const char *output, const char *shown)
{
    struct buf out = BUF_LIMITED(4096);
    terminal_modes_replay(&out, slice_of(output));
    assert_buf(&out, shown);
    buf_clear(&out);
}

static void questions_are_not_asked_again(void **state)
{
    (void)state;
    assert_replayed("a\033[cb\033[>0cd\033[6ne\033[?6nf", "abdef");
    assert_replayed("\033]11;?\a\033]10;?\033\\x\033]52;c;?\a", "x");
    assert_replayed("\033P+q544e\033\\\033P$qm\033\\y", "y");
    assert_replayed("\033[?2026$p\033[>q\033[?u\033[18t\033Z\005z", "z");
    assert_replayed("\005\005", "");
}

static void everything_else_is_shown(void **state)
{
    (void)state;
    static const char *const same[] = {"",
                                       "text\r\n",
                                       "\033[1;31mred\033[0m",
                                       "\033]0;a title, is it?\a",
                                       "\033[22;0;0t\033[?1049h\033[2J\033[H",
                                       "\033(B\033=\0337",
                                       "\033\033[31m",
                                       "cut \033[12;",
                                       "cut \033]0;tit",
                                       "cut \033"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_replayed(same[i], same[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_are_typed),
        cmocka_unit_test(two_keys_leave),
        cmocka_unit_test(twice_types_one),
        cmocka_unit_test(any_other_key_is_typed_with_it),
        cmocka_unit_test(what_was_switched_on_is_switched_off),
        cmocka_unit_test(what_the_program_undid_is_left_alone),
        cmocka_unit_test(sequences_may_come_in_pieces),
        cmocka_unit_test(what_is_not_meant_changes_nothing),
        cmocka_unit_test(questions_are_not_asked_again),
        cmocka_unit_test(everything_else_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
