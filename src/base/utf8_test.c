#include "base/utf8.h"

#include "unit/check.h"

static void cuts_between_characters(void **state)
{
    static const struct {
        const char *text;
        size_t most, left;
    } cases[] = {{"", 0, 0},
                 {"abc", 3, 3},
                 {"abc", 2, 2},
                 {"abc", 0, 0},
                 {"a\xc3\xa4"
                  "b",
                  2, 1},
                 {"a\xc3\xa4"
                  "b",
                  3, 3},
                 {"\xe2\x82\xac", 2, 0},
                 {"\xe2\x82\xac", 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slice text = slice_of(cases[i].text), cut = utf8_cut(text, cases[i].most);
        assert_ptr_equal(cut.data, text.data);
        assert_int_equal(cut.size, cases[i].left);
        assert_true(utf8_is_valid(cut));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(cuts_between_characters)};
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
