#include "daemon/key/rate.h"

#include <stdlib.h>
#include <string.h>

enum { RATES_MAX = 4096, ID_MAX = 128 };

static const double minute_ns = 60e9;

struct key_rate {
    char session_id[ID_MAX + 1];
    double left;
    uint64_t at_ns;
};

static void refill(struct key_rate *rate, int64_t per_minute, uint64_t now_ns)
{
    rate->left += (double)(now_ns - rate->at_ns) * (double)per_minute / minute_ns;
    if (rate->left > (double)per_minute)
        rate->left = (double)per_minute;
    rate->at_ns = now_ns;
}

/* Who may ask as often as ever need not be remembered. */
static void drop_full(struct key_rates *rates, int64_t per_minute, uint64_t now_ns)
{
    size_t kept = 0;
    for (size_t i = 0; i < rates->count; i++) {
        refill(&rates->items[i], per_minute, now_ns);
        if (rates->items[i].left < (double)per_minute)
            rates->items[kept++] = rates->items[i];
    }
    rates->count = kept;
}

static struct key_rate *add(struct key_rates *rates, struct slice session_id, int64_t per_minute, uint64_t now_ns)
{
    if (rates->count == rates->capacity)
        drop_full(rates, per_minute, now_ns);
    if (rates->count == rates->capacity) {
        size_t capacity = rates->capacity ? rates->capacity * 2 : 16;
        struct key_rate *items = capacity <= RATES_MAX ? realloc(rates->items, capacity * sizeof *rates->items) : NULL;
        if (!items)
            return NULL;
        rates->items = items;
        rates->capacity = capacity;
    }
    struct key_rate *rate = &rates->items[rates->count++];
    *rate = (struct key_rate){.left = (double)per_minute, .at_ns = now_ns};
    slice_copy(rate->session_id, session_id);
    return rate;
}

bool key_rate_admits(struct key_rates *rates, struct slice session_id, int64_t per_minute, uint64_t now_ns)
{
    struct key_rate *rate = NULL;
    if (session_id.size > ID_MAX)
        return false;
    for (size_t i = 0; i < rates->count && !rate; i++)
        if (slice_is(session_id, rates->items[i].session_id))
            rate = &rates->items[i];
    if (!rate)
        rate = add(rates, session_id, per_minute, now_ns);
    if (!rate)
        return false;
    refill(rate, per_minute, now_ns);
    if (rate->left < 1)
        return false;
    rate->left -= 1;
    return true;
}

int64_t key_rate_wait_ms(const struct key_rates *rates, struct slice session_id, int64_t per_minute)
{
    double left = 0;
    for (size_t i = 0; i < rates->count; i++)
        if (slice_is(session_id, rates->items[i].session_id))
            left = rates->items[i].left;
    return left < 1 && per_minute > 0 ? (int64_t)((1 - left) * 60e3 / (double)per_minute) + 1 : 0;
}

void key_rates_clear(struct key_rates *rates)
{
    free(rates->items);
    *rates = (struct key_rates){0};
}
