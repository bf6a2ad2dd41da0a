#include "cli/transcript.h"

#include "base/arena.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "unit/check.h"
#include "json/read.h"

struct scene {
    struct transcript transcript;
    struct buf out;
};

static void add(struct scene *scene, const char *method, const char *params)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    assert_int_equal(json_read(&arena, slice_of(params), &root, &error), 0);
    transcript_write(&scene->transcript, &scene->out, slice_of(method), root);
    arena_clear(&arena);
}

static void say(struct scene *scene, const char *type, const char *data)
{
    char params[1024];
    (void)snprintf(params, sizeof params, "{\"role\":\"assistant\",\"type\":\"%s\",\"data\":%s}", type, data);
    add(scene, "event.messageCreated", params);
}

static void assert_scene(struct scene *scene, const char *expected)
{
    transcript_finish(&scene->transcript, &scene->out);
    assert_buf(&scene->out, expected);
    buf_clear(&scene->out);
}

#define SCENE                                                                                                          \
    {                                                                                                                  \
        .transcript = {.limit = COLUMNS_ANY}, .out = BUF_LIMITED(1 << 16)                                              \
    }

static void pieces_of_a_text_are_put_together(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    say(&scene, "content_block_start", "{}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"Hel\"}}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"lo,\\nwor\"}}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"\"}}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"ld\\u001b[2J\"}}");
    say(&scene, "content_block_stop", "{}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"Next\\n\"}}");
    say(&scene, "message_stop", "{}");
    assert_scene(&scene, "Hello,\nworld\\u001b[2J\nNext\n");
}

/* The caller may write the output between two events. */
static void what_was_begun_is_ended_before_something_else(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"one\"}}");
    buf_reset(&scene.out, 0);
    say(&scene, "tool_call", "{\"tool\":\"Read\",\"input\":{\"path\":\"/x\"}}");
    say(&scene, "tool_result", "{\"tool\":\"Read\",\"result\":\"a\\nb\"}");
    say(&scene, "thinking_chunk", "{\"chunk\":\"hm\"}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"two\"}}");
    assert_scene(&scene, "\n* Read /x\n  = (Read)\n    a\n    b\nhm\ntwo\n");
}

static void the_life_of_a_task(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    add(&scene, "event.taskQueued", "{\"summary\":\"do it\",\"priority\":0}");
    add(&scene, "event.taskStarted", "{}");
    add(&scene, "event.messageCreated", "{\"role\":\"user\",\"type\":\"prompt\",\"data\":{\"text\":\"do it\\nnow\"}}");
    add(&scene, "event.taskUpdated", "{\"state\":\"awaiting_permission\"}");
    add(&scene, "event.taskProgress", "{\"progress\":{\"percent\":50}}");
    say(&scene, "content_block", "{\"text\":\"Done.\"}");
    say(&scene, "usage", "{\"input_tokens\":1,\"output_tokens\":2}");
    say(&scene, "error", "{\"message\":\"bad\"}");
    add(&scene, "event.taskFailed", "{\"error\":{\"reason\":\"error\",\"message\":\"bad\"}}");
    assert_scene(&scene, "-- queued\n-- started\n> do it\n> now\n-- updated: awaiting_permission\n-- progress: 50 %\n"
                         "Done.\n-- usage: 1 tokens in, 2 out\n-- error: bad\n-- failed: bad (error)\n");
}

static void the_last_words_of_an_executor(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    add(&scene, "event.taskFailed",
        "{\"error\":{\"reason\":\"EXECUTOR_CRASHED\",\"message\":\"gone\",\"exit_code\":3,\"stderr\":\"one\\ntwo\\n\"}"
        "}");
    add(&scene, "event.taskFailed",
        "{\"error\":{\"reason\":\"EXECUTOR_CRASHED\",\"message\":\"gone\",\"signal\":11,\"stderr\":\"\"}}");
    assert_scene(&scene, "-- failed: gone (EXECUTOR_CRASHED, exit code 3)\n   one\n   two\n"
                         "-- failed: gone (EXECUTOR_CRASHED, signal 11)\n");
}

static void an_answer_that_begins_again_is_there_once(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    scene.transcript.holds = true;
    say(&scene, "message_start", "{}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"Hel\"}}");
    say(&scene, "error", "{\"message\":\"cut off\",\"retry_in_ms\":1}");
    say(&scene, "message_start", "{}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"Hello\"}}");
    say(&scene, "message_stop", "{}");
    assert_scene(&scene, "-- error: cut off\nHello\n");
}

static void lines_fit_the_terminal_and_text_is_left_to_it(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    scene.transcript.limit = 16;
    say(&scene, "tool_call", "{\"tool\":\"Bash\",\"input\":{\"command\":\"make all the things\"}}");
    say(&scene, "content_block_delta", "{\"delta\":{\"text\":\"longer than sixteen columns\"}}");
    add(&scene, "event.messageCreated", "{\"type\":\"prompt\",\"data\":{\"text\":\"a prompt of more words\"}}");
    assert_scene(&scene, "* Bash make all…\nlonger than sixteen columns\n> a prompt of\n> more words\n");
}

static void odd_shapes_do_no_harm(void **state)
{
    (void)state;
    struct scene scene = SCENE;
    say(&scene, "content_block_delta", "{\"delta\":{\"partial_json\":\"{\"}}");
    say(&scene, "content_block_delta", "7");
    say(&scene, "tool_call", "null");
    add(&scene, "event.messageCreated", "[]");
    add(&scene, "event.task", "{}");
    assert_scene(&scene, "-- content_block_delta: 7\n* \n-- \n-- event.task\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_a_text_are_put_together),
        cmocka_unit_test(what_was_begun_is_ended_before_something_else),
        cmocka_unit_test(the_life_of_a_task),
        cmocka_unit_test(the_last_words_of_an_executor),
        cmocka_unit_test(an_answer_that_begins_again_is_there_once),
        cmocka_unit_test(lines_fit_the_terminal_and_text_is_left_to_it),
        cmocka_unit_test(odd_shapes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
