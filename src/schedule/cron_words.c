/* Says the usual expressions in words. Whatever it says is the whole meaning: others get no words. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "schedule/cron.h"

enum {
    TIMES_MAX = 3,
    DAYS_MAX = 3,
    ALL_MONTHS = 0x1ffe,
    ALL_WEEKDAYS = 0x7f,
    WORKDAYS = 0x3e,
    WEEKEND = 0x41,
    ALL_HOURS = 0xffffff,
};

static const char *const month_names[] = {"",     "January", "February",  "March",   "April",    "May",     "June",
                                          "July", "August",  "September", "October", "November", "December"};
static const char *const weekday_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                            "Thursday", "Friday", "Saturday"};

struct words {
    char *text;
    size_t size;
    bool is_full;
};

static void add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(words->text + words->size, CRON_WORDS_SIZE - words->size, format, arguments);
    va_end(arguments);
    words->is_full = words->is_full || size < 0 || (size_t)size >= CRON_WORDS_SIZE - words->size;
    if (!words->is_full)
        words->size += (size_t)size;
}

static const char *joint(int index, int count)
{
    if (index == 0)
        return "";
    return index == count - 1 ? " and " : ", ";
}

/* The step of a set that has all its multiples below `range`, which is one of them: 15 for 0, 15, 30 and 45 of 60. 0:
 * not such a set. */
static int even_step(uint64_t set, int range)
{
    for (int step = 1; step < range; step++) {
        uint64_t multiples = 0;
        for (int value = 0; value < range; value += step)
            multiples |= 1ull << value;
        if (range % step == 0 && set == multiples)
            return step;
    }
    return 0;
}

static bool add_times(struct words *words, const struct cron *cron)
{
    int minute_count = __builtin_popcountll(cron->minutes), hour_count = __builtin_popcount(cron->hours);
    int minute_step = even_step(cron->minutes, 60), hour_step = even_step(cron->hours, 24);
    if (minute_count > 1 && minute_step > 0 && cron->hours == ALL_HOURS) {
        add(words, minute_step == 1 ? "every minute" : "every %d minutes", minute_step);
        return true;
    }
    if (minute_count != 1)
        return false;
    int minute = __builtin_ctzll(cron->minutes);
    if (hour_step > 0 && hour_count > TIMES_MAX) {
        add(words, hour_step == 1 ? "every hour" : "every %d hours", hour_step);
        add(words, " at minute %d", minute);
        return true;
    }
    if (hour_count > TIMES_MAX)
        return false;
    add(words, "at ");
    for (int hour = 0, index = 0; hour < 24; hour++)
        if (cron->hours >> hour & 1u)
            add(words, "%s%02d:%02d", joint(index++, hour_count), hour, minute);
    return true;
}

static bool add_weekdays(struct words *words, uint8_t set)
{
    int count = __builtin_popcount(set);
    if (set == WORKDAYS || set == WEEKEND) {
        add(words, set == WORKDAYS ? "every weekday" : "every Saturday and Sunday");
        return true;
    }
    if (count > DAYS_MAX)
        return false;
    add(words, "every ");
    for (int day = 1, index = 0; day <= 7; day++)
        if (set >> day % 7 & 1u)
            add(words, "%s%s", joint(index++, count), weekday_names[day % 7]);
    return true;
}

static bool add_days(struct words *words, const struct cron *cron)
{
    int count = __builtin_popcount(cron->days);
    if (count > DAYS_MAX)
        return false;
    add(words, count == 1 ? "on day " : "on days ");
    for (int day = 1, index = 0; day <= 31; day++)
        if (cron->days >> day & 1u)
            add(words, "%s%d", joint(index++, count), day);
    add(words, cron->months == ALL_MONTHS ? " of each month" : "");
    return true;
}

static bool add_months(struct words *words, const struct cron *cron)
{
    int count = __builtin_popcount(cron->months), month = 1;
    if (count > DAYS_MAX)
        return false;
    add(words, cron->any_day ? " in " : " of ");
    for (int index = 0; month <= 12; month++)
        if (cron->months >> month & 1u)
            add(words, "%s%s", joint(index++, count), month_names[month]);
    return true;
}

int cron_words(const struct cron *cron, char words[static CRON_WORDS_SIZE])
{
    char text[CRON_WORDS_SIZE] = "", times_text[CRON_WORDS_SIZE] = "";
    struct words days = {.text = text}, times = {.text = times_text};
    bool all_days = cron->any_day || cron->days == 0xfffffffe, is_said = true;
    bool all_weekdays = cron->any_weekday || cron->weekdays == ALL_WEEKDAYS;
    if (!add_times(&times, cron) || (!cron->any_day && !cron->any_weekday))
        return -ENOTSUP;
    bool is_periodic = strncmp(times_text, "at", 2) != 0;
    if (!all_weekdays)
        is_said = add_weekdays(&days, cron->weekdays);
    else if (!all_days)
        is_said = add_days(&days, cron);
    else if (!is_periodic)
        add(&days, "every day");
    if (is_said && cron->months != ALL_MONTHS)
        is_said = add_months(&days, cron);
    if (!is_said || days.is_full || times.is_full)
        return -ENOTSUP;
    const char *first = is_periodic ? times_text : text, *second = is_periodic ? text : times_text;
    int size = snprintf(words, CRON_WORDS_SIZE, "%s%s%s", first, *second && *second != ' ' ? " " : "", second);
    return size < CRON_WORDS_SIZE ? 0 : -ENOTSUP;
}
