/* A sorted list of the files that a walk visits, for lookups. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct listed {
    char **paths; /* relative to the root, sorted */
    size_t count, capacity;
};

/* Returns -E2BIG if there are too many files. After any error the list is empty. */
int listed_fill(struct listed *listed, const char *root, bool hidden);
void listed_clear(struct listed *listed);
bool listed_has(const struct listed *listed, struct slice path);
