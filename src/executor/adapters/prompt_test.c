#include "executor/adapters/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct executor_said said(enum executor_said_role role, const char *type, const char *content)
{
    return (struct executor_said){.role = role, .type = slice_of(type), .content.text = slice_of(content)};
}

static void a_conversation(void **state)
{
    const struct executor_said items[] = {
        said(EXECUTOR_SAID_ROLE_USER, "text", "\"Hello\""),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "message_start", "{\"message_id\":\"m\"}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "content_block_stop",
             "{\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\"}}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "content_block_stop",
             "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"Hi\"}}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "tool_call", "{\"tool\":\"Read\",\"input\":{}}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "tool_result", "{\"tool\":\"Read\",\"text\":\"long\"}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "content_block_delta", "{\"delta\":{\"text\":\"half\"}}"),
        said(EXECUTOR_SAID_ROLE_ASSISTANT, "odd", "{"),
    };
    struct buf out = BUF_LIMITED(1 << 16);
    (void)state;
    assert_int_equal(prompt_write_earlier(&out, items, sizeof items / sizeof *items), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data,
                        "Earlier in this conversation, oldest first:\n\nUser: Hello\n\nAssistant: "
                        "Hi\n\nAssistant used the tool: Read\n\nAssistant: half\n\nThe conversation continues:\n\n");
    buf_reset(&out, 0);
    assert_int_equal(prompt_write_earlier(&out, items + 1, 2), 0);
    assert_int_equal(out.size, 0);
    buf_clear(&out);
}

/* The newest messages are kept; one that exceeds the limit is left out. */
static void a_long_one(void **state)
{
    enum { EACH = 1000, COUNT = 200 };
    char text[EACH + 3];
    struct executor_said items[COUNT];
    struct buf out = BUF_LIMITED((size_t)4 * PROMPT_EARLIER_MAX), huge = BUF_LIMITED((size_t)4 * PROMPT_EARLIER_MAX);
    (void)state;
    memset(text, 'x', sizeof text);
    text[0] = text[EACH + 1] = '"';
    text[EACH + 2] = '\0';
    for (size_t i = 0; i < COUNT; i++)
        items[i] = said(EXECUTOR_SAID_ROLE_USER, "text", text);
    items[0].content.text = SLICE("\"the first\"");
    items[COUNT - 1].content.text = SLICE("\"the last\"");
    (void)buf_append_char(&huge, '"');
    for (size_t i = 0; i < 2 * (size_t)PROMPT_EARLIER_MAX; i++)
        (void)buf_append_char(&huge, 'y');
    (void)buf_append_char(&huge, '"');
    items[COUNT - 2].content.text = buf_slice(&huge);
    assert_int_equal(prompt_write_earlier(&out, items, COUNT), 0);
    assert_true(out.size > PROMPT_EARLIER_MAX / 2 && out.size < PROMPT_EARLIER_MAX + 200);
    assert_null(memmem(out.data, out.size, "the first", 9));
    assert_null(memmem(out.data, out.size, "yy", 2));
    assert_non_null(memmem(out.data, out.size, "the last", 8));
    buf_clear(&out);
    buf_clear(&huge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversation),
        cmocka_unit_test(a_long_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
