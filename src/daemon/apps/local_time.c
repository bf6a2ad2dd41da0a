#include "daemon/apps/local_time.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Etc/GMT+5, America/Port-au-Prince, UTC; but not CET-1CEST, a rule of POSIX. */
static bool is_name(const char *text)
{
    bool has_slash = strchr(text, '/');
    for (const char *c = text; *c; c++)
        if (!is_letter(*c) && *c != '/' && *c != '_' && !(has_slash && strchr("0123456789+-", *c)))
            return false;
    return is_letter(text[0]) && strlen(text) >= 3;
}

int local_time_zone_name(const char *text, char ret_name[static LOCAL_ZONE_SIZE])
{
    static const char folder[] = "zoneinfo/";
    static const char *const variants[] = {"posix/", "right/"};
    char name[LOCAL_ZONE_SIZE];
    const char *inside = strstr(text, folder);
    text = inside ? inside + sizeof folder - 1 : text[0] == ':' ? text + 1 : text;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strncmp(text, variants[i], strlen(variants[i])) == 0)
            text += strlen(variants[i]);
    size_t size = strcspn(text, "\n");
    if (size == 0 || size >= sizeof name)
        return -EINVAL;
    memcpy(name, text, size);
    name[size] = '\0';
    if (!is_name(name))
        return -EINVAL;
    memcpy(ret_name, name, size + 1);
    return 0;
}

static int read_file(const char *path, char *text, size_t size)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
    if (n < 0)
        return -errno;
    text[n] = '\0';
    return 0;
}

/* A TZ that is set decides, as in libc. */
static int find_zone(char ret_name[static LOCAL_ZONE_SIZE])
{
    char text[PATH_MAX] = "";
    const char *variable = getenv("TZ");
    if (variable)
        return local_time_zone_name(variable[0] ? variable : "UTC", ret_name);
    if (readlink("/etc/localtime", text, sizeof text - 1) > 0 && local_time_zone_name(text, ret_name) == 0)
        return 0;
    int r = read_file("/etc/timezone", text, sizeof text);
    return r < 0 ? r : local_time_zone_name(text, ret_name);
}

void local_time_get(int64_t epoch_ms, struct local_time *ret_time)
{
    int64_t milliseconds = (epoch_ms % 1000 + 1000) % 1000;
    time_t seconds = (time_t)((epoch_ms - milliseconds) / 1000);
    struct tm parts = {0};
    char date[24] = "";
    tzset(); /* the person may have travelled */
    if (find_zone(ret_time->zone) == 0 && localtime_r(&seconds, &parts)) {
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    } else {
        (void)snprintf(ret_time->zone, sizeof ret_time->zone, "UTC");
        (void)gmtime_r(&seconds, &parts);
        parts.tm_gmtoff = 0;
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    }
    long minutes = parts.tm_gmtoff / 60, distance = labs(minutes);
    (void)snprintf(ret_time->text, sizeof ret_time->text, "%s.%03d%c%02ld:%02ld", date, (int)milliseconds,
                   minutes < 0 ? '-' : '+', distance / 60 % 100, distance % 60);
}
