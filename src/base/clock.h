/* Time in the formats of the contract and the log. */
#pragma once

#include <stdint.h>

#include "base/slice.h"

/* Wall clock, in milliseconds since the epoch. */
int64_t clock_epoch_ms(void);

/* Monotonic clock in nanoseconds, for durations and deadlines. */
uint64_t clock_monotonic_ns(void);

enum { CLOCK_ISO_SIZE = sizeof "2026-01-31T12:00:00.000Z" };

/* ISO 8601 in UTC with milliseconds. */
void clock_format_iso(int64_t epoch_ms, char text[static CLOCK_ISO_SIZE]);

/* Reads a time of RFC 3339, whose fields are in range; digits after the milliseconds are dropped. -EINVAL: it has
 * another form. */
int clock_parse_iso(struct slice text, int64_t *ret_ms);
