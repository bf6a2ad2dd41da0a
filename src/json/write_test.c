#include "json/write.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "unit/check.h"
#include "json/read.h"

static void check_string(struct slice text, const char *expected)
{
    struct buf out = BUF_LIMITED(4096);
    assert_int_equal(json_write_string(&out, text), 0);
    assert_buf(&out, expected);
    buf_clear(&out);
}

static void escapes_strings(void **state)
{
    (void)state;
    check_string(SLICE(""), "\"\"");
    check_string((struct slice){NULL, 0}, "\"\"");
    check_string(SLICE("plain"), "\"plain\"");
    check_string(SLICE("a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
    check_string(SLICE("\n\r\t\b\f\x01\x1f\x7f"), "\"\\n\\r\\t\\u0008\\u000c\\u0001\\u001f\x7f\"");
    check_string(SLICE("a\0b"), "\"a\\u0000b\"");
    check_string(SLICE("ü€😀"), "\"ü€😀\"");
    check_string(SLICE("\xe2\x80\xa8"), "\"\xe2\x80\xa8\"");
}

static void replaces_what_is_not_utf_8(void **state)
{
    (void)state;
    check_string(SLICE("a\xff"
                       "b"),
                 "\"a\xef\xbf\xbd"
                 "b\"");
    check_string(SLICE("\x80"), "\"\xef\xbf\xbd\"");
    check_string(SLICE("\xc3"), "\"\xef\xbf\xbd\"");
    check_string(SLICE("\xc0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string(SLICE("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string(SLICE("\xf4\x90\x80\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string(SLICE("\xe0\x9f\xbf"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string(SLICE("\xf0\x9f\x98"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string(SLICE("\xc3\"x"), "\"\xef\xbf\xbd\\\"x\"");
}

static void a_text_of_the_contract_holds_no_nul(void **state)
{
    (void)state;
    struct buf out = BUF_LIMITED(64);
    assert_int_equal(json_write_text(&out, (struct slice){"a\0b\"\xff", 5}), 0);
    assert_true(slice_is(buf_slice(&out), "\"a\xef\xbf\xbd"
                                          "b\\\"\xef\xbf\xbd\""));
    buf_clear(&out);
}

static void every_byte_alone_gives_json(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        struct buf out = BUF_LIMITED(64);
        struct json_error error;
        yyjson_val *root = NULL;
        char c = (char)byte;
        assert_int_equal(json_write_string(&out, (struct slice){&c, 1}), 0);
        assert_int_equal(json_read(&arena, buf_slice(&out), &root, &error), 0);
        if (byte < 0x80)
            assert_true(slice_equal(json_text(root), (struct slice){&c, 1}));
        buf_clear(&out);
        arena_reset(&arena);
    }
    arena_clear(&arena);
}

/* Strings are looked at eight bytes at a time. */
static void every_byte_at_every_place_gives_json(void **state)
{
    enum { LENGTH = 21 };
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(256);
    (void)state;
    for (int byte = 0; byte < 0x80; byte++)
        for (size_t place = 0; place < LENGTH; place++) {
            struct json_error error;
            yyjson_val *root = NULL;
            char text[LENGTH];
            memset(text, byte % 3 ? 'x' : '#', sizeof text); /* a '#' is a quote and one */
            text[place] = (char)byte;
            buf_reset(&out, 256);
            assert_int_equal(json_write_string(&out, (struct slice){text, LENGTH}), 0);
            assert_int_equal(json_read(&arena, buf_slice(&out), &root, &error), 0);
            assert_true(slice_equal(json_text(root), (struct slice){text, LENGTH}));
            arena_reset(&arena);
        }
    buf_clear(&out);
    arena_clear(&arena);
}

static void numbers_read_back_the_same(void **state)
{
    static const double values[] = {0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.1,
                                    1.0 / 3,
                                    1e21,
                                    1e-7,
                                    123456789012345680.0,
                                    5e-324,
                                    1.7976931348623157e308,
                                    0.30000000000000004,
                                    9007199254740993.0,
                                    2.5,
                                    1e100};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct buf out = BUF_LIMITED(64);
        assert_int_equal(json_write_number(&out, values[i]), 0);
        assert_int_equal(buf_terminate(&out), 0);
        double back = strtod(out.data, NULL);
        assert_memory_equal(&back, &values[i], sizeof back);
        buf_clear(&out);
    }
}

static void writes_the_short_form_of_a_number(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"}, {2.5, "2.5"}, {100, "100"}, {NAN, "null"}, {INFINITY, "null"}, {-INFINITY, "null"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = BUF_LIMITED(64);
        assert_int_equal(json_write_number(&out, cases[i].value), 0);
        assert_buf(&out, cases[i].text);
        buf_clear(&out);
    }
}

static void values_come_back_as_they_were(void **state)
{
    static const char *const texts[] = {
        "null",
        "true",
        "[]",
        "{}",
        "[1,[2,[3,{}]],\"x\"]",
        "{\"a\":[{\"b\":null}],\"c\":false}",
        "123456789012345678901234567890.123456789e-7",
        "-0",
        "1E+2",
        "\"\\u0000\"",
        "{\"\":\"\"}",
    };
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf out = BUF_LIMITED(4096);
        struct json_error error;
        yyjson_val *root = NULL;
        assert_int_equal(json_read(&arena, slice_of(texts[i]), &root, &error), 0);
        assert_int_equal(json_write_value(&out, root), 0);
        assert_buf(&out, texts[i]);
        buf_clear(&out);
    }
    arena_clear(&arena);
}

static void any_is_text_or_value_or_null(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(64);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)state;
    assert_int_equal(json_read(&arena, SLICE("[1]"), &root, &error), 0);
    json_write_any(&out, &(struct json_any){.value = root});
    json_write_any(&out, &(struct json_any){.text = SLICE("{\"t\":1}")});
    json_write_any(&out, &(struct json_any){.value = root, .text = SLICE("2")});
    json_write_any(&out, &(struct json_any){0});
    assert_buf(&out, "[1]{\"t\":1}2null");
    buf_clear(&out);
    arena_clear(&arena);
}

static void tells_when_the_buffer_is_full(void **state)
{
    struct buf out = BUF_LIMITED(8);
    (void)state;
    assert_int_equal(json_write_string(&out, SLICE("longer than eight")), -ENOBUFS);
    assert_int_equal(json_write_number(&out, 1), -ENOBUFS);
    assert_int_equal(out.error, -ENOBUFS);
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_strings),
        cmocka_unit_test(replaces_what_is_not_utf_8),
        cmocka_unit_test(a_text_of_the_contract_holds_no_nul),
        cmocka_unit_test(every_byte_alone_gives_json),
        cmocka_unit_test(every_byte_at_every_place_gives_json),
        cmocka_unit_test(numbers_read_back_the_same),
        cmocka_unit_test(writes_the_short_form_of_a_number),
        cmocka_unit_test(values_come_back_as_they_were),
        cmocka_unit_test(any_is_text_or_value_or_null),
        cmocka_unit_test(tells_when_the_buffer_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
