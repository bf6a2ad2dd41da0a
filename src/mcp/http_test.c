#include "mcp/http.h"

#include <errno.h>
#include <stdio.h>

#include "unit/check.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(1 << 20);
static const struct mcp_client client = {.name = SLICE_INIT("w"), .version = SLICE_INIT("1")};
static const struct mcp_sender old = {MCP_ERA_2025, SLICE_INIT("2025-06-18"), &client};
static const struct mcp_sender new = {MCP_ERA_2026, SLICE_INIT(MCP_VERSION_2026), &client};

static int clear(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static void expect(const struct mcp_http_request *request, const char *expected)
{
    struct mcp_headers headers;
    struct buf text = BUF_LIMITED(64 << 10);
    assert_int_equal(mcp_http_headers(&arena, request, &headers), 0);
    for (size_t i = 0; i < headers.count; i++) {
        assert_int_equal(headers.lines[i].data[headers.lines[i].size], '\0');
        buf_append_slice(&text, headers.lines[i]);
        buf_append_char(&text, '\n');
    }
    assert_buf(&text, expected);
    buf_clear(&text);
}

#define POST "Content-Type: application/json\nAccept: application/json, text/event-stream\n"

static void headers_of_2025(void **state)
{
    (void)state;
    expect(&(struct mcp_http_request){.sender = &old, .method = SLICE("initialize")}, POST);
    expect(
        &(struct mcp_http_request){
            .sender = &old, .method = SLICE("tools/call"), .target = SLICE("t"), .session = SLICE("s-1")},
        POST "MCP-Protocol-Version: 2025-06-18\nMcp-Session-Id: s-1\n");
    expect(
        &(struct mcp_http_request){
            .kind = MCP_HTTP_GET, .sender = &old, .session = SLICE("s-1"), .last_event = SLICE("e7")},
        "Accept: text/event-stream\nMCP-Protocol-Version: 2025-06-18\nMcp-Session-Id: s-1\nLast-Event-ID: e7\n");
    expect(&(struct mcp_http_request){.kind = MCP_HTTP_GET, .sender = &old, .last_event = SLICE("e\r\nX: 1")},
           "Accept: text/event-stream\nMCP-Protocol-Version: 2025-06-18\n");
    expect(&(struct mcp_http_request){.kind = MCP_HTTP_DELETE, .sender = &old, .session = SLICE("s-1")},
           "MCP-Protocol-Version: 2025-06-18\nMcp-Session-Id: s-1\n");
    struct mcp_headers headers;
    assert_int_equal(
        mcp_http_headers(&arena, &(struct mcp_http_request){.sender = &old, .session = SLICE("a\r\nb: c")}, &headers),
        -EINVAL);
}

static void heads_of_responses(void **state)
{
    struct mcp_http_head head = {.type = "left", .session = "left"};
    char long_type[200];
    (void)state;
    assert_false(mcp_http_head_add(&head, SLICE("HTTP/1.1 100 Continue\r\n")));
    assert_string_equal(head.type, "");
    assert_false(mcp_http_head_add(&head, SLICE("Mcp-Session-Id: interim\r\n")));
    assert_true(mcp_http_head_add(&head, SLICE("\r\n")));
    assert_false(mcp_http_head_add(&head, SLICE("HTTP/1.1 200 OK\r\n")));
    assert_string_equal(head.session, "");
    assert_false(mcp_http_head_add(&head, SLICE("CONTENT-TYPE:application/json; charset=utf-8 \r\n")));
    assert_false(mcp_http_head_add(&head, SLICE("mcp-session-id: s-1")));
    assert_string_equal(head.type, "application/json; charset=utf-8");
    assert_string_equal(head.session, "s-1");
    assert_false(mcp_http_head_add(&head, SLICE("Mcp-Session-Id: two words\r\n"))); /* not valid: ignored */
    assert_false(mcp_http_head_add(&head, SLICE("Mcp-Session-Ids: other\r\n")));
    assert_false(mcp_http_head_add(&head, SLICE("no colon\r\n")));
    assert_false(mcp_http_head_add(&head, SLICE(":\r\n")));
    assert_string_equal(head.session, "s-1");
    (void)snprintf(long_type, sizeof long_type, "Content-Type: x%0150d", 0);
    assert_false(mcp_http_head_add(&head, slice_of(long_type)));
    assert_int_equal(strlen(head.type), MCP_HTTP_TYPE_SIZE - 1);
    assert_true(mcp_http_head_add(&head, SLICE("")));
}

static void headers_of_2026(void **state)
{
    (void)state;
    expect(&(struct mcp_http_request){.sender = &new, .method = SLICE("server/discover"), .session = SLICE("ignored")},
           POST "MCP-Protocol-Version: 2026-07-28\nMcp-Method: server/discover\n");
    static const struct slice region[] = {SLICE_INIT("region")}, deep[] = {SLICE_INIT("o"), SLICE_INIT("n")},
                              yes[] = {SLICE_INIT("yes")}, none[] = {SLICE_INIT("none")},
                              gone[] = {SLICE_INIT("gone"), SLICE_INIT("x")};
    static const struct mcp_param params[] = {{SLICE_INIT("Region"), region, 1},
                                              {SLICE_INIT("Deep"), deep, 2},
                                              {SLICE_INIT("Yes"), yes, 1},
                                              {SLICE_INIT("None"), none, 1},
                                              {SLICE_INIT("Gone"), gone, 2}};
    struct json_error error;
    yyjson_val *arguments = NULL;
    assert_int_equal(json_read(&arena, SLICE("{\"region\":\" us\",\"o\":{\"n\":42},\"yes\":false,\"none\":null}"),
                               &arguments, &error),
                     0);
    expect(&(struct mcp_http_request){.sender = &new,
                                      .method = SLICE("tools/call"),
                                      .target = SLICE("gr\xc3\xbc\xc3\x9f"),
                                      .params = params,
                                      .param_count = 5,
                                      .arguments = arguments},
           POST "MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: =?base64?Z3LDvMOf?=\n"
                "Mcp-Param-Region: =?base64?IHVz?=\nMcp-Param-Deep: 42\nMcp-Param-Yes: false\n");
    struct mcp_headers headers;
    char large[MCP_HEADER_VALUE_MAX + 1];
    memset(large, 'x', sizeof large);
    struct mcp_http_request request = {.sender = &new, .method = SLICE("tools/call"), .target = {large, sizeof large}};
    assert_int_equal(mcp_http_headers(&arena, &request, &headers), -E2BIG);
    large[0] = '\xff'; /* the longest that is encoded */
    request.target.size--;
    assert_int_equal(mcp_http_headers(&arena, &request, &headers), 0);
}

static void values(void **state)
{
    static const struct {
        const char *value, *expected;
    } cases[] = {
        {"us-east1", "us-east1"},
        {"two words", "two words"},
        {"", "=?base64?"
             "?="},
        {" a", "=?base64?IGE=?="},
        {"a\t", "=?base64?YQk=?="},
        {"a\r\nb", "=?base64?YQ0KYg==?="},
        {"\x7f", "=?base64?fw==?="},
        {"=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="},
        {"=?base64?", "=?base64?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = BUF_LIMITED(256);
        assert_int_equal(mcp_http_value(&out, slice_of(cases[i].value)), 0);
        assert_buf(&out, cases[i].expected);
        buf_clear(&out);
    }
}

static void statuses(void **state)
{
    static const struct {
        enum mcp_http_method method;
        int status;
        const char *type;
        bool session;
        enum mcp_http_meaning meaning;
    } cases[] = {
        {MCP_HTTP_POST, 200, "application/json", false, MCP_HTTP_JSON},
        {MCP_HTTP_POST, 200, "Application/JSON; charset=utf-8", true, MCP_HTTP_JSON},
        {MCP_HTTP_POST, 200, "application/jsonp", false, MCP_HTTP_FAILED},
        {MCP_HTTP_POST, 200, "text/event-stream", false, MCP_HTTP_STREAM},
        {MCP_HTTP_POST, 200, "text/html", false, MCP_HTTP_FAILED},
        {MCP_HTTP_POST, 202, "", false, MCP_HTTP_ACCEPTED},
        {MCP_HTTP_POST, 400, "application/json", false, MCP_HTTP_JSON},
        {MCP_HTTP_POST, 404, "application/json", false, MCP_HTTP_JSON}, /* unknown method in 2026 */
        {MCP_HTTP_POST, 404, "application/json", true, MCP_HTTP_FORGOTTEN},
        {MCP_HTTP_POST, 404, "text/html", false, MCP_HTTP_REFUSED},
        {MCP_HTTP_POST, 405, "", false, MCP_HTTP_REFUSED},
        {MCP_HTTP_POST, 401, "application/json", false, MCP_HTTP_LOGIN},
        {MCP_HTTP_POST, 403, "", true, MCP_HTTP_FORBIDDEN},
        {MCP_HTTP_POST, 429, "", false, MCP_HTTP_LATER},
        {MCP_HTTP_POST, 503, "application/json", false, MCP_HTTP_LATER},
        {MCP_HTTP_POST, 500, "application/json", false, MCP_HTTP_JSON},
        {MCP_HTTP_POST, 500, "", false, MCP_HTTP_FAILED},
        {MCP_HTTP_POST, 302, "", false, MCP_HTTP_FAILED},
        {MCP_HTTP_GET, 200, "text/event-stream", true, MCP_HTTP_STREAM},
        {MCP_HTTP_GET, 405, "", true, MCP_HTTP_NOT_OFFERED},
        {MCP_HTTP_GET, 404, "", true, MCP_HTTP_FORGOTTEN},
        {MCP_HTTP_GET, 200, "application/json", true, MCP_HTTP_FAILED},
        {MCP_HTTP_DELETE, 200, "", true, MCP_HTTP_ACCEPTED},
        {MCP_HTTP_DELETE, 405, "", true, MCP_HTTP_NOT_OFFERED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum mcp_http_meaning meaning =
            mcp_http_meaning(cases[i].method, cases[i].status, slice_of(cases[i].type), cases[i].session);
        if (meaning != cases[i].meaning)
            fail_msg("case %zu, status %d: %d", i, cases[i].status, (int)meaning);
        char text[200], number[8];
        (void)snprintf(number, sizeof number, "%d", cases[i].status);
        assert_contains(slice_of(mcp_http_explain(meaning, cases[i].status, text, sizeof text)), number);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(headers_of_2025, clear), cmocka_unit_test(heads_of_responses),
        cmocka_unit_test_teardown(headers_of_2026, clear), cmocka_unit_test_teardown(values, clear),
        cmocka_unit_test_teardown(statuses, clear),
    };
    return cmocka_run_group_tests_name("http", tests, NULL, NULL);
}
