/* The times that suit an expression, forwards and backwards. Days are a set of bits for each month. */
#include <errno.h>

#include "schedule/civil.h"
#include "schedule/cron.h"

enum {
    YEAR_MIN = 1900,
    YEARS_WITHOUT = 12, /* 29 February comes at least every eighth year */
};

/* The days of a month that suit. If both fields of days are restricted, a day that suits one of them suits. */
static uint32_t days_of(const struct cron *cron, int64_t year, int month)
{
    if (!(cron->months & 1u << month))
        return 0;
    int count = civil_month_days(year, month);
    uint32_t all = (uint32_t)(((1ull << count) - 1) << 1);
    uint32_t by_weekday = 0;
    int weekday = civil_weekday(civil_days(year, month, 1));
    for (int day = 1; day <= count; day++, weekday = weekday == 6 ? 0 : weekday + 1)
        by_weekday |= (uint32_t)(cron->weekdays >> weekday & 1u) << day;
    if (cron->any_day && cron->any_weekday)
        return all;
    if (cron->any_weekday)
        return cron->days & all;
    if (cron->any_day)
        return by_weekday;
    return (cron->days & all) | by_weekday;
}

/* The lowest and the highest bit of the set within [low, high]; -1: none. */
static int lowest(uint64_t set, int low, int high)
{
    if (low > high)
        return -1;
    set = set >> low << low;
    int bit = set ? __builtin_ctzll(set) : 64;
    return bit <= high ? bit : -1;
}

static int highest(uint64_t set, int low, int high)
{
    if (low > high)
        return -1;
    set &= (2ull << high) - 1;
    int bit = set ? 63 - __builtin_clzll(set) : -1;
    return bit >= low ? bit : -1;
}

static int64_t local_of(int64_t year, int month, int day, int hour, int minute)
{
    return civil_days(year, month, day) * CIVIL_DAY + hour * (int64_t)CIVIL_HOUR + minute * (int64_t)CIVIL_MINUTE;
}

/* The time of a day, at the earliest or latest. Returns whether there is one. */
static bool time_after(const struct cron *cron, int *hour, int *minute)
{
    int found = cron->hours >> *hour & 1u ? lowest(cron->minutes, *minute, 59) : -1;
    if (found < 0) {
        *hour = lowest(cron->hours, *hour + 1, 23);
        found = lowest(cron->minutes, 0, 59);
    }
    *minute = found;
    return *hour >= 0;
}

static bool time_until(const struct cron *cron, int *hour, int *minute)
{
    int found = cron->hours >> *hour & 1u ? highest(cron->minutes, 0, *minute) : -1;
    if (found < 0) {
        *hour = highest(cron->hours, 0, *hour - 1);
        found = highest(cron->minutes, 0, 59);
    }
    *minute = found;
    return *hour >= 0;
}

int cron_after(const struct cron *cron, int64_t local, int64_t *ret_local)
{
    struct civil from;
    int64_t begin = local_of(YEAR_MIN, 1, 1, 0, 0);
    civil_of(local + CIVIL_MINUTE > begin ? local + CIVIL_MINUTE : begin, &from);
    int hour = from.hour, minute = from.minute, first = from.day;
    if (!(days_of(cron, from.year, from.month) & 1u << from.day) || !time_after(cron, &hour, &minute)) {
        first++;
        hour = lowest(cron->hours, 0, 23);
        minute = lowest(cron->minutes, 0, 59);
    }
    int64_t last = from.year + YEARS_WITHOUT < CIVIL_YEAR_MAX ? from.year + YEARS_WITHOUT : CIVIL_YEAR_MAX;
    for (int64_t year = from.year; year <= last; year++)
        for (int month = year == from.year ? from.month : 1; month <= 12; month++) {
            int day = lowest(days_of(cron, year, month), first, 31);
            if (day >= 0) {
                *ret_local = local_of(year, month, day, hour, minute);
                return 0;
            }
            first = 1;
        }
    return -ENOENT;
}

int cron_until(const struct cron *cron, int64_t local, int64_t *ret_local)
{
    struct civil from;
    int64_t end = local_of(CIVIL_YEAR_MAX, 12, 31, 23, 59);
    civil_of(local < end ? local : end, &from);
    int hour = from.hour, minute = from.minute, last = from.day;
    if (!(days_of(cron, from.year, from.month) & 1u << from.day) || !time_until(cron, &hour, &minute)) {
        last--;
        hour = highest(cron->hours, 0, 23);
        minute = highest(cron->minutes, 0, 59);
    }
    int64_t first = from.year - YEARS_WITHOUT > YEAR_MIN ? from.year - YEARS_WITHOUT : YEAR_MIN;
    for (int64_t year = from.year; year >= first; year--)
        for (int month = year == from.year ? from.month : 12; month >= 1; month--) {
            int day = highest(days_of(cron, year, month), 1, last);
            if (day >= 0) {
                *ret_local = local_of(year, month, day, hour, minute);
                return 0;
            }
            last = 31;
        }
    return -ENOENT;
}
