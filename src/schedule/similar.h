/* Finds the zone that a person may have meant. */
#pragma once

#include <stdbool.h>

#include "schedule/zones.h"

/* The directory of the system's zones. */
const char *zones_directory(void);

/* Compares with the names below the directory, in any case, and with the names of their cities: "berlin" is
 * Europe/Berlin. Returns whether one is near. Reads directories: only for messages. */
bool zones_similar(const char *directory, const char *name, char ret_name[static ZONE_NAME_MAX + 1]);
