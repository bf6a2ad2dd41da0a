/* Time zones: the content of a TZif file (RFC 9636). Files are read in schedule/zones.h; nothing here does I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum {
    ZONE_FILE_MAX = 256 * 1024,
    ZONE_ABBREVIATION_SIZE = 16,
    ZONE_OFFSET_MAX = 26 * 60 * 60, /* seconds; no zone was ever further from UTC */
};

struct zone;

/* Reads a file. -EBADMSG: it is damaged. -ENOTSUP: it counts leap seconds, which clocks of POSIX do not. -ENOMEM. */
int zone_new(struct slice file, struct zone **ret_zone);

/* Reads a rule as in the variable TZ: "CET-1CEST,M3.5.0,M10.5.0/3". */
int zone_new_rule(struct slice rule, struct zone **ret_zone);

struct zone *zone_free(struct zone *zone);

/* A time in which the offset does not change, from `begin` to before `end`; INT64_MIN and INT64_MAX: without end. In
 * seconds since the epoch. */
struct zone_span {
    int64_t begin, end;
    int32_t offset; /* local time minus UTC, in seconds */
    bool is_dst;
    char abbreviation[ZONE_ABBREVIATION_SIZE]; /* CET; longer ones are cut */
};

void zone_span_at(const struct zone *zone, int64_t at, struct zone_span *ret_span);

/* The local time, in seconds (schedule/civil.h). */
int64_t zone_local(const struct zone *zone, int64_t at);

/* The latest local time that clocks have shown until `at`: zone_local(), except after they were set back. */
int64_t zone_latest_local(const struct zone *zone, int64_t at);

/* The first instant at which clocks show `local` or a later time: the first of two if the time occurs twice, the end
 * of the gap if it does not occur. */
int64_t zone_first(const struct zone *zone, int64_t local);
