/* Protocol versions, "MAJOR.MINOR". Sides with the same major number are compatible. */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "base/slice.h"

/* The version of the protocol between daemon and executors. An executor that names no version uses 1.0. */
#define VERSION_OF_EXECUTORS "1.1"
enum { VERSION_OF_EXECUTORS_MAJOR = 1 };

/* "1.0" → 1, 0. The text must be terminated by NUL. */
static inline bool version_parse(struct slice text, unsigned *ret_major, unsigned *ret_minor)
{
    char *end = NULL;
    unsigned long major = strtoul(text.data, &end, 10);
    if (end == text.data || *end != '.' || text.data[0] < '0' || text.data[0] > '9')
        return false;
    const char *rest = end + 1;
    unsigned long minor = strtoul(rest, &end, 10);
    if (end == rest || *end != '\0' || rest[0] < '0' || rest[0] > '9' || major > 9999 || minor > 9999)
        return false;
    *ret_major = (unsigned)major;
    *ret_minor = (unsigned)minor;
    return true;
}

/* Whether the daemon supports this version. */
static inline bool version_fits_executors(struct slice text)
{
    unsigned major = 0, minor = 0;
    return version_parse(text, &major, &minor) && major == VERSION_OF_EXECUTORS_MAJOR;
}
