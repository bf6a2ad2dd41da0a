/* How a connection ends: closed, drained, half-closed, lost; and what becomes of what was pending. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair_setup.h"

static void pending_calls_fail_on_both_sides(void **state)
{
    struct outcome mine[10] = {0}, theirs[10] = {0};
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        uint64_t timeout = i % 2 ? 60000 : 0;
        assert_int_equal(
            peer_call_text(pair->client, SLICE("probe.wait"), SLICE(""), timeout, on_outcome, &mine[i], NULL), 0);
        assert_int_equal(
            peer_call_text(pair->server, SLICE("probe.wait"), SLICE(""), timeout, on_outcome, &theirs[i], NULL), 0);
    }
    pair_wait(pair, pair->at_client.deferred == 10 && pair->at_server.deferred == 10);
    peer_close(pair->server, "enough");
    assert_int_equal(pair->at_server.closed, 1);
    assert_string_equal(pair->at_server.reason, "enough");
    assert_int_equal(pair->at_server.abandoned, 10);
    pair_wait(pair, pair->at_client.closed);
    assert_int_equal(pair->at_client.abandoned, 10);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(mine[i].count, 1);
        assert_int_equal(mine[i].status, -ECONNRESET);
        assert_string_equal(mine[i].word, "disconnected");
        assert_int_equal(theirs[i].count, 1);
        assert_int_equal(theirs[i].status, -ECONNRESET);
    }
    assert_int_equal(pair->rpc.timers.count, 0);
    assert_int_equal(pair->rpc.peer_count, 0);
}

static void a_client_that_goes_away_abandons_its_calls_at_once(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n{\"id\":2,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    assert_int_equal(pair->rpc.timers.count, 0); /* it is not left to a timer that looks from time to time */
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.abandoned, 2);
}

static void nothing_is_called_on_a_closed_peer(void **state)
{
    struct outcome outcome = {0};
    (void)state;
    peer_close(pair->client, "over");
    peer_close(pair->client, "again");
    assert_int_equal(pair->at_client.closed, 1);
    assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, on_outcome, &outcome, NULL),
                     -ECONNRESET);
    assert_int_equal(peer_notify_text(pair->client, SLICE("x"), SLICE("")), -ECONNRESET);
    assert_int_equal(peer_notify(pair->client, &probe_note_method, &(struct probe_note_params){1}), -ECONNRESET);
    assert_int_equal(peer_push(pair->client, SLICE("{}\n")), -ECONNRESET);
    assert_int_equal(peer_attach_fd(pair->client, fixture_file()), -ECONNRESET);
    assert_int_equal(outcome.count, 0);
}

static void a_handler_may_close(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.misbehave\",\"params\":[\"close\"]}\n"
                    "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    assert_line(pair, "");
    assert_true(pair->wire_ended);
    assert_string_equal(pair->at_server.reason, "a handler closed it");
}

static void a_handler_may_close_inside_a_batch(void **state)
{
    (void)state;
    wire_send(pair,
              "[{\"id\":0,\"method\":\"probe.wait\"},{\"id\":1,\"method\":\"probe.misbehave\",\"params\":[\"close\"]},"
              "{\"id\":2,\"method\":\"probe.wait\"}]\n");
    assert_line(pair, "");
    assert_int_equal(pair->at_server.deferred, 1);
    assert_int_equal(pair->at_server.abandoned, 1);
}

static void a_drained_peer_sends_what_it_has(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":0,\"method\":\"probe.wait\"}\n{\"id\":1,\"method\":\"probe.fill\",\"params\":[200000]}\n"
                    "{\"id\":2,\"method\":\"probe.misbehave\",\"params\":[\"drain\"]}\n"
                    "{\"id\":3,\"method\":\"probe.echo\",\"params\":[3]}\n");
    assert_true(wire_line(pair).size > 200000);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"fine\"}");
    assert_contains(wire_line(pair), "\"id\":0,\"error\":{\"code\":-32015"); /* whoever waits hears that it is over */
    assert_line(pair, "");
    assert_true(pair->wire_ended);
    assert_string_equal(pair->at_server.reason, "a handler drained it");
    assert_int_equal(pair->at_server.abandoned, 1);
}

static void a_drained_peer_takes_and_sends_nothing_new(void **state)
{
    struct outcome outcome = {0};
    (void)state;
    pair->deaf = true;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[2000000]}\n");
    pair_wait(pair, output_waiting(&pair->server->output) > 0);
    peer_drain(pair->server, "drained");
    assert_int_equal(pair->at_server.closed, 0);
    assert_int_equal(peer_call_text(pair->server, SLICE("x"), SLICE(""), 0, on_outcome, &outcome, NULL), -ECONNRESET);
    assert_int_equal(peer_notify_text(pair->server, SLICE("x"), SLICE("")), -ECONNRESET);
    wire_send(pair, "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    pair->deaf = false;
    assert_true(wire_line(pair).size > 2000000);
    assert_line(pair, "");
    assert_int_equal(pair->at_server.closed, 1);
}

static void half_close_is_answered_to_the_last_line(void **state)
{
    (void)state;
    wire_send(
        pair,
        "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}");
    wire_shutdown(pair);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    assert_line(pair, "");
    assert_string_equal(pair->at_server.reason, "the other side has finished");
}

static void half_a_message_and_the_end_get_an_error(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":");
    wire_shutdown(pair);
    assert_contains(wire_line(pair), "\"id\":null,\"error\":{\"code\":-32700");
    assert_line(pair, "");
}

static void half_close_waits_for_later_answers(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n[{\"id\":2,\"method\":\"probe.wait\"}]");
    wire_shutdown(pair);
    pair_wait(pair, pair->at_server.deferred == 2 && pair->server->ended);
    assert_int_equal(pair->at_server.closed, 0);
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_int_equal(pair->at_server.closed, 0);
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("2"));
    assert_line(pair, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}]");
    assert_line(pair, "");
    assert_int_equal(pair->at_server.closed, 1);
}

static void half_close_fails_calls_to_that_side(void **state)
{
    struct outcome outcome = {0};
    (void)state;
    assert_int_equal(peer_call_text(pair->server, SLICE("x"), SLICE(""), 0, on_outcome, &outcome, NULL), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}");
    wire_shutdown(pair);
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -ECONNRESET);
}

static void whoever_half_closed_and_left_is_noticed(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n");
    wire_shutdown(pair);
    pair_wait(pair, pair->server->ended);
    pair_wait(pair, pair->server->look.index > 0);
    assert_int_equal(pair->at_server.closed, 0);
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.abandoned, 1);
}

/* A socket that is closed with unread bytes in it resets the connection, which poll() shows as an error while there is
 * still something to read. */
static void what_came_before_a_reset_is_read(void **state)
{
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    pair->deaf = true;
    assert_int_equal(peer_notify_text(pair->server, SLICE("unread"), SLICE("")), 0);
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    int size = 4 << 20;
    (void)setsockopt(pair->wire, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    for (int i = 0; i < 2000; i++)
        buf_printf(&text, "{\"method\":\"probe.note\",\"params\":[1]}      \n");
    ssize_t sent = send(pair->wire, text.data, text.size, MSG_DONTWAIT | MSG_NOSIGNAL);
    assert_true(sent > RPC_READ_BYTES); /* more than one read */
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.notes.size, (size_t)sent / (text.size / 2000) * strlen("1 "));
    buf_clear(&text);
}

static void close_in_reply(void *user, const struct reply *reply)
{
    struct outcome *outcome = user;
    on_outcome(outcome, reply);
    peer_close(pair->client, "closed in a callback");
}

static void a_callback_may_close(void **state)
{
    struct outcome first = OUTCOME_INIT, second = OUTCOME_INIT;
    (void)state;
    assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, close_in_reply, &first, NULL), 0);
    assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, on_outcome, &second, NULL), 0);
    pair_wait(pair, first.count && second.count && pair->at_server.closed);
    assert_int_equal(first.status, 0);
    assert_int_equal(second.status, -ECONNRESET);
    outcome_clear(&first);
    outcome_clear(&second);
}

struct chain {
    struct outcome outcome;
    int left;
};

static void call_again(void *user, const struct reply *reply)
{
    struct chain *chain = user;
    on_outcome(&chain->outcome, reply);
    if (--chain->left > 0)
        assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, call_again, chain, NULL), 0);
}

static void a_callback_may_call_again(void **state)
{
    struct chain chain = {OUTCOME_INIT, 100};
    (void)state;
    assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE(""), 0, call_again, &chain, NULL), 0);
    pair_wait(pair, chain.left == 0);
    assert_int_equal(chain.outcome.count, 100);
    outcome_clear(&chain.outcome);
}

struct two {
    struct request *requests[2];
    size_t ended;
};

/* The user is the place of the request that ends; it is no longer good, the other one still is. */
static void cancel_the_other(struct two *two, size_t mine)
{
    struct request *other = two->requests[!mine];
    two->requests[0] = two->requests[1] = NULL;
    two->ended++;
    if (other)
        request_cancel(other);
}

static void on_first(void *user, const struct reply *reply)
{
    (void)reply;
    cancel_the_other(user, 0);
}

static void on_second(void *user, const struct reply *reply)
{
    (void)reply;
    cancel_the_other(user, 1);
}

static void a_callback_may_cancel_another_at_the_end(void **state)
{
    struct two two = {0};
    (void)state;
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.wait"), SLICE(""), 0, on_first, &two, &two.requests[0]),
                     0);
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.wait"), SLICE(""), 0, on_second, &two, &two.requests[1]),
                     0);
    pair_wait(pair, pair->at_server.deferred == 2);
    peer_close(pair->client, "over");
    assert_int_equal(two.ended, 2);
    assert_int_equal(pair->client->requests.count, 0);
}

static bool push_much_to_server(struct call *call, struct slice method, const yyjson_val *params)
{
    static char line[600000];
    (void)method;
    (void)params;
    memset(line, ' ', sizeof line);
    line[sizeof line - 1] = '\n';
    assert_int_equal(peer_push(pair->server, (struct slice){line, sizeof line}), 0);
    peer_close(call->peer, "it has done its part");
    return true;
}

/* The end comes in the same turn of the loop in which another connection makes the peer send more than it may have
 * waiting to be read from. */
static void the_last_line_of_one_who_is_choked_is_handled(void **state)
{
    static const struct peer_events events = {.unknown_call = push_much_to_server};
    struct peer *other;
    int sockets[2];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    assert_int_equal(peer_new(&pair->rpc, sockets[0], CALLER_CLIENT, NULL, &events, NULL, &other), 0);
    wire_send(pair, "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}");
    pair_wait(pair, pair->server->framer.partial.size > 0);
    (void)uv_run(&pair->loop,
                 UV_RUN_NOWAIT); /* now neither is ready, and epoll reports the first that becomes it first */
    assert_int_equal(write(sockets[1], "{\"id\":1,\"method\":\"publish\"}\n", 28), 28);
    wire_shutdown(pair); /* ready behind the other, so it is looked at after it */
    assert_int_equal(wire_line(pair).size, 599999);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    assert_line(pair, "");
    assert_string_equal(pair->at_server.reason, "the other side has finished");
    (void)close(sockets[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pending_calls_fail_on_both_sides, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_client_that_goes_away_abandons_its_calls_at_once, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(nothing_is_called_on_a_closed_peer, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_handler_may_close, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_handler_may_close_inside_a_batch, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_drained_peer_sends_what_it_has, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_drained_peer_takes_and_sends_nothing_new, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(half_close_is_answered_to_the_last_line, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(half_a_message_and_the_end_get_an_error, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(half_close_waits_for_later_answers, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(half_close_fails_calls_to_that_side, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(whoever_half_closed_and_left_is_noticed, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(what_came_before_a_reset_is_read, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_callback_may_close, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_callback_may_call_again, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_callback_may_cancel_another_at_the_end, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(the_last_line_of_one_who_is_choked_is_handled, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
