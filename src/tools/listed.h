/* The files that a walk shows, to be asked whether one is among them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct listed {
    char **paths; /* below the root, in order */
    size_t count, capacity;
};

/* -E2BIG: there are more than it takes; then, and after any other error, there is nothing in it. */
int listed_fill(struct listed *listed, const char *root, bool hidden);
void listed_clear(struct listed *listed);
bool listed_has(const struct listed *listed, struct slice path);
