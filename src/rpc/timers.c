#include "rpc/timers.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { NEAR_MS = 100, FARTHEST_MS = 24 * 3600 * 1000 };

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

/* Whether the timerfd becomes readable by then. If it does so earlier, the deadlines are checked again. */
static bool waits_in_descriptor(struct timers *timers, uint64_t now, uint64_t at)
{
    if (timers->far_fd < 0 || at <= now || at - now < NEAR_MS)
        return false;
    if (timers->far_at > now && timers->far_at <= at)
        return true;
    uint64_t ms = at - now < FARTHEST_MS ? at - now : FARTHEST_MS;
    struct itimerspec when = {.it_value = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000}};
    if (timerfd_settime(timers->far_fd, 0, &when, NULL) < 0)
        return false;
    timers->far_at = now + ms;
    return true;
}

static void arm(struct timers *timers)
{
    bool waits = timers->count > 0 && !timers->held;
    uint64_t now = uv_now(timers->timer.loop), at = waits ? timers->heap[0]->at : 0;
    bool far = waits && waits_in_descriptor(timers, now, at);
    if (far)
        uv_ref((uv_handle_t *)&timers->far);
    else if (timers->far_fd >= 0)
        uv_unref((uv_handle_t *)&timers->far);
    if (waits && !far)
        (void)uv_timer_start(&timers->timer, expire, at > now ? at - now : 0, 0);
    else
        (void)uv_timer_stop(&timers->timer);
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

static void expire_due(struct timers *timers)
{
    uint64_t now = uv_now(timers->timer.loop);
    while (timers->count > 0 && timers->heap[0]->at <= now) {
        struct deadline *deadline = timers->heap[0];
        remove_slot(timers, 0);
        deadline->expired(deadline);
    }
    arm(timers);
}

static void expire(uv_timer_t *timer)
{
    expire_due(timer->data);
}

static void on_far(uv_poll_t *poll, int status, int events)
{
    struct timers *timers = poll->data;
    uint64_t times;
    (void)status;
    (void)events;
    (void)!read(timers->far_fd, &times, sizeof times);
    timers->far_at = 0;
    if (!timers->held)
        expire_due(timers);
}

int timers_init(struct timers *timers, uv_loop_t *loop)
{
    *timers = (struct timers){.far_fd = -1};
    int r = uv_timer_init(loop, &timers->timer);
    timers->timer.data = timers;
    return r;
}

void timers_open_descriptor(struct timers *timers)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (fd < 0)
        return;
    if (uv_poll_init(timers->timer.loop, &timers->far, fd) < 0) {
        close(fd);
        return;
    }
    timers->far.data = timers;
    timers->far_fd = fd;
    (void)uv_poll_start(&timers->far, UV_READABLE, on_far);
    arm(timers);
}

void timers_close(struct timers *timers)
{
    for (size_t i = 0; i < timers->count; i++)
        timers->heap[i]->index = 0;
    free(timers->heap);
    timers->heap = NULL;
    timers->count = timers->capacity = 0;
    uv_close((uv_handle_t *)&timers->timer, NULL);
    if (timers->far_fd < 0)
        return;
    uv_close((uv_handle_t *)&timers->far, NULL);
    close(timers->far_fd);
    timers->far_fd = -1;
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
