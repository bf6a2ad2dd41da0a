#include "json/format.h"

#include <ctype.h>
#include <string.h>

static bool digit_at(struct slice text, size_t at)
{
    return at < text.size && text.data[at] >= '0' && text.data[at] <= '9';
}

static int two_digits(struct slice text, size_t at)
{
    if (!digit_at(text, at) || !digit_at(text, at + 1))
        return -1;
    return (text.data[at] - '0') * 10 + (text.data[at + 1] - '0');
}

static bool char_at(struct slice text, size_t at, char a, char b)
{
    return at < text.size && (text.data[at] == a || text.data[at] == b);
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

static bool is_zone(struct slice text, size_t at)
{
    if (char_at(text, at, 'Z', 'z'))
        return at + 1 == text.size;
    int hours = two_digits(text, at + 1), minutes = two_digits(text, at + 4);
    return char_at(text, at, '+', '-') && hours >= 0 && hours < 24 && char_at(text, at + 3, ':', ':') && minutes >= 0 &&
           minutes < 60 && at + 6 == text.size;
}

bool format_is_date_time(struct slice text)
{
    int century = two_digits(text, 0), year = two_digits(text, 2);
    int month = two_digits(text, 5), day = two_digits(text, 8);
    int hour = two_digits(text, 11), minute = two_digits(text, 14), second = two_digits(text, 17);
    if (century < 0 || year < 0 || !char_at(text, 4, '-', '-') || month < 1 || month > 12 ||
        !char_at(text, 7, '-', '-'))
        return false;
    if (day < 1 || day > days_in(century * 100 + year, month) || !char_at(text, 10, 'T', 't'))
        return false;
    if (hour < 0 || hour > 23 || !char_at(text, 13, ':', ':') || minute < 0 || minute > 59)
        return false;
    if (!char_at(text, 16, ':', ':') || second < 0 || second > 60)
        return false;
    size_t at = 19;
    if (char_at(text, at, '.', '.')) {
        if (!digit_at(text, ++at))
            return false;
        while (digit_at(text, at))
            at++;
    }
    return is_zone(text, at);
}

bool format_is_uri(struct slice text)
{
    size_t at = 0;
    while (at < text.size &&
           (isalnum((unsigned char)text.data[at]) || char_at(text, at, '+', '-') || text.data[at] == '.'))
        at++;
    if (at == 0 || !isalpha((unsigned char)text.data[0]) || !char_at(text, at, ':', ':'))
        return false;
    for (at++; at < text.size; at++) {
        unsigned char c = (unsigned char)text.data[at];
        if (c == '%') {
            if (at + 2 >= text.size || !isxdigit((unsigned char)text.data[at + 1]) ||
                !isxdigit((unsigned char)text.data[at + 2]))
                return false;
        } else if (c == '\0' || (!isalnum(c) && !strchr("-._~:/?#[]@!$&'()*+,;=", c))) {
            return false;
        }
    }
    return true;
}

bool format_is_date(struct slice text)
{
    char with_time[sizeof "2026-07-28T00:00:00Z"] = "2026-07-28T00:00:00Z";
    if (text.size != 10)
        return false;
    memcpy(with_time, text.data, 10);
    return format_is_date_time((struct slice){with_time, sizeof with_time - 1});
}

bool format_is_email(struct slice text)
{
    const char *at = text.size > 0 ? memchr(text.data, '@', text.size) : NULL;
    if (!at || at == text.data || at + 1 == text.data + text.size)
        return false;
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] <= ' ' || text.data[i] == 0x7f || (text.data[i] == '@' && text.data + i != at))
            return false;
    return true;
}
