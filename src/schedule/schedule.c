#include "schedule/schedule.h"

#include <errno.h>

#include "schedule/civil.h"

/* The years in which dates are computed: 1900 to 9999. */
static const int64_t seconds_min = -2208988800, seconds_max = 253402300799;

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool is_within(int64_t seconds)
{
    return seconds >= seconds_min && seconds <= seconds_max;
}

/* A local time L is due at the first instant at which clocks show L or later, and what clocks have shown at the latest
 * only grows: so the next time is that of the first L after what they have shown until now. */
static int cron_next(const struct schedule *schedule, int64_t after, int64_t *ret_at)
{
    const struct zone *zone = schedule->zone ? *schedule->zone : NULL;
    if (after < seconds_min)
        after = seconds_min;
    if (after > seconds_max)
        return -ENOENT;
    int64_t local;
    int r = cron_after(&schedule->cron, zone ? zone_latest_local(zone, after) : after, &local);
    if (r < 0)
        return r;
    *ret_at = zone ? zone_first(zone, local) : local;
    return 0;
}

static int cron_last(const struct schedule *schedule, int64_t until, int64_t *ret_at)
{
    const struct zone *zone = schedule->zone ? *schedule->zone : NULL;
    if (until > seconds_max)
        until = seconds_max;
    if (until < seconds_min)
        return -ENOENT;
    int64_t local;
    int r = cron_until(&schedule->cron, zone ? zone_latest_local(zone, until) : until, &local);
    if (r < 0)
        return r;
    *ret_at = zone ? zone_first(zone, local) : local;
    return 0;
}

/* The number of whole periods from the anchor to a time. */
static int64_t periods(const struct schedule *schedule, int64_t ms)
{
    return ms < schedule->anchor_ms ? 0 : (ms - schedule->anchor_ms) / schedule->every_ms;
}

static int interval_next(const struct schedule *schedule, int64_t after_ms, int64_t *ret_ms)
{
    int64_t due;
    if (schedule->every_ms < 1 || !is_within(floor_divide(schedule->anchor_ms, 1000)) ||
        after_ms > seconds_max * 1000 ||
        __builtin_mul_overflow(periods(schedule, after_ms) + 1, schedule->every_ms, &due) ||
        __builtin_add_overflow(due, schedule->anchor_ms, &due) || due > seconds_max * 1000)
        return -ENOENT;
    *ret_ms = due;
    return 0;
}

static int interval_last(const struct schedule *schedule, int64_t until_ms, int64_t *ret_ms)
{
    if (until_ms > seconds_max * 1000)
        until_ms = seconds_max * 1000;
    if (schedule->every_ms < 1 || !is_within(floor_divide(schedule->anchor_ms, 1000)) ||
        periods(schedule, until_ms) < 1)
        return -ENOENT;
    *ret_ms = schedule->anchor_ms + periods(schedule, until_ms) * schedule->every_ms;
    return 0;
}

int schedule_next(const struct schedule *schedule, int64_t after_ms, int64_t *ret_ms)
{
    int64_t at;
    int r;
    switch (schedule->kind) {
    case SCHEDULE_CRON:
        r = cron_next(schedule, floor_divide(after_ms, 1000), &at);
        if (r == 0)
            *ret_ms = at * 1000;
        return r;
    case SCHEDULE_INTERVAL:
        return interval_next(schedule, after_ms, ret_ms);
    case SCHEDULE_AT:
        break;
    }
    if (schedule->at_ms <= after_ms)
        return -ENOENT;
    *ret_ms = schedule->at_ms;
    return 0;
}

int schedule_last(const struct schedule *schedule, int64_t until_ms, int64_t *ret_ms)
{
    int64_t at;
    int r;
    switch (schedule->kind) {
    case SCHEDULE_CRON:
        r = cron_last(schedule, floor_divide(until_ms, 1000), &at);
        if (r == 0)
            *ret_ms = at * 1000;
        return r;
    case SCHEDULE_INTERVAL:
        return interval_last(schedule, until_ms, ret_ms);
    case SCHEDULE_AT:
        break;
    }
    if (schedule->at_ms > until_ms)
        return -ENOENT;
    *ret_ms = schedule->at_ms;
    return 0;
}

static uint64_t count_times(const struct schedule *schedule, const struct schedule_missed *missed, uint64_t most)
{
    uint64_t count = 1;
    if (schedule->kind == SCHEDULE_INTERVAL) {
        count += (uint64_t)((missed->last_ms - missed->first_ms) / schedule->every_ms);
        return count < most ? count : most;
    }
    for (int64_t at = missed->first_ms; at < missed->last_ms && count < most; count++)
        if (schedule_next(schedule, at, &at) < 0)
            break;
    return count;
}

void schedule_missed(const struct schedule *schedule, int64_t after_ms, int64_t until_ms, uint64_t most,
                     struct schedule_missed *ret_missed)
{
    struct schedule_missed missed = {0};
    if (schedule_next(schedule, after_ms, &missed.first_ms) == 0 && missed.first_ms <= until_ms &&
        schedule_last(schedule, until_ms, &missed.last_ms) == 0)
        missed.count = count_times(schedule, &missed, most);
    *ret_missed = missed;
}
