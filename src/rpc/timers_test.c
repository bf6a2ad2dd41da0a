#include "rpc/timers.h"

#include <stdlib.h>

#include "unit/check.h"

struct entry {
    struct deadline deadline;
    uint64_t wanted;
    struct entry *other; /* is unset when this one expires */
    struct timers *timers;
};

static size_t expired_count;
static uint64_t expired_last;
static bool expired_in_order;

static void on_expired(struct deadline *deadline)
{
    struct entry *entry = (struct entry *)(void *)deadline;
    expired_in_order = expired_in_order && deadline->at >= expired_last;
    expired_last = deadline->at;
    expired_count++;
    assert_int_equal(deadline->index, 0);
    assert_true(uv_now(entry->timers->timer.loop) >= deadline->at);
    if (entry->other)
        timers_unset(entry->timers, &entry->other->deadline);
}

struct world {
    uv_loop_t loop;
    struct timers timers;
};

static int set_up(void **state)
{
    static struct world world;
    expired_count = 0;
    expired_last = 0;
    expired_in_order = true;
    *state = &world;
    return uv_loop_init(&world.loop) || timers_init(&world.timers, &world.loop);
}

static int set_up_with_descriptor(void **state)
{
    int r = set_up(state);
    timers_open_descriptor(&((struct world *)*state)->timers);
    return r || ((struct world *)*state)->timers.far_fd < 0;
}

static int tear_down(void **state)
{
    struct world *world = *state;
    timers_close(&world->timers);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    return uv_loop_close(&world->loop);
}

static void check_heap(const struct timers *timers)
{
    for (size_t i = 0; i < timers->count; i++) {
        assert_int_equal(timers->heap[i]->index, i + 1);
        if (i > 0)
            assert_true(timers->heap[(i - 1) / 2]->at <= timers->heap[i]->at);
    }
}

static void expire_in_order(void **state)
{
    struct world *world = *state;
    struct entry entries[200] = {0};
    for (size_t i = 0; i < 200; i++) {
        entries[i] = (struct entry){.deadline.expired = on_expired, .timers = &world->timers};
        assert_int_equal(timers_set(&world->timers, &entries[i].deadline, i * 7919 % 20), 0);
        check_heap(&world->timers);
    }
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 200);
    assert_true(expired_in_order);
    assert_int_equal(world->timers.count, 0);
}

static void unset_ones_do_not_expire(void **state)
{
    struct world *world = *state;
    struct entry entries[100] = {0};
    for (size_t i = 0; i < 100; i++) {
        entries[i] = (struct entry){.deadline.expired = on_expired, .timers = &world->timers};
        assert_int_equal(timers_set(&world->timers, &entries[i].deadline, 1 + i % 5), 0);
    }
    for (size_t i = 0; i < 100; i += 2) {
        timers_unset(&world->timers, &entries[i].deadline);
        timers_unset(&world->timers, &entries[i].deadline);
        check_heap(&world->timers);
    }
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 50);
}

static void a_deadline_moves_either_way(void **state)
{
    struct world *world = *state;
    struct entry late = {.deadline.expired = on_expired, .timers = &world->timers}, early = late;
    assert_int_equal(timers_set(&world->timers, &late.deadline, 1000000), 0);
    assert_int_equal(timers_set(&world->timers, &early.deadline, 5), 0);
    assert_int_equal(timers_set(&world->timers, &early.deadline, 2000000), 0);
    assert_int_equal(world->timers.count, 2);
    check_heap(&world->timers);
    assert_int_equal(timers_set(&world->timers, &early.deadline, 1), 0);
    check_heap(&world->timers);
    while (expired_count == 0) /* UV_RUN_ONCE would go on to wait for the late one where this one is due at once */
        (void)uv_run(&world->loop, UV_RUN_NOWAIT);
    assert_int_equal(early.deadline.index, 0);
    assert_int_not_equal(late.deadline.index, 0);
    timers_unset(&world->timers, &late.deadline);
    assert_int_equal(uv_loop_alive(&world->loop), 0);
}

static void one_may_unset_another_that_is_due_too(void **state)
{
    struct world *world = *state;
    struct entry a = {.deadline.expired = on_expired, .timers = &world->timers}, b = a;
    a.other = &b;
    b.other = &a;
    assert_int_equal(timers_set(&world->timers, &a.deadline, 1), 0);
    assert_int_equal(timers_set(&world->timers, &b.deadline, 1), 0);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 1);
}

static void without_end_is_without_end(void **state)
{
    struct world *world = *state;
    struct entry entry = {.deadline.expired = on_expired, .timers = &world->timers};
    assert_int_equal(timers_set(&world->timers, &entry.deadline, UINT64_MAX), 0);
    (void)uv_run(&world->loop, UV_RUN_NOWAIT);
    assert_int_equal(expired_count, 0);
    assert_true(entry.deadline.at == UINT64_MAX);
    timers_unset(&world->timers, &entry.deadline);
}

static void random_changes_keep_the_heap(void **state)
{
    struct world *world = *state;
    struct entry entries[64] = {0};
    srand(1);
    for (size_t i = 0; i < 64; i++)
        entries[i] = (struct entry){.deadline.expired = on_expired, .timers = &world->timers};
    for (int i = 0; i < 20000; i++) {
        struct entry *entry = &entries[rand() % 64];
        if (rand() % 3)
            assert_int_equal(timers_set(&world->timers, &entry->deadline, 1000 + (uint64_t)rand() % 1000), 0);
        else
            timers_unset(&world->timers, &entry->deadline);
        if (i % 100 == 0)
            check_heap(&world->timers);
    }
    check_heap(&world->timers);
    for (size_t i = 0; i < 64; i++)
        timers_unset(&world->timers, &entries[i].deadline);
}

/* Far ones wait in the descriptor, near ones in the timer, and whoever moves from the one to the other is not lost. */
static void far_ones_wait_in_the_descriptor(void **state)
{
    struct world *world = *state;
    struct entry far = {.deadline.expired = on_expired, .timers = &world->timers}, near = far;
    assert_int_equal(timers_set(&world->timers, &far.deadline, 150), 0);
    assert_false(uv_is_active((uv_handle_t *)&world->timers.timer));
    assert_true(uv_loop_alive(&world->loop));
    assert_int_equal(timers_set(&world->timers, &near.deadline, 5), 0);
    assert_true(uv_is_active((uv_handle_t *)&world->timers.timer));
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 2);
    assert_true(expired_in_order);
    assert_int_equal(world->timers.far_at, 0);
}

static void a_descriptor_that_is_early_is_set_again(void **state)
{
    struct world *world = *state;
    struct entry entry = {.deadline.expired = on_expired, .timers = &world->timers};
    assert_int_equal(timers_set(&world->timers, &entry.deadline, 110), 0);
    uint64_t first = world->timers.far_at;
    timers_unset(&world->timers, &entry.deadline);
    assert_false(uv_loop_alive(&world->loop));
    assert_int_equal(timers_set(&world->timers, &entry.deadline, 240), 0);
    assert_true(world->timers.far_at == first);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 1);
}

static void held_ones_expire_when_they_may(void **state)
{
    struct world *world = *state;
    struct entry entry = {.deadline.expired = on_expired, .timers = &world->timers};
    assert_int_equal(timers_set(&world->timers, &entry.deadline, 110), 0);
    timers_hold(&world->timers, true);
    uv_ref((uv_handle_t *)&world->timers.far);
    while (world->timers.far_at > 0) /* the descriptor is ready, and nobody is told */
        (void)uv_run(&world->loop, UV_RUN_ONCE);
    assert_int_equal(expired_count, 0);
    timers_hold(&world->timers, false);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    assert_int_equal(expired_count, 1);
}

#define WITH_DESCRIPTOR(test)                                                                                          \
    {                                                                                                                  \
        .name = #test " (descriptor)", .test_func = (test), .setup_func = set_up_with_descriptor,                      \
        .teardown_func = tear_down                                                                                     \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(expire_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unset_ones_do_not_expire, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_deadline_moves_either_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_may_unset_another_that_is_due_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_end_is_without_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_changes_keep_the_heap, set_up, tear_down),
        WITH_DESCRIPTOR(expire_in_order),
        WITH_DESCRIPTOR(unset_ones_do_not_expire),
        WITH_DESCRIPTOR(a_deadline_moves_either_way),
        WITH_DESCRIPTOR(one_may_unset_another_that_is_due_too),
        WITH_DESCRIPTOR(without_end_is_without_end),
        WITH_DESCRIPTOR(random_changes_keep_the_heap),
        WITH_DESCRIPTOR(far_ones_wait_in_the_descriptor),
        WITH_DESCRIPTOR(a_descriptor_that_is_early_is_set_again),
        WITH_DESCRIPTOR(held_ones_expire_when_they_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
