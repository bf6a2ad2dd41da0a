#include "json/read.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "unit/check.h"
#include "json/write.h"

static int read_text(struct arena *arena, struct slice text, yyjson_val **ret_root, struct json_error *error)
{
    *error = (struct json_error){0};
    return json_read(arena, text, ret_root, error);
}

static void accepts_json(void **state)
{
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "0",
        "-0",
        "1e5",
        "-1.5E-3",
        "\"\"",
        "[]",
        "{}",
        " [1, 2 ,3]\t",
        "{\"a\":{\"a\":1}}",
        "\"\\ud83d\\ude00\"",
        "\"\\u0000\"",
        "\"\xf0\x9f\x98\x80\"",
        "123456789012345678901234567890",
        "{\"a\":1,\"b\":2,\"A\":3,\"\":4,\"a \":5}",
    };
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        yyjson_val *root = NULL;
        struct json_error error;
        if (read_text(&arena, slice_of(texts[i]), &root, &error) != 0)
            fail_msg("refused: %s (%s)", texts[i], error.message);
        arena_reset(&arena);
    }
    arena_clear(&arena);
}

static void refuses_what_is_not(void **state)
{
    static const char *const texts[] = {
        "",
        " ",
        "nul",
        "NaN",
        "Infinity",
        "-",
        "01",
        "1.",
        ".5",
        "+1",
        "0x10",
        "1e",
        "'a'",
        "\"",
        "\"a",
        "[1,]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "[",
        "]",
        "[}",
        "1 2",
        "{} x",
        "[]]",
        "\"\n\"",
        "\"\t\"",
        "\"\\x\"",
        "\"\\u12\"",
        "// c\n1",
        "/* c */1",
        "\xef\xbb\xbf{}",
        "\"\x80\"",
        "\"\xc3\"",
        "\"\xc0\x80\"",
        "\"\xe0\x80\x80\"",
        "\"\xed\xa0\x80\"",
        "\"\xf4\x90\x80\x80\"",
        "\"\xff\"",
        "\"\\ud800\"",
        "\"\\ud800x\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\\udc00\\ud800\"",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"\\u0061\":2}",
        "[{\"x\":{\"y\":1,\"y\":2}}]",
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,\"a\":11}",
    };
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        yyjson_val *root = NULL;
        struct json_error error;
        if (read_text(&arena, slice_of(texts[i]), &root, &error) != -EINVAL)
            fail_msg("accepted: %s", texts[i]);
        assert_non_null(error.message);
        assert_null(root);
        arena_reset(&arena);
    }
    arena_clear(&arena);
}

static void says_where_it_stopped(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)state;
    assert_int_equal(read_text(&arena, SLICE("{\"a\": flase}"), &root, &error), -EINVAL);
    assert_int_equal(error.offset, 6);
    arena_clear(&arena);
}

static int read_nested(size_t depth, char open, char close)
{
    struct arena arena = ARENA_LIMITED(64 << 20);
    struct buf text = BUF_LIMITED(64 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    for (size_t i = 0; i < depth; i++) {
        buf_append_char(&text, open);
        if (open == '{')
            buf_append_text(&text, i + 1 < depth ? "\"k\":" : "");
    }
    for (size_t i = 0; i < depth; i++)
        buf_append_char(&text, close);
    assert_int_equal(text.error, 0);
    int r = read_text(&arena, buf_slice(&text), &root, &error);
    buf_clear(&text);
    arena_clear(&arena);
    return r;
}

static void nests_128_deep_and_no_deeper(void **state)
{
    (void)state;
    assert_int_equal(read_nested(128, '[', ']'), 0);
    assert_int_equal(read_nested(129, '[', ']'), -EINVAL);
    assert_int_equal(read_nested(128, '{', '}'), 0);
    assert_int_equal(read_nested(129, '{', '}'), -EINVAL);
    assert_int_equal(read_nested(100000, '[', ']'), -EINVAL);
}

static void depth_is_counted(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)state;
    assert_int_equal(read_text(&arena, SLICE("[[],{\"a\":[1,{}]},[[]],2]"), &root, &error), 0);
    assert_true(json_is_deeper(root, 3));
    assert_false(json_is_deeper(root, 4));
    assert_false(json_is_deeper(yyjson_arr_get(root, 0), 1));
    assert_true(json_is_deeper(yyjson_arr_get(root, 1), 2));
    assert_false(json_is_deeper(yyjson_arr_get(root, 2), 2));
    assert_false(json_is_deeper(yyjson_arr_get(root, 3), 0));
    assert_true(json_text_is_deeper(SLICE("[[],{\"a\":[1,{}]},[[]],2]"), 3));
    assert_false(json_text_is_deeper(SLICE("[[],{\"a\":[1,{}]},[[]],2]"), 4));
    assert_false(json_text_is_deeper(SLICE("[\"[[\\\"[\\\\\",{}]"), 2));
    assert_true(json_text_is_deeper(SLICE("[\"\\\\\",[[]]]"), 2));
    assert_true(json_text_is_deeper(SLICE("{}"), 0));
    assert_false(json_text_is_deeper(SLICE("\"{}\""), 0));
    arena_clear(&arena);
}

static void siblings_do_not_add_up_to_depth(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf text = BUF_LIMITED(64 << 10);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)state;
    for (int i = 0; i < 1000; i++)
        buf_append_text(&text, i ? ",[[[]],{}]" : "[[[[]],{}]");
    buf_append_char(&text, ']');
    assert_int_equal(read_text(&arena, buf_slice(&text), &root, &error), 0);
    assert_int_equal(yyjson_arr_size(root), 1000);
    buf_clear(&text);
    arena_clear(&arena);
}

static void finds_a_duplicate_among_many_keys(void **state)
{
    (void)state;
    for (size_t twin = 0; twin <= 1000; twin += 100) {
        struct arena arena = ARENA_LIMITED(4 << 20);
        struct buf text = BUF_LIMITED(64 << 10);
        struct json_error error;
        yyjson_val *root = NULL;
        for (size_t i = 0; i < 1000; i++)
            buf_printf(&text, "%c\"key%zu\":%zu", i ? ',' : '{', i, i);
        if (twin < 1000)
            buf_printf(&text, ",\"key%zu\":0", twin);
        buf_append_char(&text, '}');
        assert_int_equal(read_text(&arena, buf_slice(&text), &root, &error), twin < 1000 ? -EINVAL : 0);
        buf_clear(&text);
        arena_clear(&arena);
    }
}

static void needs_no_nul_behind_the_text(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    double number = 0;
    (void)state;
    char *exact = malloc(4);
    memcpy(exact, (const char[]){'1', '2', '3', '4'}, 4);
    assert_int_equal(read_text(&arena, (struct slice){exact, 3}, &root, &error), 0);
    assert_slice(json_text(root), "123");
    assert_int_equal(json_number(root, &number), 0);
    assert_true(number == 123);
    free(exact);
    arena_clear(&arena);
}

static void stops_at_the_memory_it_may_have(void **state)
{
    struct arena arena = ARENA_LIMITED(64 << 10);
    struct buf text = BUF_LIMITED(1 << 20);
    struct json_error error;
    struct json_large *large = NULL;
    yyjson_val *root = NULL;
    (void)state;
    buf_append_text(&text, "[1");
    for (int i = 0; i < 100000; i++)
        buf_append_text(&text, ",1");
    buf_append_char(&text, ']');
    assert_int_equal(read_text(&arena, buf_slice(&text), &root, &error), -ENOMEM);
    assert_int_equal(json_read_large(64 << 10, buf_slice(&text), &large, &error), -ENOMEM);
    assert_null(large);
    assert_int_equal(json_read_large(16 << 20, buf_slice(&text), &large, &error), 0);
    assert_int_equal(yyjson_arr_size(json_large_root(large)), 100001);
    large = json_large_free(large);
    assert_null(json_large_free(NULL));
    buf_clear(&text);
    arena_clear(&arena);
}

static void large_is_as_strict(void **state)
{
    struct json_error error;
    struct json_large *large = NULL;
    (void)state;
    assert_int_equal(json_read_large(1 << 20, SLICE("{\"a\":1,\"a\":2}"), &large, &error), -EINVAL);
    assert_int_equal(json_read_large(1 << 20, SLICE("[1"), &large, &error), -EINVAL);
    assert_int_equal(json_read_large(1 << 20, SLICE("[1,]"), &large, &error), -EINVAL);
    assert_int_equal(json_read_large(1 << 20, SLICE("[1] // no"), &large, &error), -EINVAL);
}

static void commented_text_is_for_people(void **state)
{
    static const char text[] = "{ // why\n  \"a\": 1, /* and */ \"b\": [1, 2,],\n}\n";
    struct json_error error;
    struct json_large *large = NULL;
    (void)state;
    assert_int_equal(json_read_commented(1 << 20, slice_of(text), &large, &error), 0);
    yyjson_val *root = json_large_root(large);
    assert_int_equal(yyjson_obj_size(root), 2);
    yyjson_obj_iter iter = yyjson_obj_iter_with(root);
    (void)yyjson_obj_iter_next(&iter);
    size_t offset = json_large_offset(large, json_text(yyjson_obj_iter_next(&iter)).data);
    assert_int_equal(text[offset], 'b');
    large = json_large_free(large);
    assert_int_equal(json_read_commented(1 << 20, SLICE("{\"a\":1,\"a\":2}"), &large, &error), -EINVAL);
}

static void whole_numbers(void **state)
{
    static const struct {
        const char *text;
        int r;
        int64_t value;
    } cases[] = {
        {"0", 0, 0},
        {"-0", 0, 0},
        {"9223372036854775807", 0, INT64_MAX},
        {"9223372036854775808", -ERANGE, 0},
        {"-9223372036854775808", 0, INT64_MIN},
        {"-9223372036854775809", -ERANGE, 0},
        {"99999999999999999999999999999999", -ERANGE, 0},
        {"1.0", 0, 1},
        {"1e3", 0, 1000},
        {"-2.50e2", 0, -250},
        {"9007199254740991.0", 0, 9007199254740991},
        {"9007199254740993.0", -ERANGE, 0},
        {"1e300", -ERANGE, 0},
        {"1e400", -ERANGE, 0},
        {"1.5", -EINVAL, 0},
        {"1e-1", -EINVAL, 0},
        {"\"1\"", -EINVAL, 0},
        {"null", -EINVAL, 0},
        {"true", -EINVAL, 0},
        {"[1]", -EINVAL, 0},
    };
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json_error error;
        yyjson_val *root = NULL;
        int64_t value = 0;
        assert_int_equal(read_text(&arena, slice_of(cases[i].text), &root, &error), 0);
        int r = json_integer(root, &value);
        if (r != cases[i].r || value != cases[i].value)
            fail_msg("%s: %d, %lld", cases[i].text, r, (long long)value);
    }
    arena_clear(&arena);
}

static void numbers(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    double value = 7;
    (void)state;
    assert_int_equal(read_text(&arena, SLICE("[0.1, -0, 1e308, 1e309, \"1\", 5e-324]"), &root, &error), 0);
    assert_int_equal(json_number(yyjson_arr_get(root, 0), &value), 0);
    assert_true(value == 0.1);
    assert_int_equal(json_number(yyjson_arr_get(root, 1), &value), 0);
    assert_true(value == 0 && signbit(value));
    assert_int_equal(json_number(yyjson_arr_get(root, 2), &value), 0);
    assert_int_equal(json_number(yyjson_arr_get(root, 3), &value), -ERANGE);
    assert_int_equal(json_number(yyjson_arr_get(root, 4), &value), -EINVAL);
    assert_int_equal(json_number(yyjson_arr_get(root, 5), &value), 0);
    assert_true(value > 0);
    arena_clear(&arena);
}

static void names_types_for_people(void **state)
{
    static const char *const names[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)state;
    assert_int_equal(read_text(&arena, SLICE("[null,false,1,\"\",[],{}]"), &root, &error), 0);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(json_type_name(yyjson_arr_get(root, i)), names[i]);
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_json),
        cmocka_unit_test(refuses_what_is_not),
        cmocka_unit_test(says_where_it_stopped),
        cmocka_unit_test(nests_128_deep_and_no_deeper),
        cmocka_unit_test(depth_is_counted),
        cmocka_unit_test(siblings_do_not_add_up_to_depth),
        cmocka_unit_test(finds_a_duplicate_among_many_keys),
        cmocka_unit_test(needs_no_nul_behind_the_text),
        cmocka_unit_test(stops_at_the_memory_it_may_have),
        cmocka_unit_test(large_is_as_strict),
        cmocka_unit_test(commented_text_is_for_people),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(numbers),
        cmocka_unit_test(names_types_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
