#include "mcp/message.h"

#include <errno.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(1 << 20);

static struct mcp_message read(const char *text)
{
    struct mcp_message message;
    assert_int_equal(mcp_message_read(&arena, slice_of(text), &message), 0);
    return message;
}

static void kinds(void **state)
{
    static const struct {
        const char *text;
        enum mcp_kind kind;
    } cases[] = {
        {"", MCP_NOISE},
        {"  \r", MCP_NOISE},
        {"Starting default (STDIO) server...", MCP_NOISE},
        {"[12:00:01] INFO ready", MCP_NOISE},
        {"{not json", MCP_NOISE},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"method\":\"n\"}", MCP_NOISE},
        {"42", MCP_NOISE},
        {"{}", MCP_INVALID},
        {"[]", MCP_INVALID},
        {"{\"level\":\"info\",\"msg\":\"started\"}", MCP_INVALID},
        {"{\"method\":\"ping\",\"id\":1}", MCP_INVALID}, /* no version */
        {"{\"jsonrpc\":\"1.0\",\"method\":\"ping\",\"id\":1}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":7,\"id\":1}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":null}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1,\"params\":[]}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1,\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}", MCP_INVALID}, /* an id that weir never uses */
        {"{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"broken\"}", MCP_INVALID},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"x\",\"message\":\"m\"}}", MCP_INVALID},
        {"[{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]", MCP_BATCH},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}", MCP_REQUEST},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"a\",\"params\":{}}\r", MCP_REQUEST},
        {"{\"method\":\"notifications/tools/list_changed\",\"jsonrpc\":\"2.0\"}", MCP_NOTIFICATION},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", MCP_RESULT},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":null}", MCP_RESULT},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"m\"}}", MCP_ERROR},
        {"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"m\"}}", MCP_ERROR},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}", MCP_ERROR},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mcp_message message = read(cases[i].text);
        if (message.kind != cases[i].kind)
            fail_msg("%s: kind %d (%s)", cases[i].text, (int)message.kind, message.problem ? message.problem : "");
        assert_int_equal(message.kind == MCP_NOISE || message.kind == MCP_INVALID, message.problem != NULL);
    }
    arena_clear(&arena);
}

static void an_answer_that_is_not_valid_names_its_request(void **state)
{
    (void)state;
    struct mcp_message message = read("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[]}");
    assert_int_equal(message.kind, MCP_INVALID);
    assert_int_equal(message.call, 7);
    message = read("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{}}");
    assert_int_equal(message.call, 7);
    message = read("{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"result\":{}}");
    assert_int_equal(message.call, 0);
    arena_clear(&arena);
}

static void parts(void **state)
{
    (void)state;
    struct mcp_message message =
        read("{\"jsonrpc\":\"2.0\",\"id\":\"q-1\",\"method\":\"roots/list\",\"params\":{\"a\":1}}");
    assert_slice(message.method, "roots/list");
    assert_slice(json_text(message.id), "q-1");
    assert_non_null(mcp_member(message.params, "a"));
    message =
        read("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":\"no\",\"data\":{\"uri\":\"x\"}}}");
    assert_int_equal(message.call, 7);
    assert_int_equal(message.error.code, MCP_INVALID_PARAMS);
    assert_slice(message.error.message, "no");
    assert_slice(mcp_get_text(message.error.data, "uri"), "x");
    message = read("{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"ok\":true}}");
    assert_int_equal(message.call, 8);
    assert_true(mcp_get_true(message.result, "ok"));
    arena_clear(&arena);
}

static void items_of_a_batch_are_classified_one_by_one(void **state)
{
    (void)state;
    struct mcp_message batch =
        read("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},[],{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]");
    static const enum mcp_kind expected[] = {MCP_RESULT, MCP_INVALID, MCP_NOTIFICATION};
    for (size_t i = 0; i < 3; i++) {
        struct mcp_message message;
        mcp_message_classify(yyjson_arr_get((yyjson_val *)batch.batch, i), &message);
        assert_int_equal(message.kind, expected[i]);
    }
    arena_clear(&arena);
}

static void what_a_client_sends_is_an_echo(void **state)
{
    static const char *const methods[] = {"server/discover", "initialize", "tools/call", "subscriptions/listen"};
    static const struct mcp_client client = {.name = SLICE_INIT("weir"), .version = SLICE_INIT("1")};
    const struct mcp_sender sender = {MCP_ERA_2026, SLICE(MCP_VERSION_2026), &client};
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct buf out = BUF_LIMITED(4096);
        struct mcp_message message;
        mcp_write_request(&out, &sender, 3, methods[i], false);
        assert_int_equal(mcp_write_end(&out), 0);
        assert_int_equal(mcp_message_read(&arena, buf_slice(&out), &message), 0);
        assert_int_equal(message.kind, MCP_REQUEST);
        assert_true(message.is_echo);
        buf_clear(&out);
    }
    assert_false(read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").is_echo);
    assert_false(read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\"}").is_echo);
    assert_false(read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}").is_echo);
    assert_true(read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").is_echo);
    arena_clear(&arena);
}

static void limits(void **state)
{
    (void)state;
    struct mcp_message message;
    char *line = test_malloc(MCP_LINE_MAX + 1);
    memset(line, ' ', MCP_LINE_MAX + 1);
    assert_int_equal(mcp_message_read(&arena, (struct slice){line, MCP_LINE_MAX}, &message), 0);
    assert_int_equal(message.kind, MCP_NOISE);
    assert_int_equal(mcp_message_read(&arena, (struct slice){line, MCP_LINE_MAX + 1}, &message), -EMSGSIZE);
    /* Deeper than the limit of the JSON reader: not a crash. */
    memset(line, '[', 1 << 12);
    assert_int_equal(mcp_message_read(&arena, (struct slice){line, 1 << 12}, &message), 0);
    assert_int_equal(message.kind, MCP_NOISE);
    test_free(line);
    arena_clear(&arena);
}

/* Which request an answer belongs to that cannot be read. */
static void calls_of_unreadable_answers(void **state)
{
    static const struct {
        const char *text;
        int64_t call;
    } cases[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":[}", 7},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":1,\"a\":2}}", 7},
        {" { \"result\" : {\"id\":3,\"a\":1,\"a\":2} , \"id\" : 8 } ", 8},
        {"{\"error\":{\"a\":1,\"a\":2},\"id\":9}", 9},
        {"{\"id\":7,\"x\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":7,\"x\":\"\\\"result\\\":\",\"y\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":\"7\",\"result\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":7.5,\"result\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":-7,\"result\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":1234567890123456789,\"result\":{\"a\":1,\"a\":2}}", 0},
        {"{\"id\":,\"result\":{}}", 0},
        {"{\"x\":{\"id\":7,\"result\":1,\"a\":1,\"a\":2}}", 0},
        {"{\"id", 0},
        {"{ \"\\", 0},
        {"{}}}\"id\":7,\"result\":1}", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mcp_message message = read(cases[i].text);
        if (message.call != cases[i].call || message.kind != (cases[i].call > 0 ? MCP_INVALID : MCP_NOISE))
            fail_msg("%s: kind %d, call %lld", cases[i].text, (int)message.kind, (long long)message.call);
    }
    arena_clear(&arena);
}

/* A result with one large image is what needs the room. Millions of small values may be refused. */
static void the_largest_message_fits_its_arena(void **state)
{
    (void)state;
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":[\"", tail[] = "\"]}}";
    struct arena large = ARENA_LIMITED(MCP_ARENA_MAX);
    struct mcp_message message;
    char *line = test_malloc(MCP_LINE_MAX);
    memset(line, 'A', MCP_LINE_MAX);
    memcpy(line, head, sizeof head - 1);
    memcpy(line + MCP_LINE_MAX - (sizeof tail - 1), tail, sizeof tail - 1);
    assert_int_equal(mcp_message_read(&large, (struct slice){line, MCP_LINE_MAX}, &message), 0);
    assert_int_equal(message.kind, MCP_RESULT);
    arena_reset(&large);
    for (size_t i = sizeof head - 2; i < MCP_LINE_MAX - sizeof tail; i += 2)
        slice_copy(line + i, SLICE("1,"));
    slice_copy(line + MCP_LINE_MAX - 5, SLICE("11]}}"));
    int r = mcp_message_read(&large, (struct slice){line, MCP_LINE_MAX}, &message);
    assert_true(r == -ENOMEM || (r == 0 && message.kind == MCP_RESULT));
    test_free(line);
    arena_clear(&large);
}

static void versions(void **state)
{
    (void)state;
    assert_int_equal(mcp_version_era(SLICE("2026-07-28")), MCP_ERA_2026);
    assert_int_equal(mcp_version_era(SLICE("2024-11-05")), MCP_ERA_2025);
    assert_int_equal(mcp_version_era(SLICE("2026-07-29")), MCP_ERA_UNKNOWN);
    struct json_error error;
    yyjson_val *list = NULL;
    assert_int_equal(json_read(&arena, SLICE("[1,\"2025-03-26\",\"2099-01-01\",\"2025-06-18\",null]"), &list, &error),
                     0);
    assert_null(mcp_version_choose(MCP_ERA_2026, list));
    assert_string_equal(mcp_version_choose(MCP_ERA_2025, list), "2025-06-18");
    assert_null(mcp_version_choose(MCP_ERA_2025, NULL));
    arena_clear(&arena);
}

static void writes_both_eras(void **state)
{
    (void)state;
    static const struct mcp_root roots[] = {{SLICE_INIT("file:///w"), SLICE_INIT("w")}, {SLICE_INIT("file:///x"), {0}}};
    const struct mcp_client client = {.name = SLICE("weir"),
                                      .title = SLICE("Weir \"1\""),
                                      .version = SLICE("0.1"),
                                      .forms = true,
                                      .urls = true,
                                      .roots = roots,
                                      .root_count = 2};
    struct buf out = BUF_LIMITED(4096);
    struct mcp_sender sender = {MCP_ERA_2025, SLICE(MCP_VERSION_2025), &client};
    mcp_write_request(&out, &sender, 5, "tools/list", false);
    assert_int_equal(mcp_write_end(&out), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"params\":{}}");
    buf_reset(&out, 0);
    mcp_write_request(&out, &sender, 6, "tools/call", true);
    mcp_write_key(&out, "name");
    buf_append_text(&out, "\"x\"");
    assert_int_equal(mcp_write_end(&out), 0);
    assert_buf(&out,
               "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/call\",\"params\":{\"_meta\":{\"progressToken\":6},"
               "\"name\":\"x\"}}");
    buf_reset(&out, 0);
    sender = (struct mcp_sender){MCP_ERA_2026, SLICE(MCP_VERSION_2026), &client};
    assert_int_equal(mcp_write_cancel(&out, &sender, 6, "the task ended"), 0);
    assert_buf(
        &out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"_meta\":{"
              "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{"
              "\"name\":\"weir\",\"title\":\"Weir \\\"1\\\"\",\"version\":\"0.1\"},"
              "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{},\"url\":{}},\"roots\":{}}},"
              "\"requestId\":6,\"reason\":\"the task ended\"}}");
    buf_reset(&out, 0);
    struct mcp_message message = read("{\"jsonrpc\":\"2.0\",\"id\":1e400,\"method\":\"roots/list\"}");
    mcp_write_result(&out, message.id);
    mcp_write_key(&out, "roots");
    mcp_write_roots(&out, &client);
    assert_int_equal(mcp_write_end(&out), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"result\":{\"roots\":[{\"uri\":\"file:///w\",\"name\":\"w\"},"
                     "{\"uri\":\"file:///x\"}]}}");
    buf_reset(&out, 0);
    assert_int_equal(mcp_write_error(&out, message.id, MCP_METHOD_NOT_FOUND, "no"), 0);
    assert_buf(&out, "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"error\":{\"code\":-32601,\"message\":\"no\"}}");
    buf_clear(&out);
    arena_clear(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(an_answer_that_is_not_valid_names_its_request),
        cmocka_unit_test(parts),
        cmocka_unit_test(items_of_a_batch_are_classified_one_by_one),
        cmocka_unit_test(what_a_client_sends_is_an_echo),
        cmocka_unit_test(limits),
        cmocka_unit_test(calls_of_unreadable_answers),
        cmocka_unit_test(the_largest_message_fits_its_arena),
        cmocka_unit_test(versions),
        cmocka_unit_test(writes_both_eras),
    };
    return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
