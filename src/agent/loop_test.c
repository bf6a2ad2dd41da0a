/* Tests the agent's loop with a simulated model, tools and host: what it reports, asks for and does, in order. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit/stage.h"

static void test_whole_task(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "think:hm|text:I look.|Look:{}|Change:{}", "text:Done.|text:Really.");
    assert_int_equal(stage->end, AGENT_COMPLETED);
    assert_string_equal(stage->text, "Done.\n\nReally.");
    assert_string_equal(
        stage->log.data,
        "key? svc\n"
        "message_start "
        "{\"message_id\":\"m\",\"role\":\"assistant\",\"agent\":\"builtin\",\"model\":\"model-1\",\"service\":\"svc\"}"
        "\n"
        "content_block_start {\"index\":0,\"content_block\":{\"type\":\"thinking\"}}\n"
        "thinking_chunk {\"index\":0,\"chunk\":\"hm\"}\n"
        "content_block_stop "
        "{\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"sig\"}}\n"
        "content_block_start {\"index\":1,\"content_block\":{\"type\":\"text\"}}\n"
        "content_block_delta {\"index\":1,\"delta\":{\"text\":\"I look.\"}}\n"
        "content_block_stop {\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"I look.\"}}\n"
        "content_block_start {\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"id2\",\"name\":\"Look\"}}\n"
        "content_block_delta {\"index\":2,\"delta\":{\"partial_json\":\"{}\"}}\n"
        "content_block_stop "
        "{\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"id2\",\"name\":\"Look\",\"input\":{}}}\n"
        "content_block_start "
        "{\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"id3\",\"name\":\"Change\"}}\n"
        "content_block_delta {\"index\":3,\"delta\":{\"partial_json\":\"{}\"}}\n"
        "content_block_stop "
        "{\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"id3\",\"name\":\"Change\",\"input\":{}}}\n"
        "usage 10+1\n"
        "message_stop {\"message_id\":\"m\",\"stop_reason\":\"tool_use\"}\n"
        "may? Look\n"
        "tool_call {\"tool\":\"Look\",\"input\":{},\"tool_call_id\":\"id2\"}\n"
        "tool_result {\"tool\":\"Look\",\"result\":\"Look\",\"tool_call_id\":\"id2\",\"is_error\":false}\n"
        "may? Change\n"
        "keep? /place/file\n"
        "tool_call {\"tool\":\"Change\",\"input\":{},\"tool_call_id\":\"id3\"}\n"
        "tool_result {\"tool\":\"Change\",\"result\":\"Change\",\"tool_call_id\":\"id3\",\"is_error\":false}\n"
        "key? svc\n"
        "message_start "
        "{\"message_id\":\"m\",\"role\":\"assistant\",\"agent\":\"builtin\",\"model\":\"model-1\",\"service\":\"svc\"}"
        "\n"
        "content_block_start {\"index\":0,\"content_block\":{\"type\":\"text\"}}\n"
        "content_block_delta {\"index\":0,\"delta\":{\"text\":\"Done.\"}}\n"
        "content_block_stop {\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"Done.\"}}\n"
        "content_block_start {\"index\":1,\"content_block\":{\"type\":\"text\"}}\n"
        "content_block_delta {\"index\":1,\"delta\":{\"text\":\"Really.\"}}\n"
        "content_block_stop {\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"Really.\"}}\n"
        "usage 20+2\n"
        "message_stop {\"message_id\":\"m\",\"stop_reason\":\"end_turn\"}\n");
    assert_string_equal(stage_model.requests.data,
                        "model-1 key=K: U[do it]\n"
                        "model-1 key=K: U[do it] A[hm][I look.][Look][Change] U[Look][Change]\n");
    assert_non_null(strstr(stage_model.last_system, "Working directory: /tmp"));
    assert_non_null(strstr(stage_model.last_system, "Look, Change"));
    assert_non_null(strstr(stage_model.last_system, "change nothing"));
}

static void test_wrong_calls(void **state)
{
    struct stage *stage = *state;
    stage->deny = "Change";
    PLAY(stage, "Nothing:{}|Look:{\"much\":1}|Change:{}|Look:{}", "text:So.");
    assert_int_equal(stage->end, AGENT_COMPLETED);
    IN_ORDER(stage,
             "tool_result {\"tool\":\"Nothing\",\"result\":\"No such tool: Nothing. Available tools: Look, Change\"",
             "tool_result {\"tool\":\"Look\",\"result\":\"", "much", "\"tool_call_id\":\"id1\",\"is_error\":true",
             "may? Change",
             "permission_denied {\"tool\":\"Change\",\"input\":{},\"tool_call_id\":\"id2\",\"reason\":\"user_denied\"}",
             "\"This call was denied (user_denied). The user says: not now\"",
             "tool_call {\"tool\":\"Look\",\"input\":{},\"tool_call_id\":\"id3\"}", "\"is_error\":false", "So.");
    assert_null(strstr(stage->log.data, "tool_call {\"tool\":\"Change\""));
    assert_null(strstr(stage->log.data, "tool_call {\"tool\":\"Nothing\""));
}

#define CALLED(tool, id) "tool_call {\"tool\":\"" tool "\",\"input\":{},\"tool_call_id\":\"" id "\"}"
#define CALLED_BESIDE(id) "tool_call {\"tool\":\"Look\",\"input\":{\"beside\":true},\"tool_call_id\":\"" id "\"}"
#define ENDED(tool, id)                                                                                                \
    "tool_result {\"tool\":\"" tool "\",\"result\":\"" tool "\",\"tool_call_id\":\"" id "\",\"is_error\":false}"

/* The first call finishes after the second one, but is reported before it. */
static void test_reading_at_the_same_time(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Look:{\"beside\":true}|text:and|Look:{}|Change:{}|Look:{\"beside\":true}|Look:{}", "text:So.");
    assert_int_equal(stage->end, AGENT_COMPLETED);
    IN_ORDER(stage, "may? Look", CALLED_BESIDE("id0"), "may? Look", CALLED("Look", "id2"), ENDED("Look", "id0"),
             ENDED("Look", "id2"), "may? Change", "keep?", CALLED("Change", "id3"), ENDED("Change", "id3"), "may? Look",
             CALLED_BESIDE("id4"), "may? Look", CALLED("Look", "id5"), ENDED("Look", "id4"), ENDED("Look", "id5"),
             "So.");
    assert_non_null(strstr(stage_model.requests.data, "U[Look][Look][Change][Look][Look]\n"));
}

static void test_changing_alone(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Change:{}|Change:{}|Look:{}|Change:{}", "text:So.");
    IN_ORDER(stage, CALLED("Change", "id0"), ENDED("Change", "id0"), "may? Change", CALLED("Change", "id1"),
             ENDED("Change", "id1"), "may? Look", CALLED("Look", "id2"), ENDED("Look", "id2"), "may? Change",
             CALLED("Change", "id3"), ENDED("Change", "id3"), "So.");
}

static void test_nothing_is_changed_that_cannot_be_kept(void **state)
{
    struct stage *stage = *state;
    stage->no_keep = true;
    PLAY(stage, "Change:{}", "text:So.");
    assert_int_equal(stage->end, AGENT_COMPLETED);
    IN_ORDER(stage, "keep? /place/file", "tool_result {\"tool\":\"Change\",\"result\":\"The call was not run",
             "\"is_error\":true");
    assert_null(strstr(stage->log.data, "tool_call "));
}

static void test_tried_again(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Look:{}", "!busy0", "text:half|Look:{}|!cut", "text:whole");
    assert_int_equal(stage->end, AGENT_COMPLETED);
    assert_string_equal(stage->text, "whole");
    IN_ORDER(stage, "tool_result", "key? svc",
             "error {\"code\":\"model_busy\",\"message\":\"it says !busy0\",\"retry_in_ms\":0}", "key? svc",
             "message_start", "half", "error {\"code\":\"model_cut\",\"message\":\"it says !cut\",\"retry_in_ms\":0}",
             "key? svc", "message_start", "whole");
    assert_non_null(
        strstr(stage_model.requests.data, "U[do it] A[Look] U[Look]\nmodel-1 key=K: U[do it] A[Look] U[Look]\n"));
    assert_null(strstr(stage_model.requests.data, "half"));
}

static void test_given_up(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "!busy0");
    assert_int_equal(stage->end, AGENT_FAILED);
    assert_string_equal(stage->code, "model_busy");
    assert_string_equal(stage->message, "it says !busy0 (after 3 attempts)");
    assert_int_equal(stage_model.started, 3);
}

static void test_not_tried_again(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "!refused");
    assert_string_equal(stage->code, "model_refused");
    assert_int_equal(stage_model.started, 1);
}

static void test_a_provider_that_wants_an_hour(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "!busy3600000");
    assert_string_equal(stage->code, "model_busy");
    assert_non_null(strstr(stage->message, "3600 s"));
    assert_int_equal(stage_model.started, 1);
}

static void test_no_key(void **state)
{
    struct stage *stage = *state;
    stage->no_key = true;
    PLAY(stage, "text:never");
    assert_int_equal(stage->end, AGENT_FAILED);
    assert_string_equal(stage->code, "no_key");
    assert_non_null(strstr(stage->message, "weir key set"));
    assert_int_equal(stage_model.started, 0);
}

static void test_no_key_is_needed(void **state)
{
    struct stage *stage = *state;
    stage->provider.header = SLICE("");
    stage->provider.has_key = false;
    stage->provider.model_is = FIELD_ABSENT;
    PLAY(stage, "text:hi");
    assert_string_equal(stage->text, "hi");
    assert_string_equal(stage_model.requests.data, "listed key=: U[do it]\n");
}

static void test_reasons(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "text:one|=pause_turn", "text:two|=max_tokens", "text:three");
    assert_string_equal(stage->text, "three");
    assert_non_null(strstr(stage_model.requests.data, "U[do it] A[one][two] U[Your response was cut off"));
}

static void test_cut_twice(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "text:one|=max_tokens");
    assert_string_equal(stage->code, "max_tokens");
    assert_non_null(strstr(stage->message, "providers.svc.outputTokens"));
    assert_int_equal(stage_model.started, 2);
}

static void test_refusal(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "text:no|=refusal");
    assert_int_equal(stage->end, AGENT_FAILED);
    assert_string_equal(stage->code, "refusal");
    assert_string_equal(stage->text, "no");
}

static void test_too_many_turns(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Look:{}");
    assert_string_equal(stage->code, "too_many_turns");
    assert_int_equal(stage_model.started, AGENT_TURNS_MAX);
}

/* So long that a summary is shorter. */
#define LONG_50 "all that it says now is of no interest at all ... "
#define LONG_500 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50 LONG_50
#define LONG_TURN "text:" LONG_500 LONG_500 LONG_500 "|Look:{}"

/* Summarizes early, based on the provider's token count. */
static void test_summary(void **state)
{
    struct stage *stage = *state;
    stage->provider.context_tokens = 1000;
    PLAY(stage, LONG_TURN "|#100", "Look:{}|Change:{}|#790", "text:SUMMARY|#50", "text:Done.");
    assert_string_equal(stage->text, "Done.");
    IN_ORDER(stage, "usage 890+2", "tool_result", "usage 940+3",
             "context_summarised {\"before_tokens\":", "\"kept_messages\":2", "message_start", "usage 950+4");
    assert_null(strstr(stage->log.data, "\"delta\":{\"text\":\"SUMMARY\"}"));
    assert_non_null(strstr(stage_model.requests.data, "CALL of Look: {}"));
    assert_non_null(strstr(stage_model.requests.data,
                           "The current task, in the user's words:\n\ndo it\n\n] A[Look][Change] "
                           "U[Look][Change]\n"));
}

static void test_summary_when_the_provider_says_too_long(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, LONG_TURN, "Look:{}", "!long", "!busy0", "text:SUMMARY", "text:Done.");
    assert_string_equal(stage->text, "Done.");
    IN_ORDER(stage, "error {\"code\":\"model_busy\"", "context_summarised");
}

static void test_summary_that_fails(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Look:{}", "!long", "!refused");
    assert_string_equal(stage->code, "context_too_long");
    assert_non_null(strstr(stage->message, "it says !refused"));
}

static void test_summary_that_does_not_help(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, LONG_TURN, "Look:{}", "!long", "text:SUMMARY", "!long");
    assert_string_equal(stage->code, "context_too_long");
    assert_int_equal(stage_model.started, 5);
}

static void test_summary_that_is_longer(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "Look:{}", "Look:{}", "!long", LONG_TURN);
    assert_string_equal(stage->code, "context_too_long");
    assert_non_null(strstr(stage->message, "does not help"));
}

static void test_nothing_to_summarise(void **state)
{
    struct stage *stage = *state;
    PLAY(stage, "!long");
    assert_string_equal(stage->code, "context_too_long");
    assert_non_null(strstr(stage->message, "shorten the prompt"));
}

static void test_stopped(void **state)
{
    static const char *const moments[] = {"key?",         "message_start", "content_block_delta {\"index\":1",
                                          "message_stop", "usage",         "may? Change",
                                          "keep?",        "tool_call",     "tool_result",
                                          "error"};
    (void)state;
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        void *one = NULL;
        stage_setup(&one);
        struct stage *stage = one;
        stage->stop_at = moments[i];
        bool long_ago = strcmp(moments[i], "tool_result") == 0 || strcmp(moments[i], "error") == 0;
        PLAY(stage, long_ago ? "text:a|Change:{}" : "text:a|text:b|Change:{\"long\":true}", "!busy100000",
             "text:never");
        assert_int_equal(stage->end, AGENT_CANCELLED);
        assert_null(strstr(stage->log.data, "never"));
        stage_teardown(&one);
    }
}

struct patience {
    uv_idle_t idle;
    struct stage *stage;
    size_t seen;
    int quiet;
};

/* Stops the agent when it waits: after that, each turn of the loop must do nothing. */
static void stop_when_quiet(uv_idle_t *idle)
{
    struct patience *patience = idle->data;
    struct stage *stage = patience->stage;
    patience->quiet = patience->seen == stage->log.size ? patience->quiet + 1 : 0;
    patience->seen = stage->log.size;
    if (patience->quiet < 100)
        return;
    agent_pause(stage->agent, true);
    agent_stop(stage->agent);
    agent_stop(stage->agent);
    uv_close((uv_handle_t *)idle, NULL);
}

static void stopped_while(struct stage *stage, const char *turn)
{
    struct patience patience = {.stage = stage};
    (void)uv_idle_init(&stage->loop, &patience.idle);
    patience.idle.data = &patience;
    (void)uv_idle_start(&patience.idle, stop_when_quiet);
    PLAY(stage, turn, "!busy200000");
    assert_int_equal(stage->end, AGENT_CANCELLED);
}

static void test_stopped_while_the_model_is_silent(void **state)
{
    stopped_while(*state, "?");
    assert_int_equal(stage_model.paused, 1);
}

static void test_stopped_while_a_tool_runs(void **state)
{
    stopped_while(*state, "Look:{\"long\":true}");
}

/* The limit of parallel calls holds; failed calls keep their place in the order, too. */
static void test_stopped_while_many_tools_run(void **state)
{
    struct stage *stage = *state;
    _Static_assert(AGENT_CALLS_AT_ONCE == 4, "one more is asked for");
    stopped_while(stage, "Look:{\"long\":true}|Look:{\"much\":1}|Look:{\"long\":true}|Look:{}|Look:{}");
    IN_ORDER(stage, "tool_call_id\":\"id0\"}", "tool_call_id\":\"id2\"}", CALLED("Look", "id3"));
    assert_null(strstr(stage->log.data, CALLED("Look", "id4")));
    assert_null(strstr(stage->log.data, "tool_result"));
}

static void test_stopped_while_it_waits(void **state)
{
    stopped_while(*state, "!busy200000");
}

static void test_attachments(void **state)
{
    struct stage *stage = *state;
    struct conversation c;
    char path[] = "/tmp/weir-attachment-XXXXXX", problem[256] = "";
    int fd = mkstemp(path);
    char picture[] = "/tmp/weir-attachment-XXXXXX";
    int picture_fd = mkstemp(picture);
    assert_int_equal(write(fd, "abc", 3), 3);
    assert_int_equal(write(picture_fd, "GIF89a", 6), 6);
    struct agent_attachment files[] = {{slice_of(path), SLICE("text/plain")}, {slice_of(picture), SLICE("image/png")}};
    struct agent_prompt prompt = {.attachments = files, .attachment_count = 2, .cwd = SLICE("/tmp")};
    (void)stage;
    conversation_init(&c);
    assert_int_equal(attachments_add(&c, &prompt, problem), 0);
    assert_non_null(strstr(c.first->blocks->text.data, ":\nabc"));
    assert_int_equal(c.first->blocks->next->kind, BLOCK_IMAGE);
    assert_true(slice_is(c.first->blocks->next->text, "R0lGODlh"));
    /* the type is detected from the content, not from the name */
    assert_true(slice_is(c.first->blocks->next->mime, "image/gif"));
    (void)unlink(picture);
    close(picture_fd);
    prompt.attachment_count = 1;
    assert_int_equal(pwrite(fd, "\0", 1, 1), 1);
    assert_int_equal(attachments_add(&c, &prompt, problem), -EILSEQ);
    assert_int_equal(ftruncate(fd, 6 << 20), 0);
    assert_int_equal(attachments_add(&c, &prompt, problem), -EFBIG);
    (void)unlink(path);
    assert_int_equal(attachments_add(&c, &prompt, problem), -ENOENT);
    assert_non_null(strstr(problem, "cannot attach "));
    close(fd);
    conversation_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_whole_task, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_calls, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_reading_at_the_same_time, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_changing_alone, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_nothing_is_changed_that_cannot_be_kept, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_tried_again, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_given_up, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_not_tried_again, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_a_provider_that_wants_an_hour, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_no_key, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_no_key_is_needed, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_reasons, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_cut_twice, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_refusal, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_too_many_turns, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_summary, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_summary_when_the_provider_says_too_long, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_summary_that_fails, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_summary_that_does_not_help, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_summary_that_is_longer, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_nothing_to_summarise, stage_setup, stage_teardown),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test_setup_teardown(test_stopped_while_the_model_is_silent, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_stopped_while_a_tool_runs, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_stopped_while_many_tools_run, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_stopped_while_it_waits, stage_setup, stage_teardown),
        cmocka_unit_test_setup_teardown(test_attachments, stage_setup, stage_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
