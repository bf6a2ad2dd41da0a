/* Opens a key for an authorized caller, within its rate limit. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/key/internal.h"
#include "rpc/call.h"

/* --- rate limit --- */

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

/* Forgets sessions whose token bucket is full again. */
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

/* --- use --- */

/* --- time of the last use --- */

struct use {
    struct store_change change;
    int64_t at_ms;
    char service[KEY_SERVICE_MAX + 1];
};

static int note(struct store_change *change, struct store_tx *tx)
{
    const struct use *use = list_member(change, struct use, change);
    return store_key_used(tx, slice_of(use->service), use->at_ms);
}

static void on_noted(struct store_change *change)
{
    free(list_member(change, struct use, change));
}

static void note_use(struct key_ring *ring, const struct key_entry *entry)
{
    struct use *use = store_is_open(ring->store) ? calloc(1, sizeof *use) : NULL;
    if (!use)
        return;
    use->change = (struct store_change){.apply = note, .done = on_noted, .lazy = true};
    use->at_ms = clock_epoch_ms();
    memcpy(use->service, entry->service, sizeof use->service);
    (void)store_write(ring->store, &use->change);
}

/* --- opening --- */

static int refuse(enum error_id error, enum error_id *ret_error)
{
    *ret_error = error;
    return -EACCES;
}

int key_open_entry(struct key_ring *ring, struct slice service, struct key_value *ret_value, enum error_id *ret_error,
                   char problem[static 256])
{
    const struct key_entry *entry = key_find(ring, service);
    if (ring->state != KEYS_KNOWN) {
        (void)snprintf(problem, 256, KEYS_UNKNOWN_PROBLEM);
        return refuse(ERROR_SUBSYSTEM_UNAVAILABLE, ret_error);
    }
    if (!entry) {
        (void)snprintf(problem, 256, "no API key configured for %.*s; add one: weir key set %.*s", SLICE_ARG(service),
                       SLICE_ARG(service));
        return refuse(ERROR_KEY_NOT_FOUND, ret_error);
    }
    if (key_unlock(ring, problem) < 0)
        return refuse(ERROR_KEYS_LOCKED, ret_error);
    struct slice sealed = {(const char *)entry->sealed, entry->sealed_size};
    int r = key_open(&ring->master, service, sealed, ret_value);
    if (r < 0) {
        (void)snprintf(problem, 256, "the key of %.*s %s; set it again: weir key set %.*s", SLICE_ARG(service),
                       r == -EBADMSG ? "was changed in the store" : "cannot be unsealed", SLICE_ARG(service));
        return refuse(ERROR_KEYS_LOCKED, ret_error);
    }
    return 0;
}

void key_note_refused(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
                      struct slice who)
{
    char data[KEY_DATA_SIZE];
    struct audit_note entry = {
        .what = SLICE("key.refused"),
        .session_id = session_id,
        .task_id = task_id,
        .data = key_service_data(service, data),
        .uid = geteuid(),
        .client = who,
    };
    if (key_rate_admits(&ring->rates, session_id, ring->settings->keys.per_minute, clock_monotonic_ns()))
        audit_write(ring->audit, &entry);
}

int key_take(struct key_ring *ring, struct slice service, struct slice asker, struct audit_note *entry,
             struct key_value *ret_value, enum error_id *ret_error, char problem[static 256])
{
    int64_t per_minute = ring->settings->keys.per_minute;
    char data[KEY_DATA_SIZE];
    if (key_is_own(service)) {
        (void)snprintf(problem, 256, "the key of %.*s is for that MCP server alone", SLICE_ARG(service));
        return refuse(ERROR_KEY_REFUSED, ret_error);
    }
    if (!key_rate_admits(&ring->rates, asker, per_minute, clock_monotonic_ns())) {
        (void)snprintf(problem, 256,
                       "too many key requests of %s (keys.perMinute = %lld); try again later, or raise keys.perMinute",
                       entry->session_id.size > 0 ? "the session" : "this user", (long long)per_minute);
        return refuse(ERROR_TOO_MANY_KEY_REQUESTS, ret_error);
    }
    int r = key_open_entry(ring, service, ret_value, ret_error, problem);
    entry->data = key_service_data(service, data);
    if (r < 0)
        entry->what = SLICE("key.refused");
    audit_write(ring->audit, entry);
    if (r == 0)
        note_use(ring, key_find(ring, service));
    return r;
}

int key_fail(const struct key_ring *ring, struct call *call, struct slice asker, enum error_id error,
             const char *problem)
{
    char data[128];
    if (error != ERROR_TOO_MANY_KEY_REQUESTS)
        return call_fail(call, error, "%s", problem);
    int64_t wait = key_rate_wait_ms(&ring->rates, asker, ring->settings->keys.per_minute);
    (void)snprintf(data, sizeof data, "{\"code\":\"too_many_key_requests\",\"retry_in_ms\":%lld}", (long long)wait);
    return call_fail_text(call, contract_errors[error].code, slice_of(problem), slice_of(data));
}

int key_use(struct key_ring *ring, struct slice service, struct slice session_id, struct slice task_id,
            struct slice who, struct key_value *ret_value, enum error_id *ret_error, char problem[static 256])
{
    struct audit_note entry = {
        .what = SLICE("key.used"),
        .session_id = session_id,
        .task_id = task_id,
        .uid = geteuid(),
        .client = who,
    };
    return key_take(ring, service, session_id, &entry, ret_value, ret_error, problem);
}
