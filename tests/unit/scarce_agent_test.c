/* The built-in agent's memory of a session, and its beginning and end, with every allocation failing in turn. */
#include <errno.h>
#include <stdlib.h>

#include "agent/loop.h"
#include "unit/check.h"
#include "unit/scarce.h"

#define EVENT(t, c)                                                                                                    \
    {                                                                                                                  \
        .role = EXECUTOR_SAID_ROLE_ASSISTANT, .type = SLICE_INIT(t), .content = {.text = SLICE_INIT(c) }               \
    }

static const struct executor_said said[] = {
    {.role = EXECUTOR_SAID_ROLE_USER,
     .type = SLICE_INIT("prompt"),
     .content = {.text = SLICE_INIT("{\"text\":\"a\"}")}},
    EVENT("message_start", "{\"agent\":\"builtin\"}"),
    EVENT("content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"piece\"}}"),
    EVENT("content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"thinking\",\"signature\":\"s\"}}"),
    EVENT("tool_call", "{\"tool\":\"Read\",\"input\":{\"a\":1},\"tool_call_id\":\"x\"}"),
    EVENT("tool_result", "{\"tool_call_id\":\"x\",\"result\":{\"a\":1}}"),
    EVENT("tool_call", "{\"tool\":\"Read\",\"input\":{},\"tool_call_id\":\"x\"}"),
    EVENT("context_summarised", "{\"summary\":\"short\",\"kept_messages\":2}"),
};

static void read_history(void)
{
    struct conversation conversation;
    conversation_init(&conversation);
    int r = history_read(&conversation, said, sizeof said / sizeof *said);
    assert_true(r == 0 || r == -ENOMEM);
    conversation_clear(&conversation);
}

static int report(void *host, struct slice type, struct slice data)
{
    (void)host;
    (void)type;
    (void)data;
    return 0;
}

static void on_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    bool *ended = host;
    (void)code;
    (void)message;
    (void)text;
    assert_int_equal(end, AGENT_CANCELLED);
    *ended = true;
}

static void begin_and_stop(void)
{
    static const struct agent_host host = {.report = report, .ended = on_ended};
    static const struct executor_provider provider = {.service = SLICE_INIT("s"),
                                                      .url = SLICE_INIT("http://127.0.0.1:9"),
                                                      .header = SLICE_INIT("k"),
                                                      .has_key = true};
    const struct agent_prompt prompt = {.text = SLICE("do it"),
                                        .cwd = SLICE("/"),
                                        .home = SLICE("/"),
                                        .providers = &provider,
                                        .provider_count = 1,
                                        .tools = tools_own};
    struct conversation conversation;
    struct agent *agent = NULL;
    uv_loop_t loop;
    char problem[256];
    bool ended = false;
    conversation_init(&conversation);
    assert_int_equal(uv_loop_init(&loop), 0);
    int r = agent_start(&loop, &host, &ended, &conversation, &prompt, &agent, problem);
    if (r == 0) {
        agent_stop(agent);
        (void)uv_run(&loop, UV_RUN_DEFAULT);
        assert_true(ended);
    } else {
        assert_true(problem[0] != '\0');
    }
    assert_int_equal(uv_loop_close(&loop), 0);
    conversation_clear(&conversation);
}

static void test_history(void **state)
{
    (void)state;
    assert_true(scarce_try(read_history) > 20);
}

static void test_beginning_and_end(void **state)
{
    (void)state;
    assert_true(scarce_try(begin_and_stop) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_beginning_and_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
