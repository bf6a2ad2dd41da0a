#include "capture/text.h"

#include "unit/check.h"

static void check_clean(enum text_encoding encoding, struct slice bytes, size_t most, bool has_lines,
                        const char *expected)
{
    struct buf out = BUF_LIMITED(4096);
    assert_int_equal(text_clean(&out, encoding, bytes, most, has_lines), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data ? out.data : "", expected);
    buf_clear(&out);
}

static void test_utf8(void **state)
{
    (void)state;
    check_clean(TEXT_UTF8,
                SLICE("Gr\xc3\xbc\xc3\x9f"
                      "e"),
                100, false,
                "Gr\xc3\xbc\xc3\x9f"
                "e");
    check_clean(TEXT_UTF8,
                SLICE("a\0b\x1b\x7f"
                      "c"),
                100, false, "abc");
    check_clean(TEXT_UTF8, SLICE("x\xe2\x80\xaey\xe2\x81\xa6\xe2\x80\x8bz"), 100, false, "xyz");
    check_clean(TEXT_UTF8, SLICE("  two\t\n words "), 100, false, "two words");
    check_clean(TEXT_UTF8, SLICE("two\t\n words "), 100, true, "two\t\n words ");
    check_clean(TEXT_UTF8, SLICE("\xff\xc0\xaf"), 100, false, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_clean(TEXT_UTF8, SLICE("cut \xf0\x9f\x98"), 100, false, "cut"); /* inside of its last character */
    check_clean(TEXT_UTF8, SLICE("\xc3\xbc\xc3\xbc\xc3\xbc"), 5, false, "\xc3\xbc\xc3\xbc");
    check_clean(TEXT_UTF8, SLICE(""), 5, false, "");
}

static void test_old_encodings(void **state)
{
    (void)state;
    check_clean(TEXT_LATIN1, SLICE("\xfc\x80 "), 100, false, "\xc3\xbc");
    check_clean(TEXT_COMPOUND, SLICE("\xfc \x1b%G\xc3\x9f\x1b%@ \xe4"), 100, false, "\xc3\xbc \xc3\x9f \xc3\xa4");
    check_clean(TEXT_COMPOUND, SLICE("a \x1b$(BF|\x1b(B b"), 100, false, "a \xef\xbf\xbd b");
    check_clean(TEXT_COMPOUND, SLICE("a \x1b-F\xe1\xe2 b \x1b-A\xe4"), 100, false, "a \xef\xbf\xbd b \xc3\xa4");
    check_clean(TEXT_COMPOUND, SLICE("a\x1b"), 100, false, "a");
    check_clean(TEXT_COMPOUND, SLICE("a\x1b%Gb"), 100, false, "ab");
}

static void test_class(void **state)
{
    (void)state;
    assert_true(slice_is(text_class(SLICE("navigator\0firefox\0")), "firefox"));
    assert_true(slice_is(text_class(SLICE("xterm\0XTerm")), "XTerm"));
    assert_true(slice_is(text_class(SLICE("alone\0")), "alone"));
    assert_true(slice_is(text_class(SLICE("alone")), "alone"));
    assert_true(slice_is(text_class((struct slice){0}), ""));
}

static void check_page(const char *app, const char *title, const char *expected)
{
    struct slice page = SLICE("untouched");
    bool is_browser = text_page(slice_of(app), slice_of(title), &page);
    assert_int_equal(is_browser, expected != NULL);
    assert_true(slice_is(page, expected ? expected : "untouched"));
}

static void test_page(void **state)
{
    (void)state;
    check_page("firefox", "News \xe2\x80\x94 Mozilla Firefox", "News");
    check_page("Firefox-esr", "a - b - Mozilla Firefox", "a - b");
    check_page("Google-chrome", "Mail - Google Chrome", "Mail");
    check_page("Chromium", "Chromium", "");
    check_page("Chromium", "no suffix", "no suffix");
    check_page("XTerm", "News - Chromium", NULL);
    check_page("", "News", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_old_encodings),
        cmocka_unit_test(test_class),
        cmocka_unit_test(test_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
