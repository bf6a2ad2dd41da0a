/* Every example of section 7 of the JSON-RPC 2.0 specification, over a socket. */
#include "unit/pair.h"
#include "json/read.h"
#include "json/write.h"

struct example {
    const char *name;
    const char *sent;     /* one line; the specification's line breaks are left out */
    const char *answered; /* as in the specification; NULL: nothing at all */
};

static const struct example examples[] = {
    {"positional parameters, 1", "{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": [42, 23], \"id\": 1}",
     "{\"jsonrpc\": \"2.0\", \"result\": 19, \"id\": 1}"},
    {"positional parameters, 2", "{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": [23, 42], \"id\": 2}",
     "{\"jsonrpc\": \"2.0\", \"result\": -19, \"id\": 2}"},
    {"named parameters, 1",
     "{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": {\"subtrahend\": 23, \"minuend\": 42}, \"id\": 3}",
     "{\"jsonrpc\": \"2.0\", \"result\": 19, \"id\": 3}"},
    {"named parameters, 2",
     "{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": {\"minuend\": 42, \"subtrahend\": 23}, \"id\": 4}",
     "{\"jsonrpc\": \"2.0\", \"result\": 19, \"id\": 4}"},
    {"a notification, 1", "{\"jsonrpc\": \"2.0\", \"method\": \"update\", \"params\": [1,2,3,4,5]}", NULL},
    {"a notification, 2", "{\"jsonrpc\": \"2.0\", \"method\": \"foobar\"}", NULL},
    {"non-existent method", "{\"jsonrpc\": \"2.0\", \"method\": \"foobar\", \"id\": \"1\"}",
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32601, \"message\": \"Method not found\"}, \"id\": \"1\"}"},
    {"invalid JSON", "{\"jsonrpc\": \"2.0\", \"method\": \"foobar, \"params\": \"bar\", \"baz]",
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32700, \"message\": \"Parse error\"}, \"id\": null}"},
    {"invalid Request object", "{\"jsonrpc\": \"2.0\", \"method\": 1, \"params\": \"bar\"}",
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null}"},
    {"batch, invalid JSON",
     "[ {\"jsonrpc\": \"2.0\", \"method\": \"sum\", \"params\": [1,2,4], \"id\": \"1\"}, {\"jsonrpc\": \"2.0\", "
     "\"method\" ]",
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32700, \"message\": \"Parse error\"}, \"id\": null}"},
    {"an empty array", "[]",
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null}"},
    {"an invalid batch, not empty", "[1]",
     "[{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null}]"},
    {"an invalid batch", "[1,2,3]",
     "[{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null},"
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null},"
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null}]"},
    {"batch",
     "[{\"jsonrpc\": \"2.0\", \"method\": \"sum\", \"params\": [1,2,4], \"id\": \"1\"},"
     "{\"jsonrpc\": \"2.0\", \"method\": \"notify_hello\", \"params\": [7]},"
     "{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": [42,23], \"id\": \"2\"},"
     "{\"foo\": \"boo\"},"
     "{\"jsonrpc\": \"2.0\", \"method\": \"foo.get\", \"params\": {\"name\": \"myself\"}, \"id\": \"5\"},"
     "{\"jsonrpc\": \"2.0\", \"method\": \"get_data\", \"id\": \"9\"}]",
     "[{\"jsonrpc\": \"2.0\", \"result\": 7, \"id\": \"1\"},"
     "{\"jsonrpc\": \"2.0\", \"result\": 19, \"id\": \"2\"},"
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"Invalid Request\"}, \"id\": null},"
     "{\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32601, \"message\": \"Method not found\"}, \"id\": \"5\"},"
     "{\"jsonrpc\": \"2.0\", \"result\": [\"hello\", 5], \"id\": \"9\"}]"},
    {"batch, all notifications",
     "[{\"jsonrpc\": \"2.0\", \"method\": \"notify_sum\", \"params\": [1,2,4]},"
     "{\"jsonrpc\": \"2.0\", \"method\": \"notify_hello\", \"params\": [7]}]",
     NULL},
};

/* Whether an answer is the expected one. A message may say more than the specification's, and an error may have data.
 */
static bool matches(yyjson_val *actual, yyjson_val *expected, struct slice key)
{
    if (slice_is(key, "message"))
        return slice_starts_with(json_text(actual), json_text(expected));
    if (unsafe_yyjson_get_type(actual) != unsafe_yyjson_get_type(expected))
        return false;
    if (unsafe_yyjson_is_arr(expected)) {
        if (yyjson_arr_size(actual) != yyjson_arr_size(expected))
            return false;
        for (size_t i = 0; i < yyjson_arr_size(expected); i++)
            if (!matches(yyjson_arr_get(actual, i), yyjson_arr_get(expected, i), SLICE("")))
                return false;
        return true;
    }
    if (!unsafe_yyjson_is_obj(expected)) {
        struct buf a = BUF_LIMITED(4096), b = BUF_LIMITED(4096);
        json_write_value(&a, actual);
        json_write_value(&b, expected);
        bool same = slice_equal(buf_slice(&a), buf_slice(&b));
        buf_clear(&a);
        buf_clear(&b);
        return same;
    }
    yyjson_obj_iter iter = yyjson_obj_iter_with(expected);
    for (yyjson_val *name; (name = yyjson_obj_iter_next(&iter));) {
        struct slice text = json_text(name);
        yyjson_val *member = yyjson_obj_getn(actual, text.data, text.size);
        if (!member || !matches(member, yyjson_obj_iter_get_val(name), text))
            return false;
    }
    size_t extra = slice_is(key, "error") && yyjson_obj_get(actual, "data") ? 1 : 0;
    return yyjson_obj_size(actual) == yyjson_obj_size(expected) + extra;
}

static void check_answer(const struct example *example, struct slice line)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *actual = NULL, *expected = NULL;
    assert_int_equal(json_read(&arena, line, &actual, &error), 0);
    assert_int_equal(json_read(&arena, slice_of(example->answered), &expected, &error), 0);
    if (!matches(actual, expected, SLICE("")))
        fail_msg("%s\nexpected: %s\n  actual: %.*s", example->name, example->answered, SLICE_ARG(line));
    arena_clear(&arena);
}

static void run(const struct example *example)
{
    struct pair *pair = pair_open_wire();
    wire_send(pair, example->sent);
    wire_send(pair, "\n{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": [2, 1], \"id\": \"behind it\"}\n");
    if (example->answered)
        check_answer(example, wire_line(pair));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"behind it\",\"result\":1}");
    pair_close(pair);
}

static void every_example(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        run(&examples[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
