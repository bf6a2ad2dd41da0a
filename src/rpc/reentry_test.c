/* Callbacks that do the worst they may do: close, answer, walk and run the loop while something else is under way. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair.h"

enum { CAP = 64 << 10 };

static struct pair *pair;

/* What the callbacks of a test have seen. */
static struct {
    size_t abandoned, closed;
    int answers[2]; /* what a call said that was answered although it was abandoned */
} seen;

static int open_wire(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    pair = pair_open_wire();
    return 0;
}

static int close_pair(void **state)
{
    (void)state;
    pair_close(pair);
    return 0;
}

/* Leaves room for so many bytes below the cap, in the output of a peer that has not been flushed. */
static void fill_up(struct peer *peer, size_t room)
{
    static char line[CAP];
    peer->rpc->limits.output_bytes = CAP;
    size_t size = CAP - room - output_waiting(&peer->output);
    memset(line, ' ', size);
    line[size - 1] = '\n';
    assert_int_equal(peer_push(peer, (struct slice){line, size}), 0);
    assert_int_equal(output_waiting(&peer->output), CAP - room);
}

/* Whoever was cut is still there; its end comes with the end of the turn, and only then. */
static void expect_cut(struct peer *peer)
{
    assert_true(peer->cut);
    assert_false(peer->closed);
    assert_int_equal(pair->at_server.closed + seen.closed, 0);
    assert_int_equal(pair->at_server.abandoned + seen.abandoned, 0);
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
}

static void wait_with_two(void)
{
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n{\"id\":2,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 2);
}

/* --- an answer that reaches the cap --- */

static int reply(struct call *call)
{
    return probe_wait_reply(call, &(struct json_any){.text = SLICE("1")});
}

static int reply_text(struct call *call)
{
    return call_reply_text(call, SLICE("1"));
}

static int reply_with_a_descriptor(struct call *call)
{
    assert_int_equal(call_attach_fd(call, fixture_file()), 0);
    return call_reply_text(call, SLICE("1"));
}

static int refuse(struct call *call)
{
    return call_fail(call, ERROR_STOPPING, "no");
}

static int refuse_text(struct call *call)
{
    return call_fail_text(call, 1, SLICE("no"), SLICE(""));
}

static void a_later_answer_at_the_cap_ends_its_call_once(void **state)
{
    static int (*const ways[])(struct call *) = {reply, reply_text, reply_with_a_descriptor, refuse, refuse_text};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (i > 0)
            (void)open_wire(state);
        wait_with_two();
        fill_up(pair->server, 10);
        assert_true(ways[i](fixture_waiting(pair->server, 0)) < 0);
        assert_int_equal(pair->server->waiting_count, 1);
        expect_cut(pair->server);
        assert_int_equal(pair->at_server.closed, 1);
        assert_int_equal(pair->at_server.abandoned, 1); /* the other one */
        assert_int_equal(pair->server->waiting_count, 0);
        if (i + 1 < sizeof ways / sizeof *ways)
            (void)close_pair(state);
    }
}

static void a_batch_at_the_cap_ends_its_calls_once(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.wait\"}]\n"
                    "{\"id\":3,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 3);
    fill_up(pair->server, 10);
    assert_int_equal(call_reply_text(fixture_waiting(pair->server, 1), SLICE("2")), 0);
    assert_int_equal(pair->at_server.closed, 0);
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    expect_cut(pair->server);
    assert_int_equal(pair->at_server.closed, 1);
    assert_int_equal(pair->at_server.abandoned, 1);
}

static void draining_at_the_cap_ends_every_call_once(void **state)
{
    (void)state;
    wait_with_two();
    fill_up(pair->server, 10);
    peer_drain(pair->server, "drained");
    assert_int_equal(pair->at_server.closed, 1);
    assert_int_equal(pair->at_server.abandoned, 2);
    assert_int_equal(pair->server->waiting_count, 0);
}

static void cancelling_at_the_cap_ends_every_call_once(void **state)
{
    (void)state;
    wait_with_two();
    pair->deaf = true;
    fill_up(pair->server, 10);
    wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n");
    pair->rpc.limits.output_bytes = 10; /* whatever the kernel takes meanwhile */
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(pair->at_server.abandoned, 2);
}

/* --- sending never calls back --- */

static int push(struct peer *peer)
{
    return peer_push(peer, SLICE("{\"jsonrpc\":\"2.0\"}\n"));
}

static int push_lines(struct peer *peer)
{
    return peer_push_lines(peer, SLICE("{\"jsonrpc\":\"2.0\"}\n"));
}

static int notify_text(struct peer *peer)
{
    return peer_notify_text(peer, SLICE("note"), SLICE("[1]"));
}

static struct outcome asked, earlier;

static int ask(struct peer *peer)
{
    return peer_call_text(peer, SLICE("x"), SLICE(""), 60000, on_outcome, &asked, NULL);
}

static int cut(struct peer *peer)
{
    peer_cut(peer, "its owner says so");
    return -ECONNRESET;
}

static void whatever_is_sent_at_the_cap_calls_nobody_back(void **state)
{
    static int (*const ways[])(struct peer *) = {push, push_lines, notify_text, ask, cut};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (i > 0)
            (void)open_wire(state);
        asked = earlier = (struct outcome)OUTCOME_INIT;
        wait_with_two();
        assert_int_equal(peer_call_text(pair->server, SLICE("y"), SLICE(""), 0, on_outcome, &earlier, NULL), 0);
        size_t before = output_waiting(&pair->server->output);
        assert_int_equal(notify_text(pair->server), 0);
        size_t note = output_waiting(&pair->server->output) - before;
        assert_int_equal(ask(pair->server), 0);
        size_t question = output_waiting(&pair->server->output) - before - note;
        /* A message of ours that does not fit is taken back, and only one whose newline does not fit cuts. */
        fill_up(pair->server, (ways[i] == ask ? question : ways[i] == notify_text ? note : 10) - 1);
        int r = ways[i](pair->server);
        assert_true(ways[i] == ask ? r == 0 : r < 0);
        assert_int_equal(asked.count + earlier.count, 0);
        for (size_t k = 0; k < sizeof ways / sizeof *ways - 1; k++) /* and nothing more is taken */
            assert_int_equal(ways[k](pair->server), -ECONNRESET);
        assert_int_equal(peer_attach_fd(pair->server, fixture_file()), -ECONNRESET);
        expect_cut(pair->server);
        assert_int_equal(pair->at_server.closed, 1);
        assert_int_equal(pair->at_server.abandoned, 2);
        assert_string_equal(pair->at_server.reason,
                            ways[i] == cut ? "its owner says so" : "the other side does not read");
        assert_int_equal(asked.count, ways[i] == ask ? 2 : 1);
        assert_int_equal(earlier.count, 1);
        assert_int_equal(earlier.status, -ECONNRESET);
        assert_int_equal(pair->rpc.timers.count, 0);
        outcome_clear(&asked);
        outcome_clear(&earlier);
        if (i + 1 < sizeof ways / sizeof *ways)
            (void)close_pair(state);
    }
}

/* Its socket has more to be read, and its backlog more to be handled: nobody looks at either. */
static void nothing_more_is_heard_of_one_that_was_cut(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    wire_send(pair, "{\"id\":2,\"method\":\"probe.wait\"}\n");
    peer_cut(pair->server, "cut");
    expect_cut(pair->server);
    assert_int_equal(pair->at_server.closed, 1);
    assert_int_equal(pair->at_server.deferred, 0);
    assert_line(pair, "");
}

/* A notification that is answered leaves nothing to send: where it was the last that a half-closed connection waited
 * for, the end comes with the end of the turn, too. */
static void the_last_answer_of_one_who_half_closed_calls_nobody_back(void **state)
{
    (void)state;
    wire_send(pair, "{\"method\":\"probe.wait\"}\n");
    wire_shutdown(pair);
    pair_wait(pair, pair->at_server.deferred == 1 && pair->server->ended);
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    assert_int_equal(pair->at_server.closed, 0);
    pair_wait(pair, pair->at_server.closed);
    assert_string_equal(pair->at_server.reason, "the other side has finished");
}

static void closing_one_that_was_cut_tells_once_and_why_it_was_cut(void **state)
{
    (void)state;
    peer_cut(pair->server, "cut");
    peer_close(pair->server, "closed");
    assert_int_equal(pair->at_server.closed, 1);
    assert_string_equal(pair->at_server.reason, "cut");
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    assert_int_equal(pair->at_server.closed, 1);
}

/* --- what `abandoned` may do --- */

static void close_when_abandoned(struct call *call)
{
    seen.abandoned++;
    peer_close(call->peer, "a call was abandoned");
}

static void answer_when_abandoned(struct call *call)
{
    seen.abandoned++;
    seen.answers[0] = call_reply_text(call, SLICE("\"late\""));
    seen.answers[1] = call_fail(call, ERROR_STOPPING, "late");
}

static void answer_the_next_when_abandoned(struct call *call)
{
    seen.abandoned++;
    struct call *next = fixture_waiting(call->peer, 0);
    if (next)
        seen.answers[0] = call_reply_text(next, SLICE("\"next\""));
}

static void wait_abandoned_by(call_abandoned_fn abandoned)
{
    wait_with_two();
    fixture_waiting(pair->server, 0)->abandoned = abandoned;
    fixture_waiting(pair->server, 1)->abandoned = abandoned;
}

static void closing_on_a_cancel(void **state)
{
    (void)state;
    wait_abandoned_by(close_when_abandoned);
    wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n");
    assert_line(pair, "");
    assert_int_equal(seen.abandoned, 2);
    assert_int_equal(pair->at_server.closed, 1);
    assert_string_equal(pair->at_server.reason, "a call was abandoned");
}

static void closing_on_a_cancel_inside_a_batch(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.wait\"}]\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    fixture_waiting(pair->server, 0)->abandoned = close_when_abandoned;
    wire_send(pair, "[{\"id\":3,\"method\":\"probe.echo\",\"params\":[3]},"
                    "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}},"
                    "{\"id\":4,\"method\":\"probe.wait\"}]\n");
    assert_line(pair, "");
    assert_int_equal(seen.abandoned, 1);
    assert_int_equal(pair->at_server.abandoned, 1);
    assert_int_equal(pair->at_server.deferred, 2); /* nothing behind it was looked at */
}

static void closing_on_a_drain(void **state)
{
    (void)state;
    wait_abandoned_by(close_when_abandoned);
    peer_drain(pair->server, "drained");
    assert_int_equal(seen.abandoned, 2);
    assert_int_equal(pair->at_server.closed, 1);
    assert_line(pair, "");
}

static void closing_on_a_close(void **state)
{
    (void)state;
    wait_abandoned_by(close_when_abandoned);
    peer_close(pair->server, "closed");
    assert_int_equal(seen.abandoned, 2);
    assert_int_equal(pair->at_server.closed, 1);
    assert_string_equal(pair->at_server.reason, "closed");
}

static void answering_on_a_cancel(void **state)
{
    (void)state;
    wait_abandoned_by(answer_when_abandoned);
    wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n"
                    "{\"id\":3,\"method\":\"probe.echo\",\"params\":[3]}\n");
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32800");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":3}");
    assert_int_equal(seen.abandoned, 1);
    assert_int_equal(seen.answers[0], -EALREADY);
    assert_int_equal(seen.answers[1], -EALREADY);
    assert_int_equal(pair->server->waiting_count, 1);
}

static void answering_on_a_drain(void **state)
{
    (void)state;
    wait_abandoned_by(answer_when_abandoned);
    peer_drain(pair->server, "drained");
    assert_int_equal(seen.abandoned, 2);
    assert_int_equal(seen.answers[0], -EALREADY);
    assert_int_equal(seen.answers[1], -EALREADY);
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32015");
    assert_contains(wire_line(pair), "\"id\":2,\"error\":{\"code\":-32015");
    assert_line(pair, "");
}

static void answering_on_a_close(void **state)
{
    (void)state;
    wait_abandoned_by(answer_when_abandoned);
    peer_close(pair->server, "closed");
    assert_int_equal(seen.abandoned, 2);
    assert_int_equal(seen.answers[0], -EALREADY);
    assert_int_equal(seen.answers[1], -EALREADY);
    assert_line(pair, "");
}

static void answering_another_call(void **state)
{
    (void)state;
    wait_abandoned_by(answer_the_next_when_abandoned);
    peer_drain(pair->server, "drained");
    assert_int_equal(seen.abandoned, 1);
    assert_int_equal(seen.answers[0], 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"next\"}");
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32015");
    assert_line(pair, "");
}

static void answering_another_call_on_a_close(void **state)
{
    (void)state;
    wait_abandoned_by(answer_the_next_when_abandoned);
    peer_close(pair->server, "closed");
    assert_int_equal(seen.abandoned, 1);
    assert_int_equal(pair->server->waiting_count, 0);
    assert_line(pair, "");
}

/* --- a handler that closes, then waits --- */

static bool close_and_defer(struct call *call, struct slice method, const yyjson_val *params)
{
    struct call *deferred = NULL;
    (void)method;
    (void)params;
    peer_close(call->peer, "closed first");
    seen.answers[0] = call_defer(call, close_when_abandoned, NULL, &deferred);
    return false;
}

static void no_call_waits_on_a_closed_peer(void **state)
{
    static const struct peer_events events = {.unknown_call = close_and_defer};
    (void)state;
    pair->server->events = &events;
    wire_send(pair, "{\"id\":1,\"method\":\"no.such\"}\n");
    assert_line(pair, "");
    assert_int_equal(seen.answers[0], -ECONNRESET);
    assert_int_equal(pair->server->waiting_count, 0);
    assert_int_equal(seen.abandoned, 0);
}

/* --- walks over all peers --- */

enum { CROWD = 5 };

static struct peer *crowd[CROWD];
static int far_ends[CROWD];
static size_t visits;

/* Whoever is closed takes the next one with it, up to the one before the last. */
static void close_the_next(struct peer *peer, const char *reason)
{
    (void)reason;
    seen.closed++;
    for (size_t i = 0; i + 2 < CROWD; i++)
        if (crowd[i] == peer)
            peer_close(crowd[i + 1], "its partner is gone");
}

static bool want_all(struct peer *peer, const struct event_type *type)
{
    (void)peer;
    (void)type;
    return true;
}

static const struct peer_events crowd_events = {.closed = close_the_next, .wants = want_all};

static int open_crowd(void **state)
{
    (void)open_wire(state);
    visits = 0;
    for (size_t i = 0; i < CROWD; i++) {
        int sockets[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
        far_ends[i] = sockets[1];
        assert_int_equal(
            peer_new(&pair->rpc, sockets[0], CALLER_CLIENT, &daemon_dispatch, &crowd_events, NULL, &crowd[i]), 0);
        (void)peer_ref(crowd[i]);
    }
    return 0;
}

static int close_crowd(void **state)
{
    for (size_t i = 0; i < CROWD; i++) {
        peer_close(crowd[i], "the test is over");
        crowd[i] = peer_unref(crowd[i]);
        (void)close(far_ends[i]);
    }
    return close_pair(state);
}

static void a_broadcast_that_cuts_one_and_its_partners(void **state)
{
    (void)state;
    fill_up(crowd[0], 10);
    assert_int_equal(rpc_broadcast(&pair->rpc, &event_probed_event, &(struct event_probed_params){.n = 1}), 0);
    expect_cut(crowd[0]);
    assert_int_equal(seen.closed, CROWD - 1);
    assert_int_equal(pair->rpc.peer_count, 2);
    assert_false(crowd[CROWD - 1]->closed);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"event.probed\",\"params\":{\"n\":1}}");
}

static void close_it(struct peer *peer, void *user)
{
    (void)user;
    visits++;
    if (peer != pair->server)
        peer_close(peer, "visited");
}

static void a_walk_whose_visits_close_what_comes_next(void **state)
{
    (void)state;
    rpc_each_peer(&pair->rpc, close_it, NULL);
    assert_int_equal(visits, 3); /* the server, the first with all its partners, the last */
    assert_int_equal(seen.closed, CROWD);
    assert_int_equal(pair->rpc.peer_count, 1);
}

static void close_the_others(struct peer *peer, void *user)
{
    visits++;
    if (peer != pair->server && peer != user)
        peer_close(peer, "visited inside");
}

static void walk_again(struct peer *peer, void *user)
{
    (void)user;
    visits++;
    if (peer == crowd[1])
        rpc_each_peer(&pair->rpc, close_the_others, peer);
}

static void a_walk_inside_a_walk_that_closes_all_that_is_left(void **state)
{
    (void)state;
    crowd[1]->events = NULL;
    rpc_each_peer(&pair->rpc, walk_again, NULL);
    /* The first takes the second with it, which is being visited outside; the third and the last are gone then, too. */
    assert_int_equal(pair->rpc.peer_count, 1);
    for (size_t i = 0; i < CROWD; i++)
        assert_true(crowd[i]->closed);
    assert_null(pair->rpc.walks);
    size_t before = visits;
    rpc_each_peer(&pair->rpc, close_it, NULL);
    assert_int_equal(visits, before + 1);
}

static void broadcast_inside(struct peer *peer, void *user)
{
    (void)user;
    visits++;
    if (peer == crowd[0])
        (void)rpc_broadcast(&pair->rpc, &event_probed_event, &(struct event_probed_params){.n = 2});
}

static void a_broadcast_inside_a_walk_that_cuts_the_one_visited(void **state)
{
    (void)state;
    fill_up(crowd[0], 10);
    rpc_each_peer(&pair->rpc, broadcast_inside, NULL);
    assert_int_equal(visits, CROWD + 1);
    expect_cut(crowd[0]);
    assert_int_equal(seen.closed, CROWD - 1);
    assert_int_equal(pair->rpc.peer_count, 2);
}

static void drain_it(struct peer *peer, void *user)
{
    (void)user;
    visits++;
    peer_drain(peer, "drained");
}

static void draining_all_while_they_close_each_other(void **state)
{
    (void)state;
    rpc_each_peer(&pair->rpc, drain_it, NULL);
    assert_int_equal(visits, 3);
    assert_int_equal(pair->rpc.peer_count, 0);
}

/* --- running the loop when told of the end --- */

static struct {
    uv_loop_t loop;
    struct rpc rpc;
    bool was_closing, ended;
} alone;

static void run_until_idle(struct peer *peer, const char *reason)
{
    (void)reason;
    alone.was_closing = uv_is_closing((uv_handle_t *)&peer->poll);
    rpc_close(&alone.rpc);
    for (int turn = 0; turn < 100 && uv_loop_alive(&alone.loop); turn++)
        (void)uv_run(&alone.loop, UV_RUN_NOWAIT);
    alone.ended = !uv_loop_alive(&alone.loop);
}

static void whoever_is_told_of_the_end_may_run_the_loop(void **state)
{
    static const struct peer_events events = {.closed = run_until_idle};
    struct outcome outcome = OUTCOME_INIT;
    struct peer *peer;
    int sockets[2];
    (void)state;
    assert_int_equal(uv_loop_init(&alone.loop), 0);
    assert_int_equal(rpc_init(&alone.rpc, &alone.loop, "test"), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    assert_int_equal(peer_new(&alone.rpc, sockets[0], CALLER_DAEMON, NULL, &events, NULL, &peer), 0);
    assert_int_equal(peer_call_text(peer, SLICE("x"), SLICE(""), 60000, on_outcome, &outcome, NULL), 0);
    peer_close(peer, "over");
    assert_int_equal(outcome.count, 1);
    assert_int_equal(outcome.status, -ECONNRESET);
    assert_true(alone.was_closing);
    assert_true(alone.ended);
    assert_int_equal(uv_loop_close(&alone.loop), 0);
    (void)close(sockets[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_later_answer_at_the_cap_ends_its_call_once, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_batch_at_the_cap_ends_its_calls_once, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(draining_at_the_cap_ends_every_call_once, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(cancelling_at_the_cap_ends_every_call_once, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(whatever_is_sent_at_the_cap_calls_nobody_back, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(nothing_more_is_heard_of_one_that_was_cut, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_last_answer_of_one_who_half_closed_calls_nobody_back, open_wire,
                                        close_pair),
        cmocka_unit_test_setup_teardown(closing_one_that_was_cut_tells_once_and_why_it_was_cut, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(closing_on_a_cancel, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(closing_on_a_cancel_inside_a_batch, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(closing_on_a_drain, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(closing_on_a_close, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answering_on_a_cancel, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answering_on_a_drain, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answering_on_a_close, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answering_another_call, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answering_another_call_on_a_close, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(no_call_waits_on_a_closed_peer, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_broadcast_that_cuts_one_and_its_partners, open_crowd, close_crowd),
        cmocka_unit_test_setup_teardown(a_walk_whose_visits_close_what_comes_next, open_crowd, close_crowd),
        cmocka_unit_test_setup_teardown(a_walk_inside_a_walk_that_closes_all_that_is_left, open_crowd, close_crowd),
        cmocka_unit_test_setup_teardown(a_broadcast_inside_a_walk_that_cuts_the_one_visited, open_crowd, close_crowd),
        cmocka_unit_test_setup_teardown(draining_all_while_they_close_each_other, open_crowd, close_crowd),
        cmocka_unit_test(whoever_is_told_of_the_end_may_run_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
