/* Many calls at once, and what each of them costs. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair.h"

enum { CALLS = 10000, BYTES_MAX = 256 };

static struct pair *pair;
static size_t answered, failed;
static unsigned char seen[CALLS]; /* how often each was answered */

static int open_peers(void **state)
{
    (void)state;
    pair = pair_open_peers();
    answered = failed = 0;
    memset(seen, 0, sizeof seen);
    return 0;
}

static int close_pair(void **state)
{
    (void)state;
    pair_close(pair);
    return 0;
}

static void on_reply(void *user, const struct reply *reply)
{
    unsigned char *times = user;
    ++*times;
    if (reply->status == 0)
        answered++;
    else
        failed++;
}

static void call_many(uint64_t timeout_ms)
{
    for (size_t i = 0; i < CALLS; i++)
        assert_int_equal(
            peer_call_text(pair->client, SLICE("probe.wait"), SLICE("{}"), timeout_ms, on_reply, &seen[i], NULL), 0);
    pair_wait(pair, pair->server->waiting_count == CALLS);
    pair_wait(pair, output_waiting(&pair->client->output) == 0);
}

static void answer_all(void)
{
    for (struct call *call; (call = fixture_waiting(pair->server, 0));)
        assert_int_equal(call_reply_text(call, SLICE("1")), 0);
    pair_wait(pair, answered + failed == CALLS);
}

static void ten_thousand_wait_and_are_answered_once(void **state)
{
    (void)state;
    call_many(0);
    assert_int_equal(pair->client->requests.count, CALLS);
    answer_all();
    assert_int_equal(answered, CALLS);
    assert_int_equal(pair->client->requests.count, 0);
    for (size_t i = 0; i < CALLS; i++)
        assert_int_equal(seen[i], 1);
}

static void ten_thousand_deadlines_are_taken_back(void **state)
{
    (void)state;
    call_many(600000);
    assert_int_equal(pair->rpc.timers.count, CALLS);
    answer_all();
    assert_int_equal(pair->rpc.timers.count, 0);
}

static void ten_thousand_fail_with_the_connection(void **state)
{
    (void)state;
    call_many(600000);
    peer_close(pair->server, "over");
    pair_wait(pair, failed == CALLS);
    assert_int_equal(pair->at_server.abandoned, CALLS);
    assert_int_equal(pair->rpc.timers.count, 0);
}

static void one_more_than_may_wait_is_refused(void **state)
{
    (void)state;
    call_many(0);
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.wait"), SLICE("{}"), 0, on_reply, &seen[0], NULL), 0);
    pair_wait(pair, failed == 1);
    assert_int_equal(pair->server->waiting_count, CALLS);
}

static size_t heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd; /* large blocks are mapped one by one, and counted apart */
}

static void each_costs_less_than_256_bytes(void **state)
{
    (void)state;
    if (CHECK_SANITIZED)
        skip();        /* another allocator */
    call_many(600000); /* both sides at once: what one costs is below the sum */
    answer_all();
    answered = 0;
    size_t before = heap();
    call_many(600000);
    size_t both = (heap() - before) / CALLS;
    for (struct call *call; (call = fixture_waiting(pair->server, 0));)
        assert_int_equal(call_reply_text(call, SLICE("1")), 0);
    size_t calling = (heap() - before) / CALLS; /* the answers themselves are in it */
    print_message("a pending call: %zu bytes on both sides\n", both);
    assert_true(both > 0);
    assert_true(both < (size_t)2 * BYTES_MAX);
    assert_true(calling < BYTES_MAX);
    pair_wait(pair, answered == CALLS);
    assert_true(heap() < before + (size_t)CALLS * 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ten_thousand_wait_and_are_answered_once, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(ten_thousand_deadlines_are_taken_back, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(ten_thousand_fail_with_the_connection, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(one_more_than_may_wait_is_refused, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(each_costs_less_than_256_bytes, open_peers, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
