/* Tests model calls with every allocation failing in turn: a clean error or a clean end, and no leak. */
#include <errno.h>
#include <stdlib.h>

#include "agent/http_internal.h"
#include "agent/model.h"
#include "unit/check.h"
#include "unit/scarce.h"

static const char anthropic[] =
    "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"c\",\"usage\":{\"input_tokens\":1}}}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\"}}\n\n"
    "data: "
    "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"\xff\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
    "data: "
    "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"i\",\"name\":"
    "\"n\","
    "\"input\":{\"a\":1}}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
    "data: {\"type\":\"message_stop\"}\n\n";

static const char openai[] =
    "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
    "data: {\"id\":\"c\",\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"n\","
    "\"arguments\":{\"a\":1}}}]}}]}\n\n"
    "data: [DONE]\n\n";

static const struct model_handlers nobody;

static void read_stream(enum executor_provider_format format, struct slice bytes)
{
    struct model_stream *stream = model_stream_new(format, &nobody, NULL);
    struct model_end end = {.failure = MODEL_OK};
    for (size_t i = 0; stream && i < bytes.size; i++)
        if (model_stream_feed(stream, (struct slice){bytes.data + i, 1}, &end) != 0)
            break;
    assert_true(end.failure == MODEL_OK || end.failure == MODEL_MALFORMED);
    model_stream_free(stream);
}

static void read_streams(void)
{
    read_stream(EXECUTOR_PROVIDER_FORMAT_ANTHROPIC, SLICE(anthropic));
    read_stream(EXECUTOR_PROVIDER_FORMAT_OPENAI, SLICE(openai));
    struct model_end end;
    model_read_error(500, SLICE("1"), SLICE("{\"error\":{\"message\":\"no\"}}"), &end);
    assert_int_equal(end.failure, MODEL_BUSY);
}

static void on_ended(void *user, const struct model_end *end)
{
    bool *ended = user;
    *ended = true;
    assert_true(end->failure != MODEL_OK);
}

/* Calls an address where nothing listens. */
static void call_model(void)
{
    struct block block = {.kind = BLOCK_TEXT, .text = SLICE("Hello")};
    struct said said = {.by = SAID_BY_USER, .blocks = &block};
    struct conversation conversation = {.first = &said, .count = 1};
    struct executor_provider_headers_pair pair = {.key = SLICE("x-more"), .value = SLICE("y")};
    struct executor_provider provider = {.service = SLICE("anthropic"),
                                         .url = SLICE("http://127.0.0.1:1"),
                                         .header = SLICE("x-api-key"),
                                         .headers = {&pair, 1},
                                         .headers_is = FIELD_SET};
    struct model_request request = {.provider = &provider,
                                    .model = SLICE("m"),
                                    .key = SLICE("key"),
                                    .conversation = &conversation,
                                    .output_tokens = 100};
    struct model_handlers handlers = {.ended = on_ended};
    struct model_call *call = NULL, *cancelled = NULL;
    bool ended = false, never = false;
    uv_loop_t loop;
    assert_int_equal(uv_loop_init(&loop), 0);
    int r = model_start(&loop, &request, &handlers, &ended, &call);
    if (model_start(&loop, &request, &handlers, &never, &cancelled) == 0)
        model_cancel(cancelled);
    assert_true(r == 0 || r == -ENOMEM || r == -ENOBUFS || r == -EINVAL);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(ended, r == 0);
    assert_false(never);
    model_close(&loop);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void streams(void **state)
{
    (void)state;
    assert_true(scarce_try(read_streams) > 5);
}

static void calls(void **state)
{
    char problem[CURL_PROBLEM_SIZE];
    (void)state;
    if (!curl_load(problem))
        skip();
    assert_true(scarce_try(call_model) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams),
        cmocka_unit_test(calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
