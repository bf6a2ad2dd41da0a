#include "mcp/call.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(8 << 20);
static struct buf out = BUF_LIMITED(1 << 20);
static char problem[MCP_PROBLEM_SIZE];

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    buf_clear(&out);
    return 0;
}

static yyjson_val *parse(const char *text)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&arena, slice_of(text), &root, &error) < 0)
        fail_msg("%s: %s", text, error.message);
    return root;
}

static const struct mcp_root roots[] = {{SLICE_INIT("file:///w"), {0}}};
static const struct mcp_client client = {
    .name = SLICE_INIT("weir"), .version = SLICE_INIT("1"), .roots = roots, .root_count = 1};
static const struct mcp_sender sender = {MCP_ERA_2025, SLICE_INIT(MCP_VERSION_2025), &client};

static void expect_call(const struct mcp_call *call, const char *params)
{
    buf_reset(&out, 0);
    assert_int_equal(mcp_call_write(&out, &sender, 4, call), 0);
    char expected[2048];
    (void)snprintf(expected, sizeof expected, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"%s\",\"params\":{%s}}",
                   mcp_call_word(call->kind), params);
    assert_buf(&out, expected);
}

static void writes_calls(void **state)
{
    (void)state;
    expect_call(
        &(struct mcp_call){
            .kind = MCP_CALL_TOOL, .target = SLICE("echo"), .arguments = SLICE("{\"a\":1}"), .progress = true},
        "\"_meta\":{\"progressToken\":4},\"name\":\"echo\",\"arguments\":{\"a\":1}");
    expect_call(&(struct mcp_call){.kind = MCP_CALL_PROMPT, .target = SLICE("p\"q")}, "\"name\":\"p\\\"q\"");
    expect_call(&(struct mcp_call){.kind = MCP_CALL_RESOURCE, .target = SLICE("demo://1")}, "\"uri\":\"demo://1\"");
    expect_call(&(struct mcp_call){.kind = MCP_CALL_COMPLETE_PROMPT,
                                   .target = SLICE("p"),
                                   .argument = SLICE("city"),
                                   .value = SLICE("Ber"),
                                   .arguments = SLICE("{\"land\":\"DE\"}")},
                "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"city\",\"value\":\"Ber\"},"
                "\"context\":{\"arguments\":{\"land\":\"DE\"}}");
    expect_call(
        &(struct mcp_call){.kind = MCP_CALL_COMPLETE_RESOURCE, .target = SLICE("demo://{id}"), .argument = SLICE("id")},
        "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"demo://{id}\"},\"argument\":{\"name\":\"id\",\"value\":\"\"}");
}

static void writes_a_call_again_with_answers(void **state)
{
    (void)state;
    const struct mcp_answer answers[] = {
        {.key = SLICE("a"), .kind = MCP_ACCEPT, .content = SLICE("{\"x\":true}")},
        {.key = SLICE("b"), .kind = MCP_DECLINE},
        {.key = SLICE("c"), .kind = MCP_CANCEL},
        {.key = SLICE("d"), .kind = MCP_ROOTS},
        {.key = SLICE("e"), .kind = MCP_ACCEPT},
    };
    const struct slice state_text = {"s\0\"\xc3\xbc", 5};
    expect_call(
        &(struct mcp_call){
            .kind = MCP_CALL_TOOL, .target = SLICE("t"), .answers = answers, .answer_count = 5, .state = &state_text},
        "\"name\":\"t\",\"inputResponses\":{\"a\":{\"action\":\"accept\",\"content\":{\"x\":true}},"
        "\"b\":{\"action\":\"decline\"},\"c\":{\"action\":\"cancel\"},\"d\":{\"roots\":[{\"uri\":\"file:///w\"}]},"
        "\"e\":{\"action\":\"accept\"}},\"requestState\":\"s\\u0000\\\"\xc3\xbc\"");
    const struct slice empty = SLICE("");
    expect_call(&(struct mcp_call){.kind = MCP_CALL_TOOL, .target = SLICE("t"), .state = &empty},
                "\"name\":\"t\",\"requestState\":\"\"");
}

static struct mcp_result read(enum mcp_call_kind kind, const char *text)
{
    struct mcp_result result;
    if (mcp_result_read(&arena, kind, parse(text), &result, problem, sizeof problem) < 0)
        fail_msg("%s: %s", text, problem);
    return result;
}

static void reads_all_contents(void **state)
{
    (void)state;
    struct mcp_result result = read(
        MCP_CALL_TOOL,
        "{\"content\":[{\"type\":\"text\",\"text\":\"hi\",\"annotations\":{\"priority\":1}},"
        "{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/"
        "png\"},{\"type\":\"audio\",\"data\":\"aGk=\",\"mimeType\":\"audio/wav\"},"
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"u:1\",\"mimeType\":\"text/plain\",\"text\":\"T\"}},"
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"u:2\",\"blob\":\"aGk=\"}},"
        "{\"type\":\"resource_link\",\"uri\":\"u:3\",\"name\":\"three\",\"description\":\"d\",\"mimeType\":\"m/n\"},"
        "{\"type\":\"hologram\",\"x\":1}],\"structuredContent\":{\"a\":1},\"isError\":true,\"resultType\":"
        "\"complete\"}");
    static const enum mcp_content_kind kinds[] = {MCP_TEXT,          MCP_IMAGE, MCP_AUDIO,          MCP_RESOURCE_TEXT,
                                                  MCP_RESOURCE_BLOB, MCP_LINK,  MCP_CONTENT_UNKNOWN};
    assert_int_equal(result.content_count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(result.contents[i].kind, kinds[i]);
    assert_slice(result.contents[0].text, "hi");
    assert_non_null(mcp_member(result.contents[0].annotations, "priority"));
    assert_slice(result.contents[1].data, "aGk=");
    assert_slice(result.contents[2].mime_type, "audio/wav");
    assert_slice(result.contents[3].uri, "u:1");
    assert_slice(result.contents[3].text, "T");
    assert_slice(result.contents[4].data, "aGk=");
    assert_slice(result.contents[5].name, "three");
    assert_slice(result.contents[6].text, "hologram");
    assert_true(result.is_error);
    assert_false(result.input_required);
    assert_non_null(mcp_member(result.structured, "a"));
}

static void reads_prompts_and_resources(void **state)
{
    (void)state;
    struct mcp_result result = read(
        MCP_CALL_PROMPT, "{\"description\":\"D\",\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                         "\"text\":\"a\"}},{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"b\"}}]}");
    assert_slice(result.description, "D");
    assert_slice(result.contents[1].role, "assistant");
    assert_slice(result.contents[1].text, "b");
    result = read(MCP_CALL_RESOURCE,
                  "{\"contents\":[{\"uri\":\"u:1\",\"text\":\"\"},{\"uri\":\"u:1\",\"blob\":\"\"}],\"ttlMs\":5}");
    assert_int_equal(result.content_count, 2);
    assert_int_equal(result.contents[0].kind, MCP_RESOURCE_TEXT);
    assert_int_equal(result.contents[1].kind, MCP_RESOURCE_BLOB);
    assert_int_equal(result.ttl_ms, 5);
    result = read(MCP_CALL_TOOL, "{\"structuredContent\":[1]}"); /* without content */
    assert_int_equal(result.content_count, 0);
    assert_non_null(result.structured);
}

static void refuses_what_is_no_result(void **state)
{
    static const struct {
        enum mcp_call_kind kind;
        const char *text, *part;
    } cases[] = {
        {MCP_CALL_TOOL, "{}", "\"content\" is not an array"},
        {MCP_CALL_TOOL, "{\"content\":{},\"structuredContent\":{}}", "\"content\" is not an array"},
        {MCP_CALL_TOOL, "{\"content\":[5]}", "no \"type\""},
        {MCP_CALL_TOOL, "{\"content\":[{\"type\":\"text\"}]}", "no \"text\""},
        {MCP_CALL_TOOL, "{\"content\":[{\"type\":\"image\",\"data\":\"\"}]}", "\"mimeType\""},
        {MCP_CALL_TOOL, "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"u\"}}]}", "neither"},
        {MCP_CALL_TOOL, "{\"content\":[{\"type\":\"resource\"}]}", "no \"uri\""},
        {MCP_CALL_TOOL, "{\"content\":[{\"type\":\"resource_link\",\"name\":\"n\"}]}", "no \"uri\""},
        {MCP_CALL_TOOL, "{\"resultType\":\"later\",\"content\":[]}", "does not know: \"later\""},
        {MCP_CALL_TOOL, "{\"resultType\":7,\"content\":[]}", "does not know"},
        {MCP_CALL_PROMPT, "{\"messages\":[{\"content\":{\"type\":\"text\",\"text\":\"\"}}]}", "no \"role\""},
        {MCP_CALL_RESOURCE, "{\"contents\":[{\"text\":\"\"}]}", "no \"uri\""},
        {MCP_CALL_TOOL, "{\"resultType\":\"input_required\"}", "does not say which"},
        {MCP_CALL_TOOL, "{\"resultType\":\"input_required\",\"inputRequests\":[]}", "not valid"},
        {MCP_CALL_TOOL, "{\"resultType\":\"input_required\",\"requestState\":1}", "not valid"},
        {MCP_CALL_TOOL,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"sampling/createMessage\"}}}",
         "(sampling)"},
        {MCP_CALL_TOOL, "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"x/y\"}}}",
         "\"x/y\""},
        {MCP_CALL_TOOL,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"elicitation/"
         "create\",\"params\":{}}}}",
         "no \"message\""},
        {MCP_CALL_TOOL,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"elicitation/"
         "create\",\"params\":{\"message\":\"m\"}}}}",
         "not a form"},
        {MCP_CALL_TOOL,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"elicitation/"
         "create\",\"params\":{\"message\":\"m\","
         "\"mode\":\"url\",\"url\":\"javascript:alert(1)\"}}}}",
         "not http or https"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mcp_result result;
        int r = mcp_result_read(&arena, cases[i].kind, parse(cases[i].text), &result, problem, sizeof problem);
        if (r != -EPROTO)
            fail_msg("%s: %d", cases[i].text, r);
        assert_contains(slice_of(problem), cases[i].part);
    }
}

static void limits(void **state)
{
    (void)state;
    struct mcp_result result;
    buf_append_text(&out, "{\"content\":[{\"type\":\"x\"}");
    for (size_t i = 0; i < MCP_CONTENTS_MAX; i++)
        buf_append_text(&out, ",{\"type\":\"x\"}");
    buf_append(&out, "]}", 3);
    assert_int_equal(mcp_result_read(&arena, MCP_CALL_TOOL, parse(out.data), &result, problem, sizeof problem),
                     -EPROTO);
    assert_contains(slice_of(problem), "(limit: 4096)");
    buf_reset(&out, 0);
    buf_append_text(&out, "{\"resultType\":\"input_required\",\"inputRequests\":{");
    for (int i = 0; i <= MCP_QUESTIONS_MAX; i++)
        buf_printf(&out, "%s\"k%d\":{\"method\":\"roots/list\"}", i ? "," : "", i);
    buf_append(&out, "}}", 3);
    assert_int_equal(mcp_result_read(&arena, MCP_CALL_TOOL, parse(out.data), &result, problem, sizeof problem),
                     -EPROTO);
    assert_contains(slice_of(problem), "(limit: 16)");
}

static void reads_questions(void **state)
{
    (void)state;
    struct mcp_result result =
        read(MCP_CALL_TOOL, "{\"resultType\":\"input_required\",\"requestState\":\"\\u0000\\u00fc\",\"inputRequests\":{"
                            "\"who\":{\"method\":\"elicitation/create\","
                            "\"params\":{\"mode\":\"form\",\"message\":\"Who?\",\"requestedSchema\":{\"type\":"
                            "\"object\",\"properties\":{\"name\":{\"type\":"
                            "\"string\"}}}}},\"open\":{\"method\":\"elicitation/"
                            "create\",\"params\":{\"mode\":\"url\",\"message\":\"Log in\",\"url\":"
                            "\"https://example.org/?a=1\"}},\"r\":{\"method\":\"roots/list\"}}}");
    assert_true(result.input_required && result.has_state);
    assert_int_equal(result.state.size, 3);
    assert_memory_equal(result.state.data, "\0\xc3\xbc", 3);
    assert_int_equal(result.question_count, 3);
    assert_int_equal(result.questions[0].kind, MCP_ASK_FORM);
    assert_slice(result.questions[0].key, "who");
    assert_slice(result.questions[0].message, "Who?");
    assert_non_null(result.questions[0].schema);
    assert_int_equal(result.questions[1].kind, MCP_ASK_URL);
    assert_slice(result.questions[1].url, "https://example.org/?a=1");
    assert_int_equal(result.questions[2].kind, MCP_ASK_ROOTS);
    result = read(MCP_CALL_PROMPT, "{\"resultType\":\"input_required\",\"requestState\":\"\"}"); /* only: try again */
    assert_true(result.has_state && result.question_count == 0);
}

static void questions_as_requests(void **state)
{
    (void)state;
    struct mcp_message message;
    struct mcp_question question;
    mcp_message_classify(parse("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/"
                               "create\",\"params\":{\"message\":\"m\",\"mode\":\"url\","
                               "\"url\":\"http://h/\",\"elicitationId\":\"e1\"}}"),
                         &message);
    assert_int_equal(mcp_question_read(&arena, &message, &question, problem, sizeof problem), 0);
    assert_slice(question.elicitation_id, "e1");
    assert_int_equal(mcp_answer_write(&out, message.id, &(struct mcp_answer){.kind = MCP_CANCEL}), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"action\":\"cancel\"}}");
    mcp_message_classify(parse("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/"
                               "create\",\"params\":{\"message\":\"m\",\"mode\":\"x\"}}"),
                         &message);
    assert_int_equal(mcp_question_read(&arena, &message, &question, problem, sizeof problem), -EPROTO);
    assert_contains(slice_of(problem), "\"mode\"");
}

static void completions(void **state)
{
    (void)state;
    struct mcp_completions read;
    assert_int_equal(mcp_completions_read(parse("{\"completion\":{\"values\":[\"a\",\"b\"],\"hasMore\":true}}"), &read,
                                          problem, sizeof problem),
                     0);
    assert_int_equal(read.count, 2);
    assert_slice(read.values[1], "b");
    assert_true(read.has_more);
    assert_int_equal(mcp_completions_read(parse("{\"completion\":{\"values\":[1]}}"), &read, problem, sizeof problem),
                     -EPROTO);
    assert_int_equal(mcp_completions_read(parse("{}"), &read, problem, sizeof problem), -EPROTO);
    buf_append_text(&out, "{\"completion\":{\"values\":[\"\"");
    for (int i = 0; i < MCP_COMPLETIONS_MAX; i++)
        buf_append_text(&out, ",\"\"");
    buf_append(&out, "]}}", 4);
    assert_int_equal(mcp_completions_read(parse(out.data), &read, problem, sizeof problem), 0);
    assert_int_equal(read.count, MCP_COMPLETIONS_MAX);
    assert_true(read.has_more);
}

static void errors_are_explained(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"{\"code\":-32602,\"message\":\"Unknown tool: x\"}",
         "the server answered with an error: Unknown tool: x (code -32602)"},
        {"{\"code\":-32602,\"message\":\"m\",\"data\":{\"uri\":\"a:b\"}}", "the server has no resource a:b"},
        {"{\"code\":-32002,\"data\":{\"uri\":\"a:b\"}}", "the server has no resource a:b"},
        {"{\"code\":-32603}", "the server answered with error -32603 and no message"},
        {"{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"sampling\":{},\"x\":{}}}}",
         "the server needs something that weir does not offer: sampling, x"},
        {"{\"code\":-32042,\"data\":{\"elicitations\":[{\"url\":\"https://a.b/\"},{\"url\":\"file:///etc\"}]}}",
         "the server wants a web page to be opened first: https://a.b/"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[MCP_PROBLEM_SIZE], line[512];
        struct mcp_message message;
        (void)snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":%s}", cases[i].text);
        mcp_message_classify(parse(line), &message);
        mcp_error_explain(&message.error, text, sizeof text);
        assert_string_equal(text, cases[i].expected);
    }
}

#define PROGRESS(params) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{" params "}}"

static void progress(void **state)
{
    (void)state;
    struct mcp_message message;
    struct mcp_progress read;
    mcp_message_classify(parse("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                               "progress\",\"params\":{\"progressToken\":7,\"progress\":0.5,"
                               "\"total\":2,\"message\":\"half\"}}"),
                         &message);
    assert_true(mcp_progress_read(&message, &read));
    assert_int_equal(read.call, 7);
    assert_true(read.progress == 0.5 && read.total == 2);
    assert_slice(read.message, "half");
    static const char *const others[] = {
        PROGRESS("\"progressToken\":\"7\",\"progress\":1"),
        PROGRESS("\"progressToken\":7"),
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"progressToken\":7,\"progress\":1}}",
    };
    for (size_t i = 0; i < 4; i++) {
        mcp_message_classify(parse(others[i]), &message);
        assert_false(mcp_progress_read(&message, &read));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(writes_calls, clear),
        cmocka_unit_test_teardown(writes_a_call_again_with_answers, clear),
        cmocka_unit_test_teardown(reads_all_contents, clear),
        cmocka_unit_test_teardown(reads_prompts_and_resources, clear),
        cmocka_unit_test_teardown(refuses_what_is_no_result, clear),
        cmocka_unit_test_teardown(limits, clear),
        cmocka_unit_test_teardown(reads_questions, clear),
        cmocka_unit_test_teardown(questions_as_requests, clear),
        cmocka_unit_test_teardown(completions, clear),
        cmocka_unit_test_teardown(errors_are_explained, clear),
        cmocka_unit_test_teardown(progress, clear),
    };
    return cmocka_run_group_tests_name("call", tests, NULL, NULL);
}
