/* The local time, and the name of its time zone. */
#pragma once

#include <stdint.h>

enum { LOCAL_TIME_SIZE = 32, LOCAL_ZONE_SIZE = 64 };

struct local_time {
    char text[LOCAL_TIME_SIZE]; /* 2026-03-01T09:30:00.000+01:00 */
    char zone[LOCAL_ZONE_SIZE]; /* of the IANA database */
};

/* Where no name is known, the time is that of UTC. */
void local_time_get(int64_t epoch_ms, struct local_time *ret_time);

/* The name of a zone in the path of its file ("/usr/share/zoneinfo/Europe/Berlin"), in TZ (":Europe/Berlin"), or in a
 * line of /etc/timezone. -EINVAL: it is none. */
int local_time_zone_name(const char *text, char ret_name[static LOCAL_ZONE_SIZE]);
