/* When something is due: a cron expression in a time zone, an interval, or one time. Times are in milliseconds since
 * the epoch. Nothing here does I/O; schedule/zones.h reads the zones. */
#pragma once

#include <stdint.h>

#include "schedule/cron.h"
#include "schedule/zone.h"

enum schedule_kind { SCHEDULE_CRON, SCHEDULE_INTERVAL, SCHEDULE_AT };

struct schedule {
    enum schedule_kind kind;
    struct cron cron;               /* for SCHEDULE_CRON */
    const struct zone *const *zone; /* from zones_find(), not owned; NULL: UTC */
    int64_t every_ms;               /* for SCHEDULE_INTERVAL, at least 1; counted from `anchor_ms` */
    int64_t anchor_ms;              /* not due itself */
    int64_t at_ms;                  /* for SCHEDULE_AT */
};

/* The first time that is due later than `after_ms`. A local time that does not exist, because clocks are set forward,
 * is due at the first instant after it; one that occurs twice is due the first time only. -ENOENT: never again. */
int schedule_next(const struct schedule *schedule, int64_t after_ms, int64_t *ret_ms);

/* The last time that was due, not later than `until_ms`. -ENOENT: none. */
int schedule_last(const struct schedule *schedule, int64_t until_ms, int64_t *ret_ms);

/* The times that were due later than `after_ms` and not later than `until_ms`. */
struct schedule_missed {
    int64_t first_ms, last_ms; /* valid if count > 0 */
    uint64_t count;
};

/* Counts up to `most` times; a higher number is reported as `most`. first_ms and last_ms are exact in any case. */
void schedule_missed(const struct schedule *schedule, int64_t after_ms, int64_t until_ms, uint64_t most,
                     struct schedule_missed *ret_missed);
