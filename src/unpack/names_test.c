#include "unpack/names.h"

#include <errno.h>

#include "unit/check.h"

static void knows_which_paths_are_allowed(void **state)
{
    (void)state;
    static const char *const good[] = {"a",   "a/b.c", ".hidden", "...", "a..b", "é/日本.txt",
                                       "a b", "C",     "c:",      "~",   "-x"};
    static const char *const bad[] = {"",
                                      "/",
                                      "/a",
                                      "a//b",
                                      "a/",
                                      "..",
                                      ".",
                                      "a/..",
                                      "./a",
                                      "a/./b",
                                      "a\\b",
                                      "a\nb",
                                      "a\x7f",
                                      "c:/x",
                                      "\xff",
                                      "a\xc2",
                                      "a\xc2\x85",
                                      "a\xe2\x80\xae",
                                      "a\xe2\x80\xa8",
                                      "\xed\xa0\x80"};
    struct refusal refusal;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (strcmp(good[i], "c:") != 0 && name_check(slice_of(good[i]), false, &refusal) < 0)
            fail_msg("%s: %s", good[i], refusal.sentence);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (name_check(slice_of(bad[i]), false, &refusal) != -EBADMSG)
            fail_msg("%s is allowed", bad[i]);
        assert_int_equal(refusal.reason, UNPACKER_REFUSAL_BAD_PATH);
        for (const char *at = refusal.sentence; *at; at++)
            assert_true((unsigned char)*at >= 0x20);
    }
    assert_int_equal(name_check(SLICE("a/"), true, &refusal), 0);
    assert_int_equal(name_check(SLICE("a//"), true, &refusal), -EBADMSG);
    assert_int_equal(name_check((struct slice){"a\0b", 3}, false, &refusal), -EBADMSG);
}

static int read_names(const char *const *paths, size_t count, struct refusal *refusal)
{
    struct zip_entry entries[8] = {0};
    struct names names;
    for (size_t i = 0; i < count; i++) {
        entries[i].name = slice_of(paths[i]);
        entries[i].is_directory = paths[i][strlen(paths[i]) - 1] == '/';
    }
    int r = names_read(&(struct zip){.entries = entries, .count = count}, &names, refusal);
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct slice path = {paths[i], strlen(paths[i]) - entries[i].is_directory};
        const struct name_node *node = names_find(&names, path);
        assert_non_null(node);
        assert_true(slice_equal(node->path, path) && node->is_directory == entries[i].is_directory);
    }
    if (r == 0)
        names_clear(&names);
    return r;
}

static void finds_names_that_collide(void **state)
{
    (void)state;
    static const char *const good[][4] = {
        {"a", "b", "c", "d"}, {"a/b", "a/c", "a/", "a/d/"}, {"a/x", "b/x", "c/x", "x"}, {"ı", "i", "j", "k"}};
    static const char *const bad[][2] = {
        {"a", "a"},     {"a", "A"},   {"a/b", "A/c"}, {"é", "e\xcc\x81"},    {"É", "e\xcc\x81"},
        {"ß", "SS"},    {"a", "a/b"}, {"a/b", "a"},   {"a/", "a/"},          {"Σ", "ς"},
        {"a/B", "a/b"}, {"ﬁ", "FI"},  {"A/", "a"},    {"\xe2\x84\xaa", "k"}, {"x/Y/z", "x/y/w"}};
    struct refusal refusal;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (read_names(good[i], 4, &refusal) < 0)
            fail_msg("%s", refusal.sentence);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_names(bad[i], 2, &refusal) != -EBADMSG)
            fail_msg("%s and %s do not collide", bad[i][0], bad[i][1]);
        assert_int_equal(refusal.reason, UNPACKER_REFUSAL_DUPLICATE);
    }
}

static void shows_names_without_what_terminals_obey(void **state)
{
    (void)state;
    struct refusal refusal;
    char text[3000];
    memset(text, 'x', sizeof text);
    (void)refuse(&refusal, UNPACKER_REFUSAL_BAD_PATH,
                 SLICE("a\x1b"
                       "[31m\xff\\é\xe2\x80\xae"),
                 "%s", "is bad");
    assert_string_equal(refusal.entry, "a\\x1b[31m\\xff\\x5cé\\xe2\\x80\\xae");
    assert_string_equal(refusal.sentence, "\"a\\x1b[31m\\xff\\x5cé\\xe2\\x80\\xae\" is bad");
    (void)refuse(&refusal, UNPACKER_REFUSAL_BAD_PATH, (struct slice){text, sizeof text}, "%s", "is bad");
    assert_true(strlen(refusal.entry) < UNPACK_ENTRY_SIZE &&
                strcmp(refusal.entry + strlen(refusal.entry) - 3, "...") == 0);
    assert_non_null(strstr(refusal.sentence, "is bad"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_which_paths_are_allowed),
        cmocka_unit_test(finds_names_that_collide),
        cmocka_unit_test(shows_names_without_what_terminals_obey),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
