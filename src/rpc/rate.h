/* A token bucket that several connections share: one token per message, refilled over time. When it is empty,
 * reading from the connections pauses until it is refilled, in the order of their arrival; none is closed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "rpc/timers.h"

struct peer;

struct rate {
    int64_t left;       /* tokens at the last refill; negative after a batch that exceeded it */
    int64_t per_second; /* 0: no limit */
    uint64_t filled_ns; /* time of the last refill, monotonic clock */
    struct timers *timers;
    struct list waiting; /* paused peers, in order */
    struct deadline refill;
};

/* Allows a burst of one second: half of it is in the full bucket, half is refilled meanwhile. */
void rate_init(struct rate *rate, struct timers *timers, int64_t per_second);
void rate_set(struct rate *rate, int64_t per_second);

/* For a peer whose bucket is empty and that has input to handle. Returns false after adding it to the queue. */
bool rate_admit(struct rate *rate, struct peer *peer);

/* Takes a token for one message. rate may be NULL: no limit. */
static inline void rate_take(struct rate *rate)
{
    if (rate)
        rate->left--;
}
