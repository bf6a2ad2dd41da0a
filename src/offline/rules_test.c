#include "offline/rules.h"

#include "unit/check.h"

struct expected {
    const char *prompt;
    enum offline_what what;
    const char *text, *instead, *place;
};

static void check(const struct expected *expected)
{
    struct offline_intent intent;
    offline_understand(slice_of(expected->prompt), &intent);
    bool same = intent.what == expected->what && slice_is(intent.text, expected->text ? expected->text : "") &&
                slice_is(intent.instead, expected->instead ? expected->instead : "") &&
                slice_is(intent.place, expected->place ? expected->place : "");
    if (!same)
        fail_msg("%s: %d, text <%.*s>, instead <%.*s>, place <%.*s>", expected->prompt, (int)intent.what,
                 SLICE_ARG(intent.text), SLICE_ARG(intent.instead), SLICE_ARG(intent.place));
}

static void understands(void **state)
{
    static const struct expected cases[] = {
        {"what is in this folder?", OFFLINE_OVERVIEW, .text = NULL},
        {"What's in this directory", OFFLINE_OVERVIEW, .text = NULL},
        {"what is this?", OFFLINE_OVERVIEW, .text = NULL},
        {"Describe this project.", OFFLINE_OVERVIEW, .text = NULL},
        {"can you explain the codebase, please", OFFLINE_OVERVIEW, .text = NULL},
        {"Can you explain the codebase please", OFFLINE_OVERVIEW, .text = NULL},
        {"read README.md", OFFLINE_READ, .place = "README.md"},
        {"Please show me the file src/main.c", OFFLINE_READ, .place = "src/main.c"},
        {"cat 'a file.txt'", OFFLINE_READ, .place = "a file.txt"},
        {"what does Makefile say?", OFFLINE_READ, .place = "Makefile"},
        {"what is in src/main.c?", OFFLINE_READ, .place = "src/main.c"},
        {"read file", OFFLINE_READ, .place = "file"},
        {"read @src/main.c", OFFLINE_READ, .place = "src/main.c"},
        {"read ../x.", OFFLINE_READ, .place = "../x"},
        {"read the story of my life", OFFLINE_UNKNOWN, .text = NULL},
        {"ls", OFFLINE_LIST, .text = NULL},
        {"ls -la src", OFFLINE_LIST, .place = "src"},
        {"ls ..", OFFLINE_LIST, .place = ".."},
        {"list the files in docs", OFFLINE_LIST, .place = "docs"},
        {"list files", OFFLINE_LIST, .text = NULL},
        {"list the src folder", OFFLINE_LIST, .place = "src"},
        {"search for TODO", OFFLINE_SEARCH, "TODO", NULL, ""},
        {"Search for \"struct task in flight\" in src/daemon", OFFLINE_SEARCH, "struct task in flight", NULL,
         "src/daemon"},
        {"grep ^int.*main in src", OFFLINE_SEARCH, "^int.*main", NULL, "src"},
        {"where is task_new defined?", OFFLINE_SEARCH, "task_new", NULL, ""},
        {"look for foo in this project", OFFLINE_SEARCH, "foo", NULL, ""},
        {"find *.c", OFFLINE_FIND, "*.c", NULL, ""},
        {"find all .md files in docs", OFFLINE_FIND, ".md", NULL, "docs"},
        {"glob src/**/*.h", OFFLINE_FIND, "src/**/*.h", NULL, ""},
        {"find files named meson.build", OFFLINE_FIND, "meson.build", NULL, ""},
        {"find a good name for it", OFFLINE_UNKNOWN, .text = NULL},
        {"run make test", OFFLINE_RUN, .text = "make test"},
        {"`git status`", OFFLINE_RUN, .text = "git status"},
        {"$ ls | wc -l", OFFLINE_RUN, .text = "ls | wc -l"},
        {"please run `echo 'a b'`", OFFLINE_RUN, .text = "echo 'a b'"},
        {"run: date", OFFLINE_RUN, .text = "date"},
        {"run", OFFLINE_UNKNOWN, .text = NULL},
        {"run ls\nand tell me what it means", OFFLINE_UNKNOWN, .text = NULL},
        {"replace foo with bar in a.c", OFFLINE_REPLACE, "foo", "bar", "a.c"},
        {"Replace 'x with y' by 'z in q' in \"b.c\".", OFFLINE_REPLACE, "x with y", "z in q", "b.c"},
        {"change all old to new in the file c.txt", OFFLINE_REPLACE, "old", "new", "c.txt"},
        {"replace \"gone\" with \"\" in a.c", OFFLINE_REPLACE, "gone", "", "a.c"},
        {"replace the engine with a better one in every respect possible", OFFLINE_UNKNOWN, .text = NULL},
        {"help", OFFLINE_HELP, .text = NULL},
        {"What can you do?", OFFLINE_HELP, .text = NULL},
        {"", OFFLINE_HELP, .text = NULL},
        {"fix the failing test", OFFLINE_UNKNOWN, .text = NULL},
        {"?", OFFLINE_HELP, .text = NULL},
        {"`", OFFLINE_UNKNOWN, .text = NULL},
        {"''", OFFLINE_UNKNOWN, .text = NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void understands_questions(void **state)
{
    static const struct expected cases[] = {
        {"find Makefile", OFFLINE_FIND, .text = "Makefile"},
        {"find the bug", OFFLINE_UNKNOWN, .text = NULL},
        {"find the main.c", OFFLINE_FIND, .text = "main.c"},
        {"list all files", OFFLINE_LIST, .text = NULL},
        {"list all the files in src", OFFLINE_LIST, .place = "src"},
        {"list all Python files in tools", OFFLINE_FIND, "*.py", NULL, "tools"},
        {"which C files are there?", OFFLINE_FIND, .text = "*.c"},
        {"show me the strange files", OFFLINE_UNKNOWN, .text = NULL},
        {"what is task_new?", OFFLINE_SEARCH, .text = "task_new"},
        {"what is the meaning of life?", OFFLINE_UNKNOWN, .text = NULL},
        {"what does task_new do?", OFFLINE_READ, .place = "task_new"},
        {"run the tests", OFFLINE_TEST, .text = NULL},
        {"Please run all the unit tests.", OFFLINE_TEST, .text = NULL},
        {"do the tests pass?", OFFLINE_TEST, .text = NULL},
        {"run the tests of time", OFFLINE_UNKNOWN, .text = NULL},
        {"build it", OFFLINE_BUILD, .text = NULL},
        {"compile this project", OFFLINE_BUILD, .text = NULL},
        {"build a house", OFFLINE_UNKNOWN, .text = NULL},
        {"git status", OFFLINE_RUN, .text = "git status"},
        {"git is hard, isn't it?", OFFLINE_UNKNOWN, .text = NULL},
        {"what changed?", OFFLINE_RUN, .text = "git status --short"},
        {"how many files are there?", OFFLINE_COUNT, .text = NULL},
        {"how many files are in src", OFFLINE_COUNT, .place = "src"},
        {"how many lines of code are there?", OFFLINE_LINES, .text = NULL},
        {"how many lines does src/main.c have?", OFFLINE_LINES, .place = "src/main.c"},
        {"count the lines in README.md", OFFLINE_LINES, .place = "README.md"},
        {"how many angels dance on a pin?", OFFLINE_UNKNOWN, .text = NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void understands_lines(void **state)
{
    struct offline_intent intent;
    (void)state;
    offline_understand(SLICE("read lines 10 to 20 of src/main.c"), &intent);
    assert_int_equal(intent.what, OFFLINE_READ);
    assert_slice(intent.place, "src/main.c");
    assert_int_equal(intent.from, 10);
    assert_int_equal(intent.to, 20);
    offline_understand(SLICE("show a.c from line 7"), &intent);
    assert_slice(intent.place, "a.c");
    assert_int_equal(intent.from, 7);
    assert_int_equal(intent.to, 0);
    offline_understand(SLICE("change all a to b in x"), &intent);
    assert_true(intent.all);
    offline_understand(SLICE("change a to b in x everywhere"), &intent);
    assert_true(intent.all);
    assert_slice(intent.place, "x");
}

/* Every part of a request is parsed too: the result must lie within it. */
static void bears_everything(void **state)
{
    static const char text[] =
        "please, replace \"a\" with 'b' in `c` lines 1 to 2 of $ ! grep in below run the find *.c files ?";
    (void)state;
    for (size_t from = 0; from < sizeof text - 1; from++)
        for (size_t end = from; end < sizeof text; end++) {
            struct offline_intent intent;
            struct slice piece = {text + from, end - from};
            offline_understand(piece, &intent);
            const struct slice found[] = {intent.text, intent.instead, intent.place};
            for (size_t i = 0; i < 3; i++)
                assert_true(found[i].size == 0 ||
                            (found[i].data >= piece.data && found[i].data + found[i].size <= piece.data + piece.size));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(understands),
        cmocka_unit_test(understands_questions),
        cmocka_unit_test(understands_lines),
        cmocka_unit_test(bears_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
