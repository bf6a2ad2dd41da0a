/* A peer that goes over to another program: here, to another peer on duplicates of its descriptors. */
#include "rpc/handover.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "contract/probe.h"
#include "unit/pair_setup.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

static int owed; /* 1: calls are answered by the new program */

static int again(const struct call *call, struct buf *out)
{
    if (!slice_equal(call->method->name, SLICE("probe.wait")))
        return -EOPNOTSUPP;
    if (out)
        (void)json_encode(out, call->method->params, call->params);
    return owed;
}

/* Everything that goes over: the state as it was decoded in the new program, and its bytes. */
struct luggage {
    struct arena arena;
    struct buf pieces, document;
    struct handover_peer state;
};

static void duplicate(struct handover_descriptors *fds)
{
    for (size_t i = 0; i < fds->count; i++)
        fds->items[i] = fcntl((int)fds->items[i], F_DUPFD_CLOEXEC, 3);
}

static void pack(struct luggage *luggage)
{
    struct json_error syntax;
    struct decode_error error;
    struct handover_peer written;
    yyjson_val *root;
    *luggage = (struct luggage){
        .arena = ARENA_LIMITED(64 << 20), .pieces = BUF_LIMITED(64 << 20), .document = BUF_LIMITED(1 << 20)};
    buf_append_text(&luggage->pieces, "of others");
    assert_int_equal(peer_export(pair->server, again, &luggage->arena, &luggage->pieces, &written), 0);
    assert_int_equal(peer_check(&written, buf_slice(&luggage->pieces)), 0);
    written.fd = fcntl((int)written.fd, F_DUPFD_CLOEXEC, 3);
    duplicate(&written.next_descriptors);
    duplicate(&written.arriving_descriptors);
    for (size_t i = 0; i < written.carriers.count; i++)
        duplicate(&written.carriers.items[i].descriptors);
    assert_int_equal(json_encode(&luggage->document, &handover_peer_shape, &written), 0);
    assert_int_equal(json_read(&luggage->arena, buf_slice(&luggage->document), &root, &syntax), 0);
    assert_int_equal(json_decode(&luggage->arena, &handover_peer_shape, root, "peer", &luggage->state, &error), 0);
    assert_int_equal(peer_check(&luggage->state, buf_slice(&luggage->pieces)), 0);
}

static void unpack(struct luggage *luggage)
{
    struct peer *peer = NULL;
    struct slice pieces = buf_slice(&luggage->pieces);
    peer_close(pair->server, "it goes over");
    (void)peer_unref(pair->server);
    pair->at_server.deferred = pair->at_server.closed = 0;
    assert_int_equal(
        peer_import(&pair->rpc, &luggage->state, pieces, &daemon_dispatch, &fixture_events, &pair->at_server, &peer),
        0);
    pair->server = peer_ref(peer);
    peer_replay(peer, &luggage->state, pieces);
    rpc_freeze(&pair->rpc, false);
    arena_clear(&luggage->arena);
    buf_clear(&luggage->pieces);
    buf_clear(&luggage->document);
}

static void hand_over(void)
{
    struct luggage luggage;
    const struct call *call;
    rpc_freeze(&pair->rpc, true);
    rpc_flush(&pair->rpc);
    assert_true(peer_is_at_rest(pair->server, again, &call));
    pack(&luggage);
    unpack(&luggage);
}

static void expect_life(void)
{
    wire_send(pair, "{\"id\":\"end\",\"method\":\"probe.echo\",\"params\":[0]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"end\",\"result\":0}");
}

/* --- what was said to it --- */

static void half_a_line_stays(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.ec");
    pair_wait(pair, pair->server->framer.partial.size > 0);
    hand_over();
    hand_over();
    wire_send(pair, "ho\",\"params\":[7]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}");
    expect_life();
}

static void what_was_read_and_not_looked_at_stays(void **state)
{
    (void)state;
    peer_stop_reading(pair->server, true);
    buf_append_text(&pair->server->backlog, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n{\"id\":2,\"meth");
    hand_over();
    assert_true(pair->server->unread);
    peer_stop_reading(pair->server, false);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    wire_send(pair, "od\":\"probe.echo\",\"params\":[2]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
}

static void descriptors_stay_with_their_line(void **state)
{
    (void)state;
    char expected[128];
    int fd = fixture_file();
    ino_t inode = fixture_inode(fd);
    wire_send_fd(pair, SLICE("{\"id\":1,\"method\":\"probe.descriptors\","), fd);
    pair_wait(pair, pair->server->framer.partial.size > 0);
    hand_over();
    wire_send(pair, "\"params\":{}}\n");
    (void)snprintf(expected, sizeof expected, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[%llu]}",
                   (unsigned long long)inode);
    assert_line(pair, expected);
}

/* --- what it has to say --- */

static void what_is_not_sent_leaves_once_with_its_descriptors(void **state)
{
    (void)state;
    enum { FILLS = 200 };
    pair->deaf = true;
    for (int i = 0; i < FILLS; i++)
        wire_send(pair, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[4000]}\n");
    wire_send(pair, "{\"id\":2,\"method\":\"probe.open\",\"params\":[2]}\n");
    pair_wait(pair, pair->server->output.marks);
    assert_true(peer_unsent(pair->server) > 0);
    hand_over();
    hand_over();
    pair->deaf = false;
    for (int i = 0; i < FILLS; i++)
        assert_contains(wire_line(pair), "\"id\":1,\"result\":");
    assert_contains(wire_line(pair), "\"id\":2,\"result\":");
    assert_int_equal(pair->file_count, 2);
    expect_life();
}

/* --- calls --- */

static void a_waiting_call_waits_again(void **state)
{
    (void)state;
    wire_send(
        pair,
        "{\"id\":\"a\",\"method\":\"probe.wait\",\"params\":{\"tag\":\"x\"}}\n{\"id\":2,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    hand_over();
    assert_int_equal(pair->at_server.deferred, 2);
    const struct probe_wait_params *params = fixture_waiting(pair->server, 0)->params;
    assert_slice(params->tag, "x");
    (void)call_reply_text(fixture_waiting(pair->server, 1), SLICE("\"second\""));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"second\"}");
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("\"first\""));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":\"first\"}");
}

static void a_batch_stays_together(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.wait\"},{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]},"
                    "{\"id\":3,\"method\":\"probe.wait\"}]\n{\"id\":4,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 3);
    hand_over();
    hand_over();
    (void)call_reply_text(fixture_waiting(pair->server, 2), SLICE("4"));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":4}");
    (void)call_reply_text(fixture_waiting(pair->server, 1), SLICE("3"));
    hand_over();
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    assert_line(pair, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":3},"
                      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}]");
    expect_life();
}

static void one_that_has_said_its_last_is_answered(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n");
    wire_shutdown(pair);
    pair_wait(pair, pair->server->ended);
    hand_over();
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    pair_wait(pair, pair->at_server.closed);
}

static void a_held_call_is_no_rest(void **state)
{
    (void)state;
    const struct call *found = NULL;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 1);
    struct call *call = fixture_waiting(pair->server, 0);
    call_hold(call);
    assert_false(peer_is_at_rest(pair->server, again, &found));
    assert_ptr_equal(found, call);
    assert_null(call_drop(call));
    assert_true(peer_is_at_rest(pair->server, again, &found));
}

static void a_call_may_be_owed(void **state)
{
    (void)state;
    struct luggage luggage;
    wire_send(pair, "{\"id\":\"x\\\"y\",\"method\":\"probe.wait\"}\n{\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 2);
    owed = 1;
    rpc_freeze(&pair->rpc, true);
    pack(&luggage);
    owed = 0;
    assert_int_equal(luggage.state.owed.count, 1); /* a notification is owed nothing */
    assert_slice(luggage.state.owed.items[0], "\"x\\\"y\"");
    unpack(&luggage);
    assert_int_equal(pair->at_server.deferred, 0);
    expect_life();
}

static void an_answer_to_an_earlier_call_is_expected(void **state)
{
    (void)state;
    struct outcome outcome = OUTCOME_INIT;
    struct request *request = NULL;
    assert_int_equal(
        peer_call_text(pair->server, SLICE("some.thing"), SLICE("{}"), 60000, on_outcome, &outcome, &request), 0);
    assert_contains(wire_line(pair), "some.thing");
    uint64_t id = request_id(request), left = request_left_ms(request);
    assert_true(left > 0 && left <= 60000);
    hand_over();
    assert_int_equal(outcome.status, -ECONNRESET); /* of the first program */
    assert_int_equal(peer_expect(pair->server, id + 1, NULL, 0, on_outcome, &outcome, &request), -EINVAL);
    assert_int_equal(peer_expect(pair->server, id, NULL, left, on_outcome, &outcome, &request), 0);
    wire_send(pair, "{\"id\":1,\"result\":\"late\"}\n");
    pair_wait(pair, outcome.count == 2);
    assert_int_equal(outcome.status, 0);
    assert_buf(&outcome.value, "\"late\"");
    outcome_clear(&outcome);
}

/* --- what is wrong --- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct luggage luggage;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n{\"id\":2,");
    pair_wait(pair, pair->server->framer.partial.size > 0);
    rpc_freeze(&pair->rpc, true);
    pack(&luggage);
    struct slice pieces = buf_slice(&luggage.pieces);
    struct handover_peer *good = &luggage.state, bad = *good;
    assert_int_equal(peer_check(good, (struct slice){pieces.data, pieces.size - 1}), -EINVAL);
    bad.at = (int64_t)pieces.size + 1;
    assert_int_equal(peer_check(&bad, pieces), -EINVAL);
    bad = *good;
    bad.output_bytes = INT64_MAX;
    assert_int_equal(peer_check(&bad, pieces), -EINVAL);
    bad = *good;
    bad.fd = 100000;
    assert_int_equal(peer_check(&bad, pieces), -EINVAL);
    bad.fd = fixture_file();
    assert_int_equal(peer_check(&bad, pieces), -EINVAL);
    close((int)bad.fd);
    bad = *good;
    bad.carriers =
        (struct handover_peer_carriers){.items = (struct handover_carrier[]){{.start = 0, .end = 1}}, .count = 1};
    assert_int_equal(peer_check(&bad, pieces), -EINVAL);
    unpack(&luggage);
}

int main(void)
{
#define ON_WIRE(test) cmocka_unit_test_setup_teardown(test, open_wire, close_pair)
    const struct CMUnitTest tests[] = {
        ON_WIRE(half_a_line_stays),
        ON_WIRE(what_was_read_and_not_looked_at_stays),
        ON_WIRE(descriptors_stay_with_their_line),
        ON_WIRE(what_is_not_sent_leaves_once_with_its_descriptors),
        ON_WIRE(a_waiting_call_waits_again),
        ON_WIRE(a_batch_stays_together),
        ON_WIRE(one_that_has_said_its_last_is_answered),
        ON_WIRE(a_held_call_is_no_rest),
        ON_WIRE(a_call_may_be_owed),
        ON_WIRE(an_answer_to_an_earlier_call_is_expected),
        ON_WIRE(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
