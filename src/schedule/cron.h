/* Cron expressions of five fields: minute, hour, day of the month, month, day of the week. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum { CRON_TEXT_MAX = 1024, CRON_PROBLEM_SIZE = 256 };

/* Each bit is a value that suits. */
struct cron {
    uint64_t minutes;
    uint32_t hours;
    uint32_t days;    /* 1-31 */
    uint16_t months;  /* 1-12 */
    uint8_t weekdays; /* 0: Sunday */
    bool any_day;     /* the field of the days of the month is "*" */
    bool any_weekday; /* the field of the days of the week is "*" */
};

struct cron_problem {
    size_t at;                    /* the byte of the expression */
    char text[CRON_PROBLEM_SIZE]; /* what is wrong and what was expected, without a full stop */
};

/* Returns -EINVAL with the problem if the text is no expression, or if no date suits it (30 February). */
int cron_read(struct slice text, struct cron *ret_cron, struct cron_problem *ret_problem);

/* The first local minute that suits and is later than `local`, in seconds (schedule/civil.h). -ENOENT: none until the
 * year 9999. */
int cron_after(const struct cron *cron, int64_t local, int64_t *ret_local);

/* The last local minute that suits and is not later than `local`. -ENOENT: none since 1900. */
int cron_until(const struct cron *cron, int64_t local, int64_t *ret_local);

enum { CRON_WORDS_SIZE = 160 };

/* Says it in words: "every weekday at 09:00". Returns -ENOTSUP for an expression that is too complicated for that. */
int cron_words(const struct cron *cron, char words[static CRON_WORDS_SIZE]);
