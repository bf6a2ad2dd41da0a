#include "cli/event_line.h"

#include <stdlib.h>

#include "base/arena.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "unit/check.h"
#include "json/read.h"

static int in_utc(void **state)
{
    (void)state;
    (void)setenv("TZ", "UTC", 1);
    return 0;
}

static void assert_line(const char *method, const char *params, size_t limit, const char *expected)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    assert_int_equal(json_read(&arena, slice_of(params), &root, &error), 0);
    event_line_write(&out, slice_of(method), root, limit, false);
    assert_buf(&out, expected);
    buf_clear(&out);
    arena_clear(&arena);
}

#define HEAD "\"seq\":1,\"epoch\":\"e\",\"timestamp\":43200000,\"taskId\":\"task_0123456789\",\"sessionId\":\"s\""

static void tasks(void **state)
{
    (void)state;
    assert_line("event.taskQueued", "{" HEAD ",\"priority\":0,\"summary\":\"fix\\nit\"}", COLUMNS_ANY,
                "12:00:00  taskQueued      task_0123456789 fix it");
    assert_line("event.taskQueued", "{" HEAD ",\"priority\":-5,\"summary\":\"fix\"}", COLUMNS_ANY,
                "12:00:00  taskQueued      task_0123456789 [-5] fix");
    assert_line("event.taskStarted", "{" HEAD "}", COLUMNS_ANY, "12:00:00  taskStarted     task_0123456789");
    assert_line("event.taskProgress",
                "{" HEAD ",\"progress\":{\"percent\":40.4,\"completed_steps\":2,\"total_steps\":5,\"message\":\"m\"}}",
                COLUMNS_ANY, "12:00:00  taskProgress    task_0123456789 40 %, step 2 of 5, m");
    assert_line("event.taskFailed", "{" HEAD ",\"error\":{\"reason\":\"timeout\",\"message\":\"too long\"}}",
                COLUMNS_ANY, "12:00:00  taskFailed      task_0123456789 too long (timeout)");
    assert_line("event.taskCompleted",
                "{" HEAD ",\"message_count\":1,\"token_usage\":{\"input_tokens\":3,\"output_tokens\":4}}", COLUMNS_ANY,
                "12:00:00  taskCompleted   task_0123456789 1 message, 3 tokens in, 4 out");
}

static void messages(void **state)
{
    (void)state;
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"tool_call\",\"data\":{\"tool\":\"Read\",\"input\":{\"p\":\"/x\"}}}", COLUMNS_ANY,
                "12:00:00  tool_call       task_0123456789 Read /x");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"tool_call\",\"data\":{\"tool\":\"Grep\",\"input\":{\"a\":1,\"b\":\"\\n\"}}}",
                COLUMNS_ANY, "12:00:00  tool_call       task_0123456789 Grep {\"a\":1,\"b\":\"\\n\"}");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"content_block_delta\",\"data\":{\"delta\":{\"text\":\"Hi \"}}}", COLUMNS_ANY,
                "12:00:00  text            task_0123456789 Hi");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"tool_call\",\"data\":{\"tool\":\"Grep\",\"input\":{\"pattern\":\"x\",\"path\":"
                "\"/src\",\"head_limit\":5}}}",
                COLUMNS_ANY, "12:00:00  tool_call       task_0123456789 Grep x in /src");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"content_block_delta\",\"data\":{\"delta\":{\"partial_json\":\"{\"}}}",
                COLUMNS_ANY, "12:00:00  tool_input      task_0123456789 {");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"agent_chosen\",\"data\":{\"agent\":\"builtin\",\"service\":\"s\",\"model\":\"m\","
                "\"why\":\"a key\"}}",
                COLUMNS_ANY, "12:00:00  agent_chosen    task_0123456789 builtin, m of s: a key");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"permission_denied\",\"data\":{\"tool\":\"Bash\",\"reason\":\"no\"}}", COLUMNS_ANY,
                "12:00:00  permission_denied  task_0123456789 Bash: no");
    assert_line("event.messageCreated",
                "{" HEAD ",\"type\":\"permission_denied\",\"data\":{\"tool\":\"Bash\",\"input\":{\"command\":\"make\"},"
                "\"reason\":\"mode=plan\"}}",
                COLUMNS_ANY, "12:00:00  permission_denied  task_0123456789 Bash make: mode=plan");
    assert_line("event.permissionRequested",
                "{" HEAD
                ",\"request\":{\"id\":\"perm_1\",\"state\":\"pending\",\"tool\":\"Bash\",\"input\":{\"command\":"
                "\"make\"},\"parts\":[\"make\"]}}",
                COLUMNS_ANY, "12:00:00  permissionRequested  task_0123456789 perm_1 Bash make");
    assert_line("event.permissionResolved",
                "{" HEAD ",\"requestId\":\"perm_1\",\"state\":\"denied\",\"reason\":\"user_denied\",\"note\":\"no\","
                "\"answeredBy\":\"weir run\"}",
                COLUMNS_ANY,
                "12:00:00  permissionResolved  task_0123456789 perm_1 denied (user_denied): no, by weir run");
    assert_line("event.messageCreated", "{" HEAD ",\"type\":\"whatever\",\"data\":[1]}", COLUMNS_ANY,
                "12:00:00  whatever        task_0123456789 [1]");
}

/* Events of another version or another program, and attacks. */
static void nothing_is_taken_for_granted(void **state)
{
    (void)state;
    assert_line("event.new", "{" HEAD ",\"a\":1,\"b\":\"x\"}", COLUMNS_ANY,
                "12:00:00  new             task_0123456789 a=1 b=x");
    assert_line("system:health", "{\"health\":\"ok\"}", COLUMNS_ANY, "          system:health   health=ok");
    assert_line("event.taskFailed", "[]", COLUMNS_ANY, "          taskFailed      ()");
    assert_line("event.messageCreated", "{\"type\":5,\"data\":{\"delta\":7}}", COLUMNS_ANY,
                "          messageCreated  {\"delta\":7}");
    assert_line("event.messageCreated", "null", COLUMNS_ANY, "          messageCreated  ");
    assert_line("event.taskQueued", "{\"taskId\":\"\\u001b[2J\",\"summary\":\"\\u001b]0;x\\u0007\"}", COLUMNS_ANY,
                "          taskQueued      \\u001b[2J \\u001b]0;x\\u0007");
    assert_line("event.messageCreated", "{\"type\":\"\\u001b[31m\",\"data\":null}", COLUMNS_ANY,
                "          \\u001b[31m      null");
}

static void a_narrow_line_is_cut(void **state)
{
    (void)state;
    const char *params = "{" HEAD ",\"priority\":0,\"summary\":\"a prompt of some length\"}";
    assert_line("event.taskQueued", params, 45, "12:00:00  taskQueued      …456789 a prompt o…");
    assert_line("event.taskQueued", params, 27, "12:00:00  taskQueued      …");
    assert_line("event.taskQueued", params, 12, "12:00:00 ta…");
    assert_line("event.taskQueued", params, 1, "…");
}

static void colour_ends_with_the_line(void **state)
{
    (void)state;
    struct buf out = BUF_LIMITED(1 << 10);
    event_line_write(&out, SLICE("event.taskFailed"), NULL, COLUMNS_ANY, true);
    assert_true(slice_starts_with(buf_slice(&out), slice_of(pretty_red)));
    assert_memory_equal(out.data + out.size - strlen(pretty_off), pretty_off, strlen(pretty_off));
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks),
        cmocka_unit_test(messages),
        cmocka_unit_test(nothing_is_taken_for_granted),
        cmocka_unit_test(a_narrow_line_is_cut),
        cmocka_unit_test(colour_ends_with_the_line),
    };
    return cmocka_run_group_tests(tests, in_utc, NULL);
}
