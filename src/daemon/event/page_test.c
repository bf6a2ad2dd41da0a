/* Tests replay, and clients that read slowly. */
#include <errno.h>

#include "unit/follower.h"

static uint32_t chance;

static unsigned roll(unsigned sides)
{
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 8) % sides;
}

static void a_slow_client_is_paused_and_misses_nothing(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, NULL, 1);
    (void)subscribe(follower, 0, &event_message_created_event, 0);
    (void)subscribe(follower, 0, &event_task_queued_event, 0); /* together they match every event, some of them twice */
    store.padding = 1000;
    for (int i = 0; i < 40; i++) {
        commit(100);
        turn();
    }
    assert_true(follower->client->events->behind);
    assert_true(peer_unsent(follower->client->peer) < SUBSCRIPTION_HIGH + 4096);
    assert_int_equal(store.query_count, 0);
    /* The client continues reading while the log grows. */
    for (int i = 0; i < 40; i++) {
        (void)follow(follower, 50000);
        turn();
        assert_true(store.query_count <= 1);
        read_store(1);
        commit(10);
        assert_true(peer_unsent(follower->client->peer) < (size_t)2 * SUBSCRIPTION_HIGH);
    }
    follow_all(follower);
    assert_false(follower->client->events->behind);
    commit(100);
    follow_all(follower);
    expect_seen(follower, 1, NULL, 0);
    assert_int_equal(follower->cursor_count, 0); /* no cursor reported the delay */
}

/* The approval subscription is listed next to the implied one or the made ones. */
static void an_approving_client_falls_behind_with_all_of_its_subscriptions(void **state)
{
    (void)state;
    struct follower *implied = follower_open(0), *made = follower_open(1);
    event_client_approves(implied->client);
    event_client_approves(made->client);
    for (int i = 0; i < 20; i++)
        (void)subscribe(made, 0, &event_task_queued_event, 0);
    assert_int_equal(event_client_count(implied->client->events), 2);
    assert_int_equal(event_client_count(made->client->events), 21);
    store.padding = 10000;
    for (int i = 0; i < 8; i++)
        commit(100);
    for (int i = 0; i < 2; i++)
        assert_true(followers[i].client->events->behind);
    follow_all(implied);
    follow_all(made);
    expect_seen(implied, 1, &event_task_queued_event, 0);
    expect_seen(made, 1, &event_task_queued_event, 0);
}

static void replay_becomes_live_without_a_gap_or_a_repeat(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        commit(250);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 1, NULL, 0);
    for (int i = 0; i < 60; i++) {
        commit(20);
        turn();
        (void)follow(follower, 65536);
        if (i % 3 == 0)
            read_store(1);
    }
    follow_all(follower);
    expect_seen(follower, 1, NULL, 0);
    assert_int_equal(follower->cursor_count, 1);
    assert_contains(slice_of(follower->cursor), "\"live\":true");
    assert_contains(slice_of(follower->cursor), "\"subscriptionId\":\"sub_1\"");
}

static void a_replay_beside_a_live_one(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        commit(250);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, &event_task_queued_event, 0);
    (void)subscribe(follower, 1, &event_message_created_event, 0);
    commit(100);
    follow_all(follower);
    commit(100);
    follow_all(follower);
    size_t queued = 0, created = 0;
    int64_t last_queued = 5000, last_created = 0;
    for (size_t i = 0; i < follower->seen_count; i++) {
        int64_t seq = follower->seen[i], *last = seq % 10 == 0 ? &last_queued : &last_created;
        assert_true(seq > *last);
        *last = seq;
        (*(seq % 10 == 0 ? &queued : &created))++;
    }
    assert_int_equal(queued, 20);
    assert_int_equal(created, 5200 * 9 / 10);
}

static void one_that_begins_while_the_others_are_behind(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, NULL, 1);
    (void)fall_behind(follower);
    int64_t begin = store.position.last;
    (void)subscribe(follower, 0, NULL, 0);
    commit(50);
    follow_all(follower);
    assert_false(follower->client->events->behind);
    commit(50);
    follow_all(follower);
    size_t i = 0;
    for (int64_t seq = 1; seq <= store.position.last; seq++)
        if (seq > begin || lets_pass(seq, NULL, 1))
            assert_int_equal(follower->seen[i++], seq);
    assert_int_equal(follower->seen_count, i);
}

static void a_subscription_that_stays_when_the_one_behind_is_removed(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    struct subscription *first = subscribe(follower, 0, NULL, 0);
    int64_t had = fall_behind(follower), begin = store.position.last;
    (void)subscribe(follower, 0, NULL, 1);
    event_client_remove(first);
    assert_false(follower->client->events->behind);
    follow_all(follower);
    commit(50);
    follow_all(follower);
    size_t i = 0;
    for (int64_t seq = 1; seq <= store.position.last; seq++)
        if (seq <= had || (seq > begin && lets_pass(seq, NULL, 1)))
            assert_int_equal(follower->seen[i++], seq);
    assert_int_equal(follower->seen_count, i);
}

static void replays_and_what_is_behind_take_turns(void **state)
{
    (void)state;
    store.padding = 1000;
    for (int i = 0; i < 8; i++)
        commit(250);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, NULL, 0);
    int64_t behind = fall_behind(follower);
    struct subscription *one = subscribe(follower, 1, NULL, 0), *two = subscribe(follower, 1, NULL, 0);
    while (one->cursor == 0 || two->cursor == 0 || follower->client->events->cursor == behind) {
        (void)follow(follower, 65536);
        turn();
        assert_true(store.query_count <= 1);
        read_store(1);
        assert_true(one->cursor < 400 && two->cursor < 400 && follower->client->events->cursor < behind + 400);
    }
}

static void a_removed_subscription_gets_nothing_of_a_page_being_read(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        commit(250);
    struct follower *stays = follower_open(0), *leaves = follower_open(1);
    struct subscription *one = subscribe(stays, 1, NULL, 1);
    (void)subscribe(stays, 0, &event_task_queued_event, 0);
    (void)subscribe(leaves, 1, NULL, 0);
    turn();
    assert_int_equal(store.query_count, 2);
    event_client_remove(one);
    peer_close(leaves->client->peer, "leaves");
    assert_null(leaves->client);
    follow_all(stays);
    assert_int_equal(stays->seen_count, 0);
    commit(10);
    follow_all(stays);
    assert_int_equal(stays->seen_count, 1);
}

static void events_that_are_gone_are_a_gap(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, NULL, 0);
    int64_t had = fall_behind(follower);
    while (store.position.last < 1000)
        commit(50);
    store.position.first = 900;
    follow_all(follower);
    assert_false(follower->client->events->behind);
    assert_int_equal(follower->cursor_count, 2); /* for the gap, and for the end of the replay */
    assert_contains(slice_of(follower->cursor), "\"live\":true");
    for (size_t i = 0; i < follower->seen_count; i++)
        assert_int_equal(follower->seen[i], (int64_t)i < had ? (int64_t)i + 1 : 900 + (int64_t)i - had);
    assert_int_equal(follower->seen_count, (size_t)(had + store.position.last - 899));
}

static void all_of_it_is_gone(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        commit(250);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 11, NULL, 0);
    store.position.first = 1001;
    turn();
    read_store(1);
    turn();
    (void)follow(follower, 65536);
    assert_int_equal(follower->cursor_count, 2);
    commit(1);
    follow_all(follower);
    assert_int_equal(follower->seen_count, 1);
    assert_int_equal(follower->seen[0], 1001);
}

static void a_subscription_reports_its_cursor(void **state)
{
    (void)state;
    store.padding = 0;
    for (int i = 0; i < 100; i++)
        commit(350);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 1, &event_session_created_event, 0);
    follow_all(follower);
    assert_int_equal(follower->cursor_count, 4);
    assert_contains(slice_of(follower->cursor), "\"seq\":35000,");
    assert_contains(slice_of(follower->cursor), "\"live\":true");
    for (int i = 0; i < 40; i++)
        commit(250);
    follow_all(follower);
    assert_int_equal(follower->cursor_count, 5);
    assert_contains(slice_of(follower->cursor), "\"seq\":45000,");
    assert_contains(slice_of(follower->cursor), "\"live\":true");
    assert_int_equal(follower->seen_count, 0);
}

static void a_store_that_cannot_be_read_is_tried_again(void **state)
{
    (void)state;
    commit(10);
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 1, NULL, 0);
    store.failure = -EIO;
    turn();
    read_store(1);
    struct deadline *retry = &follower->client->events->retry;
    assert_true(retry->index > 0);
    assert_int_equal(timers_set(&host.rpc.timers, retry, UINT64_MAX), 0); /* does not expire during the test */
    for (int i = 0; i < 20; i++) {
        commit(1);
        turn();
        assert_int_equal(store.query_count, 0); /* no retry before the timer */
    }
    store.failure = 0;
    assert_int_equal(timers_set(&host.rpc.timers, retry, 0), 0); /* the timer expires */
    turn();
    turn();
    assert_int_equal(store.query_count, 1);
    follow_all(follower);
    expect_seen(follower, 1, NULL, 0);
}

/* Random timing and amounts of reads by clients and the store: each client receives exactly the events that it
 * subscribed to. */
static void at_random(void **state)
{
    static const struct event_type *const types[] = {NULL, &event_message_created_event, &event_task_queued_event};
    (void)state;
    for (unsigned seed = 1; seed <= 12; seed++) {
        struct {
            int64_t from, session;
            const struct event_type *type;
        } expected[FOLLOWERS];
        chance = seed;
        store.padding = 20 + 40 * seed;
        commit(200);
        for (size_t i = 0; i < FOLLOWERS; i++) {
            expected[i].type = types[roll(3)];
            expected[i].session = roll(4);
            expected[i].from = roll(2) ? 0 : 1 + (int64_t)roll((unsigned)store.position.last);
            (void)subscribe(follower_open(i), expected[i].from, expected[i].type, expected[i].session);
            if (roll(2) && expected[i].from == 0) /* a second subscription that matches a subset of the first */
                (void)subscribe(&followers[i], 0, expected[i].type, expected[i].session ? expected[i].session : 2);
            if (expected[i].from == 0)
                expected[i].from = store.position.last + 1;
        }
        for (int step = 0; step < 300; step++) {
            unsigned what = roll(8);
            if (what < 2)
                commit(1 + roll(60));
            else if (what < 5)
                (void)follow(&followers[roll(FOLLOWERS)], 1 + roll(30000));
            else if (what < 7)
                turn();
            else
                read_store(1 + roll(2));
        }
        for (size_t i = 0; i < FOLLOWERS; i++) {
            follow_all(&followers[i]);
            expect_seen(&followers[i], expected[i].from, expected[i].type, expected[i].session);
        }
        (void)close_world(state);
        (void)open_world(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_slow_client_is_paused_and_misses_nothing, open_world, close_world),
        cmocka_unit_test_setup_teardown(an_approving_client_falls_behind_with_all_of_its_subscriptions, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(replay_becomes_live_without_a_gap_or_a_repeat, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_replay_beside_a_live_one, open_world, close_world),
        cmocka_unit_test_setup_teardown(one_that_begins_while_the_others_are_behind, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_subscription_that_stays_when_the_one_behind_is_removed, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(replays_and_what_is_behind_take_turns, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_removed_subscription_gets_nothing_of_a_page_being_read, open_world,
                                        close_world),
        cmocka_unit_test_setup_teardown(events_that_are_gone_are_a_gap, open_world, close_world),
        cmocka_unit_test_setup_teardown(all_of_it_is_gone, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_subscription_reports_its_cursor, open_world, close_world),
        cmocka_unit_test_setup_teardown(a_store_that_cannot_be_read_is_tried_again, open_world, close_world),
        cmocka_unit_test_setup_teardown(at_random, open_world, close_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
