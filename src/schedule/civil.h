/* Dates of the proleptic Gregorian calendar, and local times as seconds since 1970-01-01 00:00 of the same clock. */
#pragma once

#include <stdint.h>

enum {
    CIVIL_MINUTE = 60,
    CIVIL_HOUR = 60 * CIVIL_MINUTE,
    CIVIL_DAY = 24 * CIVIL_HOUR,
    CIVIL_YEAR_MAX = 9999,
};

struct civil {
    int64_t year;
    int month;   /* 1-12 */
    int day;     /* 1-31 */
    int weekday; /* 0: Sunday */
    int hour, minute, second;
};

/* Days since 1970-01-01. */
int64_t civil_days(int64_t year, int month, int day);

/* 0: Sunday. */
int civil_weekday(int64_t days);

int civil_month_days(int64_t year, int month);

void civil_of(int64_t local, struct civil *ret_civil);
