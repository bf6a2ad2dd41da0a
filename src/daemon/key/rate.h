/* How often each session asks for keys. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct key_rate;

struct key_rates {
    struct key_rate *items;
    size_t count, capacity;
};

/* Whether it may ask once more: so many times at once, and as many again within a minute, little by little. False also
 * without memory. */
bool key_rate_admits(struct key_rates *rates, struct slice session_id, int64_t per_minute, uint64_t now_ns);
/* How long until it may, where it may not now. */
int64_t key_rate_wait_ms(const struct key_rates *rates, struct slice session_id, int64_t per_minute);
void key_rates_clear(struct key_rates *rates);
