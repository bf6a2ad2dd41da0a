#include "rpc/timers.h"

#include <errno.h>
#include <stdlib.h>

static void put(struct timers *timers, size_t slot, struct deadline *deadline)
{
    timers->heap[slot] = deadline;
    deadline->index = slot + 1;
}

static void sift_up(struct timers *timers, size_t slot)
{
    struct deadline *moved = timers->heap[slot];
    while (slot > 0 && timers->heap[(slot - 1) / 2]->at > moved->at) {
        put(timers, slot, timers->heap[(slot - 1) / 2]);
        slot = (slot - 1) / 2;
    }
    put(timers, slot, moved);
}

static void sift_down(struct timers *timers, size_t slot)
{
    struct deadline *moved = timers->heap[slot];
    for (;;) {
        size_t child = 2 * slot + 1;
        if (child + 1 < timers->count && timers->heap[child + 1]->at < timers->heap[child]->at)
            child++;
        if (child >= timers->count || timers->heap[child]->at >= moved->at)
            break;
        put(timers, slot, timers->heap[child]);
        slot = child;
    }
    put(timers, slot, moved);
}

static void expire(uv_timer_t *timer);

static void arm(struct timers *timers)
{
    if (timers->count == 0 || timers->held) {
        (void)uv_timer_stop(&timers->timer);
        return;
    }
    uint64_t now = uv_now(timers->timer.loop), at = timers->heap[0]->at;
    (void)uv_timer_start(&timers->timer, expire, at > now ? at - now : 0, 0);
}

static void remove_slot(struct timers *timers, size_t slot)
{
    struct deadline *last = timers->heap[--timers->count];
    timers->heap[slot]->index = 0;
    if (slot == timers->count)
        return;
    put(timers, slot, last);
    sift_up(timers, slot);
    sift_down(timers, last->index - 1);
}

static void expire(uv_timer_t *timer)
{
    struct timers *timers = timer->data;
    uint64_t now = uv_now(timer->loop);
    while (timers->count > 0 && timers->heap[0]->at <= now) {
        struct deadline *deadline = timers->heap[0];
        remove_slot(timers, 0);
        deadline->expired(deadline);
    }
    arm(timers);
}

int timers_init(struct timers *timers, uv_loop_t *loop)
{
    *timers = (struct timers){0};
    int r = uv_timer_init(loop, &timers->timer);
    timers->timer.data = timers;
    return r;
}

void timers_close(struct timers *timers)
{
    for (size_t i = 0; i < timers->count; i++)
        timers->heap[i]->index = 0;
    free(timers->heap);
    timers->heap = NULL;
    timers->count = timers->capacity = 0;
    uv_close((uv_handle_t *)&timers->timer, NULL);
}

void timers_hold(struct timers *timers, bool held)
{
    timers->held = held;
    arm(timers);
}

int timers_set(struct timers *timers, struct deadline *deadline, uint64_t delay_ms)
{
    uint64_t now = uv_now(timers->timer.loop);
    uint64_t at = delay_ms > UINT64_MAX - now ? UINT64_MAX : now + delay_ms;
    if (deadline->index > 0) {
        deadline->at = at;
        sift_up(timers, deadline->index - 1);
        sift_down(timers, deadline->index - 1);
        arm(timers);
        return 0;
    }
    if (timers->count == timers->capacity) {
        size_t capacity = timers->capacity ? timers->capacity * 2 : 16;
        struct deadline **heap = realloc(timers->heap, capacity * sizeof(struct deadline *));
        if (!heap)
            return -ENOMEM;
        timers->heap = heap;
        timers->capacity = capacity;
    }
    deadline->at = at;
    put(timers, timers->count++, deadline);
    sift_up(timers, deadline->index - 1);
    if (deadline->index == 1)
        arm(timers);
    return 0;
}

void timers_unset(struct timers *timers, struct deadline *deadline)
{
    if (deadline->index == 0)
        return;
    size_t slot = deadline->index - 1;
    remove_slot(timers, slot);
    if (slot == 0)
        arm(timers);
}
