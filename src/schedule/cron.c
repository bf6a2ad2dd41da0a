/* The reader of expressions. */
#include "schedule/cron.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

#include "base/suggest.h"

enum { FIELDS = 5, MINUTE = 0, HOUR, DAY, MONTH, WEEKDAY, DIGITS_MAX = 9 };

static const char *const month_names[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul",
                                          "aug", "sep", "oct", "nov", "dec", NULL};
static const char *const weekday_names[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat", NULL};

static const struct field {
    const char *name;
    unsigned low, high;
    unsigned high_read;       /* 7 is Sunday, too */
    const char *const *names; /* of the values from `low` on */
    const char *examples;
} fields[FIELDS] = {
    {"minute", 0, 59, 59, NULL, "0-59"},
    {"hour", 0, 23, 23, NULL, "0-23"},
    {"day of the month", 1, 31, 31, NULL, "1-31"},
    {"month", 1, 12, 12, month_names, "1-12 or jan-dec"},
    {"day of the week", 0, 6, 7, weekday_names, "0-7 or sun-sat"},
};

static const struct {
    const char *name, *meaning;
} nicknames[] = {
    {"@hourly", "0 * * * *"},  {"@daily", "0 0 * * *"},  {"@midnight", "0 0 * * *"}, {"@weekly", "0 0 * * 0"},
    {"@monthly", "0 0 1 * *"}, {"@yearly", "0 0 1 1 *"}, {"@annually", "0 0 1 1 *"},
};

struct reading {
    struct slice text;
    size_t at;
    struct cron_problem *problem;
    const struct field *field;
};

static int refuse(struct reading *reading, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int refuse(struct reading *reading, size_t at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reading->problem->text, sizeof reading->problem->text, format, arguments);
    va_end(arguments);
    reading->problem->at = at;
    return -EINVAL;
}

static char next_char(const struct reading *reading)
{
    return reading->at < reading->text.size ? reading->text.data[reading->at] : '\0';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool at_end_of_field(const struct reading *reading)
{
    return reading->at == reading->text.size || is_blank(next_char(reading));
}

static void skip_blanks(struct reading *reading)
{
    while (is_blank(next_char(reading)))
        reading->at++;
}

/* What is there instead of something else, for messages. Other bytes than ASCII are not quoted: they may be half of a
 * character. */
static int refuse_char(struct reading *reading, const char *expected)
{
    char c = next_char(reading);
    const char *name = reading->field->name;
    if (at_end_of_field(reading))
        return refuse(reading, reading->at, "the %s ends where %s is expected", name, expected);
    if (c == '?' || c == '#' || c == 'L' || c == 'W' || c == 'l' || c == 'w')
        return refuse(reading, reading->at, "\"%c\" in the %s is an extension of other tools; expected %s", c, name,
                      expected);
    if (c < ' ' || c > '~')
        return refuse(reading, reading->at, "unexpected character in the %s; expected %s", name, expected);
    return refuse(reading, reading->at, "unexpected \"%c\" in the %s; expected %s", c, name, expected);
}

/* --- parts of a field --- */

/* A name of a month or weekday: three letters in any case. Also takes the full name. */
static int read_name(struct reading *reading, unsigned *ret_value)
{
    static const char *const rests[] = {"uary", "ruary",  "ch",    "il",    "",      "e",   "y",
                                        "ust",  "tember", "ober",  "ember", "ember", "day", "day",
                                        "sday", "nesday", "rsday", "day",   "urday"};
    const struct field *field = reading->field;
    size_t begin = reading->at, size = 0;
    while (begin + size < reading->text.size && is_letter(reading->text.data[begin + size]))
        size++;
    const char *word = reading->text.data + begin;
    for (unsigned i = 0; field->names && field->names[i] && size >= 3; i++) {
        const char *rest = rests[field->names == month_names ? i : 12 + i];
        bool is_whole = size == 3 + strlen(rest) && strncasecmp(word + 3, rest, size - 3) == 0;
        if (strncasecmp(word, field->names[i], 3) != 0 || (size != 3 && !is_whole))
            continue;
        reading->at += size;
        *ret_value = field->low + i;
        return 0;
    }
    if (size < 2 || !field->names)
        return refuse_char(reading, field->examples);
    return refuse(reading, begin, "unknown name \"%.*s\" in the %s; expected %s", (int)(size < 20 ? size : 20), word,
                  field->name, field->examples);
}

static int read_number(struct reading *reading, unsigned *ret_value)
{
    size_t begin = reading->at;
    unsigned value = 0;
    while (is_digit(next_char(reading)) && reading->at - begin < DIGITS_MAX)
        value = value * 10 + (unsigned)(reading->text.data[reading->at++] - '0');
    if (is_digit(next_char(reading)))
        return refuse(reading, begin, "the number in the %s is too long; expected %s", reading->field->name,
                      reading->field->examples);
    *ret_value = value;
    return 0;
}

static int read_value(struct reading *reading, unsigned *ret_value)
{
    const struct field *field = reading->field;
    size_t begin = reading->at;
    if (is_letter(next_char(reading)))
        return read_name(reading, ret_value);
    if (!is_digit(next_char(reading)))
        return refuse_char(reading, field->examples);
    unsigned value;
    int r = read_number(reading, &value);
    if (r < 0)
        return r;
    if (value < field->low || value > field->high_read)
        return refuse(reading, begin, "%s %u is out of range; expected %s", field->name, value, field->examples);
    *ret_value = value;
    return 0;
}

static int read_step(struct reading *reading, unsigned low, unsigned high, unsigned *ret_step)
{
    size_t begin = ++reading->at;
    unsigned step;
    if (!is_digit(next_char(reading)))
        return refuse_char(reading, "a number after \"/\"");
    int r = read_number(reading, &step);
    if (r < 0)
        return r;
    if (step == 0)
        return refuse(reading, begin, "the step in the %s is 0; expected 1 or more", reading->field->name);
    if (step > high - low + 1)
        return refuse(reading, begin,
                      "the step %u is longer than the range %u-%u of the %s; for other periods use an interval", step,
                      low, high, reading->field->name);
    *ret_step = step;
    return 0;
}

/* "*", "5", "5-10", each also with "/2". */
static int read_range(struct reading *reading, uint64_t *set)
{
    const struct field *field = reading->field;
    size_t begin = reading->at;
    unsigned low = field->low, high = field->high, step = 1;
    int r = 0;
    bool is_one = next_char(reading) != '*';
    if (!is_one) {
        reading->at++;
    } else {
        r = read_value(reading, &low);
        bool is_seven = low > field->high;
        if (is_seven)
            low = field->low;
        high = low;
        if (r == 0 && next_char(reading) == '-') {
            reading->at++;
            r = read_value(reading, &high);
            if (is_seven && high > field->high)
                high = field->low;
            else if (field->high_read > field->high && high == 0 && low > 0)
                high = field->high_read; /* sat-sun */
            is_one = false;
        }
    }
    if (r < 0)
        return r;
    if (high < low)
        return refuse(reading, begin, "the range %u-%u of the %s runs backwards; use a list: %u-%u,%u-%u", low, high,
                      field->name, low, field->high, field->low, high);
    if (next_char(reading) == '/') {
        if (is_one)
            high = field->high;
        r = read_step(reading, low, high, &step);
        if (r < 0)
            return r;
    }
    for (unsigned value = low; value <= high; value += step)
        *set |= 1ull << (field->high_read > field->high && value == field->high_read ? 0 : value);
    return 0;
}

static int read_field(struct reading *reading, uint64_t *ret_set, bool *ret_any)
{
    size_t begin = reading->at;
    uint64_t set = 0;
    for (;;) {
        int r = read_range(reading, &set);
        if (r < 0)
            return r;
        if (at_end_of_field(reading))
            break;
        if (next_char(reading) != ',')
            return refuse_char(reading, "\",\", \"-\", \"/\" or a space");
        reading->at++;
    }
    *ret_any = reading->at - begin == 1 && reading->text.data[begin] == '*';
    *ret_set = set;
    return 0;
}

/* --- the expression --- */

static int read_nickname(struct reading *reading, struct slice *ret_text)
{
    struct slice given = {reading->text.data + reading->at, reading->text.size - reading->at};
    given = slice_trim(given, SLICE_BLANKS);
    char word[32];
    (void)snprintf(word, sizeof word, "%.*s", (int)(given.size < sizeof word ? given.size : 0), given.data);
    struct suggestion suggestion = {.word = word};
    for (size_t i = 0; i < sizeof nicknames / sizeof *nicknames; i++) {
        if (given.size == strlen(nicknames[i].name) && strncasecmp(given.data, nicknames[i].name, given.size) == 0) {
            *ret_text = slice_of(nicknames[i].meaning);
            return 0;
        }
        suggest_consider(&suggestion, nicknames[i].name);
    }
    if (strncasecmp(word, "@every", 6) == 0)
        return refuse(reading, reading->at, "\"@every\" is not a cron expression; use an interval");
    if (strcasecmp(word, "@reboot") == 0)
        return refuse(reading, reading->at, "\"@reboot\" is no time; use a rule for an event");
    if (suggestion.best && *word)
        return refuse(reading, reading->at, "unknown name; did you mean %s?", suggestion.best);
    return refuse(reading, reading->at, "unknown name; expected @hourly, @daily, @weekly, @monthly or @yearly");
}

/* Whether a month has one of the days, if only those count. */
static bool is_possible(const struct cron *cron)
{
    static const uint8_t longest[] = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (cron->any_day || !cron->any_weekday)
        return true;
    for (unsigned month = 1; month <= 12; month++)
        if ((cron->months & 1u << month) && (cron->days & ((2ull << longest[month]) - 1)))
            return true;
    return false;
}

static int read_fields(struct reading *reading, struct cron *ret_cron)
{
    uint64_t sets[FIELDS];
    bool any[FIELDS];
    size_t begins[FIELDS];
    for (size_t i = 0; i < FIELDS; i++) {
        skip_blanks(reading);
        if (reading->at == reading->text.size)
            return refuse(reading, reading->at,
                          "the %s is missing; expected minute, hour, day of the month, month and day of the week",
                          fields[i].name);
        reading->field = &fields[i];
        begins[i] = reading->at;
        int r = read_field(reading, &sets[i], &any[i]);
        if (r < 0)
            return r;
    }
    skip_blanks(reading);
    if (reading->at < reading->text.size)
        return refuse(reading, reading->at,
                      "more than five fields; expected minute, hour, day of the month, month and day of the week");
    struct cron cron = {
        .minutes = sets[MINUTE],
        .hours = (uint32_t)sets[HOUR],
        .days = (uint32_t)sets[DAY],
        .months = (uint16_t)sets[MONTH],
        .weekdays = (uint8_t)sets[WEEKDAY],
        .any_day = any[DAY],
        .any_weekday = any[WEEKDAY],
    };
    if (!is_possible(&cron))
        return refuse(reading, begins[DAY], "no such date: none of these months has that day");
    *ret_cron = cron;
    return 0;
}

int cron_read(struct slice text, struct cron *ret_cron, struct cron_problem *ret_problem)
{
    struct reading reading = {.text = text, .problem = ret_problem};
    if (text.size > CRON_TEXT_MAX)
        return refuse(&reading, CRON_TEXT_MAX, "the expression is longer than %d bytes", CRON_TEXT_MAX);
    skip_blanks(&reading);
    if (reading.at == text.size)
        return refuse(&reading, 0,
                      "the expression is empty; expected five fields, such as \"0 9 * * mon-fri\", or @daily");
    if (next_char(&reading) == '@') {
        int r = read_nickname(&reading, &reading.text);
        if (r < 0)
            return r;
        reading.at = 0;
    }
    return read_fields(&reading, ret_cron);
}
