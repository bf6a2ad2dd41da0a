/* How much several connections may ask for, all together: a bucket of messages that fills with time. Whoever finds it
 * empty is not read from until it has filled again, in the order in which they came; nobody is cut off. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "rpc/timers.h"

struct peer;

struct rate {
    int64_t left;       /* before the clock is looked at; below 0: a batch took more than was there */
    int64_t per_second; /* 0: no limit */
    uint64_t filled_ns; /* up to when it was filled, of the monotonic clock */
    struct timers *timers;
    struct list waiting; /* peers, in line */
    struct deadline refill;
};

/* One second's worth goes through at once at most: half of it is in the bucket, half may come in when that is empty. */
void rate_init(struct rate *rate, struct timers *timers, int64_t per_second);
void rate_set(struct rate *rate, int64_t per_second);

/* For a peer whose bucket is empty, and of which something is there to be handled. False: it is in line now. */
bool rate_admit(struct rate *rate, struct peer *peer);

/* One message of somebody who shares it (NULL: of somebody who may ask for as much as he likes). */
static inline void rate_take(struct rate *rate)
{
    if (rate)
        rate->left--;
}
