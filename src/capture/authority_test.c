#include "capture/authority.h"

#include "base/buf.h"
#include "unit/check.h"

static void add_text(struct buf *file, const char *text)
{
    size_t size = strlen(text);
    (void)buf_append_char(file, (char)(size >> 8));
    (void)buf_append_char(file, (char)size);
    (void)buf_append_text(file, text);
}

static void add(struct buf *file, unsigned family, const char *host, const char *number, const char *name,
                const char *cookie)
{
    (void)buf_append_char(file, (char)(family >> 8));
    (void)buf_append_char(file, (char)family);
    add_text(file, host);
    add_text(file, number);
    add_text(file, name);
    add_text(file, cookie);
}

static void check(const struct buf *file, unsigned number, const char *expected)
{
    struct slice cookie = SLICE("none");
    bool found = authority_find(buf_slice(file), SLICE("here"), number, &cookie);
    assert_int_equal(found, expected != NULL);
    assert_true(slice_is(cookie, expected ? expected : "none"));
}

static void test_find(void **state)
{
    static const char name[] = "MIT-MAGIC-COOKIE-1";
    struct buf file = BUF_LIMITED(4096);
    (void)state;
    check(&file, 0, NULL);
    add(&file, 0, "here", "0", name, "internet");
    add(&file, 256, "here", "0", "XDM-AUTHORIZATION-1", "other kind");
    add(&file, 256, "here", "0", name, "");
    check(&file, 0, NULL);
    add(&file, 256, "old name", "0", name, "first");
    check(&file, 0, "first");
    add(&file, 256, "here", "0", name, "second");
    check(&file, 0, "second");
    check(&file, 1, NULL);
    add(&file, 65535, "", "", name, "any");
    check(&file, 7, "any");
    for (size_t size = file.size; size > 0; size--) { /* a file that is cut anywhere */
        struct slice cookie = {NULL, 0};
        (void)authority_find((struct slice){file.data, size}, SLICE("here"), 0, &cookie);
        assert_true(cookie.size == 0 || cookie.data + cookie.size <= file.data + size);
    }
    buf_clear(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_find)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
