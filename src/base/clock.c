#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t clock_epoch_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

uint64_t clock_monotonic_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void clock_format_iso(int64_t epoch_ms, char text[static CLOCK_ISO_SIZE])
{
    int64_t milliseconds = (epoch_ms % 1000 + 1000) % 1000; /* works before 1970, too */
    time_t seconds = (time_t)((epoch_ms - milliseconds) / 1000);
    struct tm parts = {0};
    (void)gmtime_r(&seconds, &parts);
    char date[32];
    (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(text, CLOCK_ISO_SIZE, "%.19s.%03uZ", date, (unsigned)milliseconds % 1000u);
}

/* Reads digits where the pattern has 0, and requires its other characters; T also matches t. */
static int read_parts(const char *text, const char *pattern, int *parts)
{
    for (int at = -1; *pattern; pattern++, text++) {
        bool begins = pattern[0] == '0' && (at < 0 || pattern[-1] != '0');
        if (pattern[0] != '0' && *text != pattern[0] && !(pattern[0] == 'T' && *text == 't'))
            return -EINVAL;
        if (pattern[0] != '0')
            continue;
        if (*text < '0' || *text > '9')
            return -EINVAL;
        at += begins;
        parts[at] = (begins ? 0 : parts[at] * 10) + (*text - '0');
    }
    return 0;
}

static int read_zone(const char *text, int64_t *ret_minutes)
{
    int parts[2] = {0};
    *ret_minutes = 0;
    if ((text[0] == 'Z' || text[0] == 'z') && !text[1])
        return 0;
    if ((text[0] != '+' && text[0] != '-') || strlen(text) != strlen("+00:00") ||
        read_parts(text + 1, "00:00", parts) < 0)
        return -EINVAL;
    *ret_minutes = ((int64_t)parts[0] * 60 + parts[1]) * (text[0] == '-' ? -1 : 1);
    return 0;
}

int clock_parse_iso(struct slice text, int64_t *ret_ms)
{
    char copy[64] = "";
    int parts[6] = {0};
    int64_t milliseconds = 0, minutes = 0;
    if (text.size < strlen("2026-01-31T12:00:00Z") || text.size >= sizeof copy)
        return -EINVAL;
    slice_copy(copy, text);
    const char *rest = copy + strlen("2026-01-31T12:00:00");
    if (read_parts(copy, "0000-00-00T00:00:00", parts) < 0)
        return -EINVAL;
    if (*rest == '.')
        for (int64_t unit = 100; *++rest >= '0' && *rest <= '9'; unit /= 10)
            milliseconds += unit * (*rest - '0');
    if (read_zone(rest, &minutes) < 0)
        return -EINVAL;
    struct tm time = {.tm_year = parts[0] - 1900,
                      .tm_mon = parts[1] - 1,
                      .tm_mday = parts[2],
                      .tm_hour = parts[3],
                      .tm_min = parts[4],
                      .tm_sec = parts[5]};
    *ret_ms = ((int64_t)timegm(&time) - minutes * 60) * 1000 + milliseconds;
    return 0;
}
