#include "mcp/session.h"

#include "unit/check.h"

static struct arena arena = ARENA_LIMITED(1 << 20);
static struct mcp_session session;

static void begin(enum mcp_era era, bool http)
{
    const struct mcp_session_options options = {
        .client = {.name = SLICE("weir"), .version = SLICE("1"), .forms = true},
        .era = era,
        .http = http,
    };
    mcp_session_init(&session, &options);
    mcp_session_start(&session, 0);
}

static int end(void **state)
{
    (void)state;
    mcp_session_clear(&session);
    arena_clear(&arena);
    return 0;
}

static bool hear(const char *text, int64_t now_ms)
{
    struct mcp_message message;
    assert_int_equal(mcp_message_read(&arena, slice_of(text), &message), 0);
    return mcp_session_receive(&session, &message, now_ms);
}

static void expect(enum mcp_action_kind kind, const char *part)
{
    struct mcp_action action;
    if (!mcp_session_next(&session, &action))
        fail_msg("no action, instead of: %s", part);
    if (action.kind != kind)
        fail_msg("action %d: %s", (int)action.kind, action.reason);
    assert_contains(slice_of(action.reason), part);
    assert_int_equal(strlen(action.reason), action.line.size);
}

static void expect_nothing(void)
{
    struct mcp_action action;
    if (mcp_session_next(&session, &action))
        fail_msg("action %d: %s", (int)action.kind, action.reason);
}

#define RESULT(id, members) "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"result\":{" members "}}"
#define ERROR(id, code, more)                                                                                          \
    "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"error\":{\"code\":" #code ",\"message\":\"m\"" more "}}"
#define DISCOVERED(id)                                                                                                 \
    RESULT(id, "\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{"      \
               "\"listChanged\":true},\"resources\":{\"subscribe\":true}},\"ttlMs\":0,\"cacheScope\":\"public\","      \
               "\"instructions\":\"Be kind.\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"new\","    \
               "\"version\":\"2\"}}")
#define INITIALIZED(id, version)                                                                                       \
    RESULT(id, "\"protocolVersion\":\"" version "\",\"capabilities\":{\"prompts\":{},\"completions\":{}},"             \
               "\"serverInfo\":{\"name\":\"old\",\"title\":\"Old\",\"version\":\"1\"}")

static void a_new_server_is_ready_after_the_probe(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    assert_int_equal(session.state, MCP_PROBING);
    expect(MCP_DO_SEND, "\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                        "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"");
    expect_nothing();
    assert_true(hear(DISCOVERED(1), 40));
    expect(MCP_DO_READY, "2026-07-28");
    expect_nothing();
    assert_int_equal(session.state, MCP_READY);
    assert_int_equal(session.era, MCP_ERA_2026);
    assert_string_equal(session.server.name, "new");
    assert_buf(&session.server.instructions, "Be kind.");
    assert_true(session.server.can.tools && session.server.can.tools_change && session.server.can.resources_subscribe);
    assert_false(session.server.can.prompts || session.server.can.resources_change || session.server.can.completions);
    assert_int_equal(mcp_session_take_id(&session), 2);
}

static void an_error_means_an_older_server(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(ERROR(1, -32601, ""), 20));
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        "\"capabilities\":{\"elicitation\":{\"form\":{}}},\"clientInfo\":{\"name\":\"weir\"");
    expect_nothing(); /* notifications/initialized is never sent ahead */
    assert_true(hear(INITIALIZED(2, "2025-06-18"), 60));
    expect(MCP_DO_SEND, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\",\"params\":{}}");
    expect(MCP_DO_READY, "2025-06-18");
    expect_nothing();
    assert_int_equal(session.era, MCP_ERA_2025);
    assert_string_equal(session.server.title, "Old");
    assert_true(session.server.can.prompts && session.server.can.completions);
}

static void silence_means_an_older_server_unless_the_answer_comes_late(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    assert_int_equal(mcp_session_deadline(&session), MCP_PROBE_MS);
    mcp_session_tick(&session, MCP_PROBE_MS - 1);
    expect_nothing();
    mcp_session_tick(&session, MCP_PROBE_MS);
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"initialize\"");
    assert_true(hear(DISCOVERED(1), 20000));
    expect(MCP_DO_READY, "2026-07-28");
    assert_true(hear(ERROR(2, -32022, ",\"data\":{\"supported\":[\"2026-07-28\"]}"), 20001));
    expect_nothing();
    assert_int_equal(session.era, MCP_ERA_2026);
}

static void a_late_error_of_the_probe_changes_nothing(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_tick(&session, MCP_PROBE_MS);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(ERROR(1, -32601, ""), 20000));
    expect_nothing();
    assert_true(hear(INITIALIZED(2, "2024-11-05"), 20001));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "2024-11-05");
}

static void a_server_that_ends_at_the_probe_is_started_again_once(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_exited(&session, "it exited with status 1", 10);
    expect(MCP_DO_RESPAWN, "started again");
    expect_nothing();
    assert_int_equal(session.state, MCP_STOPPED);
    assert_int_equal(mcp_session_deadline(&session), -1);
    mcp_session_start(&session, 20);
    expect(MCP_DO_SEND, "\"method\":\"initialize\"");
    mcp_session_exited(&session, "it exited with status 1", 30);
    expect(MCP_DO_FAIL, "ended before it was ready: it exited with status 1");
    assert_int_equal(session.state, MCP_FAILED);
    expect_nothing();
}

/* Its second life may be probed as well, if it asks for that; the third is not given. */
static void a_server_is_not_started_a_third_time(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_exited(&session, "", 10);
    expect(MCP_DO_RESPAWN, "");
    mcp_session_start(&session, 20);
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"initialize\"");
    assert_true(hear(ERROR(2, -32022, ",\"data\":{\"supported\":[\"2026-07-28\"]}"), 30));
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_exited(&session, "signal 9", 40);
    expect(MCP_DO_FAIL, "ended before it was ready: signal 9");
}

static void the_end_of_a_ready_server_is_told(void **state)
{
    (void)state;
    begin(MCP_ERA_2025, false);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(INITIALIZED(1, "2025-11-25"), 1));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
    mcp_session_exited(&session, "signal 9", 2);
    expect(MCP_DO_FAIL, "the server ended: signal 9");
}

static void a_refused_version_is_replaced(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, true);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(ERROR(1, -32022, ",\"data\":{\"supported\":[\"2099-01-01\",\"2026-07-28\"]}"), 1));
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"server/discover\"");
    /* Again the same: not a loop. */
    assert_true(hear(ERROR(2, -32022, ",\"data\":{\"supported\":[\"2026-07-28\"]}"), 2));
    expect(MCP_DO_FAIL, "refused version 2026-07-28");
}

static void a_refused_version_may_lead_to_the_other_era(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, true);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(ERROR(1, -32022, ",\"data\":{\"supported\":[\"2025-06-18\"]}"), 1));
    expect(MCP_DO_SEND, "initialize");
    mcp_session_clear(&session);
    begin(MCP_ERA_2025, true);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(ERROR(1, -32022, ",\"data\":{\"supported\":[\"2026-07-28\"]}"), 1));
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(DISCOVERED(2), 2));
    expect(MCP_DO_READY, "2026-07-28");
}

static void no_version_in_common(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(ERROR(1, -32022, ",\"data\":{\"supported\":[\"2099-01-01\"]}"), 1));
    expect(MCP_DO_FAIL, "no version of MCP in common (server: 2099-01-01;");
    mcp_session_clear(&session);
    begin(MCP_ERA_2025, false);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(INITIALIZED(1, "2023-01-01"), 1));
    expect(MCP_DO_FAIL, "\"2023-01-01\"");
    mcp_session_clear(&session);
    begin(MCP_ERA_2025, false);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(ERROR(1, -32603, ""), 1));
    expect(MCP_DO_FAIL, "refused \"initialize\": m (code -32603)");
}

static void a_server_that_repeats_its_input_fails_with_that_hint(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    struct mcp_action action;
    assert_true(mcp_session_next(&session, &action));
    char line[1024];
    assert_true(action.line.size < sizeof line);
    memcpy(line, action.reason, action.line.size + 1);
    assert_true(hear(line, 1));
    expect(MCP_DO_WARN, "repeats its input");
    assert_true(hear(line, 1));
    expect_nothing(); /* neither answered nor reported again */
    mcp_session_tick(&session, MCP_PROBE_MS);
    expect(MCP_DO_SEND, "initialize");
    mcp_session_tick(&session, MCP_PROBE_MS + MCP_INITIALIZE_MS);
    expect(MCP_DO_FAIL, "did not answer \"initialize\" within 60 s; it repeats its input");
    assert_int_equal(mcp_session_deadline(&session), -1);
}

static void banners_are_skipped(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, false);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear("Server running on stdio", 1));
    expect(MCP_DO_WARN, "not JSON");
    assert_true(hear("Another line", 1));
    expect_nothing();
    assert_true(hear("{\"level\":30}", 1));
    expect(MCP_DO_WARN, "invalid message");
    assert_true(hear(DISCOVERED(1), 2));
    expect(MCP_DO_READY, "");
}

static void requests_of_the_server(void **state)
{
    static const struct mcp_root roots[] = {{SLICE_INIT("file:///w"), {0}}};
    (void)state;
    begin(MCP_ERA_2025, false);
    session.options.client.roots = roots;
    session.options.client.root_count = 1;
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}", 1));
    expect(MCP_DO_SEND, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}");
    assert_true(hear(INITIALIZED(1, "2025-11-25"), 1));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
    assert_true(hear("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\"}", 1));
    expect(MCP_DO_SEND, "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"result\":{\"roots\":[{\"uri\":\"file:///w\"}]}}");
    assert_true(hear("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"sampling/createMessage\",\"params\":{}}", 1));
    expect(MCP_DO_SEND,
           "\"error\":{\"code\":-32601,\"message\":\"weir does not offer sampling/createMessage to servers\"");
    assert_false(hear("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"elicitation/create\",\"params\":{}}", 1));
    assert_false(hear("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}", 1));
    assert_false(hear(RESULT(77, ""), 1));
    expect_nothing();
    session.options.client.forms = false; /* then nobody could answer the question */
    assert_true(hear("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"elicitation/create\",\"params\":{}}", 1));
    expect(MCP_DO_SEND, "\"code\":-32601");
}

static void health_is_asked_after_silence(void **state)
{
    (void)state;
    begin(MCP_ERA_2025, false);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(INITIALIZED(1, "2025-11-25"), 1000));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
    /* A message of any kind postpones the check. */
    assert_false(hear("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}", 11000));
    assert_int_equal(mcp_session_deadline(&session), 41000);
    mcp_session_tick(&session, 41000);
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"ping\"");
    assert_true(hear(RESULT(2, ""), 41500));
    expect_nothing();
    assert_int_equal(mcp_session_deadline(&session), 71500);
    mcp_session_tick(&session, 71500);
    expect(MCP_DO_SEND, "\"id\":3,\"method\":\"ping\"");
    mcp_session_tick(&session, 81500);
    expect(MCP_DO_SILENT, "within 10000 ms");
    assert_int_equal(session.state, MCP_READY);
    mcp_session_tick(&session, 111500);
    expect(MCP_DO_SEND, "\"id\":4,\"method\":\"ping\"");
    mcp_session_tick(&session, 141500);
    expect(MCP_DO_SEND, "\"id\":5,\"method\":\"ping\"");
    assert_true(hear(ERROR(5, -32601, ""), 141600));
    expect(MCP_DO_ANSWERS, "");
    assert_int_equal(session.heard_ms, 141600);
    expect_nothing();
}

static void health_in_2026_is_discovery(void **state)
{
    (void)state;
    begin(MCP_ERA_2026, false);
    expect(MCP_DO_SEND, "server/discover");
    assert_true(hear(DISCOVERED(1), 0));
    expect(MCP_DO_READY, "");
    mcp_session_tick(&session, MCP_HEALTH_EVERY_MS);
    expect(MCP_DO_SEND, "\"id\":2,\"method\":\"server/discover\"");
    assert_true(hear(DISCOVERED(2), MCP_HEALTH_EVERY_MS + 5));
    expect_nothing();
}

static void times_of_the_health_check_are_options(void **state)
{
    const struct mcp_session_options options = {.era = MCP_ERA_2025, .health_every_ms = 200, .health_ms = 50};
    (void)state;
    mcp_session_init(&session, &options);
    mcp_session_start(&session, 0);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(INITIALIZED(1, "2025-11-25"), 10));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
    assert_int_equal(mcp_session_deadline(&session), 210);
    mcp_session_tick(&session, 210);
    expect(MCP_DO_SEND, "ping");
    mcp_session_tick(&session, 260);
    expect(MCP_DO_SILENT, "within 50 ms");
    expect_nothing();
}

static void statuses_of_http(void **state)
{
    (void)state;
    begin(MCP_ERA_UNKNOWN, true);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_refused(&session, 400, 1); /* an older server: no session, unknown version */
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(INITIALIZED(2, "2025-03-26"), 2));
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
    mcp_session_forgotten(&session, 3);
    expect(MCP_DO_SEND, "\"id\":3,\"method\":\"initialize\"");
    mcp_session_refused(&session, 500, 4);
    expect(MCP_DO_FAIL, "HTTP status 500");
    mcp_session_clear(&session);
    begin(MCP_ERA_UNKNOWN, true);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_refused(&session, 403, 1);
    expect(MCP_DO_FAIL, "HTTP status 403");
    mcp_session_clear(&session);
    begin(MCP_ERA_UNKNOWN, true);
    expect(MCP_DO_SEND, "server/discover");
    mcp_session_exited(&session, "connection refused", 1); /* says nothing of the era */
    expect(MCP_DO_FAIL, "connection refused");
}

static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    char line[4096], name[600];
    for (size_t i = 0; i < 299; i++)
        memcpy(name + 2 * i, "\xc3\xbc", 2);
    name[0] = 'x';
    name[1] = 'y';
    memmove(name + 1, name + 2, 595);
    name[595] = '\0';
    (void)snprintf(line, sizeof line,
                   "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"serverInfo\":{"
                   "\"name\":\"%s\"}}}",
                   name);
    begin(MCP_ERA_2025, false);
    expect(MCP_DO_SEND, "initialize");
    assert_true(hear(line, 1));
    assert_int_equal(strlen(session.server.name), 255);
    expect(MCP_DO_SEND, "notifications/initialized");
    expect(MCP_DO_READY, "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_new_server_is_ready_after_the_probe, end),
        cmocka_unit_test_teardown(an_error_means_an_older_server, end),
        cmocka_unit_test_teardown(silence_means_an_older_server_unless_the_answer_comes_late, end),
        cmocka_unit_test_teardown(a_late_error_of_the_probe_changes_nothing, end),
        cmocka_unit_test_teardown(a_server_that_ends_at_the_probe_is_started_again_once, end),
        cmocka_unit_test_teardown(a_server_is_not_started_a_third_time, end),
        cmocka_unit_test_teardown(the_end_of_a_ready_server_is_told, end),
        cmocka_unit_test_teardown(a_refused_version_is_replaced, end),
        cmocka_unit_test_teardown(a_refused_version_may_lead_to_the_other_era, end),
        cmocka_unit_test_teardown(no_version_in_common, end),
        cmocka_unit_test_teardown(a_server_that_repeats_its_input_fails_with_that_hint, end),
        cmocka_unit_test_teardown(banners_are_skipped, end),
        cmocka_unit_test_teardown(requests_of_the_server, end),
        cmocka_unit_test_teardown(health_is_asked_after_silence, end),
        cmocka_unit_test_teardown(health_in_2026_is_discovery, end),
        cmocka_unit_test_teardown(times_of_the_health_check_are_options, end),
        cmocka_unit_test_teardown(statuses_of_http, end),
        cmocka_unit_test_teardown(long_texts_are_cut_between_characters, end),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
