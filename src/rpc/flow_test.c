/* Lines in pieces and many at once, long lines, slow readers, and those who never read. */
#include <errno.h>
#include <stdlib.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair_setup.h"

/* A request of exactly `size` bytes, without its newline. */
static struct buf request_of(size_t size)
{
    static const char head[] = "{\"id\":1,\"method\":\"probe.size\",\"params\":{\"text\":\"", tail[] = "\"}}";
    struct buf text = BUF_LIMITED(64 << 20);
    assert_int_equal(buf_reserve(&text, size), 0);
    buf_append_text(&text, head);
    memset(text.data + text.size, 't', size - sizeof head - sizeof tail + 2);
    text.size = size - sizeof tail + 1;
    buf_append_text(&text, tail);
    assert_int_equal(text.size, size);
    return text;
}

static void expect_size(size_t size)
{
    char expected[128];
    struct buf text = request_of(size);
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\r\n");
    (void)snprintf(expected, sizeof expected, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%zu}", size - 51);
    assert_line(pair, expected);
    buf_clear(&text);
}

static void lines_of_every_length(void **state)
{
    static const size_t sizes[] = {100, 65535, 65536, 65537, 262143, 262144, 262145, 1000000, 5000000};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        expect_size(sizes[i]);
}

static void what_is_unheard_is_known(void **state)
{
    (void)state;
    assert_false(peer_has_unheard(pair->server));
    peer_stop_reading(pair->server, true);
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[7]}\n");
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    assert_true(peer_has_unheard(pair->server)); /* in the socket */
    buf_append_text(&pair->server->backlog, "{\"id\":0,\"method\":\"probe.echo\",\"params\":[6]}\n");
    assert_true(peer_has_unheard(pair->server)); /* and before it */
    peer_stop_reading(pair->server, false);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":6}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}");
    assert_false(peer_has_unheard(pair->server));
}

static void a_byte_at_a_time(void **state)
{
    static const char text[] =
        "{\"id\":1,\"method\":\"probe.echo\",\"params\":[\"\\u00fc\"]}\r\n\n {\"id\":2,\"method\":\"ping\"}\n";
    (void)state;
    for (size_t i = 0; i < sizeof text - 1; i++) {
        wire_send_bytes(pair, (struct slice){text + i, 1});
        (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    }
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"ü\"}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"pong\":true,\"timestamp\":0}}");
}

static void the_limit_of_a_line_is_exact_and_the_connection_lives(void **state)
{
    struct buf text = request_of(100000);
    (void)state;
    pair->server->framer.partial.limit = pair->rpc.limits.line_bytes = 100000;
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":99949}");
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, " \n{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    struct slice line = wire_line(pair);
    assert_contains(line, "\"id\":null,\"error\":{\"code\":-32700");
    assert_contains(line, "message_too_long");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    buf_clear(&text);
}

static void an_endless_line_takes_no_memory(void **state)
{
    static char bytes[1 << 20];
    (void)state;
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 64; i++)
        wire_send_bytes(pair, (struct slice){bytes, sizeof bytes});
    assert_contains(wire_line(pair), "message_too_long");
    assert_null(pair->server->framer.partial.data);
    wire_send(pair, "\n{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
}

static void long_lines_keep_their_place(void **state)
{
    struct buf text = request_of(400000);
    (void)state;
    wire_send(pair, "{\"id\":\"a\",\"method\":\"probe.echo\",\"params\":[1]}\n");
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n{\"id\":\"b\",\"method\":\"probe.echo\",\"params\":[2]}\n");
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n{\"id\":\"c\",\"method\":\"probe.echo\",\"params\":[3]}");
    wire_shutdown(pair);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":1}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":399949}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":2}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":399949}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"result\":3}");
    assert_line(pair, "");
    buf_clear(&text);
}

static void a_long_last_line_is_answered(void **state)
{
    struct buf text = request_of(400000);
    (void)state;
    wire_send_bytes(pair, buf_slice(&text));
    wire_shutdown(pair);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":399949}");
    assert_line(pair, "");
    buf_clear(&text);
}

static void a_long_line_that_is_wrong_is_refused(void **state)
{
    struct buf text = request_of(400000);
    (void)state;
    text.data[200000] = '\x01';
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n");
    assert_contains(wire_line(pair), "\"id\":null,\"error\":{\"code\":-32700");
    text.data[200000] = 't';
    pair->rpc.limits.parse_bytes = 1000;
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n");
    assert_contains(wire_line(pair), "\"id\":null,\"error\":{\"code\":-32603");
    pair->rpc.limits.parse_bytes = 1 << 24;
    expect_size(400000);
    buf_clear(&text);
}

static void closing_while_a_long_line_is_parsed(void **state)
{
    struct buf text = request_of(4000000);
    (void)state;
    wire_send_bytes(pair, buf_slice(&text));
    wire_send(pair, "\n");
    pair_wait(pair, pair->server->parsing);
    peer_close(pair->server, "closed meanwhile");
    pair_wait(pair, pair->rpc.large_jobs == 0);
    assert_int_equal(pair->server->parsing, 0);
    buf_clear(&text);
}

/* --- output --- */

static void who_does_not_read_is_not_read_from(void **state)
{
    (void)state;
    pair->deaf = true;
    pair->rpc.limits.output_pause_bytes = 10000;
    struct buf text = BUF_LIMITED(1 << 20);
    for (int i = 0; i < 200; i++)
        buf_printf(&text, "{\"id\":%d,\"method\":\"probe.fill\",\"params\":[50000]}\n", i);
    wire_send_bytes(pair, buf_slice(&text));
    pair_wait(pair, pair->server->backlog.size > 0 && !(pair->server->polled & UV_READABLE));
    assert_true(output_waiting(&pair->server->output) <= 10000 + 2 * 60000);
    pair->deaf = false;
    for (int i = 0; i < 200; i++) {
        char head[64];
        struct slice line = wire_line(pair);
        (void)snprintf(head, sizeof head, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":\"xxx", i);
        assert_int_equal(strncmp(line.data, head, strlen(head)), 0);
        assert_true(line.size > 50000);
    }
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_null(pair->server->backlog.data);
    buf_clear(&text);
}

static void who_never_reads_is_cut_off_at_the_cap(void **state)
{
    struct event_probed_params params = {1};
    struct pair *slow = pair;
    size_t pushed = 0;
    (void)state;
    slow->deaf = true;
    slow->rpc.limits.output_bytes = 500000;
    while (slow->at_server.closed == 0) {
        assert_int_equal(rpc_broadcast(&slow->rpc, &event_probed_event, &params), 0);
        if (++pushed % 100 == 0)
            (void)uv_run(&slow->loop, UV_RUN_NOWAIT);
        assert_true(output_waiting(&slow->server->output) <= 500000);
        assert_true(pushed < 1000000);
    }
    assert_true(pushed * 60 > 500000);
    assert_string_equal(slow->at_server.reason, "the other side does not read");
    assert_int_equal(slow->rpc.peer_count, 0);
}

static void the_cap_counts_what_is_not_sent(void **state)
{
    struct event_probed_params params = {1};
    (void)state;
    pair->rpc.limits.output_bytes = 500000;
    /* A reader who is always behind, and never so far behind as the cap. */
    for (int round = 0; round < 2000; round++) {
        while (output_waiting(&pair->server->output) < 450000)
            assert_int_equal(rpc_broadcast(&pair->rpc, &event_probed_event, &params), 0);
        (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
        buf_reset(&pair->in, SIZE_MAX);
    }
    assert_int_equal(pair->at_server.closed, 0);
}

static void the_cap_holds_in_a_buffer_that_is_larger(void **state)
{
    struct event_probed_params params = {1};
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[10000]}\n");
    assert_true(wire_line(pair).size > 10000); /* its memory is used again */
    pair->rpc.limits.output_bytes = 5000;
    while (!pair->server->cut) {
        assert_true(output_waiting(&pair->server->output) <= 5000);
        assert_int_equal(rpc_broadcast(&pair->rpc, &event_probed_event, &params), 0);
    }
}

static void one_who_does_not_read_slows_nobody(void **state)
{
    struct pair *slow = pair;
    struct fixture fixture = FIXTURE_INIT;
    struct outcome outcome = OUTCOME_INIT;
    struct peer *left = NULL, *right = NULL;
    int sockets[2];
    (void)state;
    slow->deaf = true;
    wire_send(slow, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[5000000]}\n");
    pair_wait(slow, output_waiting(&slow->server->output) > 0);
    assert_int_equal(uv_socketpair(SOCK_STREAM, 0, sockets, 0, 0), 0);
    assert_int_equal(
        peer_new(&slow->rpc, sockets[0], CALLER_DAEMON, &daemon_dispatch, &fixture_events, &fixture, &left), 0);
    assert_int_equal(
        peer_new(&slow->rpc, sockets[1], CALLER_CLIENT, &daemon_dispatch, &fixture_events, &fixture, &right), 0);
    for (size_t i = 1; i <= 100; i++) {
        assert_int_equal(peer_call_text(left, SLICE("ping"), SLICE(""), 0, on_outcome, &outcome, NULL), 0);
        pair_wait(slow, outcome.count == i);
    }
    peer_close(left, "done");
    peer_close(right, "done");
    outcome_clear(&outcome);
    fixture_clear(&fixture);
}

static void two_who_both_send_much_do_not_wait_for_each_other(void **state)
{
    enum { CALLS = 40 };
    static struct outcome mine[CALLS], theirs[CALLS];
    struct buf params = BUF_LIMITED(1 << 20);
    (void)state;
    buf_append_text(&params, "[\"");
    for (int i = 0; i < 100000; i++)
        buf_append_char(&params, 'p');
    buf_append_text(&params, "\"]");
    for (size_t i = 0; i < CALLS; i++) {
        mine[i] = theirs[i] = (struct outcome)OUTCOME_INIT;
        assert_int_equal(
            peer_call_text(pair->client, SLICE("probe.echo"), buf_slice(&params), 0, on_outcome, &mine[i], NULL), 0);
        assert_int_equal(
            peer_call_text(pair->server, SLICE("probe.echo"), buf_slice(&params), 0, on_outcome, &theirs[i], NULL), 0);
    }
    for (size_t i = 0; i < CALLS; i++) {
        pair_wait(pair, mine[i].count && theirs[i].count);
        assert_int_equal(mine[i].value.size, 100002);
        outcome_clear(&mine[i]);
        outcome_clear(&theirs[i]);
    }
    buf_clear(&params);
}

static void an_idle_connection_holds_no_buffers(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[300000]}\n");
    assert_true(wire_line(pair).size > 300000);
    expect_size(100000);
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    assert_null(pair->server->output.bytes.data);
    assert_null(pair->server->backlog.data);
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_null(pair->server->framer.partial.data);
    assert_null(pair->server->fds);
}

/* --- lines that are pushed as they lie --- */

static void pushed_lines_need_no_buffer(void **state)
{
    (void)state;
    assert_int_equal(peer_push_lines(pair->server, SLICE("{\"a\":1}\n{\"b\":2}\n")), 0);
    assert_int_equal(peer_unsent(pair->server), 0);
    assert_null(pair->server->output.bytes.data);
    assert_line(pair, "{\"a\":1}");
    assert_line(pair, "{\"b\":2}");
}

static void pushed_lines_stay_behind_what_waits(void **state)
{
    (void)state;
    assert_int_equal(peer_push(pair->server, SLICE("1\n")), 0);
    assert_int_equal(peer_push_lines(pair->server, SLICE("2\n3\n")), 0);
    assert_int_equal(peer_push(pair->server, SLICE("4\n")), 0);
    assert_line(pair, "1");
    assert_line(pair, "2");
    assert_line(pair, "3");
    assert_line(pair, "4");
}

static void what_the_kernel_does_not_take_is_kept(void **state)
{
    enum { LINES = 20000 };
    char expected[32];
    struct buf text = BUF_LIMITED(4 << 20);
    (void)state;
    pair->deaf = true;
    for (int i = 0; i < LINES; i++)
        buf_printf(&text, "line %d of a long run of them, all at once\n", i);
    assert_int_equal(peer_push_lines(pair->server, buf_slice(&text)), 0);
    assert_true(peer_unsent(pair->server) > 0);
    assert_true(peer_unsent(pair->server) < text.size);
    pair->deaf = false;
    for (int i = 0; i < LINES; i++) {
        (void)snprintf(expected, sizeof expected, "line %d of", i);
        assert_contains(wire_line(pair), expected);
    }
    buf_clear(&text);
}

static void lines_for_one_who_is_gone_are_refused(void **state)
{
    (void)state;
    struct peer *peer = peer_ref(pair->server);
    wire_close(pair);
    pair_wait(pair, pair->at_server.closed);
    assert_int_equal(peer_push_lines(peer, SLICE("1\n")), -ECONNRESET);
    (void)peer_unref(peer);
}

/* Whatever comes in one piece is answered as what comes a byte at a time. */
static void pieces_are_answered_like_the_whole(void **state)
{
    static const char text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":2}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":18446744073709551616}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":123456789012345678901234567890}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":03}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":4}\r\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":5} \n"
                               "\n \n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":6}}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":7,\"id\":7}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":8\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":9}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"pong\",\"id\":10}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":11}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"12\"}\n"
                               "{\"jsonrpc\":\"2.0\",\"method\":\"probe.echo\",\"id\":13,\"params\":[13]}\n"
                               "[{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":14}]\n"
                               "{\"id\":15,\"method\":\"ping\"}\n{\"id\":16,\"method\":\"ping\"}\n"
                               "{\"id\":17,\"method\":\"sum\"}\n{\"id\":18,\"method\":\"sum\"}\n"
                               "{\"id\":19,\"method\":\"ping\"}\n{\"id\":20,\"method\":\"probe.size\"}\n"
                               "{\"id\":\"end\",\"method\":\"ping\"}\n";
    static const char end[] = "{\"jsonrpc\":\"2.0\",\"id\":\"end\"";
    struct buf whole = BUF_LIMITED(1 << 20), pieces = BUF_LIMITED(1 << 20);
    (void)state;
    wire_send(pair, text);
    for (struct slice line; !slice_starts_with(line = wire_line(pair), slice_of(end));)
        (void)buf_append_slice(&whole, line);
    for (size_t i = 0; i < sizeof text - 1; i++) {
        wire_send_bytes(pair, (struct slice){text + i, 1});
        (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    }
    for (struct slice line; !slice_starts_with(line = wire_line(pair), slice_of(end));)
        (void)buf_append_slice(&pieces, line);
    assert_true(whole.size > 0 && slice_equal(buf_slice(&whole), buf_slice(&pieces)));
    buf_clear(&whole);
    buf_clear(&pieces);
}

enum { MANY = 3000, SOME = 60 };

static void send_pings(size_t count)
{
    struct buf text = BUF_LIMITED(1 << 20);
    for (size_t i = 1; i <= count; i++)
        (void)buf_printf(&text, "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":%zu}\n", i);
    wire_send_bytes(pair, buf_slice(&text));
    buf_clear(&text);
}

static void expect_pongs(size_t from, size_t upto)
{
    for (size_t i = from; i <= upto; i++) {
        char expected[128];
        (void)snprintf(expected, sizeof expected,
                       "{\"jsonrpc\":\"2.0\",\"id\":%zu,\"result\":{\"pong\":true,\"timestamp\":0}}", i);
        assert_line(pair, expected);
    }
}

static void many_at_once_are_answered_in_order(void **state)
{
    (void)state;
    send_pings(MANY);
    expect_pongs(1, MANY);
}

/* Whoever has little room for answers gets them in pieces, whoever has none for a line an error; nothing is lost. */
static void limits_of_output_and_of_a_line_hold(void **state)
{
    (void)state;
    pair->rpc.limits.output_pause_bytes = 200;
    send_pings(SOME);
    expect_pongs(1, SOME);
    pair->rpc.limits.line_bytes = pair->server->framer.partial.limit = 60;
    send_pings(2);
    assert_contains(wire_line(pair), "result_too_long");
    assert_contains(wire_line(pair), "result_too_long");
}

/* Two results fit, and the third does not fit behind them. All three are written before anything is sent. */
static void a_result_that_unread_output_leaves_no_room_for_says_so(void **state)
{
    static char text[3000];
    (void)state;
    memset(text, '1', sizeof text);
    pair->rpc.limits.output_bytes = pair->server->output.bytes.limit = 8000;
    for (int i = 1; i <= 3; i++)
        wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 3);
    for (int i = 1; i <= 3; i++)
        assert_int_equal(call_reply_text(fixture_waiting(pair->server, 0), (struct slice){text, sizeof text}),
                         i < 3 ? 0 : -EMSGSIZE);
    assert_contains(wire_line(pair), "\"result\"");
    assert_contains(wire_line(pair), "\"result\"");
    struct slice line = wire_line(pair);
    assert_contains(line, "\"error\":{\"code\":-32011");
    assert_contains(line, "bytes of earlier output are unread; the limit is 8000");
}

static void a_rate_counts_each_request(void **state)
{
    struct rate rate;
    (void)state;
    rate_init(&rate, &pair->rpc.timers, 1);
    rate.left = 10;
    pair->server->rate = &rate;
    send_pings(SOME);
    expect_pongs(1, 10);
    assert_false(list_is_empty(&rate.waiting));
    assert_true(rate.left <= 0);
    rate_set(&rate, 0);
    expect_pongs(11, SOME);
    pair->server->rate = NULL;
    timers_unset(&pair->rpc.timers, &rate.refill);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_of_every_length, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(what_is_unheard_is_known, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_byte_at_a_time, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_limit_of_a_line_is_exact_and_the_connection_lives, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(an_endless_line_takes_no_memory, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(long_lines_keep_their_place, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_long_last_line_is_answered, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_long_line_that_is_wrong_is_refused, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(closing_while_a_long_line_is_parsed, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(who_does_not_read_is_not_read_from, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(who_never_reads_is_cut_off_at_the_cap, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_cap_counts_what_is_not_sent, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_cap_holds_in_a_buffer_that_is_larger, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(one_who_does_not_read_slows_nobody, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(two_who_both_send_much_do_not_wait_for_each_other, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(an_idle_connection_holds_no_buffers, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(pushed_lines_need_no_buffer, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(pushed_lines_stay_behind_what_waits, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(what_the_kernel_does_not_take_is_kept, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(lines_for_one_who_is_gone_are_refused, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(pieces_are_answered_like_the_whole, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(many_at_once_are_answered_in_order, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_result_that_unread_output_leaves_no_room_for_says_so, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(limits_of_output_and_of_a_line_hold, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_rate_counts_each_request, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
