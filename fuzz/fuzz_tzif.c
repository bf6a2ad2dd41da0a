/* Fuzzes the reader of time zones with a file, or with a rule if the input begins with "=". In every zone that it
 * takes, spans adjoin, and the first instant of a local time shows that time or, after a gap, a later one. */
#include "fuzz.h"
#include "schedule/zone.h"

enum { STEPS = 40 };

static void check(const struct zone *zone, int64_t at)
{
    struct zone_span span, next;
    zone_span_at(zone, at, &span);
    must(span.begin <= at && at < span.end);
    must(span.offset >= -ZONE_OFFSET_MAX && span.offset <= ZONE_OFFSET_MAX);
    if (span.end != INT64_MAX) {
        zone_span_at(zone, span.end, &next);
        must(next.begin == span.end);
    }
    int64_t local = at + span.offset, first = zone_first(zone, local);
    must(first <= at && zone_local(zone, first) >= local);
    must(zone_local(zone, first - 1) < local);
    must(zone_latest_local(zone, at) >= local);
    must(zone_first(zone, local + 1) >= first);
    must(zone_first(zone, zone_latest_local(zone, at)) <= at && zone_first(zone, zone_latest_local(zone, at) + 1) > at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    struct zone *zone = NULL;
    int r;
    if (size > 0 && *data == '=')
        r = zone_new_rule((struct slice){text.data + 1, size - 1}, &zone);
    else
        r = zone_new(text, &zone);
    if (r < 0) {
        must(!zone);
        return 0;
    }
    for (int64_t i = 0, at = -2208988800; i < STEPS; i++, at += 240000007)
        check(zone, at);
    struct zone_span span;
    zone_span_at(zone, 0, &span);
    for (int i = 0; i < STEPS && span.end < 250000000000; i++) {
        check(zone, span.end);
        check(zone, span.end - 1);
        zone_span_at(zone, span.end, &span);
    }
    (void)zone_free(zone);
    return 0;
}
