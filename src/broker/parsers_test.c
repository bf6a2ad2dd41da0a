/* Tests the parsers of weir-broker: targets, header fields, bodies, responses. */
#include "unit/check.h"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "broker/http.h"
#include "broker/names.h"
#include "broker/usage.h"

/* --- targets --- */

static void takes_a_service_a_path_and_a_query(void **state)
{
    struct target target;
    (void)state;
    assert_int_equal(target_read(SLICE("/anthropic/v1/models/claude-3.5:x?limit=20&after_id=a%20b"), &target), 0);
    assert_true(slice_is(target.service, "anthropic"));
    assert_true(slice_is(target.path, "/v1/models/claude-3.5:x"));
    assert_true(slice_is(target.query, "?limit=20&after_id=a%20b"));
}

static void takes_nothing_that_leads_elsewhere(void **state)
{
    static const char *const wrong[] = {
        "",           "/",           "//a/b",  "/a",        "/a/",         "/a//b",       "/a/../b",
        "/a/..",      "/../b",       "/./b",   "/a/b/.",    "/a/...",      "/a/%2e",      "/a/b c",
        "http://x/a", "a/b",         "/a/b#c", "/a/b?\"",   "/a/b?<",      "/a/b\r\nc:d", "/a/b\\c",
        "/a;x/b",     "/a/b?a\x01b", "*",      "/a/b?\xff", "/\xc3\xa4/b", "/a/b?c\nd:e",
    };
    char longest[TARGET_BYTES_MAX + 2];
    struct target target;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (target_read(slice_of(wrong[i]), &target) != -EINVAL)
            fail_msg("%s was taken", wrong[i]);
    memset(longest, 'a', sizeof longest);
    longest[0] = longest[2] = '/';
    assert_int_equal(target_read((struct slice){longest, TARGET_BYTES_MAX}, &target), 0);
    assert_int_equal(target_read((struct slice){longest, TARGET_BYTES_MAX + 1}, &target), -EINVAL);
    assert_int_equal(target_read((struct slice){"/a/b?\0", 6}, &target), -EINVAL);
}

static void serves_what_can_be_counted(void **state)
{
    enum broker_provider_format anthropic = BROKER_PROVIDER_FORMAT_ANTHROPIC, openai = BROKER_PROVIDER_FORMAT_OPENAI;
    (void)state;
    assert_int_equal(endpoint_find(anthropic, SLICE("POST"), SLICE("/v1/messages"))->cost, ENDPOINT_OUTPUT);
    assert_int_equal(endpoint_find(anthropic, SLICE("POST"), SLICE("/v1/messages/count_tokens"))->cost, ENDPOINT_FREE);
    assert_int_equal(endpoint_find(openai, SLICE("POST"), SLICE("/chat/completions"))->cost, ENDPOINT_OUTPUT);
    assert_int_equal(endpoint_find(openai, SLICE("POST"), SLICE("/v1/embeddings"))->cost, ENDPOINT_INPUT);
    assert_non_null(endpoint_find(openai, SLICE("GET"), SLICE("/v1/models/gpt")));
    assert_null(endpoint_find(openai, SLICE("GET"), SLICE("/v1/models/")));
    assert_null(endpoint_find(openai, SLICE("GET"), SLICE("/v1/models/a/b")));
    assert_null(endpoint_find(openai, SLICE("POST"), SLICE("/v1/messages")));
    assert_null(endpoint_find(anthropic, SLICE("POST"), SLICE("/v1/messages/batches")));
    assert_null(endpoint_find(anthropic, SLICE("POST"), SLICE("/v1")));
    assert_null(endpoint_find(anthropic, SLICE("GET"), SLICE("/v1/messages")));
}

/* --- fields --- */

static void fields_of_the_connection_and_keys_stay(void **state)
{
    struct head head = {0};
    struct slice key = SLICE("X-My-Key");
    (void)state;
    assert_int_equal(head_add(&head, SLICE("Connection"), SLICE("close, X-Own ,te")), 0);
    static const char *const kept[] = {"anthropic-version", "User-Agent", "x-owned", "Content-Type"};
    static const char *const dropped[] = {"connection",     "X-OWN",          "TE",
                                          "Host",           "Content-Length", "x-my-key",
                                          "cookie",         "x-api-key",      "X-HTTP-Method-Override",
                                          "x-original-url", "Authorization",  "Accept-Encoding",
                                          "Expect",         "api-key"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_true(head_goes_up(&head, slice_of(kept[i]), key));
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        assert_false(head_goes_up(&head, slice_of(dropped[i]), key));
    assert_true(head_goes_down(&head, SLICE("request-id")));
    assert_false(head_goes_down(&head, SLICE("x-own")));
    assert_false(head_goes_down(&head, SLICE("Set-Cookie")));
    assert_false(head_goes_down(&head, SLICE("Transfer-Encoding")));
}

static void one_length_or_none(void **state)
{
    static const char *const wrong[] = {"", "-1", "+1", "1 ", "0x1", "1,1", "9999999999999999999"};
    struct head head = {0};
    (void)state;
    assert_int_equal(head_add(&head, SLICE("content-LENGTH"), SLICE("0123")), 0);
    assert_int_equal(head.length, 123);
    assert_int_equal(head_add(&head, SLICE("content-length"), SLICE("123")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("transfer-encoding"), SLICE("chunked")), -EBADMSG);
    head = (struct head){0};
    assert_int_equal(head_add(&head, SLICE("transfer-encoding"), SLICE("gzip")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("transfer-encoding"), SLICE("Chunked")), 0);
    assert_int_equal(head_add(&head, SLICE("content-length"), SLICE("1")), -EBADMSG);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        head = (struct head){0};
        assert_int_equal(head_add(&head, SLICE("content-length"), slice_of(wrong[i])), -EBADMSG);
    }
}

static void no_field_becomes_another(void **state)
{
    struct head head = {0};
    (void)state;
    assert_int_equal(head_add(&head, SLICE("a"), SLICE("b\r\nc: d")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("a"), SLICE("b\0c")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("a b"), SLICE("c")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("a:"), SLICE("c")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE(""), SLICE("c")), -EBADMSG);
    assert_int_equal(head_add(&head, SLICE("a"), SLICE("\tb \xc3\xa4")), 0);
    while (head.count < HEAD_FIELDS_MAX)
        assert_int_equal(head_add(&head, SLICE("a"), SLICE("b")), 0);
    assert_int_equal(head_add(&head, SLICE("a"), SLICE("b")), -E2BIG);
}

/* --- bodies --- */

static const struct endpoint output = {.path = "/messages", .cost = ENDPOINT_OUTPUT};

static struct ask ask_at(const char *path, const char *body)
{
    struct ask ask = {0};
    const char *problem = NULL;
    assert_int_equal(
        ask_read(&(struct endpoint){.path = path, .cost = ENDPOINT_OUTPUT}, slice_of(body), &ask, &problem), 0);
    return ask;
}

static struct ask ask(const char *body)
{
    return ask_at(output.path, body);
}

static void reads_the_model_and_the_most(void **state)
{
    (void)state;
    struct ask found = ask("{\"model\":\"m\",\"max_tokens\":10}");
    assert_string_equal(found.model, "m");
    assert_true(found.has_output);
    assert_int_equal(found.output_tokens, 10);
    assert_int_equal(found.input_tokens, 10); /* from 29 bytes */
    assert_false(ask("{}").has_output);
    assert_false(ask("{\"max_tokens\":null}").has_output);
    assert_false(ask("{\"max_tokens\":-1}").has_output);
    assert_int_equal(ask("{\"max_tokens\":3,\"n\":5}").output_tokens, 15);
    assert_int_equal(ask("{\"n\":5}").answers, 5);
    assert_false(ask("{\"n\":5}").has_output);
    assert_int_equal(ask("{}").answers, 1);
    /* Names that the API ignores do not limit the output. */
    assert_int_equal(ask("{\"max_output_tokens\":3,\"max_tokens\":2}").output_tokens, 2);
    assert_false(ask("{\"max_output_tokens\":3,\"max_completion_tokens\":3}").has_output);
    assert_false(ask_at("/responses", "{\"max_tokens\":3}").has_output);
    assert_int_equal(ask_at("/responses", "{\"max_output_tokens\":3}").output_tokens, 3);
    assert_false(ask_at("/completions", "{\"max_completion_tokens\":3}").has_output);
    assert_int_equal(ask_at("/chat/completions", "{\"max_completion_tokens\":3,\"max_tokens\":2}").output_tokens, 3);
    assert_int_equal(ask("{\"max_tokens\":99999999999999999999}").output_tokens, ASK_TOKENS_MAX);
    assert_int_equal(ask("{\"max_tokens\":999999999999,\"n\":999999999999}").output_tokens, ASK_TOKENS_MAX);
    assert_int_equal(ask("{\"max_tokens\":4,\"prompt\":[\"a\",\"b\"],\"best_of\":2}").output_tokens, 16);
    assert_int_equal(ask_estimate(0), 0);
    assert_int_equal(ask_estimate(1), 1);
    assert_int_equal(ask_estimate(3), 1);
    assert_int_equal(ask_estimate(4), 2);
}

static void a_name_stands_once(void **state)
{
    static const char *const wrong[] = {"", "[]", "1", "{\"max_tokens\":1,\"max_tokens\":2}", "{} {}", "{\"a\":1,}"};
    struct ask found;
    const char *problem = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        problem = NULL;
        assert_int_equal(ask_read(&output, slice_of(wrong[i]), &found, &problem), -EINVAL);
        assert_non_null(problem);
    }
    /* The body of a free call need not be JSON. */
    assert_int_equal(ask_read(&(struct endpoint){.cost = ENDPOINT_FREE}, SLICE("x"), &found, &problem), 0);
    assert_int_equal(found.input_tokens + found.output_tokens, 0);
}

/* --- responses --- */

/* Feeds the text in one piece and byte by byte; the results must be equal. */
static struct usage feed(enum broker_provider_format format, bool streams, const char *text)
{
    struct usage whole, bytes;
    usage_init(&whole, format, streams);
    usage_init(&bytes, format, streams);
    usage_feed(&whole, slice_of(text));
    for (const char *at = text; *at; at++)
        usage_feed(&bytes, (struct slice){at, 1});
    usage_end(&whole);
    usage_end(&bytes);
    assert_true(whole.has_input == bytes.has_input && whole.has_output == bytes.has_output);
    assert_true(whole.input == bytes.input && whole.output == bytes.output && whole.finished == bytes.finished);
    usage_clear(&whole);
    usage_clear(&bytes);
    return whole;
}

static void check(struct usage usage, int64_t input, int64_t output_tokens, bool finished)
{
    assert_int_equal(usage.has_input ? usage.input : -1, input);
    assert_int_equal(usage.has_output ? usage.output : -1, output_tokens);
    assert_int_equal(usage.finished, finished);
}

static void reads_answers_in_one_piece(void **state)
{
    enum broker_provider_format anthropic = BROKER_PROVIDER_FORMAT_ANTHROPIC, openai = BROKER_PROVIDER_FORMAT_OPENAI;
    (void)state;
    check(feed(anthropic, false, "{\"usage\":{\"input_tokens\":1,\"cache_read_input_tokens\":2,\"output_tokens\":3}}"),
          3, 3, false);
    check(feed(openai, false, "{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":6,\"total_tokens\":11}}"), 5, 6,
          false);
    check(feed(openai, false, "{\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}}"), 5, -1, false);
    check(feed(openai, false, "{\"usage\":{\"input_tokens\":5,\"output_tokens\":-6}}"), 5, -1, false);
    check(feed(openai, false, "{\"usage\":null}"), -1, -1, false);
    check(feed(openai, false, "{\"usage\":{\"input_tokens\":5"), -1, -1, false);
    check(feed(openai, false, ""), -1, -1, false);
}

static void reads_streams(void **state)
{
    enum broker_provider_format anthropic = BROKER_PROVIDER_FORMAT_ANTHROPIC, openai = BROKER_PROVIDER_FORMAT_OPENAI;
    (void)state;
    check(
        feed(
            anthropic, true,
            "event: message_start\r\ndata: {\"message\":{\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\r\n\r\n"),
        7, -1, false);
    check(feed(anthropic, true,
               "data: {\"message\":{\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\n"
               "data: {\"usage\":{\"output_tokens\":9}}\n\ndata: {\"type\":\"message_stop\"}\n\n"),
          7, 9, true);
    check(
        feed(
            openai, true,
            "data: {\"usage\":null}\n\ndata:{\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":3}}\n\ndata: [DONE]"),
        2, 3, true);
    check(
        feed(openai, true,
             "data: "
             "{\"type\":\"response.completed\",\"response\":{\"usage\":{\"input_tokens\":4,\"output_tokens\":5}}}\r\r"),
        4, 5, true);
    /* Text of the model that looks like usage is not counted. */
    check(feed(anthropic, true, "data: {\"delta\":{\"text\":\"\\\"usage\\\": {\\\"output_tokens\\\": 0}\"}}\n\n"), -1,
          -1, false);
    check(
        feed(anthropic, true, "usage: {\"usage\":{\"output_tokens\":9}}\n: data: {\"usage\":{\"output_tokens\":9}}\n"),
        -1, -1, false);
}

static void a_line_without_end_passes_by(void **state)
{
    struct usage usage;
    char block[4096];
    (void)state;
    memset(block, 'x', sizeof block);
    usage_init(&usage, BROKER_PROVIDER_FORMAT_OPENAI, true);
    usage_feed(&usage, SLICE("data: {\"usage\":{\"prompt_tokens\":1}} "));
    for (size_t size = 0; size < (size_t)2 * USAGE_BYTES_MAX; size += sizeof block) {
        usage_feed(&usage, (struct slice){block, sizeof block});
        assert_true(usage.line.capacity <= USAGE_BYTES_MAX);
    }
    usage_feed(&usage, SLICE("\ndata: {\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":3}}\n"));
    check(usage, 2, 3, false);
    usage_clear(&usage);
}

/* --- lists of models --- */

static void reads_names(void **state)
{
    struct arena arena = ARENA_LIMITED(NAMES_ARENA_MAX);
    struct names names;
    (void)state;
    assert_int_equal(
        names_read(&arena,
                   SLICE("{\"data\":[{\"id\":\"a\",\"display_name\":\"A\",\"max_model_len\":9},{\"id\":7},"
                         "{\"id\":\"b\\u001b\"},5,{\"id\":\"c\",\"display_name\":\"c\"}],\"has_more\":true}"),
                   &names),
        0);
    assert_int_equal(names.count, 2);
    assert_true(slice_is(names.items[0].name, "a") && slice_is(names.items[0].title, "A"));
    assert_int_equal(names.items[0].context_tokens, 9);
    assert_true(slice_is(names.items[1].name, "c") && names.items[1].title_is == FIELD_ABSENT);
    assert_false(names.complete);
    assert_int_equal(names_read(&arena, SLICE("[{\"id\":\"x\"}]"), &names), 0);
    assert_true(names.count == 1 && names.complete);
    assert_int_equal(names_read(&arena, SLICE("{\"object\":\"list\",\"data\":null}"), &names), 0);
    assert_true(names.count == 0 && names.complete);
    static const char *const others[] = {"", "{}", "5", "null", "{\"data\":{}}", "{\"data\":[", "[1]x"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(names_read(&arena, slice_of(others[i]), &names), -EINVAL);
    arena_clear(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_service_a_path_and_a_query),
        cmocka_unit_test(takes_nothing_that_leads_elsewhere),
        cmocka_unit_test(serves_what_can_be_counted),
        cmocka_unit_test(fields_of_the_connection_and_keys_stay),
        cmocka_unit_test(one_length_or_none),
        cmocka_unit_test(no_field_becomes_another),
        cmocka_unit_test(reads_the_model_and_the_most),
        cmocka_unit_test(a_name_stands_once),
        cmocka_unit_test(reads_answers_in_one_piece),
        cmocka_unit_test(reads_streams),
        cmocka_unit_test(a_line_without_end_passes_by),
        cmocka_unit_test(reads_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
