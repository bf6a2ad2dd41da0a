/* The rule for future times at the end of a TZif file, which has the form of the variable TZ (POSIX). */
#include <errno.h>

#include "schedule/civil.h"
#include "schedule/internal.h"

enum { NAME_MIN = 3, RULE_HOURS_MAX = 24, EXTENDED_HOURS_MAX = 167, CHANGE_HOUR = 2 };

struct reading {
    struct slice rest;
    bool is_extended;
};

static char next_char(const struct reading *reading)
{
    return reading->rest.size > 0 ? *reading->rest.data : '\0';
}

static void skip(struct reading *reading)
{
    reading->rest = (struct slice){reading->rest.data + 1, reading->rest.size - 1};
}

static bool take(struct reading *reading, char c)
{
    if (next_char(reading) != c)
        return false;
    skip(reading);
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int read_name(struct reading *reading, char name[static ZONE_ABBREVIATION_SIZE])
{
    bool is_quoted = take(reading, '<');
    size_t size = 0;
    for (;; skip(reading), size++) {
        char c = next_char(reading);
        if (!is_letter(c) && !(is_quoted && (is_digit(c) || c == '+' || c == '-')))
            break;
        if (size < ZONE_ABBREVIATION_SIZE - 1)
            name[size] = c;
    }
    name[size < ZONE_ABBREVIATION_SIZE - 1 ? size : ZONE_ABBREVIATION_SIZE - 1] = '\0';
    if (size < NAME_MIN || (is_quoted && !take(reading, '>')))
        return -EBADMSG;
    return 0;
}

static int read_number(struct reading *reading, int low, int high, int *ret_value)
{
    int value = 0;
    if (!is_digit(next_char(reading)))
        return -EBADMSG;
    for (; is_digit(next_char(reading)); skip(reading)) {
        value = value * 10 + (next_char(reading) - '0');
        if (value > high)
            return -EBADMSG;
    }
    if (value < low)
        return -EBADMSG;
    *ret_value = value;
    return 0;
}

/* [+-]hh[:mm[:ss]] */
static int read_time(struct reading *reading, int hours_max, int32_t *ret_seconds)
{
    int parts[3] = {0};
    bool is_negative = next_char(reading) == '-';
    if (is_negative || next_char(reading) == '+')
        skip(reading);
    int r = read_number(reading, 0, hours_max, &parts[0]);
    for (int i = 1; r == 0 && i < 3 && take(reading, ':'); i++)
        r = read_number(reading, 0, 59, &parts[i]);
    if (r < 0)
        return r;
    int32_t seconds = parts[0] * CIVIL_HOUR + parts[1] * CIVIL_MINUTE + parts[2];
    *ret_seconds = is_negative ? -seconds : seconds;
    return 0;
}

static int read_change(struct reading *reading, struct zone_change *change)
{
    int r;
    *change = (struct zone_change){.form = ZONE_DAY_ZERO, .second = CHANGE_HOUR * CIVIL_HOUR};
    if (!take(reading, ','))
        return -EBADMSG;
    if (take(reading, 'M')) {
        change->form = ZONE_DAY_MONTH;
        r = read_number(reading, 1, 12, &change->month);
        if (r == 0)
            r = take(reading, '.') ? read_number(reading, 1, 5, &change->week) : -EBADMSG;
        if (r == 0)
            r = take(reading, '.') ? read_number(reading, 0, 6, &change->day) : -EBADMSG;
    } else if (take(reading, 'J')) {
        change->form = ZONE_DAY_JULIAN;
        r = read_number(reading, 1, 365, &change->day);
    } else {
        r = read_number(reading, 0, 365, &change->day);
    }
    if (r == 0 && take(reading, '/')) {
        char c = next_char(reading);
        if (!reading->is_extended && (c == '-' || c == '+'))
            return -EBADMSG;
        r = read_time(reading, reading->is_extended ? EXTENDED_HOURS_MAX : RULE_HOURS_MAX, &change->second);
    }
    return r;
}

int zone_rule_read(struct slice text, bool is_extended, struct zone_rule *ret_rule)
{
    struct reading reading = {.rest = text, .is_extended = is_extended};
    struct zone_rule rule = {0};
    int32_t west = 0;
    int r = read_name(&reading, rule.standard.abbreviation);
    if (r == 0)
        r = read_time(&reading, RULE_HOURS_MAX, &west);
    if (r < 0)
        return r;
    rule.standard.offset = -west;
    rule.has_dst = reading.rest.size > 0;
    if (rule.has_dst) {
        rule.dst.is_dst = true;
        rule.dst.offset = rule.standard.offset + CIVIL_HOUR;
        r = read_name(&reading, rule.dst.abbreviation);
        if (r == 0 && next_char(&reading) != ',') {
            r = read_time(&reading, RULE_HOURS_MAX, &west);
            rule.dst.offset = -west;
        }
        if (r == 0)
            r = read_change(&reading, &rule.begin);
        if (r == 0)
            r = read_change(&reading, &rule.end);
    }
    if (r == 0 && reading.rest.size > 0)
        r = -EBADMSG;
    if (r == 0)
        *ret_rule = rule;
    return r;
}

/* --- the times of the changes --- */

static int64_t day_of_change(const struct zone_change *change, int64_t year)
{
    int64_t first = civil_days(year, 1, 1);
    if (change->form == ZONE_DAY_ZERO)
        return first + change->day;
    if (change->form == ZONE_DAY_JULIAN)
        return first + change->day - 1 + (change->day >= 60 && civil_month_days(year, 2) == 29);
    int64_t month = civil_days(year, change->month, 1);
    int day = (change->day - civil_weekday(month) + 7) % 7 + (change->week - 1) * 7;
    return month + (day < civil_month_days(year, change->month) ? day : day - 7);
}

struct rule_event {
    int64_t at;
    const struct zone_type *type;
};

enum { YEARS_AROUND = 2, EVENTS = 2 * (2 * YEARS_AROUND + 1) };

/* Sorts by time; of two at the same time, the one that was inserted later counts. */
static void insert_event(struct rule_event *events, size_t count, int64_t at, const struct zone_type *type)
{
    size_t i = count;
    for (; i > 0 && events[i - 1].at > at; i--)
        events[i] = events[i - 1];
    events[i] = (struct rule_event){at, type};
}

/* Two years around: a change may be seven days after its day, and spans may adjoin others of the same offset. */
void zone_rule_span(const struct zone_rule *rule, int64_t at, struct zone_span *ret_span)
{
    struct rule_event events[EVENTS] = {0};
    const struct zone_type *type = &rule->standard;
    int64_t begin = INT64_MIN, end = INT64_MAX;
    if (rule->has_dst) {
        struct civil now;
        civil_of(at, &now);
        for (size_t i = 0; i < EVENTS; i += 2) {
            int64_t year = now.year - YEARS_AROUND + (int64_t)i / 2;
            insert_event(events, i,
                         day_of_change(&rule->begin, year) * CIVIL_DAY + rule->begin.second - rule->standard.offset,
                         &rule->dst);
            insert_event(events, i + 1,
                         day_of_change(&rule->end, year) * CIVIL_DAY + rule->end.second - rule->dst.offset,
                         &rule->standard);
        }
        size_t next = 0;
        while (next < EVENTS && events[next].at <= at)
            next++;
        type = next > 0 ? events[next - 1].type : &rule->standard;
        begin = next > 0 ? events[next - 1].at : INT64_MIN;
        end = next < EVENTS ? events[next].at : INT64_MAX;
    }
    *ret_span = (struct zone_span){.begin = begin, .end = end, .offset = type->offset, .is_dst = type->is_dst};
    memcpy(ret_span->abbreviation, type->abbreviation, sizeof ret_span->abbreviation);
}
