#include "rpc/wakeup.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#include "unit/check.h"

enum { RINGERS = 3, RINGS = 20000 };

struct house {
    uv_loop_t loop;
    struct wakeup wakeup;
    pthread_t ringers[RINGERS];
    atomic_int done;
    unsigned heard;
    int seen;
    bool closed;
};

static void *ring_often(void *user)
{
    struct house *house = user;
    for (int i = 0; i < RINGS; i++) {
        (void)atomic_fetch_add_explicit(&house->done, 1, memory_order_relaxed);
        wakeup_ring(&house->wakeup);
        if (i % 64 == 0)
            (void)sched_yield();
    }
    return NULL;
}

static void on_closed(void *user)
{
    struct house *house = user;
    house->closed = true;
}

/* The test hangs where a ring is lost: the loop then waits for one that does not come. */
static void on_bell(void *user)
{
    struct house *house = user;
    house->heard++;
    house->seen = atomic_load_explicit(&house->done, memory_order_relaxed);
    if (house->seen < RINGERS * RINGS)
        return;
    for (int i = 0; i < RINGERS; i++)
        assert_int_equal(pthread_join(house->ringers[i], NULL), 0);
    wakeup_close(&house->wakeup, on_closed);
}

static void what_was_done_before_a_ring_is_seen(void **state)
{
    struct house house = {0};
    (void)state;
    assert_int_equal(uv_loop_init(&house.loop), 0);
    assert_int_equal(wakeup_open(&house.wakeup, &house.loop, on_bell, &house), 0);
    for (int i = 0; i < RINGERS; i++)
        assert_int_equal(pthread_create(&house.ringers[i], NULL, ring_often, &house), 0);
    (void)uv_run(&house.loop, UV_RUN_DEFAULT);
    assert_int_equal(house.seen, RINGERS * RINGS);
    assert_true(house.closed);
    assert_true(house.heard > 0 && house.heard <= RINGERS * RINGS);
    assert_int_equal(uv_loop_close(&house.loop), 0);
}

/* One that rings for itself is heard in the next turn: others are served in between. */
static void on_bell_again(void *user)
{
    struct house *house = user;
    if (++house->heard < 3)
        wakeup_ring(&house->wakeup);
    else
        wakeup_close(&house->wakeup, on_closed);
}

static void the_loop_rings_for_itself(void **state)
{
    struct house house = {0};
    (void)state;
    assert_int_equal(uv_loop_init(&house.loop), 0);
    assert_int_equal(wakeup_open(&house.wakeup, &house.loop, on_bell_again, &house), 0);
    wakeup_ring(&house.wakeup);
    wakeup_ring(&house.wakeup);
    (void)uv_run(&house.loop, UV_RUN_NOWAIT);
    assert_int_equal(house.heard, 1);
    (void)uv_run(&house.loop, UV_RUN_DEFAULT);
    assert_int_equal(house.heard, 3);
    assert_true(house.closed);
    assert_int_equal(uv_loop_close(&house.loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_done_before_a_ring_is_seen),
        cmocka_unit_test(the_loop_rings_for_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
