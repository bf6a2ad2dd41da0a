#include "unpack/nested.h"

#include "unit/check.h"

static void knows_archives(void **state)
{
    (void)state;
    char tar[NESTED_HEAD] = {0};
    static const char mark[] = {'u', 's', 't', 'a', 'r'};
    memcpy(tar + 257, mark, sizeof mark);
    assert_string_equal(nested_kind(SLICE("PK\3\4..."), SLICE("x.bin")), "zip");
    assert_string_equal(nested_kind((struct slice){tar, sizeof tar}, SLICE("x")), "tar");
    assert_string_equal(nested_kind(SLICE(""), SLICE("lib/a.TGZ")), "tgz");
    assert_null(nested_kind((struct slice){tar, 261}, SLICE("x")));
    assert_null(nested_kind(SLICE("\x1f\x8b\x08"), SLICE("app.js.gz")));
    assert_null(nested_kind(SLICE("PK"), SLICE("zip")));
    assert_null(nested_kind(SLICE(""), SLICE("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(knows_archives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
