/* Tests which clients receive live events. */
#include "unit/follower.h"

static void a_client_without_subscriptions_gets_task_events(void **state)
{
    (void)state;
    commit(25);
    struct follower *first = follower_open(0), *second = follower_open(1);
    char opted_out[] = "event.taskQueued";
    second->client->opted_out = opted_out;
    event_client_opted_out(second->client);
    commit(100);
    follow_all(first);
    follow_all(second);
    expect_seen(first, 26, &event_task_queued_event, 0);
    assert_int_equal(second->seen_count, 0);
    assert_int_equal(first->cursor_count, 0);
}

static void the_implied_one_goes_and_comes_back(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    struct subscription *one = subscribe(follower, 0, &event_message_created_event, 1);
    struct subscription *two = subscribe(follower, 0, &event_message_created_event, 2);
    commit(30);
    event_client_remove(one);
    event_client_remove(two);
    commit(30);
    follow_all(follower);
    size_t i = 0;
    for (int64_t seq = 1; seq <= 60; seq++)
        if (seq <= 30 ? seq % 10 != 0 && seq % 3 != 2 : seq % 10 == 0)
            assert_int_equal(follower->seen[i++], seq);
    assert_int_equal(follower->seen_count, i);
}

static void an_event_comes_once_however_many_match(void **state)
{
    (void)state;
    struct follower *follower = follower_open(0);
    (void)subscribe(follower, 0, NULL, 0);
    (void)subscribe(follower, 0, NULL, 1);
    (void)subscribe(follower, 0, &event_task_queued_event, 0);
    commit(50);
    follow_all(follower);
    expect_seen(follower, 1, NULL, 0);
}

static void peers_that_close_while_events_are_pushed(void **state)
{
    (void)state;
    for (size_t i = 0; i < FOLLOWERS; i++)
        (void)subscribe(follower_open(i), 0, NULL, 0);
    /* The first client cannot send its line and disconnects together with the next one. The last but one does
     * so with the previous one. */
    followers[0].drags_along = &followers[1];
    followers[4].drags_along = &followers[3];
    struct buf full = BUF_LIMITED(1 << 20);
    for (int i = 0; i < 60000; i++)
        buf_append_char(&full, 'x');
    buf_append_char(&full, '\n');
    assert_int_equal(peer_push(followers[0].client->peer, buf_slice(&full)), 0);
    assert_int_equal(peer_push(followers[4].client->peer, buf_slice(&full)), 0);
    buf_clear(&full);
    host.rpc.limits.output_bytes = 250000; /* they are not behind yet, but this line exceeds their limit */
    store.padding = 200000;
    commit(1);
    for (size_t i = 0; i < FOLLOWERS; i++) /* clients are not removed during the push */
        assert_non_null(followers[i].client);
    turn();
    assert_null(followers[0].client);
    assert_null(followers[1].client);
    assert_null(followers[3].client);
    assert_null(followers[4].client);
    for (size_t i = 2; i < FOLLOWERS; i += 3) {
        follow_all(&followers[i]);
        expect_seen(&followers[i], 1, NULL, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_client_without_subscriptions_gets_task_events, open_world, close_world),
        cmocka_unit_test_setup_teardown(the_implied_one_goes_and_comes_back, open_world, close_world),
        cmocka_unit_test_setup_teardown(an_event_comes_once_however_many_match, open_world, close_world),
        cmocka_unit_test_setup_teardown(peers_that_close_while_events_are_pushed, open_world, close_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
