#include "executor/adapters/stream_json.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena arena = ARENA_LIMITED(1 << 20);

static struct stream_json said(const char *line)
{
    struct stream_json message = {0};
    char problem[STREAM_JSON_PROBLEM_SIZE] = "";
    arena_reset(&arena);
    assert_int_equal(stream_json_read(&arena, slice_of(line), &message, problem), 0);
    return message;
}

static void assert_refused(const char *line)
{
    struct stream_json message;
    char problem[STREAM_JSON_PROBLEM_SIZE] = "";
    arena_reset(&arena);
    assert_int_equal(stream_json_read(&arena, slice_of(line), &message, problem), -EINVAL);
    assert_true(problem[0]);
}

static void pieces(void **state)
{
    (void)state;
    struct stream_json message =
        said("{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"index\":2,"
             "\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}}");
    assert_int_equal(message.type, STREAM_JSON_BLOCK_DELTA);
    assert_int_equal(message.index, 2);
    assert_true(slice_is(message.text, "hm") && !message.is_sub);
    message = said(
        "{\"type\":\"stream_event\",\"parent_tool_use_id\":\"t\",\"event\":{\"type\":\"message_start\",\"message\":"
        "{\"id\":\"m\",\"usage\":{\"input_tokens\":3,\"output_tokens\":-1,\"cache_read_input_tokens\":1e99}}}}");
    assert_true(message.is_sub && slice_is(message.message_id, "m"));
    assert_true(message.usage.input == 3 && message.usage.output == -1 && message.usage.cache_read == -1);
    /* A block without a valid index is ignored. */
    message = said("{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_stop\",\"index\":-1}}");
    assert_int_equal(message.type, STREAM_JSON_OTHER);
}

static void requests(void **state)
{
    (void)state;
    struct stream_json message =
        said("{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":"
             "\"hook_callback\",\"input\":{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\","
             "\"tool_input\":{\"command\":\"ls\"},\"tool_use_id\":\"t\"}}}");
    assert_int_equal(message.type, STREAM_JSON_HOOK);
    assert_true(slice_is(message.tool, "Bash") && slice_is(message.tool_id, "t") && message.input);
    message =
        said("{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"hook_callback\",\"input\":"
             "{\"hook_event_name\":\"Stop\"}}}");
    assert_int_equal(message.type, STREAM_JSON_REQUEST); /* answered with an error, not with an approval */
    message = said(
        "{\"type\":\"control_response\",\"response\":{\"subtype\":\"error\",\"request_id\":\"r\",\"error\":\"x\"}}");
    assert_true(message.type == STREAM_JSON_RESPONSE && message.is_error && slice_is(message.problem, "x"));
}

/* The reason of a failure is in one of three places. */
static void results(void **state)
{
    (void)state;
    assert_true(
        slice_is(said("{\"type\":\"result\",\"is_error\":true,\"result\":\"a\",\"errors\":[\"b\"]}").problem, "a"));
    assert_true(
        slice_is(said("{\"type\":\"result\",\"is_error\":true,\"errors\":[\"b\"],\"subtype\":\"c\"}").problem, "b"));
    assert_true(
        slice_is(said("{\"type\":\"result\",\"is_error\":true,\"errors\":[7],\"subtype\":\"c\"}").problem, "c"));
}

static void others(void **state)
{
    (void)state;
    assert_int_equal(said("{\"type\":\"of a later version\"}").type, STREAM_JSON_OTHER);
    assert_int_equal(said("{\"type\":\"stream_event\",\"event\":7}").type, STREAM_JSON_OTHER);
    assert_int_equal(said("{\"type\":\"user\",\"message\":[]}").type, STREAM_JSON_USER);
    assert_refused("{\"type\":7}");
    assert_refused("[]");
    assert_refused("{\"type\":\"a\",\"type\":\"b\"}");
    assert_refused("{");
    arena_clear(&arena);
}

static void sums_of_tokens_do_not_wrap(void **state)
{
    (void)state;
    struct stream_json_usage total = {INT64_MAX - 1, 5, 0, INT64_MAX};
    stream_json_add_usage(&total, &(struct stream_json_usage){INT64_MAX, 7, -1, 1});
    assert_true(total.input == INT64_MAX && total.output == 12);
    assert_true(total.cache_read == 0 && total.cache_write == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_tokens_do_not_wrap),
        cmocka_unit_test(pieces),
        cmocka_unit_test(requests),
        cmocka_unit_test(results),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
