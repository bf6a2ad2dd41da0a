#include "schedule/schedule.h"

#include <errno.h>
#include <time.h>

#include "schedule/words.h"
#include "schedule/zones.h"
#include "unit/check.h"

static const struct zone *zone_of(const char *rule)
{
    struct zone *zone = NULL;
    assert_int_equal(zone_new_rule(slice_of(rule), &zone), 0);
    return zone;
}

static void drop(const struct zone *zone)
{
    (void)zone_free((struct zone *)zone);
}

static struct schedule cron_in(const char *text, const struct zone **zone)
{
    struct schedule schedule = {.kind = SCHEDULE_CRON, .zone = zone};
    struct cron_problem problem;
    assert_int_equal(cron_read(slice_of(text), &schedule.cron, &problem), 0);
    return schedule;
}

static int64_t utc(const char *text)
{
    struct tm parts = {0};
    assert_non_null(strptime(text, "%Y-%m-%d %H:%M", &parts));
    return (int64_t)timegm(&parts) * 1000;
}

static void expect_next(const struct schedule *schedule, const char *after, const char *expected)
{
    int64_t at = 0;
    assert_int_equal(schedule_next(schedule, utc(after), &at), 0);
    if (at != utc(expected))
        fail_msg("after %s: %lld, expected %s", after, (long long)at, expected);
}

/* In Berlin clocks went from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October. */
static void runs_a_missing_time_after_the_gap(void **state)
{
    (void)state;
    const struct zone *berlin = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    struct schedule schedule = cron_in("30 2 * * *", &berlin);
    expect_next(&schedule, "2026-03-28 00:00", "2026-03-28 01:30");
    expect_next(&schedule, "2026-03-28 01:30", "2026-03-29 01:00");
    expect_next(&schedule, "2026-03-29 01:00", "2026-03-30 00:30");
    drop(berlin);
}

static void runs_a_doubled_time_once(void **state)
{
    (void)state;
    const struct zone *berlin = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    struct schedule schedule = cron_in("30 2 * * *", &berlin), often = cron_in("*/30 * * * *", &berlin);
    expect_next(&schedule, "2026-10-24 12:00", "2026-10-25 00:30");
    expect_next(&schedule, "2026-10-25 00:30", "2026-10-26 01:30");
    expect_next(&often, "2026-10-25 00:30", "2026-10-25 02:00"); /* 02:30 summer time, then 03:00 */
    expect_next(&often, "2026-10-25 01:15", "2026-10-25 02:00"); /* in the second 02:15 */
    expect_next(&often, "2026-03-29 00:30", "2026-03-29 01:00"); /* 02:00, 02:30 and 03:00 are one instant */
    expect_next(&often, "2026-03-29 01:00", "2026-03-29 01:30");
    int64_t at = 0;
    assert_int_equal(schedule_last(&often, utc("2026-10-25 01:45"), &at), 0);
    assert_int_equal(at, utc("2026-10-25 00:30"));
    assert_int_equal(schedule_last(&schedule, utc("2026-03-29 01:00"), &at), 0);
    assert_int_equal(at, utc("2026-03-29 01:00"));
    assert_int_equal(schedule_last(&schedule, utc("2026-03-29 00:59"), &at), 0);
    assert_int_equal(at, utc("2026-03-28 01:30"));
    drop(berlin);
}

static void reads_rules(void **state)
{
    (void)state;
    struct zone_span span;
    const struct zone *zone = zone_of("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"); /* Lord Howe */
    zone_span_at(zone, utc("2026-04-04 14:59") / 1000, &span);
    assert_int_equal(span.offset, 11 * 3600);
    assert_int_equal(span.end, utc("2026-04-04 15:00") / 1000);
    assert_string_equal(span.abbreviation, "+11");
    zone_span_at(zone, span.end, &span);
    assert_int_equal(span.offset, 10 * 3600 + 1800);
    drop(zone);
    zone = zone_of("IST-1GMT0,M10.5.0,M3.5.0/1"); /* Dublin: winter time is the other one */
    zone_span_at(zone, utc("2026-07-01 00:00") / 1000, &span);
    assert_int_equal(span.offset, 3600);
    assert_false(span.is_dst);
    zone_span_at(zone, utc("2026-12-01 00:00") / 1000, &span);
    assert_int_equal(span.offset, 0);
    assert_true(span.is_dst);
    drop(zone);
    zone = zone_of("XXX3EDT4,0/0,J365/23"); /* always summer time */
    for (int64_t at = utc("2023-12-30 00:00"); at < utc("2025-01-03 00:00"); at += INT64_C(1800000)) {
        zone_span_at(zone, at / 1000, &span);
        assert_int_equal(span.offset, -4 * 3600);
        assert_true(span.begin <= at / 1000 && at / 1000 < span.end);
    }
    drop(zone);
}

static void refuses_bad_rules(void **state)
{
    (void)state;
    static const char *const rules[] = {
        "",
        "C-1",
        "CET",
        "CET-25",
        "CET-1:60",
        "CET-1CEST",
        "CET-1CEST,M3.5.0",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,M3.5.0,M10.5.0/168",
        "CET-1CEST,J0,J365",
        "CET-1CEST,0,366",
        "CET-1CEST,M3.5.0,M10.5.0,",
        "<+1-1",
        "<>0",
        "CET-1CEST,M3.5.0,M10.5.0x",
        "CET-99999999999",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct zone *zone = NULL;
        if (zone_new_rule(slice_of(rules[i]), &zone) != -EBADMSG || zone)
            fail_msg("%s", rules[i]);
    }
}

static void counts_what_was_missed(void **state)
{
    (void)state;
    const struct zone *berlin = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    struct schedule schedule = cron_in("0 9 * * *", &berlin);
    struct schedule_missed missed;
    schedule_missed(&schedule, utc("2026-03-01 08:00"), utc("2026-04-01 07:00"), 1000, &missed);
    assert_int_equal(missed.count, 31);
    assert_int_equal(missed.first_ms, utc("2026-03-02 08:00"));
    assert_int_equal(missed.last_ms, utc("2026-04-01 07:00"));
    schedule_missed(&schedule, utc("2026-03-01 08:00"), utc("2026-04-01 07:00"), 10, &missed);
    assert_int_equal(missed.count, 10);
    assert_int_equal(missed.last_ms, utc("2026-04-01 07:00"));
    schedule_missed(&schedule, utc("2026-03-01 08:00"), utc("2026-03-02 07:59"), 10, &missed);
    assert_int_equal(missed.count, 0);
    schedule_missed(&schedule, utc("2026-03-02 08:00"), utc("2026-03-01 08:00"), 10, &missed);
    assert_int_equal(missed.count, 0);
    schedule = (struct schedule){.kind = SCHEDULE_INTERVAL, .every_ms = 1000, .anchor_ms = utc("2026-03-01 08:00")};
    schedule_missed(&schedule, utc("2026-03-01 08:00"), utc("2027-03-01 08:00"), UINT64_MAX, &missed);
    assert_int_equal(missed.count, 365 * 24 * 3600);
    drop(berlin);
}

static void counts_intervals_from_their_anchor(void **state)
{
    (void)state;
    struct schedule schedule = {.kind = SCHEDULE_INTERVAL, .every_ms = 90000, .anchor_ms = 1000500};
    int64_t at = 0;
    assert_int_equal(schedule_next(&schedule, 0, &at), 0);
    assert_int_equal(at, 1090500);
    assert_int_equal(schedule_next(&schedule, 1090499, &at), 0);
    assert_int_equal(at, 1090500);
    assert_int_equal(schedule_next(&schedule, 1090500, &at), 0);
    assert_int_equal(at, 1180500);
    assert_int_equal(schedule_last(&schedule, 1180499, &at), 0);
    assert_int_equal(at, 1090500);
    assert_int_equal(schedule_last(&schedule, 1090499, &at), -ENOENT);
    assert_int_equal(schedule_next(&schedule, INT64_MAX, &at), -ENOENT);
    schedule.every_ms = INT64_MAX;
    assert_int_equal(schedule_next(&schedule, 1000500, &at), -ENOENT);
    schedule.every_ms = 0;
    assert_int_equal(schedule_next(&schedule, 1000500, &at), -ENOENT);
}

static void is_due_once_at_a_time(void **state)
{
    (void)state;
    struct schedule schedule = {.kind = SCHEDULE_AT, .at_ms = 5000};
    int64_t at = 0;
    assert_int_equal(schedule_next(&schedule, 4999, &at), 0);
    assert_int_equal(at, 5000);
    assert_int_equal(schedule_next(&schedule, 5000, &at), -ENOENT);
    assert_int_equal(schedule_last(&schedule, 5000, &at), 0);
    assert_int_equal(schedule_last(&schedule, 4999, &at), -ENOENT);
}

static void survives_extreme_times(void **state)
{
    (void)state;
    const struct zone *berlin = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    struct schedule schedule = cron_in("* * * * *", &berlin);
    int64_t at = 0;
    assert_int_equal(schedule_next(&schedule, INT64_MAX, &at), -ENOENT);
    assert_int_equal(schedule_last(&schedule, INT64_MIN, &at), -ENOENT);
    assert_int_equal(schedule_next(&schedule, INT64_MIN, &at), 0);
    assert_int_equal(schedule_last(&schedule, INT64_MAX, &at), 0);
    drop(berlin);
}

static const struct {
    const char *at, *words;
    int seconds; /* added to `at` */
} word_cases[] = {
    {"2026-11-19 12:00", "now", 0},
    {"2026-11-19 12:00", "in 1 second", 1},
    {"2026-11-19 12:00", "in 59 seconds", 59},
    {"2026-11-19 12:03", "in 3 minutes", 0},
    {"2026-11-19 11:57", "3 minutes ago", 0},
    {"2026-11-19 11:59", "1 minute ago", 0},
    {"2026-11-19 13:00", "today 14:00", 0},
    {"2026-11-19 23:00", "tomorrow 00:00", 0},
    {"2026-11-20 08:00", "tomorrow 09:00", 0},
    {"2026-11-18 08:00", "yesterday 09:00", 0},
    {"2026-11-24 08:00", "Tue 24 Nov 09:00", 0},
    {"2027-01-04 08:00", "Mon 4 Jan 09:00", 0},
    {"2027-07-05 08:00", "Mon 5 Jul 2027 10:00", 0},
    {"2026-01-05 08:00", "Mon 5 Jan 09:00", 0},
    {"2025-12-01 08:00", "Mon 1 Dec 2025 09:00", 0},
};

static void says_times_in_words(void **state)
{
    (void)state;
    const struct zone *berlin = zone_of("CET-1CEST,M3.5.0,M10.5.0/3");
    char words[SCHEDULE_WORDS_SIZE];
    for (size_t i = 0; i < sizeof word_cases / sizeof *word_cases; i++) {
        schedule_words(utc(word_cases[i].at) + word_cases[i].seconds * INT64_C(1000), utc("2026-11-19 12:00"), berlin,
                       words);
        assert_string_equal(words, word_cases[i].words);
    }
    schedule_words(INT64_MAX, 0, berlin, words);
    schedule_words(INT64_MIN, 0, berlin, words);
    schedule_date(utc("2026-11-24 08:00"), berlin, words);
    assert_string_equal(words, "Tue 24 Nov 2026 09:00 CET");
    schedule_date(utc("2026-11-24 08:00") + 5000, NULL, words);
    assert_string_equal(words, "Tue 24 Nov 2026 08:00:05 UTC");
    drop(berlin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_a_missing_time_after_the_gap),
        cmocka_unit_test(runs_a_doubled_time_once),
        cmocka_unit_test(reads_rules),
        cmocka_unit_test(refuses_bad_rules),
        cmocka_unit_test(counts_what_was_missed),
        cmocka_unit_test(counts_intervals_from_their_anchor),
        cmocka_unit_test(is_due_once_at_a_time),
        cmocka_unit_test(survives_extreme_times),
        cmocka_unit_test(says_times_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
