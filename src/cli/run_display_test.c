#include "cli/run_display.h"

#include <stdio.h>

#include "base/arena.h"
#include "unit/check.h"
#include "json/read.h"

/* The output in its order, with notes in braces. */
struct scene {
    struct run_display display;
    struct buf out;
    enum run_stream last;
};

static void collect(void *user, enum run_stream stream, struct slice text)
{
    struct scene *scene = user;
    if (stream != scene->last)
        (void)buf_append_char(&scene->out, stream == RUN_NOTES ? '{' : '}');
    scene->last = stream;
    (void)buf_append_slice(&scene->out, text);
}

static void begin(struct scene *scene)
{
    *scene = (struct scene){.display = {.text_width = COLUMNS_ANY,
                                        .notes_width = COLUMNS_ANY,
                                        .write = collect,
                                        .user = scene,
                                        .markdown = {.plain = true}},
                            .out = BUF_LIMITED(1 << 16)};
}

static void add(struct scene *scene, const char *method, const char *params)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    assert_int_equal(json_read(&arena, slice_of(params), &root, &error), 0);
    run_display_event(&scene->display, slice_of(method), root);
    arena_clear(&arena);
}

static void say(struct scene *scene, const char *type, const char *data)
{
    char params[2048];
    (void)snprintf(params, sizeof params, "{\"role\":\"assistant\",\"type\":\"%s\",\"data\":%s}", type, data);
    add(scene, "event.messageCreated", params);
}

static void finish(struct scene *scene, const char *expected)
{
    run_display_finish(&scene->display);
    assert_true(run_display_is_at_line_start(&scene->display));
    assert_buf(&scene->out, expected);
    buf_clear(&scene->out);
    run_display_clear(&scene->display);
}

/* In a pipe, a message is written when it is complete, and never if it fails. */
static void a_message_waits_until_it_is_whole(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    scene.display.holds = true;
    say(&scene, "message_start", "{}");
    say(&scene, "content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"hal\"}}");
    assert_true(scene.out.size == 0 && !scene.display.has_text);
    say(&scene, "error", "{\"code\":\"model_cut\",\"retry_in_ms\":0}");
    assert_false(scene.display.has_text);
    say(&scene, "message_start", "{}");
    say(&scene, "content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"half\"}}");
    say(&scene, "content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"half\"}}");
    say(&scene, "message_stop", "{}");
    assert_true(scene.display.has_text);
    finish(&scene, "{-- model_cut; retrying in 0.0 s\n}half\n");
}

static void test_a_whole_answer(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "prompt", "{\"text\":\"not shown\"}");
    say(&scene, "message_start",
        "{\"message_id\":\"m\",\"role\":\"assistant\",\"agent\":\"builtin\",\"model\":\"big\"}");
    say(&scene, "content_block_start", "{\"index\":0,\"content_block\":{\"type\":\"thinking\"}}");
    say(&scene, "thinking_chunk", "{\"index\":0,\"chunk\":\"hm\"}");
    assert_false(run_display_is_at_line_start(&scene.display));
    say(&scene, "content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\"}}");
    say(&scene, "content_block_start", "{\"index\":1,\"content_block\":{\"type\":\"text\"}}");
    say(&scene, "content_block_delta", "{\"index\":1,\"delta\":{\"text\":\"Look\"}}");
    say(&scene, "content_block_delta", "{\"index\":1,\"delta\":{\"text\":\"ing.\"}}");
    say(&scene, "content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"Looking.\"}}");
    say(&scene, "content_block_delta", "{\"index\":2,\"delta\":{\"partial_json\":\"{}\"}}");
    say(&scene, "content_block_stop", "{\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"name\":\"Bash\"}}");
    say(&scene, "tool_call",
        "{\"tool\":\"Bash\",\"input\":{\"command\":\"ls\\n-l\",\"timeout\":1},\"tool_call_id\":\"1\"}");
    say(&scene, "tool_result", "{\"tool\":\"Bash\",\"result\":\"a\\nb\\nc\\n\",\"is_error\":false}");
    say(&scene, "message_stop", "{\"message_id\":\"m\",\"stop_reason\":\"tool_use\"}");
    say(&scene, "message_start",
        "{\"message_id\":\"n\",\"role\":\"assistant\",\"agent\":\"builtin\",\"model\":\"big\"}");
    say(&scene, "usage", "{\"input_tokens\":12,\"output_tokens\":3}");
    assert_int_equal(scene.display.input, 12);
    assert_int_equal(scene.display.output, 3);
    finish(&scene, "{-- agent builtin, model big\nhm\n}Looking.\n{* Bash ls -l\n  = a\n    b\n    c\n");
}

/* Without a stream there are only whole blocks. */
static void test_without_pieces(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\"}}");
    say(&scene, "content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"Done.\"}}");
    say(&scene, "text", "{\"text\":\"And this.\"}");
    assert_true(scene.display.has_text);
    finish(&scene, "{hm\n}Done.\nAnd this.\n");
}

/* Pieces of several blocks alternate; no block is shown again as a whole. */
static void test_blocks_at_once(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"one \"}}");
    say(&scene, "content_block_delta", "{\"index\":1,\"delta\":{\"text\":\"two\"}}");
    say(&scene, "content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"one \"}}");
    say(&scene, "content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"two\"}}");
    say(&scene, "content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"three\"}}");
    finish(&scene, "one two\nthree\n");
}

/* A denial is shown once. */
static void test_denied(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "permission_denied", "{\"tool\":\"Bash\",\"tool_call_id\":\"2\",\"reason\":\"user_denied\"}");
    say(&scene, "tool_result", "{\"tool\":\"Bash\",\"tool_call_id\":\"2\",\"result\":\"no\",\"is_error\":true}");
    say(&scene, "tool_result", "{\"tool\":\"Bash\",\"tool_call_id\":\"3\",\"result\":\"yes\"}");
    say(&scene, "permission_denied",
        "{\"tool\":\"Bash\",\"input\":{\"command\":\"make\\nall\"},\"reason\":\"mode=plan\"}");
    finish(&scene, "{-- Bash was denied: user_denied\n  = yes\n-- Bash make all was denied: mode=plan\n");
}

static void test_tools(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "tool_call", "{\"tool\":\"Grep\",\"input\":{\"pattern\":\"x\",\"path\":\"src\"}}");
    say(&scene, "tool_result", "{\"tool\":\"Grep\",\"result\":\"\"}");
    say(&scene, "tool_call",
        "{\"tool\":\"Edit\",\"input\":{\"old_string\":\"a\",\"new_string\":\"b\",\"file_path\":\"f.c\"}}");
    say(&scene, "tool_result", "{\"tool\":\"Edit\",\"result\":\"no such text\\nx\",\"is_error\":true}");
    scene.display.cwd = "/home/me/work";
    say(&scene, "tool_call", "{\"tool\":\"Read\",\"input\":{\"file_path\":\"/home/me/work/src/a.c\"}}");
    say(&scene, "tool_call", "{\"tool\":\"Read\",\"input\":{\"file_path\":\"/home/me/workshop/a.c\"}}");
    say(&scene, "tool_call", "{\"name\":\"Odd\",\"input\":{\"a\":1}}");
    say(&scene, "permission_denied", "{\"tool\":\"Bash\",\"tool_call_id\":\"2\",\"reason\":\"user_denied\"}");
    say(&scene, "error", "{\"code\":\"overloaded\",\"message\":\"busy\",\"retry_in_ms\":1500}");
    say(&scene, "something_new", "{\"text\":\"odd\"}");
    say(&scene, "report_error", "{\"code\":\"FILES_NOT_KEPT\",\"message\":\"some files are too large to save\"}");
    scene.display.verbose = true;
    say(&scene, "tool_result", "{\"tool\":\"Read\",\"result\":\"a\\nb\"}");
    finish(&scene,
           "{* Grep x in src\n  = (empty)\n* Edit f.c\n    -a\n    +b\n  = no such text\n    x\n* Read src/a.c\n* Read "
           "/home/me/workshop/a.c\n* Odd 1\n"
           "-- Bash was denied: user_denied\n-- overloaded: busy; retrying in 1.5 s\n"
           "-- something_new: odd\n-- some files are too large to save\n  = a\n    b\n");
}

static void test_quiet(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    scene.display.quiet = true;
    say(&scene, "message_start", "{\"agent\":\"x\"}");
    say(&scene, "thinking_chunk", "{\"chunk\":\"hm\"}");
    say(&scene, "tool_call", "{\"tool\":\"Bash\",\"input\":{\"command\":\"ls\"}}");
    say(&scene, "tool_result", "{\"tool\":\"Bash\",\"result\":\"a\"}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"only this\"}}");
    add(&scene, "event.taskFailed",
        "{\"error\":{\"reason\":\"error\",\"message\":\"broken\",\"stderr\":\"last\\nwords\"}}");
    finish(&scene, "only this\n{-- failed: broken (error)\n    last\n    words\n");
}

/* The agent and model are shown once, and again after a change. */
static void test_who(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    say(&scene, "agent_chosen", "{\"agent\":\"offline\",\"adapter\":\"offline\",\"why\":\"no key\"}");
    say(&scene, "message_start", "{\"agent\":\"offline\"}");
    say(&scene, "message_start", "{\"agent\":\"offline\"}");
    say(&scene, "message_start", "{\"agent\":\"builtin\",\"model\":\"m\",\"service\":\"s\"}");
    say(&scene, "agent_chosen",
        "{\"agent\":\"claude\",\"adapter\":\"claude-code\",\"why\":\"it is installed (no key)\"}");
    scene.display.verbose = true;
    say(&scene, "agent_chosen", "{\"agent\":\"gemini\",\"adapter\":\"acp\",\"why\":\"it is installed (no key)\"}");
    add(&scene, "event.taskCancelled", "{\"reason\":\"user_cancelled\"}");
    finish(&scene, "{-- agent offline: no key\n-- agent builtin, model m of s\n-- agent claude: it is installed\n-- "
                   "agent gemini: it is "
                   "installed (no key)\n-- the task was stopped (user_cancelled)\n");
}

static void test_told_once(void **state)
{
    static const char trouble[] = "{\"code\":\"offline\",\"message\":\"no such host\",\"retry_in_ms\":500}";
    struct scene scene;
    (void)state;
    begin(&scene);
    for (int i = 0; i < 5; i++)
        say(&scene, "error", trouble);
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"there\"}}");
    say(&scene, "error", trouble);
    say(&scene, "context_summarised", "{\"before_tokens\":9000,\"after_tokens\":80,\"summary\":\"short\"}");
    finish(&scene,
           "{-- offline: no such host; retrying in 0.5 s\n}there\n{-- offline: no such host; the answer restarts "
           "in 0.5 s\n"
           "-- the conversation was summarized: 9000 tokens before, 80 now\n");
}

/* Untrusted text in every member. */
static void test_nothing_steers_the_terminal(void **state)
{
    static const char *const types[] = {
        "content_block_delta", "thinking_chunk", "text",         "tool_call",     "tool_result", "error",
        "permission_denied",   "message_start",  "agent_chosen", "odd\\u001b[2J", "message"};
    struct scene scene;
    (void)state;
    begin(&scene);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        say(&scene, types[i],
            "{\"text\":\"\\u001b[31m\\u009b\",\"chunk\":\"\\u001bx\\r\",\"tool\":\"\\u001b]0;\\u0007\",\"input\":"
            "\"\\u001bc\",\"result\":\"\\u001b[1A\","
            "\"code\":\"\\u001b\",\"message\":\"\\u001b\\u202e\",\"reason\":\"\\u001b\",\"agent\":\"\\u001b\",\"why\":"
            "\"\\u001b\"}");
        say(&scene, types[i], "null");
        say(&scene, types[i], "[1]");
        say(&scene, types[i], "{\"delta\":7,\"content_block\":\"x\",\"text\":1,\"input\":{\"command\":[\"\\u001b\"]}}");
    }
    run_display_finish(&scene.display);
    for (size_t i = 0; i < scene.out.size; i++)
        assert_true((unsigned char)scene.out.data[i] >= 0x20 || scene.out.data[i] == '\n');
    buf_clear(&scene.out);
    run_display_clear(&scene.display);
}

static void test_narrow(void **state)
{
    struct scene scene;
    (void)state;
    begin(&scene);
    scene.display.notes_width = 20;
    say(&scene, "tool_call", "{\"tool\":\"Bash\",\"input\":{\"command\":\"a long command that does not fit\"}}");
    say(&scene, "tool_result", "{\"tool\":\"Bash\",\"result\":\"a long result that does not fit\\nb\"}");
    finish(&scene, "{* Bash a long comma…\n  = a long result …\n    b\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_waits_until_it_is_whole),
        cmocka_unit_test(test_a_whole_answer),
        cmocka_unit_test(test_without_pieces),
        cmocka_unit_test(test_blocks_at_once),
        cmocka_unit_test(test_denied),
        cmocka_unit_test(test_tools),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test(test_who),
        cmocka_unit_test(test_told_once),
        cmocka_unit_test(test_nothing_steers_the_terminal),
        cmocka_unit_test(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
