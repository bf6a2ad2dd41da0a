#include "rpc/rate.h"

#include "base/clock.h"
#include "rpc/internal.h"

enum { NS_A_SECOND = 1000000000, MS_A_SECOND = 1000 };

/* the most peers that are resumed before other work of the loop runs */
enum { WOKEN_A_TURN = 16 };

static int64_t capacity(const struct rate *rate)
{
    return rate->per_second > 1 ? rate->per_second / 2 : 1;
}

/* A fraction of a message is kept for the next refill. */
static void fill(struct rate *rate)
{
    uint64_t now = clock_monotonic_ns(), elapsed = now - rate->filled_ns, speed = (uint64_t)rate->per_second;
    if (rate->per_second == 0) {
        rate->left = INT64_MAX;
        return;
    }
    uint64_t parts = elapsed % NS_A_SECOND * speed;
    rate->left += (int64_t)(elapsed / NS_A_SECOND * speed + parts / NS_A_SECOND);
    rate->filled_ns = now - parts % NS_A_SECOND / speed;
    if (rate->left > capacity(rate))
        rate->left = capacity(rate);
}

/* Paying off a large batch can take long; checking at least every second notices other changes. A minimum
 * delay gives other peers a turn even if the bucket is not empty. */
static uint64_t delay_ms(const struct rate *rate)
{
    if (rate->left > 0)
        return 1;
    uint64_t ms =
        ((uint64_t)(1 - rate->left) * MS_A_SECOND + (uint64_t)rate->per_second - 1) / (uint64_t)rate->per_second;
    return ms < MS_A_SECOND ? ms : MS_A_SECOND;
}

static void wait_for_more(struct rate *rate)
{
    if (list_is_empty(&rate->waiting) || timers_set(rate->timers, &rate->refill, delay_ms(rate)) == 0)
        return;
    while (!list_is_empty(&rate->waiting)) { /* out of memory: they try again in the next turn */
        struct peer *peer = list_member(rate->waiting.next, struct peer, slowed);
        list_remove(&peer->slowed);
        rpc_make_ready(peer->rpc, peer);
    }
}

/* They are resumed here instead of in their own turn, in which the first peers would empty the bucket again
 * and again. */
static void on_refill(struct deadline *deadline)
{
    struct rate *rate = list_member(deadline, struct rate, refill);
    fill(rate);
    for (int woken = 0; woken < WOKEN_A_TURN && rate->left > 0 && !list_is_empty(&rate->waiting); woken++) {
        struct peer *peer = list_member(rate->waiting.next, struct peer, slowed);
        list_remove(&peer->slowed);
        peer_process_backlog(peer);
    }
    wait_for_more(rate);
}

bool rate_admit(struct rate *rate, struct peer *peer)
{
    if (list_is_empty(&rate->waiting))
        fill(rate);
    if (rate->left > 0)
        return true;
    list_append(&rate->waiting, &peer->slowed);
    if (rate->refill.index == 0)
        wait_for_more(rate);
    return false;
}

void rate_init(struct rate *rate, struct timers *timers, int64_t per_second)
{
    *rate = (struct rate){.per_second = per_second, .timers = timers, .refill = {.expired = on_refill}};
    list_init(&rate->waiting);
    rate->filled_ns = clock_monotonic_ns();
    rate->left = per_second > 0 ? capacity(rate) : INT64_MAX;
}

void rate_set(struct rate *rate, int64_t per_second)
{
    fill(rate);
    rate->per_second = per_second;
    if (per_second > 0 && rate->left > capacity(rate))
        rate->left = capacity(rate);
    fill(rate);
    wait_for_more(rate);
}
