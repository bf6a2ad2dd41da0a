#include "mcp/progress.h"

#include <string.h>

#include "unit/check.h"

enum { EVERY = 100 };

static void the_last_report_is_not_lost(void **state)
{
    struct mcp_gate gate = {.holds = false};
    struct mcp_progress told;
    (void)state;
    assert_false(mcp_gate_take(&gate, 0, &told));
    assert_int_equal(mcp_gate_put(&gate, &(struct mcp_progress){.progress = 1, .message = SLICE("a")}, 0, EVERY), 0);
    assert_true(mcp_gate_take(&gate, 0, &told));
    assert_true(told.progress == 1 && told.total == 0 && slice_is(told.message, "a"));
    assert_int_equal(mcp_gate_put(&gate, &(struct mcp_progress){.progress = 2}, 30, EVERY), 70);
    assert_int_equal(mcp_gate_put(&gate, &(struct mcp_progress){.progress = 3, .total = 3}, 99, EVERY), 1);
    assert_true(mcp_gate_take(&gate, 99, &told)); /* the call has ended */
    assert_true(told.progress == 3 && told.total == 3 && told.message.size == 0);
    assert_false(mcp_gate_take(&gate, 99, &told));
    assert_int_equal(mcp_gate_put(&gate, &(struct mcp_progress){.progress = 4}, 199, EVERY), 0);
}

static void a_long_message_is_cut_between_characters(void **state)
{
    struct mcp_gate gate = {.holds = false};
    struct mcp_progress told;
    char text[MCP_PROGRESS_TEXT_MAX + 3];
    (void)state;
    memset(text, 'x', sizeof text);
    slice_copy(text + MCP_PROGRESS_TEXT_MAX - 2, SLICE("\xe2\x82\xac"));
    const struct mcp_progress report = {.message = {text, sizeof text}};
    assert_int_equal(mcp_gate_put(&gate, &report, 0, EVERY), 0);
    assert_true(mcp_gate_take(&gate, 0, &told));
    assert_int_equal(told.message.size, MCP_PROGRESS_TEXT_MAX - 2);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_report_is_not_lost),
        cmocka_unit_test(a_long_message_is_cut_between_characters),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
