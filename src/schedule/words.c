#include "schedule/words.h"

#include <stdio.h>

#include "schedule/civil.h"

static const char *const weekday_names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const month_names[] = {"",    "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static int64_t local_of(int64_t ms, const struct zone *zone)
{
    int64_t seconds = ms / 1000 - (ms % 1000 < 0);
    return zone ? zone_local(zone, seconds) : seconds;
}

static void say_distance(int64_t seconds, char words[static SCHEDULE_WORDS_SIZE])
{
    bool is_past = seconds < 0;
    if (is_past)
        seconds = -seconds;
    long long count = seconds < CIVIL_MINUTE ? seconds : seconds / CIVIL_MINUTE;
    const char *unit = seconds < CIVIL_MINUTE ? "second" : "minute", *plural = count == 1 ? "" : "s";
    (void)snprintf(words, SCHEDULE_WORDS_SIZE, is_past ? "%lld %s%s ago" : "in %lld %s%s", count, unit, plural);
}

static bool is_sayable(int64_t ms)
{
    return ms > -(int64_t)CIVIL_DAY * 366 * 2000 * 1000 &&
           ms < (int64_t)CIVIL_DAY * 366 * (CIVIL_YEAR_MAX - 1970) * 1000;
}

void schedule_words(int64_t at_ms, int64_t now_ms, const struct zone *zone, char words[static SCHEDULE_WORDS_SIZE])
{
    if (!is_sayable(at_ms) || !is_sayable(now_ms)) {
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%s", at_ms < now_ms ? "long ago" : "in a far future");
        return;
    }
    int64_t distance = at_ms / 1000 - now_ms / 1000;
    struct civil at, now;
    civil_of(local_of(at_ms, zone), &at);
    civil_of(local_of(now_ms, zone), &now);
    int64_t days = civil_days(at.year, at.month, at.day) - civil_days(now.year, now.month, now.day);
    if (distance == 0)
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "now");
    else if (distance > -CIVIL_HOUR && distance < CIVIL_HOUR)
        say_distance(distance, words);
    else if (days >= -1 && days <= 1)
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%s %02d:%02d",
                       days == 0  ? "today"
                       : days < 0 ? "yesterday"
                                  : "tomorrow",
                       at.hour, at.minute);
    else if (at.year == now.year || (days >= 0 && days < 180))
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%s %d %s %02d:%02d", weekday_names[at.weekday], at.day,
                       month_names[at.month], at.hour, at.minute);
    else
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%s %d %s %lld %02d:%02d", weekday_names[at.weekday], at.day,
                       month_names[at.month], (long long)at.year, at.hour, at.minute);
}

void schedule_date(int64_t at_ms, const struct zone *zone, char words[static SCHEDULE_WORDS_SIZE])
{
    struct civil at;
    struct zone_span span = {.abbreviation = "UTC"};
    if (!is_sayable(at_ms)) {
        (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%lld ms", (long long)at_ms);
        return;
    }
    if (zone)
        zone_span_at(zone, at_ms / 1000 - (at_ms % 1000 < 0), &span);
    civil_of(local_of(at_ms, zone), &at);
    char seconds[8] = "";
    if (at.second != 0)
        (void)snprintf(seconds, sizeof seconds, ":%02d", at.second);
    (void)snprintf(words, SCHEDULE_WORDS_SIZE, "%s %d %s %lld %02d:%02d%s %s", weekday_names[at.weekday], at.day,
                   month_names[at.month], (long long)at.year, at.hour, at.minute, seconds, span.abbreviation);
}
