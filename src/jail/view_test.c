#include "jail/view.h"

#include <errno.h>
#include <string.h>

#include "unit/check.h"

static struct view view;
static struct problem problem;

static int parse(const char *text)
{
    return view_parse(&view, text, strlen(text), &problem);
}

static void takes_every_line(void **state)
{
    (void)state;
    assert_int_equal(
        parse("sandbox landlock\nnetwork closed\nread /usr/share/x y\nwrite /var/w\nown /o\ntmp /t\nhome /h\n"
              "hide /h/.ssh\ncwd-read /work\nlisten /o/sock\nsocket /l/sock\nspool /l/spool\n"),
        0);
    assert_int_equal(view.level, SANDBOX_LANDLOCK);
    assert_true(view.is_closed);
    assert_int_equal(view.count, 10);
    assert_string_equal(view_find(&view, VIEW_READ), "/usr/share/x y");
    assert_string_equal(view_find(&view, VIEW_LISTEN), "/o/sock");
    assert_string_equal(view_find(&view, VIEW_SOCKET), "/l/sock");
    assert_string_equal(view_find(&view, VIEW_SPOOL), "/l/spool");
    assert_string_equal(view_cwd(&view), "/work");
    assert_null(view_find(&view, VIEW_CWD));
}

static void refuses_what_is_not_known(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "\n",
        "sandbox namespace",
        "sandbox namespace\n",
        "sandbox namespace \nnetwork full\n",
        "sandbox none\nnetwork full\n",
        "sandbox off\nnetwork none\n",
        "sandbox off\nnetwork full\n\n",
        "sandbox off\nnetwork full\nread\n",
        "sandbox off\nnetwork full\nread \n",
        "sandbox off\nnetwork full\nread  /usr\n",
        "sandbox off\nnetwork full\n read /usr\n",
        "sandbox off\nnetwork full\nREAD /usr\n",
        "sandbox off\nnetwork full\nread /usr/\n",
        "sandbox off\nnetwork full\nread //usr\n",
        "sandbox off\nnetwork full\nread /usr/.\n",
        "sandbox off\nnetwork full\nread /./usr\n",
        "sandbox off\nnetwork full\nread /usr/..\n",
        "sandbox off\nnetwork full\nwrite /\n",
        "sandbox off\nnetwork full\nhide /\n",
        "sandbox off\nnetwork full\ncwd /\n",
        "sandbox off\nnetwork full\nread /proc\n",
        "sandbox off\nnetwork full\ncwd /proc/self/root\n",
        "sandbox off\nnetwork full\ncwd /a\ncwd-read /b\n",
        "sandbox off\nnetwork full\ncwd-read /a\ncwd /b\n",
        "sandbox off\nnetwork full\ntmp /a\ntmp /b\n",
        "sandbox off\nnetwork full\nlisten /a\nlisten /b\n",
        "sandbox off\nnetwork full\nsocket /a\nsocket /b\n",
        "sandbox off\nnetwork full\nspool a\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        problem = (struct problem){0};
        assert_true(parse(wrong[i]) < 0);
        assert_true(problem.is_final && problem.error > 0 && problem.sentence[0]);
    }
    static const char with_nul[] = "sandbox off\nnetwork full\nread /a\0b\n";
    assert_true(view_parse(&view, with_nul, sizeof with_nul - 1, &problem) < 0);
}

static void refuses_a_hidden_working_directory(void **state)
{
    (void)state;
    assert_int_equal(parse("sandbox off\nnetwork full\ncwd /home/a/work\nhide /home/a\n"), -EACCES);
    assert_non_null(strstr(problem.sentence, "/home/a/work"));
    assert_int_equal(parse("sandbox off\nnetwork full\ncwd /home/a\nhide /home/a\n"), -EACCES);
    assert_int_equal(parse("sandbox off\nnetwork full\ncwd /home/ab\nhide /home/a\n"), 0);
    assert_int_equal(parse("sandbox off\nnetwork full\ncwd /home\nhide /home/a\n"), 0);
}

static void takes_the_part_of_a_session(void **state)
{
    (void)state;
    static struct view session;
    static const char right[] = "read /a\ncwd /work\nhide /work/.weir\n", *const wrong[] = {"read /a\n",
                                                                                            "cwd /work\nown /o\n",
                                                                                            "cwd /work\nhome /h\n",
                                                                                            "cwd /work\ntmp /t\n",
                                                                                            "cwd /work\nlisten /l\n",
                                                                                            "cwd /work\nsocket /l\n",
                                                                                            "network full\ncwd /work\n",
                                                                                            "sandbox off\ncwd /work\n",
                                                                                            "cwd /work\nhide /work\n"};
    assert_int_equal(view_parse_session(&session, right, strlen(right), &problem), 0);
    assert_int_equal(session.count, 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(view_parse_session(&session, wrong[i], strlen(wrong[i]), &problem) < 0);
    assert_true(view_parse_session(&session, "", 0, &problem) < 0);
}

static void has_limits(void **state)
{
    (void)state;
    static char text[VIEW_SIZE_MAX + 64];
    size_t size = (size_t)snprintf(text, sizeof text, "sandbox off\nnetwork full\n");
    for (int i = 0; i < VIEW_LINES_MAX; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "read /a\n");
    assert_int_equal(view_parse(&view, text, size, &problem), 0);
    size += (size_t)snprintf(text + size, sizeof text - size, "read /a\n");
    assert_int_equal(view_parse(&view, text, size, &problem), -E2BIG);
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\n';
    assert_int_equal(view_parse(&view, text, sizeof text, &problem), -E2BIG);
}

static void tells_what_lies_below(void **state)
{
    (void)state;
    assert_string_equal(view_below("/a/b/c", "/a"), "b/c");
    assert_string_equal(view_below("/a", "/a"), "");
    assert_null(view_below("/ab", "/a"));
    assert_null(view_below("/a", "/a/b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_every_line),
        cmocka_unit_test(refuses_what_is_not_known),
        cmocka_unit_test(refuses_a_hidden_working_directory),
        cmocka_unit_test(takes_the_part_of_a_session),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(tells_what_lies_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
