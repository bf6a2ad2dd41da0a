/* The zones of the system by name: read when they are first used, then shared. Reads files below /usr/share/zoneinfo,
 * or the directory that the variable TZDIR names, and /etc/localtime. */
#pragma once

#include <stddef.h>

#include "base/slice.h"
#include "schedule/zone.h"

enum { ZONES_MAX = 2048, ZONE_NAME_MAX = 64, ZONES_PROBLEM_SIZE = 256 };

struct zones_entry;

struct zones {
    struct zones_entry **entries; /* sorted by name */
    size_t count, capacity;
    char local_name[ZONE_NAME_MAX + 1]; /* "" until it was asked for */
};

void zones_clear(struct zones *zones);

/* A pointer that stays valid, also after zones_refresh(), until zones_clear(). An empty name is the zone of the system.
 * -EINVAL: not a name; -ENOENT: there is no such zone; others: the file cannot be used. The problem is a sentence
 * without a full stop, and names a similar zone. */
int zones_find(struct zones *zones, struct slice name, const struct zone *const **ret_zone,
               char problem[static ZONES_PROBLEM_SIZE]);

/* The name of the system's zone: Europe/Berlin; "local" if /etc/localtime is not a link to a named zone; "UTC" if
 * nothing says. */
const char *zones_local_name(struct zones *zones);

/* Reads the files again that have changed, and which zone the system has. Returns whether something changed. Keeps what
 * it had of a file that cannot be read now. */
bool zones_refresh(struct zones *zones);
