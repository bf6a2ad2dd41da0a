/* The callbacks of requests, which may close, cancel and call while something else is under way. */
#include <errno.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair_setup.h"

/* What a callback does when its request ends, besides writing it down. */
struct deed {
    struct outcome outcome;
    bool closes;
    struct request **cancels; /* this one, unless it has ended */
    struct deed *calls;       /* starts it */
    int called;               /* what that said */
    struct request *request;  /* NULL once it has ended */
};

static void on_deed(void *user, const struct reply *reply)
{
    struct deed *deed = user;
    deed->request = NULL;
    on_outcome(&deed->outcome, reply);
    if (deed->cancels && *deed->cancels)
        request_cancel(*deed->cancels);
    if (deed->closes)
        peer_close(pair->client, "closed in a callback");
    if (deed->calls)
        deed->called = peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, on_deed, deed->calls, NULL);
}

static void begin(struct deed *deed, uint64_t timeout_ms)
{
    assert_int_equal(
        peer_call_text(pair->client, SLICE("probe.wait"), SLICE(""), timeout_ms, on_deed, deed, &deed->request), 0);
}

static void expect_end(const struct deed *deed, int status)
{
    assert_int_equal(deed->outcome.count, 1);
    assert_int_equal(deed->outcome.status, status);
}

static void a_cancelled_request_closes(void **state)
{
    struct deed first = {.closes = true}, second = {.closes = true};
    (void)state;
    begin(&first, 0);
    begin(&second, 60000);
    request_cancel(first.request);
    expect_end(&first, -ECANCELED);
    expect_end(&second, -ECONNRESET);
    assert_int_equal(pair->at_client.closed, 1);
    assert_int_equal(pair->rpc.timers.count, 0);
}

static void a_request_that_times_out_closes(void **state)
{
    struct deed first = {.closes = true}, second = {.closes = true};
    (void)state;
    begin(&first, 1);
    begin(&second, 1);
    pair_wait(pair, pair->at_client.closed);
    expect_end(&first, -ETIMEDOUT);
    expect_end(&second, -ECONNRESET);
}

static void a_request_that_times_out_cancels_another(void **state)
{
    struct deed first = {0}, second = {0};
    (void)state;
    first.cancels = &second.request;
    second.cancels = &first.request;
    begin(&first, 1);
    begin(&second, 1);
    pair_wait(pair, first.outcome.count);
    expect_end(&first, -ETIMEDOUT);
    expect_end(&second, -ECANCELED);
    assert_int_equal(pair->rpc.timers.count, 0);
    assert_int_equal(pair->client->requests.count, 0);
}

static void a_request_that_times_out_calls_again(void **state)
{
    struct deed again = {.outcome = OUTCOME_INIT}, first = {.calls = &again};
    (void)state;
    begin(&first, 1);
    pair_wait(pair, again.outcome.count);
    assert_int_equal(first.called, 0);
    expect_end(&first, -ETIMEDOUT);
    expect_end(&again, 0);
    outcome_clear(&again.outcome);
}

static void an_answered_request_cancels_another_and_closes(void **state)
{
    struct deed first = {.outcome = OUTCOME_INIT, .closes = true}, second = {0}, third = {0};
    (void)state;
    first.cancels = &second.request;
    begin(&first, 60000);
    begin(&second, 60000);
    begin(&third, 60000);
    pair_wait(pair, pair->at_server.deferred == 3);
    assert_int_equal(call_reply_text(fixture_waiting(pair->server, 0), SLICE("1")), 0);
    pair_wait(pair, pair->at_client.closed);
    expect_end(&first, 0);
    expect_end(&second, -ECANCELED);
    expect_end(&third, -ECONNRESET);
    outcome_clear(&first.outcome);
}

static void nothing_is_called_at_the_end(void **state)
{
    struct deed never = {0}, first = {.calls = &never, .closes = true}, second = {.calls = &never};
    (void)state;
    first.cancels = &second.request;
    second.cancels = &first.request;
    begin(&first, 0);
    begin(&second, 60000);
    peer_close(pair->client, "over");
    assert_int_equal(first.called, -ECONNRESET);
    assert_int_equal(second.called, -ECONNRESET);
    assert_int_equal(first.outcome.count, 1);
    assert_int_equal(second.outcome.count, 1);
    assert_int_equal(never.outcome.count, 0);
    assert_int_equal(pair->client->requests.count, 0);
    assert_int_equal(pair->at_client.closed, 1);
}

/* All of it has room but the newline: the connection is cut, and the request ends with it, not inside of the call. */
static void a_call_that_cuts_the_connection_ends_with_it(void **state)
{
    struct deed never = {0}, deed = {.calls = &never, .closes = true};
    (void)state;
    pair->rpc.limits.output_bytes = strlen("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"probe.wait\"}");
    begin(&deed, 60000);
    assert_int_equal(deed.outcome.count, 0);
    assert_non_null(deed.request);
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    expect_end(&deed, -ECONNRESET);
    assert_int_equal(deed.called, -ECONNRESET);
    assert_int_equal(never.outcome.count, 0);
    assert_int_equal(pair->at_client.closed, 1);
    assert_int_equal(pair->rpc.timers.count, 0);
}

/* An id that could be one of ours is not given back: the other side would take it for an answer to a call of its own.
 */
static void what_names_no_method_is_refused_with_its_id(void **state)
{
    (void)state;
    wire_send(pair, "{\"jsonrpc\":\"2.0\",\"id\":1}\n");
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32600");
    assert_int_equal(peer_call_text(pair->server, SLICE("x"), SLICE(""), 0, NULL, NULL, NULL), 0);
    assert_contains(wire_line(pair), "\"method\":\"x\"");
    wire_send(pair, "{\"id\":1}\n{\"id\":2}\n{\"id\":\"1\"}\n[{\"id\":3}]\n{\"id\":4,\"error\":null}\n");
    assert_contains(wire_line(pair), "\"id\":null,\"error\":{\"code\":-32600");
    assert_contains(wire_line(pair), "\"id\":2,\"error\"");
    assert_contains(wire_line(pair), "\"id\":\"1\",\"error\"");
    assert_contains(wire_line(pair), "[{\"jsonrpc\":\"2.0\",\"id\":3,\"error\"");
    assert_contains(wire_line(pair), "\"id\":null,\"error\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_cancelled_request_closes, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_request_that_times_out_closes, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_request_that_times_out_cancels_another, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_request_that_times_out_calls_again, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(an_answered_request_cancels_another_and_closes, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(nothing_is_called_at_the_end, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_call_that_cuts_the_connection_ends_with_it, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(what_names_no_method_is_refused_with_its_id, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
