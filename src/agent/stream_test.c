/* Feeds recorded streams in pieces of every size: the callbacks must be the same. */
#include "unit/check.h"

#include "unit/transcript.h"

#define ANTHROPIC EXECUTOR_PROVIDER_FORMAT_ANTHROPIC
#define OPENAI EXECUTOR_PROVIDER_FORMAT_OPENAI

#define EVENT(name, data) "event: " name "\ndata: " data "\n\n"
#define START                                                                                                          \
    EVENT("message_start", "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\","           \
                           "\"role\":\"assistant\",\"model\":\"claude-x\",\"content\":[],\"stop_reason\":null,"        \
                           "\"usage\":{\"input_tokens\":9,\"cache_creation_input_tokens\":3,"                          \
                           "\"cache_read_input_tokens\":4,\"output_tokens\":1}}}")
#define BLOCK(index, block)                                                                                            \
    EVENT("content_block_start", "{\"type\":\"content_block_start\",\"index\":" #index ",\"content_block\":" block "}")
#define DELTA(index, delta)                                                                                            \
    EVENT("content_block_delta", "{\"type\":\"content_block_delta\",\"index\":" #index ",\"delta\":" delta "}")
#define STOP(index) EVENT("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":" #index "}")
#define END(reason)                                                                                                    \
    EVENT("message_delta", "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":" reason                            \
                           ",\"stop_sequence\":null},\"usage\":{\"output_tokens\":7}}")                                \
    EVENT("message_stop", "{\"type\":\"message_stop\"}")
#define TEXT(text) "{\"type\":\"text_delta\",\"text\":\"" text "\"}"
#define INPUT(text) "{\"type\":\"input_json_delta\",\"partial_json\":\"" text "\"}"
#define TOOL(id, name) "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"" name "\",\"input\":{}}"

#define CHUNK(rest) "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"gpt-x\"," rest "}\n\n"
#define CHOICE(delta, finish) CHUNK("\"choices\":[{\"index\":0,\"delta\":" delta ",\"finish_reason\":" finish "}]")
#define DONE "data: [DONE]\n\n"

static void expect(enum executor_provider_format format, struct slice stream, const char *expected)
{
    for (size_t step = 1; step <= stream.size; step += step < 200 ? 1 : step) {
        struct transcript got;
        transcript_read(&got, format, stream, step);
        assert_string_equal(got.text.data, expected);
        transcript_clear(&got);
    }
    struct transcript whole;
    transcript_read(&whole, format, stream, stream.size ? stream.size : 1);
    assert_string_equal(whole.text.data, expected);
    transcript_clear(&whole);
}

/* Compares only the end, for each chunk size. */
static void expect_end(enum executor_provider_format format, struct slice stream, enum model_failure failure,
                       const char *part)
{
    const size_t steps[] = {1, 7, 4096};
    for (size_t i = 0; i < 3; i++) {
        struct transcript got;
        transcript_read(&got, format, stream, steps[i]);
        assert_int_equal(got.end.failure, failure);
        if (!strstr(got.end.message, part))
            fail_msg("\"%s\" has no \"%s\"", got.end.message, part);
        transcript_clear(&got);
    }
}

#define EXPECT(format, stream, expected) expect(format, SLICE(stream), expected)
#define EXPECT_END(format, stream, failure, part) expect_end(format, SLICE(stream), failure, part)

/* --- Anthropic --- */

static void reads_all_kinds_of_blocks(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC,
           START EVENT("ping", "{\"type\":\"ping\"}")                                                                //
           BLOCK(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")                                  //
           DELTA(0, "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}")                                             //
           DELTA(0, "{\"type\":\"signature_delta\",\"signature\":\"ab\"}")                                           //
           DELTA(0, "{\"type\":\"signature_delta\",\"signature\":\"cd\"}") STOP(0)                                   //
           BLOCK(1, "{\"type\":\"redacted_thinking\",\"data\":\"c2VjcmV0\"}") STOP(1)                                //
           BLOCK(2, "{\"type\":\"text\",\"text\":\"\"}") DELTA(2, TEXT("Hi \\u00fc")) DELTA(2, TEXT("\xe2\x82\xac")) //
           STOP(2) BLOCK(3, TOOL("toolu_1", "Read")) DELTA(3, INPUT("")) DELTA(3, INPUT("{\\\"a\\\"\\n: [1,"))       //
           DELTA(3, INPUT("\\\"x\\\"]}")) STOP(3) BLOCK(4, TOOL("toolu_2", "Glob")) STOP(4) END("\"tool_use\""),
           "started msg_1 claude-x\n"
           "usage 9 1 4 3\n"
           "0 thinking  \n"
           "0 + thinking <hm>\n"
           "0 = thinking <hm> <abcd> <> <> <>\n"
           "1 redacted  \n"
           "1 + redacted <c2VjcmV0>\n"
           "1 = redacted <c2VjcmV0> <> <> <> <>\n"
           "2 text  \n"
           "2 + text <Hi \xc3\xbc>\n"
           "2 + text <\xe2\x82\xac>\n"
           "2 = text <Hi \xc3\xbc\xe2\x82\xac> <> <> <> <>\n"
           "3 tool toolu_1 Read\n"
           "3 + tool <{\"a\"\n: [1,>\n"
           "3 + tool <\"x\"]}>\n"
           "3 = tool <> <> <toolu_1> <Read> <{\"a\":[1,\"x\"]}>\n"
           "4 tool toolu_2 Glob\n"
           "4 = tool <> <> <toolu_2> <Glob> <{}>\n"
           "usage 9 7 4 3\n"
           "end 0 tool_use \n");
}

static void blocks_may_be_interleaved(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC,
           START BLOCK(1, "{\"type\":\"text\",\"text\":\"\"}") BLOCK(0, TOOL("t", "A")) DELTA(1, TEXT("b"))
               DELTA(0, INPUT("{}")) STOP(1) STOP(0) END("\"tool_use\""),
           "started msg_1 claude-x\nusage 9 1 4 3\n1 text  \n0 tool t A\n1 + text <b>\n0 + tool <{}>\n"
           "1 = text <b> <> <> <> <>\n0 = tool <> <> <t> <A> <{}>\nusage 9 7 4 3\nend 0 tool_use \n");
}

static void what_is_not_known_is_passed_over(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC,
           ": a comment\nid: 7\nretry: 10\n\n" START EVENT("later", "{\"type\":\"later\",\"x\":1}")      //
           BLOCK(0, "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web\"}") DELTA(0, INPUT("{")) //
           STOP(0) BLOCK(1, "{\"type\":\"text\",\"text\":\"a\",\"citations\":null}")                     //
           DELTA(1, "{\"type\":\"citations_delta\",\"citation\":{}}") STOP(1) END("null"),
           "started msg_1 claude-x\nusage 9 1 4 3\n1 text  \n1 + text <a>\n1 = text <a> <> <> <> <>\n"
           "usage 9 7 4 3\nend 0 end_turn \n");
}

static void lines_may_end_in_any_way(void **state)
{
    (void)state;
    static const char text[] = START BLOCK(0, "{\"type\":\"text\",\"text\":\"x\"}") STOP(0) END("\"end_turn\"");
    static const char expected[] = "started msg_1 claude-x\nusage 9 1 4 3\n0 text  \n0 + text <x>\n"
                                   "0 = text <x> <> <> <> <>\nusage 9 7 4 3\nend 0 end_turn \n";
    const char *const ends[] = {"\r\n", "\r"};
    for (size_t i = 0; i < 2; i++) {
        struct buf other = BUF_LIMITED(16384);
        buf_append_text(&other, "\xef\xbb\xbf"); /* with a byte order mark */
        for (const char *c = text; *c; c++)
            *c == '\n' ? buf_append_text(&other, ends[i]) : buf_append_char(&other, *c);
        expect(ANTHROPIC, buf_slice(&other), expected);
        buf_clear(&other);
    }
}

static void an_event_may_have_several_lines_of_data(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC, START "data: {\"type\":\ndata:\"ping\"}\n\ndata\n\ndata:\n\n" END("\"end_turn\""),
           "started msg_1 claude-x\nusage 9 1 4 3\nusage 9 7 4 3\nend 0 end_turn \n");
}

static void errors_are_told_apart(void **state)
{
    (void)state;
#define ERROR(type, text)                                                                                              \
    START EVENT("error", "{\"type\":\"error\",\"error\":{\"type\":\"" type "\",\"message\":\"" text "\"}}")
    EXPECT_END(ANTHROPIC, ERROR("overloaded_error", "Overloaded"), MODEL_BUSY, "Overloaded");
    EXPECT_END(ANTHROPIC, ERROR("api_error", "Internal"), MODEL_BUSY, "Internal");
    EXPECT_END(ANTHROPIC, ERROR("invalid_request_error", "prompt is too long: 3 tokens > 2 maximum"), MODEL_TOO_LONG,
               "3");
    EXPECT_END(ANTHROPIC, ERROR("permission_error", "no\\u0007\\nway"), MODEL_REFUSED, "no  way");
#undef ERROR
}

static void what_is_not_the_protocol_is_noticed(void **state)
{
    (void)state;
    EXPECT_END(ANTHROPIC, "data: {x\n\n", MODEL_MALFORMED, "not JSON");
    EXPECT_END(ANTHROPIC, "data: []\n\n", MODEL_MALFORMED, "not an object");
    EXPECT_END(ANTHROPIC, STOP(0), MODEL_MALFORMED, "before message_start");
    EXPECT_END(ANTHROPIC, START START, MODEL_MALFORMED, "begins twice");
    EXPECT_END(ANTHROPIC, START DELTA(0, TEXT("a")), MODEL_MALFORMED, "not open");
    EXPECT_END(ANTHROPIC, START STOP(0), MODEL_MALFORMED, "not open");
    EXPECT_END(ANTHROPIC, START BLOCK(-1, "{\"type\":\"text\"}"), MODEL_MALFORMED, "index -1");
    EXPECT_END(ANTHROPIC, START BLOCK(99999999999, "{\"type\":\"text\"}"), MODEL_MALFORMED, "index 99999999999");
    EXPECT_END(ANTHROPIC, START BLOCK(0, TOOL("a", "b")) BLOCK(0, TOOL("a", "b")), MODEL_MALFORMED, "begins twice");
    EXPECT_END(ANTHROPIC, START BLOCK(0, TOOL("", "b")), MODEL_MALFORMED, "no id");
    EXPECT_END(ANTHROPIC, START BLOCK(0, TOOL("a", "b")) DELTA(0, TEXT("a")), MODEL_MALFORMED, "another type");
    EXPECT_END(ANTHROPIC, START BLOCK(0, TOOL("a", "b")) END("\"tool_use\""), MODEL_MALFORMED, "before block 0");
    EXPECT_END(ANTHROPIC, START BLOCK(0, TOOL("a", "b")) DELTA(0, INPUT("[]")) STOP(0) END("\"tool_use\""),
               MODEL_MALFORMED, "\"b\" is not a JSON object");
    EXPECT_END(ANTHROPIC, START BLOCK(0, "{\"type\":\"text\"}"), MODEL_CUT, "before the response was complete");
    EXPECT_END(ANTHROPIC, "", MODEL_CUT, "before the response was complete");
}

/* An input that the limit has cut off is not reported, and is not an error. */
static void an_input_may_be_cut_off_by_the_limit(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC, START BLOCK(0, TOOL("t", "A")) DELTA(0, INPUT("{\\\"a\\\":")) STOP(0) END("\"max_tokens\""),
           "started msg_1 claude-x\nusage 9 1 4 3\n0 tool t A\n0 + tool <{\"a\":>\nusage 9 7 4 3\nend 0 max_tokens \n");
    EXPECT_END(OPENAI,
               CHOICE("{\"tool_calls\":[{\"index\":0,\"id\":\"i\",\"function\":{\"name\":\"A\",\"arguments\":\"{\"}}]}",
                      "\"length\"") DONE,
               MODEL_OK, "");
}

static void strange_characters_are_replaced(void **state)
{
    (void)state;
    EXPECT(ANTHROPIC,
           START BLOCK(0, "{\"type\":\"text\",\"text\":\"\"}") DELTA(0, TEXT("a\xff\xc3(")) //
           DELTA(0, TEXT("\\ud83dx\\\\ud83d\\ud83d\\ude00")) DELTA(0, TEXT("n\\u0000l")) STOP(0) END("\"end_turn\""),
           "started msg_1 claude-x\nusage 9 1 4 3\n0 text  \n"
           "0 + text <a\xef\xbf\xbd\xef\xbf\xbd(>\n"
           "0 + text <\xef\xbf\xbdx\\ud83d\xf0\x9f\x98\x80>\n"
           "0 + text <n l>\n"
           "0 = text <a\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbdx\\ud83d\xf0\x9f\x98\x80n l> <> <> <> <>\n"
           "usage 9 7 4 3\nend 0 end_turn \n");
}

static void sizes_are_limited(void **state)
{
    (void)state;
    struct buf stream = BUF_LIMITED(64 << 20);
    struct transcript got;
    buf_append_text(&stream, START BLOCK(0, "{\"type\":\"text\",\"text\":\"\"}"));
    for (int i = 0; i < 9; i++) {
        buf_append_text(&stream,
                        "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\","
                        "\"text\":\"");
        char *room = buf_room(&stream, 1 << 20);
        assert_non_null(room);
        memset(room, 'x', 1 << 20);
        stream.size += 1 << 20;
        buf_append_text(&stream, "\"}}\n\n");
    }
    transcript_read(&got, ANTHROPIC, buf_slice(&stream), 65536);
    assert_int_equal(got.end.failure, MODEL_MALFORMED);
    assert_non_null(strstr(got.end.message, "longer than 8 MiB"));
    transcript_clear(&got);

    buf_reset(&stream, stream.capacity);
    buf_append_text(&stream, START "data: ");
    char *room = buf_room(&stream, 25 << 20);
    assert_non_null(room);
    memset(room, 'x', 25 << 20);
    stream.size += 25 << 20;
    transcript_read(&got, ANTHROPIC, buf_slice(&stream), 65536);
    assert_int_equal(got.end.failure, MODEL_MALFORMED);
    assert_non_null(strstr(got.end.message, "too large"));
    transcript_clear(&got);
    buf_clear(&stream);
}

/* --- OpenAI --- */

#define FIRST CHOICE("{\"role\":\"assistant\",\"content\":\"\"}", "null")
#define USAGE                                                                                                          \
    CHUNK("\"choices\":[],\"usage\":{\"prompt_tokens\":13,\"completion_tokens\":7,\"total_tokens\":20,"                \
          "\"prompt_tokens_details\":{\"cached_tokens\":4}}")

static void reads_text_and_calls(void **state)
{
    (void)state;
    EXPECT(
        OPENAI,
        FIRST CHOICE("{\"reasoning_content\":\"hm\"}", "null") CHOICE("{\"content\":\"He\"}", "null") //
        CHOICE("{\"content\":\"llo\"}", "null") ": keep-alive\n\n"                                    //
        CHOICE(
            "{\"tool_calls\":[{\"index\":0,\"id\":\"call_a\",\"type\":\"function\",\"function\":{\"name\":\"Read\"," //
            "\"arguments\":\"\"}}]}",
            "null")                                                                                     //
        CHOICE("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"p\\\":\"}}]}", "null") //
        CHOICE(
            "{\"tool_calls\":[{\"index\":1,\"id\":\"call_b\",\"function\":{\"name\":\"Glob\",\"arguments\":\"\"}}]}", //
            "null")                                                                                                   //
        CHOICE("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"1}\"}}]}", "null")                        //
        CHOICE("{}", "\"tool_calls\"") USAGE DONE,
        "started c1 gpt-x\n0 thinking  \n0 + thinking <hm>\n0 = thinking <hm> <> <> <> <>\n"
        "1 text  \n1 + text <He>\n1 + text <llo>\n1 = text <Hello> <> <> <> <>\n"
        "2 tool call_a Read\n2 + tool <{\"p\":>\n3 tool call_b Glob\n2 + tool <1}>\n"
        "usage 9 7 4 0\n"
        "2 = tool <> <> <call_a> <Read> <{\"p\":1}>\n3 = tool <> <> <call_b> <Glob> <{}>\nend 0 tool_use \n");
}

/* Whole calls in one chunk, the role in each chunk, "stop" although tools are called, thinking as `reasoning`. */
static void reads_ollama(void **state)
{
    (void)state;
    EXPECT(OPENAI,
           CHOICE("{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"hm\"}", "null")                  //
           CHOICE("{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call_1\",\"index\":0," //
                  "\"type\":\"function\",\"function\":{\"name\":\"A\",\"arguments\":\"{\\\"x\\\":1}\"}}]}",
                  "null") //
           CHOICE("{\"role\":\"assistant\",\"content\":\"\"}", "\"stop\"") DONE,
           "started c1 gpt-x\n0 thinking  \n0 + thinking <hm>\n0 = thinking <hm> <> <> <> <>\n"
           "1 tool call_1 A\n1 + tool <{\"x\":1}>\n1 = tool <> <> <call_1> <A> <{\"x\":1}>\nend 0 tool_use \n");
}

/* The same index with different ids; no index; arguments as an object; repeated ids. */
static void reads_calls_of_the_careless(void **state)
{
    (void)state;
#define CALL(head, name, arguments)                                                                                    \
    CHOICE("{\"tool_calls\":[{" head "\"function\":{\"name\":\"" name "\",\"arguments\":" arguments "}}]}", "null")
    EXPECT(OPENAI,
           CALL("\"index\":0,\"id\":\"a\",", "A", "\"{\\\"n\\\"\"") CALL("\"index\":0,\"id\":\"a\",", "A", "\":1}\"") //
           CALL("\"index\":0,\"id\":\"b\",", "B", "{\"n\":2}") CALL("\"id\":\"c\",", "C", "\"\"")
               CHOICE("{}", "\"stop\""), //
           "started c1 gpt-x\n0 tool a A\n0 + tool <{\"n\">\n0 + tool <:1}>\n1 tool b B\n1 + tool <{\"n\":2}>\n2 tool "
           "c C\n"
           "0 = tool <> <> <a> <A> <{\"n\":1}>\n1 = tool <> <> <b> <B> <{\"n\":2}>\n2 = tool <> <> <c> <C> <{}>\n"
           "end 0 tool_use \n");
    struct transcript got; /* generated ids */
    transcript_read(&got, OPENAI, SLICE(CALL("", "A", "\"{}\"") CALL("", "B", "\"{}\"") DONE), 3);
    assert_int_equal(got.end.failure, MODEL_OK);
    assert_non_null(strstr(got.text.data, "0 tool call_"));
    assert_non_null(strstr(got.text.data, "1 tool call_"));
    transcript_clear(&got);
    EXPECT_END(OPENAI, CALL("\"index\":-3,", "A", "\"\""), MODEL_MALFORMED, "index");
    EXPECT_END(OPENAI, CALL("\"index\":0,\"id\":\"x\",", "", "\"{}\""), MODEL_MALFORMED, "before its name");
    EXPECT_END(OPENAI, CALL("\"index\":0,\"id\":\"x\",", "", "\"\"") DONE, MODEL_MALFORMED, "no name");
    EXPECT_END(OPENAI, CALL("\"index\":0,\"id\":\"x\",", "A", "\"nonsense\"") DONE, MODEL_MALFORMED, "JSON object");
#undef CALL
}

static void ends_are_understood(void **state)
{
    (void)state;
    static const char hello[] = "started c1 gpt-x\n0 text  \n0 + text <a>\n0 = text <a> <> <> <> <>\n";
    char expected[256];
    (void)snprintf(expected, sizeof expected, "%send 0 end_turn \n", hello);
    EXPECT(OPENAI, CHOICE("{\"content\":\"a\"}", "null") CHOICE("{}", "\"stop\""), expected); /* no [DONE] */
    EXPECT(OPENAI, CHOICE("{\"content\":\"a\"}", "null") DONE, expected);                     /* no finish_reason */
    (void)snprintf(expected, sizeof expected, "%send 0 max_tokens \n", hello);
    EXPECT(OPENAI, CHOICE("{\"content\":\"a\"}", "\"length\"") DONE, expected);
    (void)snprintf(expected, sizeof expected, "%send 0 refusal \n", hello);
    EXPECT(OPENAI, CHOICE("{\"content\":\"a\"}", "\"content_filter\"") DONE, expected);
    EXPECT(OPENAI, CHOICE("{\"refusal\":\"a\"}", "null") CHOICE("{}", "\"stop\"") DONE, expected);
    EXPECT_END(OPENAI, CHOICE("{\"content\":\"a\"}", "null"), MODEL_CUT, "before the response was complete");
    EXPECT_END(OPENAI, DONE, MODEL_MALFORMED, "before it begins");
}

static void errors_in_the_stream_are_understood(void **state)
{
    (void)state;
    EXPECT_END(OPENAI, FIRST "data: {\"error\":{\"message\":\"slow down\",\"type\":\"rate_limit_error\"}}\n\n",
               MODEL_BUSY, "slow down");
    EXPECT_END(OPENAI, "data: {\"error\":\"model runner has stopped\"}\n\n", MODEL_REFUSED, "runner has stopped");
    EXPECT_END(OPENAI, "data: {\"object\":\"error\",\"message\":\"maximum context length is 8\",\"code\":400}\n\n",
               MODEL_TOO_LONG, "8");
}

/* --- errors that are not streams --- */

static void check_error(int status, const char *retry, const char *body, enum model_failure failure,
                        const char *message)
{
    struct model_end end;
    model_read_error(status, slice_of(retry), slice_of(body), &end);
    assert_int_equal(end.failure, failure);
    assert_int_equal(end.status, status);
    assert_string_equal(end.message, message);
}

static void statuses_are_understood(void **state)
{
    (void)state;
    check_error(529, "", "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}",
                MODEL_BUSY, "Overloaded");
    check_error(500, "", "<html>bad gateway</html>", MODEL_BUSY, "HTTP 500");
    check_error(502, "", "no upstream", MODEL_BUSY, "HTTP 502: no upstream");
    check_error(401, "", "{\"error\":{\"message\":\"no such key\"}}", MODEL_REFUSED, "no such key");
    check_error(429, "", "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}", MODEL_REFUSED, "pay");
    check_error(402, "", "{\"error\":{\"type\":\"budget_exceeded\",\"message\":\"m\"}}", MODEL_NO_BUDGET, "m");
    check_error(402, "", "{\"error\":{\"type\":\"billing_error\",\"message\":\"m\"}}", MODEL_REFUSED, "m");
    check_error(413, "", "", MODEL_TOO_LONG, "HTTP 413");
    check_error(400, "", "{\"error\":{\"message\":\"m\",\"code\":\"context_length_exceeded\"}}", MODEL_TOO_LONG, "m");
    check_error(400, "", "{\"detail\":\"wrong\"}", MODEL_REFUSED, "wrong");
    check_error(400, "", "{\"error\":{\"type\":\"some_error\"}}", MODEL_REFUSED, "some_error");
}

static int64_t retry_after(const char *text)
{
    struct model_end end;
    model_read_error(429, slice_of(text), SLICE("{}"), &end);
    return end.retry_after_ms;
}

static void retry_after_is_understood(void **state)
{
    (void)state;
    assert_int_equal(retry_after(""), -1);
    assert_int_equal(retry_after("3"), 3000);
    assert_int_equal(retry_after("30"), 30000);
    assert_int_equal(retry_after("99999999999999999999"), 3600000);
    assert_int_equal(retry_after("soon"), -1);
    assert_int_equal(retry_after("Sun, 06 Nov 1994 08:49:37 GMT"), 0);
    assert_int_equal(retry_after("Sun, 06 Nov 2094 08:49:37 GMT"), 3600000);
    assert_int_equal(retry_after("Sun, 06 Foo 2094 08:49:37 GMT"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_kinds_of_blocks),
        cmocka_unit_test(blocks_may_be_interleaved),
        cmocka_unit_test(what_is_not_known_is_passed_over),
        cmocka_unit_test(lines_may_end_in_any_way),
        cmocka_unit_test(an_event_may_have_several_lines_of_data),
        cmocka_unit_test(errors_are_told_apart),
        cmocka_unit_test(what_is_not_the_protocol_is_noticed),
        cmocka_unit_test(an_input_may_be_cut_off_by_the_limit),
        cmocka_unit_test(strange_characters_are_replaced),
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(reads_text_and_calls),
        cmocka_unit_test(reads_ollama),
        cmocka_unit_test(reads_calls_of_the_careless),
        cmocka_unit_test(ends_are_understood),
        cmocka_unit_test(errors_in_the_stream_are_understood),
        cmocka_unit_test(statuses_are_understood),
        cmocka_unit_test(retry_after_is_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
