/* Local time and back. Spans of equal offset are never joined: callers walk from one to the next. */
#include "schedule/zone.h"

#include "schedule/internal.h"

static void span_of_type(const struct zone_type *type, struct zone_span *span)
{
    span->offset = type->offset;
    span->is_dst = type->is_dst;
    memcpy(span->abbreviation, type->abbreviation, sizeof span->abbreviation);
}

void zone_span_at(const struct zone *zone, int64_t at, struct zone_span *ret_span)
{
    size_t low = 0, high = zone->transition_count; /* the number of transitions until `at` */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (zone->transitions[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    int64_t begin = low > 0 ? zone->transitions[low - 1].at : INT64_MIN;
    if (zone->has_rule && low == zone->transition_count) {
        zone_rule_span(&zone->rule, at, ret_span);
        if (ret_span->begin < begin)
            ret_span->begin = begin;
        return;
    }
    ret_span->begin = begin;
    ret_span->end = low < zone->transition_count ? zone->transitions[low].at : INT64_MAX;
    span_of_type(&zone->types[low > 0 ? zone->transitions[low - 1].type : 0], ret_span);
}

int64_t zone_local(const struct zone *zone, int64_t at)
{
    struct zone_span span;
    zone_span_at(zone, at, &span);
    return at + span.offset;
}

/* Offsets differ by at most 52 hours, so that what clocks showed longer ago is earlier than now. */
int64_t zone_latest_local(const struct zone *zone, int64_t at)
{
    struct zone_span span;
    zone_span_at(zone, at, &span);
    int64_t latest = at + span.offset;
    while (span.begin > at - (int64_t)2 * ZONE_OFFSET_MAX) {
        int64_t last = span.begin - 1;
        zone_span_at(zone, last, &span);
        if (last + span.offset > latest)
            latest = last + span.offset;
    }
    return latest;
}

int64_t zone_first(const struct zone *zone, int64_t local)
{
    struct zone_span span;
    zone_span_at(zone, local - ZONE_OFFSET_MAX, &span);
    for (;;) {
        int64_t at = local - span.offset;
        if (at < span.end)
            return at > span.begin ? at : span.begin;
        zone_span_at(zone, span.end, &span);
    }
}
