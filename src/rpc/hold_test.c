/* Calls that somebody holds while another thread works on them, and telling that output has drained. */
#include <errno.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair.h"

static struct pair *pair;
static unsigned drained;
static size_t unsent_then;

static int open_wire(void **state)
{
    (void)state;
    pair = pair_open_wire();
    drained = 0;
    return 0;
}

static int close_pair(void **state)
{
    (void)state;
    pair_close(pair);
    return 0;
}

static struct call *hold_one(void)
{
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\",\"params\":{\"tag\":\"kept\"}}\n");
    pair_wait(pair, pair->at_server.deferred == 1);
    struct call *call = fixture_waiting(pair->server, 0);
    call_hold(call);
    return call;
}

static void assert_params_are_there(const struct call *call)
{
    const struct probe_wait_params *params = call->params;
    assert_slice(params->tag, "kept");
}

static void a_held_call_outlives_its_answer(void **state)
{
    (void)state;
    struct call *call = hold_one();
    assert_int_equal(call_reply_text(call, SLICE("1")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_params_are_there(call);
    assert_int_equal(call_reply_text(call, SLICE("2")), -EALREADY);
    assert_null(call_drop(call));
}

static void a_held_call_outlives_its_connection(void **state)
{
    (void)state;
    struct call *call = hold_one();
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.abandoned, 1);
    assert_params_are_there(call);
    assert_int_equal(call_fail(call, ERROR_SAMPLE_BUSY, "too late"), -EALREADY);
    assert_null(call_drop(call));
}

static void a_held_call_outlives_being_cancelled(void **state)
{
    (void)state;
    struct call *call = hold_one();
    wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n");
    assert_contains(wire_line(pair), "-32800");
    assert_params_are_there(call);
    assert_null(call_drop(call));
}

static void a_dropped_call_that_still_waits_is_freed_by_its_answer(void **state)
{
    (void)state;
    struct call *call = hold_one();
    assert_null(call_drop(call));
    assert_int_equal(call_reply_text(call, SLICE("3")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":3}");
}

static void draining_waits_for_what_is_held(void **state)
{
    (void)state;
    struct call *call = hold_one();
    wire_send(pair, "{\"id\":2,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    peer_drain(pair->server, "drained");
    assert_contains(wire_line(pair), "\"id\":2,\"error\":{\"code\":-32015"); /* nobody holds this one */
    assert_int_equal(pair->at_server.closed, 0);
    assert_int_equal(call_reply_text(call, SLICE("4")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":4}");
    pair_wait(pair, pair->at_server.closed);
    assert_string_equal(pair->at_server.reason, "drained");
    assert_null(call_drop(call));
}

/* --- output that has drained --- */

static void on_drained(struct peer *peer)
{
    drained++;
    unsent_then = peer_unsent(peer);
}

static void tell_drained_to_us(void)
{
    static struct peer_events events;
    events = *pair->server->events;
    events.drained = on_drained;
    pair->server->events = &events;
}

static void a_peer_says_once_that_its_output_has_drained(void **state)
{
    (void)state;
    static char line[64 << 10];
    tell_drained_to_us();
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    pair->deaf = true;
    for (int i = 0; i < 32; i++)
        assert_int_equal(peer_push(pair->server, (struct slice){line, sizeof line}), 0);
    peer_tell_drained(pair->server, 128 << 10);
    assert_int_equal(drained, 0);
    pair->deaf = false;
    pair_wait(pair, drained == 1);
    assert_true(unsent_then <= 128 << 10);
    for (int i = 0; i < 32; i++)
        assert_int_equal(wire_line(pair).size, sizeof line - 1);
    assert_int_equal(drained, 1);
}

static void what_has_drained_already_is_told_with_the_next_flush(void **state)
{
    (void)state;
    tell_drained_to_us();
    peer_tell_drained(pair->server, 0);
    assert_int_equal(drained, 0);
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n"); /* so that the loop turns */
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_int_equal(drained, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_held_call_outlives_its_answer, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_held_call_outlives_its_connection, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_held_call_outlives_being_cancelled, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_dropped_call_that_still_waits_is_freed_by_its_answer, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(draining_waits_for_what_is_held, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_peer_says_once_that_its_output_has_drained, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(what_has_drained_already_is_told_with_the_next_flush, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
