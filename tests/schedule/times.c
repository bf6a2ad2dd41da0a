/* Answers questions about zones and schedules, so that tests can compare them with other implementations. Reads a line
 * for each question from standard input and writes one for each answer; times are seconds since the epoch.
 *
 *   offset ZONE AT          offset, 0 or 1 for summer time, abbreviation
 *   first ZONE LOCAL        the first instant at which clocks show that local time or a later one
 *   next ZONE AT COUNT EXPRESSION    the next COUNT times, "never" where there are no more
 *   last ZONE AT EXPRESSION          the last time
 *   read EXPRESSION         "ok", or the position and the problem
 *   speed ZONE AT COUNT EXPRESSION   nanoseconds for one of COUNT successive times */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "schedule/schedule.h"
#include "schedule/zones.h"

static int make(struct zones *zones, const char *zone, const char *expression, struct schedule *ret_schedule)
{
    struct cron_problem problem;
    char text[ZONES_PROBLEM_SIZE];
    *ret_schedule = (struct schedule){.kind = SCHEDULE_CRON};
    int r = cron_read(slice_of(expression), &ret_schedule->cron, &problem);
    if (r < 0)
        (void)printf("%zu %s\n", problem.at, problem.text);
    else if ((r = zones_find(zones, slice_of(zone), &ret_schedule->zone, text)) < 0)
        (void)printf("%s\n", text);
    return r;
}

static void print_next(struct zones *zones, const char *zone, long long at, int count, const char *expression)
{
    struct schedule schedule;
    if (make(zones, zone, expression, &schedule) < 0)
        return;
    int64_t ms = at * 1000;
    for (int i = 0; i < count; i++) {
        if (schedule_next(&schedule, ms, &ms) < 0) {
            (void)printf("never");
            break;
        }
        (void)printf("%s%lld", i ? " " : "", (long long)(ms / 1000));
    }
    (void)printf("\n");
}

static void print_last(struct zones *zones, const char *zone, long long at, const char *expression)
{
    struct schedule schedule;
    int64_t ms;
    if (make(zones, zone, expression, &schedule) < 0)
        return;
    if (schedule_last(&schedule, at * 1000, &ms) < 0)
        (void)printf("never\n");
    else
        (void)printf("%lld\n", (long long)(ms / 1000));
}

static void print_speed(struct zones *zones, const char *zone, long long at, int count, const char *expression)
{
    struct schedule schedule;
    if (make(zones, zone, expression, &schedule) < 0 || count < 1)
        return;
    int64_t ms = at * 1000;
    uint64_t begin = clock_monotonic_ns();
    for (int i = 0; i < count; i++)
        (void)schedule_next(&schedule, ms, &ms);
    (void)printf("%llu\n", (unsigned long long)((clock_monotonic_ns() - begin) / (uint64_t)count));
}

static void print_zone(struct zones *zones, const char *name, const char *verb, long long at)
{
    const struct zone *const *zone;
    char problem[ZONES_PROBLEM_SIZE];
    if (zones_find(zones, slice_of(name), &zone, problem) < 0) {
        (void)printf("%s\n", problem);
        return;
    }
    if (strcmp(verb, "first") == 0) {
        (void)printf("%lld\n", (long long)zone_first(*zone, at));
        return;
    }
    struct zone_span span;
    zone_span_at(*zone, at, &span);
    (void)printf("%d %d %s\n", span.offset, span.is_dst, span.abbreviation);
}

static void answer(struct zones *zones, const char *line)
{
    char verb[16], zone[80];
    long long at;
    int count, rest = 0;
    struct schedule schedule;
    if (strncmp(line, "read ", 5) == 0) {
        if (make(zones, "UTC", line + 5, &schedule) == 0)
            (void)printf("ok\n");
    } else if (sscanf(line, "%15s %79s %lld%n", verb, zone, &at, &rest) != 3) {
        (void)printf("what?\n");
    } else if (strcmp(verb, "offset") == 0 || strcmp(verb, "first") == 0) {
        print_zone(zones, zone, verb, at);
    } else if (strcmp(verb, "last") == 0) {
        print_last(zones, zone, at, line + rest);
    } else if (sscanf(line, "%*s %*s %*d %d%n", &count, &rest) != 1) {
        (void)printf("what?\n");
    } else if (strcmp(verb, "speed") == 0) {
        print_speed(zones, zone, at, count, line + rest);
    } else {
        print_next(zones, zone, at, count, line + rest);
    }
}

int main(void)
{
    struct zones zones = {0};
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t size; (size = getline(&line, &capacity, stdin)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        answer(&zones, line);
    }
    free(line);
    zones_clear(&zones);
    return 0;
}
