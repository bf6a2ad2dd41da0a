#include "schedule/civil.h"

#include <stdbool.h>

enum {
    EPOCH_WEEKDAY = 4,             /* 1970-01-01 was a Thursday */
    ERA_YEARS = 400,               /* after which the calendar repeats */
    ERA_DAYS = 146097,             /* in these years */
    EPOCH_IN_ERAS = 719468,        /* days from 0000-03-01 to 1970-01-01 */
    MARCH_SHIFT = 3,               /* years begin in March here, so that the leap day is their last */
    FIVE_MONTHS = 153,             /* days of five months from March or August on */
    FOUR_YEARS = 1460,             /* days, without the leap day */
    CENTURY = 36524,               /* days, without the leap day of its last year */
    WITHOUT_LAST = 365 * 400 + 96, /* days of an era before its last leap day */
};

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

int64_t civil_days(int64_t year, int month, int day)
{
    year -= month < MARCH_SHIFT;
    int64_t era = floor_divide(year, ERA_YEARS);
    int64_t of_era = year - era * ERA_YEARS;
    int64_t of_year = (FIVE_MONTHS * ((month + 9) % 12) + 2) / 5 + day - 1;
    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH_IN_ERAS;
}

int civil_weekday(int64_t days)
{
    return (int)(((days + EPOCH_WEEKDAY) % 7 + 7) % 7);
}

int civil_month_days(int64_t year, int month)
{
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month == 2)
        return is_leap ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

void civil_of(int64_t local, struct civil *ret_civil)
{
    int64_t days = floor_divide(local, CIVIL_DAY);
    int64_t second = local - days * CIVIL_DAY;
    int64_t shifted = days + EPOCH_IN_ERAS;
    int64_t era = floor_divide(shifted, ERA_DAYS);
    int64_t of_era = shifted - era * ERA_DAYS;
    int64_t year = (of_era - of_era / FOUR_YEARS + of_era / CENTURY - of_era / WITHOUT_LAST) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / FIVE_MONTHS;
    *ret_civil = (struct civil){
        .year = era * ERA_YEARS + year + (month >= 10),
        .month = (int)(month < 10 ? month + MARCH_SHIFT : month - 9),
        .day = (int)(of_year - (FIVE_MONTHS * month + 2) / 5 + 1),
        .weekday = civil_weekday(days),
        .hour = (int)(second / CIVIL_HOUR),
        .minute = (int)(second % CIVIL_HOUR / CIVIL_MINUTE),
        .second = (int)(second % CIVIL_MINUTE),
    };
}
