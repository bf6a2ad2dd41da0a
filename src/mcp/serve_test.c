#include "mcp/serve.h"

#include <stdlib.h>

#include "unit/check.h"

/* A client that keeps what it is sent, and a caller that answers at once, or holds requests. */
struct scene {
    struct mcp_serve serve;
    struct buf sent; /* lines */
    struct mcp_serve_request *held[4];
    size_t held_count;
    bool holds;
    unsigned cancelled;
};

static void on_send(void *user, struct slice line)
{
    struct scene *scene = user;
    assert_null(memchr(line.data, '\n', line.size));
    (void)buf_append_slice(&scene->sent, line);
    (void)buf_append_char(&scene->sent, '\n');
}

static void on_request(void *user, struct mcp_serve_request *request, yyjson_val *params)
{
    struct scene *scene = user;
    (void)params;
    if (scene->holds)
        scene->held[scene->held_count++] = request;
    else
        mcp_serve_answer(request, SLICE("\"x\":1"));
}

static void on_cancelled(void *user, struct mcp_serve_request *request)
{
    struct scene *scene = user;
    (void)request;
    scene->cancelled++;
}

static const struct mcp_serve_handlers handlers = {on_send, on_request, on_cancelled};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    const struct mcp_serve_options options = {.name = SLICE("git"),
                                              .version = SLICE("1"),
                                              .instructions = SLICE("Be brief."),
                                              .tools = true,
                                              .prompts = true};
    scene->sent.limit = 1 << 20;
    mcp_serve_init(&scene->serve, &options, &handlers, scene);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    mcp_serve_clear(&scene->serve);
    buf_clear(&scene->sent);
    free(scene);
    return 0;
}

/* What a line is answered with; ' stands for ". */
static const char *take(struct scene *scene, const char *text)
{
    struct buf line = BUF_LIMITED(1 << 20);
    for (; *text; text++)
        (void)buf_append_char(&line, *text == '\'' ? '"' : *text);
    buf_reset(&scene->sent, 1 << 20);
    mcp_serve_take(&scene->serve, buf_slice(&line));
    buf_clear(&line);
    assert_int_equal(buf_terminate(&scene->sent), 0);
    return scene->sent.data;
}

static void begin(struct scene *scene)
{
    (void)take(scene, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-06-18'}}");
}

static void test_initialize(void **state)
{
    struct scene *scene = *state;
    assert_string_equal(
        take(scene, "{'jsonrpc':'2.0','id':'a','method':'initialize','params':{'protocolVersion':'2024-11-05'}}"),
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{\"tools\":{"
        "\"listChanged\":true},\"prompts\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"git\",\"version\":\"1\"},"
        "\"instructions\":\"Be brief.\"}}\n");
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':"
                                       "'1999'}}"),
                           "\"protocolVersion\":\"2025-11-25\""));
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':2,'method':'ping'}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n");
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':3,'method':'tools/list'}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"x\":1}}\n");
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','method':'notifications/initialized'}"), "");
}

static void test_what_is_not_offered(void **state)
{
    struct scene *scene = *state;
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}"), "-32600"));
    begin(scene);
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'resources/list'}"), "-32601"));
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'server/discover'}"), "-32601"));
    assert_non_null(
        strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'x'}}"), "-32602"));
}

#define META "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}"

static void test_stateless(void **state)
{
    struct scene *scene = *state;
    const char *said = take(scene, "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{" META "}}");
    assert_non_null(strstr(said, "\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"]"));
    assert_non_null(strstr(said, "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"git\""));
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':2,'method':'tools/list','params':{" META "}}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"resultType\":\"complete\",\"ttlMs\":0,"
                        "\"cacheScope\":\"private\",\"x\":1}}\n");
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{" META "}}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"resultType\":\"complete\",\"x\":1}}\n");
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':4,'method':'ping','params':{" META "}}"), "-32601"));
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':5,'method':'initialize'}"), "-32022"));
}

static void test_subscriptions(void **state)
{
    struct scene *scene = *state;
    const char *said = take(scene, "{'jsonrpc':'2.0','id':'s','method':'subscriptions/listen','params':{" META
                                   ",'notifications':{'toolsListChanged':true,'resourcesListChanged':true}}}");
    assert_string_equal(said, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":"
                              "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"s\"},\"notifications\":{"
                              "\"toolsListChanged\":true}}}\n");
    buf_reset(&scene->sent, 1 << 20);
    mcp_serve_changed(&scene->serve, MCP_SERVE_PROMPTS_CHANGED);
    mcp_serve_changed(&scene->serve, MCP_SERVE_RESOURCES_CHANGED);
    assert_int_equal(scene->sent.size, 0);
    mcp_serve_changed(&scene->serve, MCP_SERVE_TOOLS_CHANGED);
    assert_buf(&scene->sent,
               "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{"
               "\"io.modelcontextprotocol/subscriptionId\":\"s\"}}}\n");
    assert_non_null(
        strstr(take(scene, "{'jsonrpc':'2.0','id':'s','method':'tools/list','params':{" META "}}"), "in use"));
    (void)take(scene, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'s'}}");
    mcp_serve_changed(&scene->serve, MCP_SERVE_TOOLS_CHANGED);
    assert_int_equal(scene->sent.size, 0);
    for (int i = 0; i <= MCP_SERVE_SUBSCRIPTIONS_MAX; i++) {
        char text[256];
        (void)snprintf(text, sizeof text,
                       "{'jsonrpc':'2.0','id':%d,'method':'subscriptions/listen','params':{" META "}}", i);
        said = take(scene, text);
    }
    assert_non_null(strstr(said, "too many subscriptions"));
}

static void test_open_requests(void **state)
{
    struct scene *scene = *state;
    begin(scene);
    scene->holds = true;
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'_meta':{'progressToken':"
                                    "'t'}}}"),
                        "");
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':'1','method':'tools/call'}"), ""); /* another id */
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':1,'method':'tools/call'}"), "in use"));
    buf_reset(&scene->sent, 1 << 20);
    mcp_serve_progress(scene->held[1], 1, NULL, SLICE("unwanted"));
    mcp_serve_progress(scene->held[0], 0.5, &(double){2}, SLICE("half"));
    assert_buf(&scene->sent, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                             "\"t\",\"progress\":0.5,\"total\":2,\"message\":\"half\"}}\n");
    (void)take(scene, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    assert_int_equal(scene->cancelled, 1);
    buf_reset(&scene->sent, 1 << 20);
    mcp_serve_fail(scene->held[1], -32602, SLICE("no \"such\" tool"), SLICE("{\"a\":1}"));
    assert_buf(&scene->sent, "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32602,\"message\":"
                             "\"no \\\"such\\\" tool\",\"data\":{\"a\":1}}}\n");
    (void)take(scene, "{'jsonrpc':'2.0','id':9,'method':'tools/list'}");
    mcp_serve_clear(&scene->serve);
    assert_int_equal(scene->cancelled, 2);
}

static void test_batches_and_noise(void **state)
{
    struct scene *scene = *state;
    begin(scene);
    const char *said =
        take(scene, "[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','id':2,'method':'ping'},7]");
    assert_non_null(strstr(said, "\"id\":1,\"result\":{}"));
    assert_non_null(strstr(said, "\"id\":2,\"result\":{}"));
    assert_non_null(strstr(said, "\"id\":null,\"error\":{\"code\":-32600"));
    assert_non_null(strstr(take(scene, "[]"), "-32600"));
    assert_non_null(strstr(take(scene, "no JSON"), "-32700"));
    assert_non_null(strstr(take(scene, "{'jsonrpc':'2.0','id':[],'method':'ping'}"), "-32600"));
    assert_non_null(strstr(take(scene, "{'jsonrpc':'1.0','id':1,'method':'ping'}"), "-32600"));
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':1,'result':{}}"), "");
    assert_string_equal(take(scene, "{'jsonrpc':'2.0','id':12345678901234567890,'method':'ping'}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":12345678901234567890,\"result\":{}}\n");
}

static void test_a_result_that_is_too_long(void **state)
{
    struct scene *scene = *state;
    struct buf members = BUF_LIMITED(MCP_SERVE_OUT_MAX + 64);
    begin(scene);
    scene->holds = true;
    (void)take(scene, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
    (void)buf_append_text(&members, "\"x\":\"");
    while (members.size < MCP_SERVE_OUT_MAX)
        (void)buf_append_char(&members, 'x');
    (void)buf_append_char(&members, '"');
    buf_reset(&scene->sent, 1 << 20);
    mcp_serve_answer(scene->held[0], buf_slice(&members));
    buf_clear(&members);
    assert_buf(&scene->sent,
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"the result is too long\"}}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_initialize, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_not_offered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stateless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_subscriptions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_open_requests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_batches_and_noise, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_result_that_is_too_long, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("mcp/serve", tests, NULL, NULL);
}
