#include "schedule/cron.h"

#include <errno.h>

#include "schedule/civil.h"
#include "unit/check.h"

static struct cron read_good(const char *text)
{
    struct cron cron = {0};
    struct cron_problem problem = {0};
    if (cron_read(slice_of(text), &cron, &problem) < 0)
        fail_msg("%s: %zu: %s", text, problem.at, problem.text);
    return cron;
}

static const struct {
    const char *text;
    uint64_t minutes;
    uint32_t hours, days;
    uint16_t months;
    uint8_t weekdays;
} good_cases[] = {
    {"0 9 * * mon-fri", 1, 1 << 9, 0xfffffffe, 0x1ffe, 0x3e},
    {"*/15 * * * *", 1ull | 1ull << 15 | 1ull << 30 | 1ull << 45, 0xffffff, 0xfffffffe, 0x1ffe, 0x7f},
    {"  5\t4  3 2\t1 ", 1 << 5, 1 << 4, 1 << 3, 1 << 2, 1 << 1},
    {"1,3-5,10-20/5 * * * *", 1 << 1 | 7 << 3 | 1 << 10 | 1 << 15 | 1 << 20, 0xffffff, 0xfffffffe, 0x1ffe, 0x7f},
    {"50/5 * * * *", 1ull << 50 | 1ull << 55, 0xffffff, 0xfffffffe, 0x1ffe, 0x7f},
    {"0 0 1 JAN,july *", 1, 1, 2, 1 << 1 | 1 << 7, 0x7f},
    {"0 0 * * 7", 1, 1, 0xfffffffe, 0x1ffe, 1},
    {"0 0 * * 0", 1, 1, 0xfffffffe, 0x1ffe, 1},
    {"0 0 * * 5-7", 1, 1, 0xfffffffe, 0x1ffe, 0x61},
    {"0 0 * * sat-sun", 1, 1, 0xfffffffe, 0x1ffe, 0x41},
    {"0 0 * * 7-2", 1, 1, 0xfffffffe, 0x1ffe, 7},
    {"0 0 * * 7-7", 1, 1, 0xfffffffe, 0x1ffe, 1},
    {"0 0 * * 0-7", 1, 1, 0xfffffffe, 0x1ffe, 0x7f},
    {"0 0 * * Wednesday", 1, 1, 0xfffffffe, 0x1ffe, 8},
    {"0 0 * * 1/2", 1, 1, 0xfffffffe, 0x1ffe, 0x2a},
    {"0 0 29 2 *", 1, 1, 1 << 29, 4, 0x7f},
    {"0 0 30 2 mon", 1, 1, 1 << 30, 4, 2},
    {"@hourly", 1, 0xffffff, 0xfffffffe, 0x1ffe, 0x7f},
    {" @Daily ", 1, 1, 0xfffffffe, 0x1ffe, 0x7f},
    {"@weekly", 1, 1, 0xfffffffe, 0x1ffe, 1},
    {"@monthly", 1, 1, 2, 0x1ffe, 0x7f},
    {"@yearly", 1, 1, 2, 2, 0x7f},
    {"@annually", 1, 1, 2, 2, 0x7f},
};

static void reads_expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good_cases / sizeof *good_cases; i++) {
        struct cron cron = read_good(good_cases[i].text);
        if (cron.minutes != good_cases[i].minutes || cron.hours != good_cases[i].hours ||
            cron.days != good_cases[i].days || cron.months != good_cases[i].months ||
            cron.weekdays != good_cases[i].weekdays)
            fail_msg("%s: %llx %x %x %x %x", good_cases[i].text, (unsigned long long)cron.minutes, cron.hours,
                     cron.days, cron.months, cron.weekdays);
    }
}

static const struct {
    const char *text;
    size_t at;
    const char *problem;
} bad_cases[] = {
    {"", 0, "the expression is empty"},
    {"   ", 0, "the expression is empty"},
    {"0 9 * *", 7, "the day of the week is missing"},
    {"0 9 ", 4, "the day of the month is missing"},
    {"0 0 9 * * mon", 10, "more than five fields"},
    {"60 * * * *", 0, "minute 60 is out of range; expected 0-59"},
    {"0 24 * * *", 2, "hour 24 is out of range; expected 0-23"},
    {"0 0 0 * *", 4, "day of the month 0 is out of range; expected 1-31"},
    {"0 0 1 13 *", 6, "month 13 is out of range; expected 1-12 or jan-dec"},
    {"0 0 * * 8", 8, "day of the week 8 is out of range; expected 0-7 or sun-sat"},
    {"0 0 * foo *", 6, "unknown name \"foo\" in the month; expected 1-12 or jan-dec"},
    {"0 0 * * mo", 8, "unknown name \"mo\" in the day of the week"},
    {"0 0 * * monda", 8, "unknown name \"monda\""},
    {"0 x * * *", 2, "unexpected \"x\" in the hour; expected 0-23"},
    {"1, * * * *", 2, "the minute ends where 0-59 is expected"},
    {"1,,2 * * * *", 2, "unexpected \",\" in the minute"},
    {"1- * * * *", 2, "the minute ends where 0-59 is expected"},
    {"1--2 * * * *", 2, "unexpected \"-\" in the minute"},
    {"*/ * * * *", 2, "the minute ends where a number after \"/\" is expected"},
    {"*/x * * * *", 2, "unexpected \"x\" in the minute; expected a number"},
    {"*/0 * * * *", 2, "the step in the minute is 0"},
    {"*/90 * * * *", 2, "the step 90 is longer than the range 0-59 of the minute; for other periods use an interval"},
    {"*5 * * * *", 1, "unexpected \"5\" in the minute; expected \",\", \"-\", \"/\" or a space"},
    {"1/2/3 * * * *", 3, "unexpected \"/\" in the minute"},
    {"0 22-2 * * *", 2, "the range 22-2 of the hour runs backwards; use a list: 22-23,0-2"},
    {"0 0 * * fri-mon", 8, "the range 5-1 of the day of the week runs backwards; use a list: 5-6,0-1"},
    {"-1 * * * *", 0, "unexpected \"-\" in the minute"},
    {"1.5 * * * *", 1, "unexpected \".\""},
    {"99999999999 * * * *", 0, "the number in the minute is too long"},
    {"0 0 L * *", 4, "\"L\" in the day of the month is an extension of other tools; expected 1-31"},
    {"0 0 ? * 1", 4, "\"?\" in the day of the month is an extension"},
    {"0 0 * * 1#2", 9, "\"#\" in the day of the week is an extension"},
    {"0 0 15W * *", 6, "\"W\" in the day of the month is an extension"},
    {"\xc3\xa4 * * * *", 0, "unexpected character in the minute"},
    {"0 0 30 2 *", 4, "no such date: none of these months has that day"},
    {"0 0 31 2,4,6,9,11 *", 4, "no such date"},
    {"@dialy", 0, "unknown name; did you mean @daily?"},
    {"@foo", 0, "unknown name; expected @hourly, @daily"},
    {"@every 5m", 0, "use an interval"},
    {"@reboot", 0, "use a rule for an event"},
    {"@daily 5", 0, "unknown name"},
    {"* * * *\n*", 7, "unexpected character in the month"},
};

static void says_what_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_cases / sizeof *bad_cases; i++) {
        struct cron cron;
        struct cron_problem problem = {0};
        int r = cron_read(slice_of(bad_cases[i].text), &cron, &problem);
        if (r != -EINVAL || problem.at != bad_cases[i].at || !strstr(problem.text, bad_cases[i].problem))
            fail_msg("%s: %d, %zu: %s", bad_cases[i].text, r, problem.at, problem.text);
    }
}

static void refuses_long_expressions(void **state)
{
    (void)state;
    static char text[CRON_TEXT_MAX + 2] = "* * * * *";
    struct cron cron;
    struct cron_problem problem = {0};
    memset(text + 9, ' ', sizeof text - 10);
    assert_int_equal(cron_read((struct slice){text, CRON_TEXT_MAX}, &cron, &problem), 0);
    assert_int_equal(cron_read((struct slice){text, CRON_TEXT_MAX + 1}, &cron, &problem), -EINVAL);
    assert_non_null(strstr(problem.text, "longer than 1024 bytes"));
}

static int64_t local_of(int64_t year, int month, int day, int hour, int minute)
{
    return civil_days(year, month, day) * CIVIL_DAY + hour * (int64_t)CIVIL_HOUR + minute * (int64_t)CIVIL_MINUTE;
}

static void finds_leap_days_and_the_31st(void **state)
{
    (void)state;
    struct cron leap = read_good("0 0 29 2 *"), last = read_good("30 12 31 * *"), either = read_good("0 0 13 * fri");
    int64_t at = local_of(2096, 2, 29, 0, 0);
    assert_int_equal(cron_after(&leap, at, &at), 0);
    assert_int_equal(at, local_of(2104, 2, 29, 0, 0)); /* 2100 has none */
    assert_int_equal(cron_until(&leap, at - 1, &at), 0);
    assert_int_equal(at, local_of(2096, 2, 29, 0, 0));
    static const int months[] = {1, 3, 5, 7, 8, 10, 12};
    at = local_of(2026, 1, 1, 0, 0);
    for (size_t i = 0; i < sizeof months / sizeof *months; i++) {
        assert_int_equal(cron_after(&last, at, &at), 0);
        assert_int_equal(at, local_of(2026, months[i], 31, 12, 30));
    }
    at = local_of(2026, 11, 1, 0, 0);
    static const int days[] = {6, 13, 20, 27};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        assert_int_equal(cron_after(&either, at, &at), 0);
        assert_int_equal(at, local_of(2026, 11, days[i], 0, 0));
    }
    assert_int_equal(cron_after(&either, at, &at), 0);
    assert_int_equal(at, local_of(2026, 12, 4, 0, 0));
    for (int i = 0; i < 4; i++)
        assert_int_equal(cron_after(&either, at, &at), 0);
    assert_int_equal(at, local_of(2026, 12, 25, 0, 0));
}

/* What is found forwards is found backwards, and nothing lies between. */
static void goes_both_ways(void **state)
{
    (void)state;
    static const char *const texts[] = {"*/7 3,4 * * *", "59 23 31 12 *", "0 0 1 * mon", "5-10 */6 28-31 2,3 *"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cron cron = read_good(texts[i]);
        int64_t at = local_of(2023, 12, 30, 23, 58) + 31;
        for (int round = 0; round < 500; round++) {
            int64_t next = 0, back = 0;
            assert_int_equal(cron_after(&cron, at, &next), 0);
            assert_true(next > at);
            assert_int_equal(cron_until(&cron, next, &back), 0);
            assert_int_equal(back, next);
            if (round > 0) {
                assert_int_equal(cron_until(&cron, next - 1, &back), 0);
                assert_int_equal(back, at);
            }
            at = next;
        }
    }
}

static void ends_with_the_calendar(void **state)
{
    (void)state;
    struct cron cron = read_good("* * * * *");
    int64_t at = 1;
    assert_int_equal(cron_after(&cron, local_of(9999, 12, 31, 23, 59), &at), -ENOENT);
    assert_int_equal(cron_until(&cron, local_of(1899, 12, 31, 23, 59), &at), -ENOENT);
    assert_int_equal(at, 1);
    assert_int_equal(cron_after(&cron, local_of(9999, 12, 31, 23, 58), &at), 0);
}

static const struct {
    const char *text, *words;
} word_cases[] = {
    {"0 9 * * 1-5", "every weekday at 09:00"},
    {"0 9 * * *", "every day at 09:00"},
    {"30 6,18 * * *", "every day at 06:30 and 18:30"},
    {"0 9 * * mon", "every Monday at 09:00"},
    {"0 9 * * sun,wed", "every Wednesday and Sunday at 09:00"},
    {"0 9 * * sat,sun", "every Saturday and Sunday at 09:00"},
    {"* * * * *", "every minute"},
    {"*/15 * * * *", "every 15 minutes"},
    {"*/15 * * * 1-5", "every 15 minutes every weekday"},
    {"5 * * * *", "every hour at minute 5"},
    {"0 */6 * * *", "every 6 hours at minute 0"},
    {"0 0 1 * *", "on day 1 of each month at 00:00"},
    {"0 0 1,15 * *", "on days 1 and 15 of each month at 00:00"},
    {"0 0 29 2 *", "on day 29 of February at 00:00"},
    {"0 0 * 1 mon", "every Monday in January at 00:00"},
    {"0 0 * 1,2 *", "every day in January and February at 00:00"},
    {"*/5 * * 6 *", "every 5 minutes in June"},
    {"0 0 13 * fri", NULL},
    {"*/7 * * * *", NULL},
    {"*/15 9-17 * * *", NULL},
    {"0 1-9 * * *", NULL},
    {"0,1 0 * * *", NULL},
    {"0 0 1-7 * *", NULL},
    {"0 0 * 1-6 *", NULL},
    {"0 0 * * 1-4", NULL},
};

static void says_usual_expressions_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof word_cases / sizeof *word_cases; i++) {
        struct cron cron = read_good(word_cases[i].text);
        char words[CRON_WORDS_SIZE] = "";
        int r = cron_words(&cron, words);
        if (word_cases[i].words ? r != 0 || strcmp(words, word_cases[i].words) != 0 : r != -ENOTSUP)
            fail_msg("%s: %d, %s", word_cases[i].text, r, words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_expressions),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(refuses_long_expressions),
        cmocka_unit_test(finds_leap_days_and_the_31st),
        cmocka_unit_test(goes_both_ways),
        cmocka_unit_test(ends_with_the_calendar),
        cmocka_unit_test(says_usual_expressions_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
