/* DIR/limits: the limits of the whole tree. Lines `memory BYTES` and `processes N`; 0 or a missing line: no limit.
 *
 * The process limit counts all living processes that the program and its descendants have started, except the program
 * itself and the jail's own processes. The memory limit includes the program; a page shared by several processes counts
 * once. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"

struct limits {
    int64_t memory, processes;
};

/* A missing or invalid file sets no limits. */
struct limits limits_read(int directory_fd);

static inline bool limits_any(const struct limits *limits)
{
    return limits->memory > 0 || limits->processes > 0;
}

/* Returns "memory", "processes" or NULL. */
const char *limits_passed(const struct limits *limits, const struct tree *tree);
