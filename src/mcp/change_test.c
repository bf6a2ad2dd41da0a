#include "mcp/change.h"

#include "unit/check.h"

static struct arena arena = ARENA_LIMITED(1 << 20);

static struct mcp_change read(const char *text)
{
    struct mcp_message message;
    struct mcp_change change;
    assert_int_equal(mcp_message_read(&arena, slice_of(text), &message), 0);
    mcp_change_read(&message, &change);
    return change;
}

#define NOTE(method, params) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" method "\",\"params\":{" params "}}"
#define META "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":4}"

static void changes(void **state)
{
    static const struct {
        const char *text;
        enum mcp_change_kind kind;
        int64_t subscription;
    } cases[] = {
        {"{\"method\":\"notifications/tools/list_changed\",\"jsonrpc\":\"2.0\"}", MCP_CHANGED_TOOLS, 0},
        {NOTE("tools/list_changed", META), MCP_CHANGED_TOOLS, 4},
        {NOTE("prompts/list_changed", ""), MCP_CHANGED_PROMPTS, 0},
        {NOTE("resources/list_changed", ""), MCP_CHANGED_RESOURCES, 0},
        {NOTE("resources/updated", "\"uri\":\"a:b\""), MCP_CHANGED_RESOURCE, 0},
        {NOTE("resources/updated", ""), MCP_CHANGED_NOTHING, 0},
        {NOTE("subscriptions/acknowledged", META ",\"notifications\":{}"), MCP_LISTENING, 4},
        {NOTE("cancelled", "\"requestId\":4"), MCP_LISTENING_ENDED, 4},
        {NOTE("cancelled", "\"requestId\":\"x\""), MCP_CHANGED_NOTHING, 0},
        {NOTE("message", ""), MCP_CHANGED_NOTHING, 0},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"notifications/tools/list_changed\"}", MCP_CHANGED_NOTHING, 0},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", MCP_CHANGED_NOTHING, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mcp_change change = read(cases[i].text);
        if (change.kind != cases[i].kind || change.subscription != cases[i].subscription)
            fail_msg("%s: %d %lld", cases[i].text, (int)change.kind, (long long)change.subscription);
    }
    assert_slice(read(NOTE("resources/updated", "\"uri\":\"a:b\"")).uri, "a:b");
    arena_clear(&arena);
}

static void listens(void **state)
{
    static const struct mcp_client client = {.name = SLICE_INIT("w"), .version = SLICE_INIT("1")};
    const struct mcp_sender sender = {MCP_ERA_2026, SLICE(MCP_VERSION_2026), &client};
    const struct slice uris[] = {SLICE("a:b"), SLICE("c:\"")};
    struct buf out = BUF_LIMITED(4096);
    (void)state;
    assert_int_equal(mcp_listen_write(&out, &sender, 9, true, true, false, uris, 2), 0);
    assert_contains(buf_slice(&out),
                    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"subscriptions/listen\",\"params\":{\"_meta\":{");
    assert_contains(buf_slice(&out), "},\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                                     "\"resourceSubscriptions\":[\"a:b\",\"c:\\\"\"]}}}");
    buf_reset(&out, 0);
    assert_int_equal(mcp_listen_write(&out, &sender, 9, false, false, true, NULL, 0), 0);
    assert_contains(buf_slice(&out), "},\"notifications\":{\"resourcesListChanged\":true}}}");
    buf_clear(&out);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes),
        cmocka_unit_test(listens),
    };
    return cmocka_run_group_tests_name("change", tests, NULL, NULL);
}
