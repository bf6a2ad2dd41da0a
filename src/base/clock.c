#include "base/clock.h"

#include <stdio.h>
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
