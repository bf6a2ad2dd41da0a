/* Requests that are the last one again, with another id: taken quickly, and answered as if each were the first. */
#include "rpc/plain.h"

#include <stdio.h>

#include "rpc/peer.h"
#include "unit/pair_setup.h"

static void what_is_taken_for_the_same_again(void **state)
{
    static const struct {
        const char *first, *input, *id; /* NULL: it is not taken */
    } cases[] = {
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8}\n", "8"},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":123456789012}\n{", "123456789012"},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":12345678901234567890}\n", "12345678901234567890"},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":123456789012345678901}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":12345678}\n", "12345678"},
        {"{\"id\":7,\"method\":\"m\"}", "{\"id\":99,\"method\":\"m\"}\n", "99"},
        {"{\"id\":7,\"method\":\"m\"}", "{\"id\":99,\"method\":\"n\"}\n", NULL},
        {"{\"id\":7,\"method\":\"m\"}", "{\"id\":99,\"method\":\"m\"}", NULL},
        {"{\"id\":7,\"method\":\"m\"}", "{\"id\":99,\"method\":\"m\"}\r\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8}", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":08}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":0}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":-8}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8.0}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8e1}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8\xb9}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8:}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8/}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8}}\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"m\",\"id\":8]\n", NULL},
        {"{\"method\":\"m\",\"id\":7}", "{\"method\":\"n\",\"id\":8}\n", NULL},
        {"{\"method\":\"m\",\"id\":\"7\"}", "{\"method\":\"m\",\"id\":\"7\"}\n", NULL},
        {"{\"method\":\"m\"}", "{\"method\":\"m\"}\n", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plain_memory memory = {0};
        struct plain plain;
        struct slice first = slice_of(cases[i].first), input = slice_of(cases[i].input), id;
        assert_true(plain_read(first, &plain));
        plain_remember(&memory, first, &plain);
        bool taken = plain_take_again(&memory, &input, &id);
        if (taken != (cases[i].id != NULL))
            fail_msg("%s", cases[i].input);
        if (!taken) {
            check_slice(input, cases[i].input, __FILE__, __LINE__);
            continue;
        }
        check_slice(id, cases[i].id, __FILE__, __LINE__);
        check_slice(input, strchr(cases[i].input, '\n') + 1, __FILE__, __LINE__);
    }
}

static void nothing_long_is_remembered(void **state)
{
    char text[200];
    struct plain_memory memory = {0};
    struct plain plain;
    (void)state;
    for (int size = 90; size < 120; size++) {
        (void)snprintf(text, sizeof text, "{\"method\":\"%0*d\",\"id\":7}", size, 0);
        assert_true(plain_read(slice_of(text), &plain));
        plain_remember(&memory, slice_of(text), &plain);
        assert_int_equal(memory.head > 0, strlen(text) - 1 < sizeof memory.text);
        assert_true(memory.head + memory.tail <= (int)sizeof memory.text);
    }
}

/* What is sent in one piece is answered as what comes in pieces, which no memory helps with. */
static void the_answers_are_the_same(void **state)
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
    assert_ptr_equal(pair->rpc.last_dispatch, pair->server->dispatch);
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

static void many_are_answered_in_order(void **state)
{
    (void)state;
    send_pings(MANY);
    expect_pongs(1, MANY);
}

/* Whoever has little room for answers gets them in pieces, whoever has none for a line an error; nothing is lost. */
static void limits_hold(void **state)
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

static void a_rate_counts_each(void **state)
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

static void a_descriptor_goes_the_long_way(void **state)
{
    (void)state;
    send_pings(3);
    expect_pongs(1, 3);
    wire_send_fd(pair, SLICE("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":4}\n"), fixture_file());
    expect_pongs(4, 4);
    assert_non_null(pair->server->fds);
    assert_int_equal(pair->server->fds->next.count + pair->server->fds->arriving.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_for_the_same_again),
        cmocka_unit_test(nothing_long_is_remembered),
        cmocka_unit_test_setup_teardown(the_answers_are_the_same, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(many_are_answered_in_order, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(limits_hold, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_rate_counts_each, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_descriptor_goes_the_long_way, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
