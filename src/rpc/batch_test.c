/* Batches: arrays of messages, answered by one array. */
#include <errno.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair_setup.h"

/* What was sent before has not been answered by anything. */
static void expect_silence(void)
{
    wire_send(pair, "{\"id\":\"end\",\"method\":\"probe.echo\",\"params\":[0]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"end\",\"result\":0}");
}

static void answers_come_in_one_array(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]},{\"method\":\"probe.note\",\"params\":[5]},"
                    "{\"id\":\"2\",\"method\":\"probe.echo\",\"params\":[[2]]},1,{\"id\":3,\"method\":\"no.such\"}]\n");
    struct slice line = wire_line(pair);
    assert_contains(line,
                    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1},{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":[2]},"
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
    assert_contains(line, ",{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601");
    assert_int_equal(line.data[line.size - 1], ']');
    assert_buf(&pair->at_server.notes, "5 ");
}

static void notifications_alone_get_none(void **state)
{
    (void)state;
    wire_send(pair, "[{\"method\":\"probe.note\",\"params\":[1]},{\"method\":\"no.such\"},"
                    "{\"method\":\"probe.note\",\"params\":[\"wrong\"]},{\"id\":9,\"result\":1}]\n");
    expect_silence();
    assert_buf(&pair->at_server.notes, "1 ");
}

static void an_empty_one_is_an_error(void **state)
{
    (void)state;
    wire_send(pair, "[]\n");
    assert_contains(wire_line(pair), "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
}

static void arrays_inside_are_invalid(void **state)
{
    (void)state;
    wire_send(pair, "[[]]\n");
    assert_contains(wire_line(pair), "[{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
}

static void one_that_is_too_long_gets_one_error(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    for (int count = 1000; count <= 1001; count++) {
        buf_reset(&text, SIZE_MAX);
        for (int i = 0; i < count; i++)
            buf_printf(&text, "%c{\"method\":\"probe.note\",\"params\":[1]}", i ? ',' : '[');
        buf_append_text(&text, "]\n");
        wire_send_bytes(pair, buf_slice(&text));
        if (count == 1001) {
            struct slice line = wire_line(pair);
            assert_contains(line, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
            assert_contains(line, "batch_too_long");
        }
        expect_silence();
    }
    assert_int_equal(pair->at_server.notes.size, 2000);
    buf_clear(&text);
}

static void a_later_answer_holds_the_array_and_nothing_else(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]},"
                    "{\"id\":3,\"method\":\"probe.wait\"}]\n");
    expect_silence();
    assert_int_equal(pair->server->waiting_count, 2);
    (void)call_reply_text(fixture_waiting(pair->server, 1), SLICE("\"third\""));
    expect_silence();
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("\"first\""));
    assert_line(pair,
                "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"third\"},"
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"first\"}]");
}

static void a_member_that_is_received_again_has_its_place_in_the_array(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}]\n"
                    "{\"id\":3,\"method\":\"probe.wait\"}\n");
    expect_silence();
    assert_int_equal(pair->server->waiting_count, 2);
    call_repeat(fixture_waiting(pair->server, 0)); /* and waits again, behind the other one */
    assert_int_equal(pair->server->waiting_count, 2);
    expect_silence();
    (void)call_reply_text(fixture_waiting(pair->server, 1), SLICE("\"first\""));
    assert_line(pair,
                "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"first\"}]");
    call_repeat(fixture_waiting(pair->server, 0));
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("\"third\""));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"third\"}");
    expect_silence();
}

static void a_cancelled_member_is_answered_in_the_array(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}]\n"
                    "[{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}]\n");
    struct slice line = wire_line(pair);
    assert_contains(
        line, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32800");
    assert_int_equal(pair->at_server.abandoned, 1);
}

static void the_end_frees_one_that_waits(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.wait\"}]\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.abandoned, 2);
}

static void an_answer_that_is_too_long_becomes_an_error(void **state)
{
    (void)state;
    pair->rpc.limits.line_bytes = 5000;
    wire_send(
        pair,
        "[{\"id\":1,\"method\":\"probe.fill\",\"params\":[6000]},{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}]\n"
        "{\"id\":3,\"method\":\"probe.fill\",\"params\":[6000]}\n");
    struct slice line = wire_line(pair);
    assert_contains(line, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32011");
    assert_contains(line, ",{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}]");
    assert_contains(wire_line(pair), "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32011");
}

static void send_fills(int count, int bytes)
{
    struct buf text = BUF_LIMITED(1 << 20);
    for (int i = 0; i < count; i++)
        buf_printf(&text, "%c{\"id\":%d,\"method\":\"probe.fill\",\"params\":[%d]}", i ? ',' : '[', i, bytes);
    buf_append_text(&text, "]\n");
    wire_send_bytes(pair, buf_slice(&text));
    buf_clear(&text);
}

static void expect_too_long(void)
{
    struct slice line = wire_line(pair);
    assert_contains(line, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32011");
    assert_contains(line, "\"data\":{\"code\":\"result_too_long\"}}}");
    assert_int_equal(line.data[0], '{');
}

static void answers_longer_than_a_message_become_one_error(void **state)
{
    (void)state;
    pair->rpc.limits.line_bytes = 10000;
    send_fills(200, 100);
    expect_too_long();
    expect_silence();
    /* Every length near the limit is an array that fits, or the error. */
    for (int bytes = 9700; bytes <= 10000; bytes++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "[{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]},"
                       "{\"id\":2,\"method\":\"probe.fill\",\"params\":[%d]}]\n",
                       bytes);
        wire_send(pair, text);
        struct slice line = wire_line(pair);
        assert_true(line.size > 0 && line.size <= pair->rpc.limits.line_bytes);
    }
    assert_int_equal(pair->at_server.closed, 0);
}

static void later_answers_longer_than_a_message_become_one_error(void **state)
{
    char text[6000];
    (void)state;
    memset(text, '1', sizeof text);
    pair->rpc.limits.line_bytes = 10000;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.wait\"},"
                    "{\"id\":3,\"method\":\"probe.wait\"}]\n");
    pair_wait(pair, pair->at_server.deferred == 3);
    assert_int_equal(call_reply_text(fixture_waiting(pair->server, 2), (struct slice){text, 6000}), 0);
    assert_int_equal(call_fail_text(fixture_waiting(pair->server, 1), 1, (struct slice){text, 6000}, SLICE("")), 0);
    assert_int_equal(call_reply_text(fixture_waiting(pair->server, 0), SLICE("1")), -EMSGSIZE);
    expect_too_long();
    expect_silence();
}

static void more_answers_than_may_wait_become_one_error(void **state)
{
    (void)state;
    pair->rpc.limits.output_bytes = 100000;
    send_fills(100, 4000);
    expect_too_long();
    expect_silence();
    /* With something before it that has not left yet. */
    wire_send(pair, "{\"id\":\"a\",\"method\":\"probe.fill\",\"params\":[60000]}\n"
                    "[{\"id\":1,\"method\":\"probe.fill\",\"params\":[60000]}]\n");
    assert_true(wire_line(pair).size > 60000);
    assert_true(wire_line(pair).size > 0);
    expect_silence();
    assert_int_equal(pair->at_server.closed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_come_in_one_array, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(notifications_alone_get_none, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(an_empty_one_is_an_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(arrays_inside_are_invalid, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(one_that_is_too_long_gets_one_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_later_answer_holds_the_array_and_nothing_else, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_member_that_is_received_again_has_its_place_in_the_array, open_wire,
                                        close_pair),
        cmocka_unit_test_setup_teardown(a_cancelled_member_is_answered_in_the_array, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_end_frees_one_that_waits, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(an_answer_that_is_too_long_becomes_an_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answers_longer_than_a_message_become_one_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(later_answers_longer_than_a_message_become_one_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(more_answers_than_may_wait_become_one_error, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
