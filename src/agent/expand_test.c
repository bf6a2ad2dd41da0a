#include "agent/expand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_expands(const char *text, const char *arguments, const char *wanted)
{
    struct buf out = BUF_LIMITED(4096);
    assert_int_equal(expand_command(&out, slice_of(text), slice_of(arguments)), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, wanted);
    buf_clear(&out);
}

static void test_names(void **state)
{
    struct slice name, arguments;
    (void)state;
    assert_true(expand_is_command(SLICE("/git:commit  it now \n"), &name, &arguments));
    assert_true(slice_is(name, "git:commit"));
    assert_true(slice_is(arguments, "it now"));
    assert_true(expand_is_command(SLICE("/x"), &name, &arguments));
    assert_int_equal(arguments.size, 0);
    assert_false(expand_is_command(SLICE("/usr/bin is what?"), &name, &arguments));
    assert_false(expand_is_command(SLICE("/ x"), &name, &arguments));
    assert_false(expand_is_command(SLICE("/"), &name, &arguments));
    assert_false(expand_is_command(SLICE(""), &name, &arguments));
    assert_false(expand_is_command(SLICE("say /x"), &name, &arguments));
}

static void test_arguments(void **state)
{
    (void)state;
    assert_expands("Look at $ARGUMENTS.\n", "a b", "Look at a b.");
    assert_expands("$2 before $1, not $3$10$x$", "one 'two words'", "two words before one, not $10$x$");
    assert_expands("Review it.", "src/a.c", "Review it.\n\nARGUMENTS: src/a.c");
    assert_expands("Review it.", "", "Review it.");
    assert_expands("$1", "\"no end", "\"no");
    assert_expands("!`rm -rf /`", "", "!`rm -rf /`"); /* nothing is executed */
}

static void test_skill(void **state)
{
    struct buf out = BUF_LIMITED(4096);
    (void)state;
    assert_int_equal(
        expand_skill(&out, SLICE("pdf"), SLICE("/w/.claude/skills/pdf/SKILL.md"), SLICE("Read."), SLICE("x.pdf")), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data,
                        "The user wants you to use the skill pdf. Its files are in /w/.claude/skills/pdf. It says:\n\n"
                        "Read.\n\nARGUMENTS: x.pdf");
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_skill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
