#include "rpc/message.h"

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(1 << 20);

static struct message classify(const char *text)
{
    struct json_error error;
    struct message message;
    yyjson_val *root = NULL;
    if (json_read(&arena, slice_of(text), &root, &error) != 0)
        fail_msg("not JSON: %s", text);
    message_classify(root, &message);
    return message;
}

static void kinds(void **state)
{
    static const struct {
        const char *text;
        enum message_kind kind;
    } cases[] = {
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":1}", MESSAGE_REQUEST},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":\"s\",\"params\":[]}", MESSAGE_REQUEST},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":null,\"params\":{}}", MESSAGE_REQUEST},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":1.5,\"params\":null}", MESSAGE_REQUEST},
        {"{\"method\":\"m\",\"id\":1}", MESSAGE_REQUEST},
        {"{\"method\":\"\",\"id\":1,\"extra\":true}", MESSAGE_REQUEST},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\"}", MESSAGE_NOTIFICATION},
        {"{\"method\":\"m\",\"params\":[1]}", MESSAGE_NOTIFICATION},
        {"{\"method\":\"m\",\"params\":\"wrong, and still never answered\"}", MESSAGE_NOTIFICATION},
        {"{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":1}", MESSAGE_RESULT},
        {"{\"result\":{\"error\":1},\"id\":\"x\"}", MESSAGE_RESULT},
        {"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"m\"},\"id\":null}", MESSAGE_ERROR},
        {"{\"error\":{},\"id\":4}", MESSAGE_ERROR},
        {"null", MESSAGE_INVALID},
        {"1", MESSAGE_INVALID},
        {"\"x\"", MESSAGE_INVALID},
        {"[]", MESSAGE_INVALID},
        {"[{\"method\":\"m\"}]", MESSAGE_INVALID},
        {"{}", MESSAGE_INVALID},
        {"{\"id\":1}", MESSAGE_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1}", MESSAGE_INVALID},
        {"{\"jsonrpc\":\"1.0\",\"method\":\"m\",\"id\":1}", MESSAGE_INVALID},
        {"{\"jsonrpc\":2.0,\"method\":\"m\",\"id\":1}", MESSAGE_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":1,\"id\":1}", MESSAGE_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":null}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":true}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":{}}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":[1]}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":1,\"params\":\"p\"}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":1,\"params\":1}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"id\":1,\"result\":1}", MESSAGE_INVALID},
        {"{\"method\":\"m\",\"error\":{}}", MESSAGE_INVALID},
        {"{\"result\":1,\"error\":{},\"id\":1}", MESSAGE_ERROR},
        {"{\"result\":1,\"error\":null,\"id\":1}", MESSAGE_RESULT},
        {"{\"result\":null,\"error\":{},\"id\":1}", MESSAGE_ERROR},
        {"{\"result\":1}", MESSAGE_INVALID},
        {"{\"error\":{}}", MESSAGE_INVALID},
        {"{\"error\":\"text\",\"id\":1}", MESSAGE_ERROR},
        {"{\"error\":null,\"id\":1}", MESSAGE_INVALID},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct message message = classify(cases[i].text);
        if (message.kind != cases[i].kind)
            fail_msg("%s: kind %d, %s", cases[i].text, (int)message.kind,
                     message.problem ? message.problem : "no problem");
        assert_int_equal(message.problem != NULL, message.kind == MESSAGE_INVALID);
    }
    arena_clear(&arena);
}

static void parts(void **state)
{
    struct message message = classify("{\"params\":{\"a\":1},\"id\":7,\"method\":\"a.b\",\"jsonrpc\":\"2.0\"}");
    (void)state;
    assert_slice(message.method, "a.b");
    assert_slice(json_text(message.id), "7");
    assert_true(yyjson_is_obj((yyjson_val *)message.params));
    assert_null(message.result);
    message = classify("{\"id\":7,\"method\":\"m\",\"params\":null}");
    assert_null(message.params);
    message = classify("{\"id\":7,\"result\":[1]}");
    assert_int_equal(yyjson_arr_size((yyjson_val *)message.result), 1);
    assert_null(message.error);
    message = classify("{\"id\":null,\"error\":{\"code\":-1}}");
    assert_non_null(message.error);
    assert_true(yyjson_is_null((yyjson_val *)message.id));
    arena_clear(&arena);
}

static void an_invalid_message_keeps_an_id_that_is_one(void **state)
{
    (void)state;
    assert_slice(json_text(classify("{\"id\":9,\"method\":1}").id), "9");
    assert_slice(json_text(classify("{\"id\":\"s\",\"jsonrpc\":\"1.0\",\"method\":\"m\"}").id), "s");
    assert_slice(json_text(classify("{\"id\":9}").id), "9");
    assert_true(classify("{\"id\":9}").nameless);
    assert_false(classify("{\"id\":9,\"method\":1}").nameless);
    assert_null(classify("{\"id\":9,\"error\":null}").id); /* a broken answer: its id is one of ours */
    assert_null(classify("{\"id\":9,\"jsonrpc\":\"1.0\",\"result\":1}").id);
    assert_null(classify("{\"id\":[9],\"method\":\"m\"}").id);
    assert_null(classify("{\"method\":1}").id);
    arena_clear(&arena);
}

static void wrong_params_of_a_notification_are_kept_for_whoever_takes_it(void **state)
{
    struct message message = classify("{\"method\":\"m\",\"params\":3}");
    (void)state;
    assert_int_equal(message.kind, MESSAGE_NOTIFICATION);
    assert_non_null(message.params);
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(parts),
        cmocka_unit_test(an_invalid_message_keeps_an_id_that_is_one),
        cmocka_unit_test(wrong_params_of_a_notification_are_kept_for_whoever_takes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
