/* DIR/limits: what the whole tree may use. Lines `memory BYTES` and `processes N`; 0, or no line: no limit.
 *
 * Counted as processes are those that the program has started, whoever of them started which, while they live; not the
 * program itself, nor anything of the jail. Memory is that of the program too, and a page that several of them share
 * counts once. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"

struct limits {
    int64_t memory, processes;
};

/* A file that is missing or wrong gives none. */
struct limits limits_read(int directory_fd);

static inline bool limits_any(const struct limits *limits)
{
    return limits->memory > 0 || limits->processes > 0;
}

/* "memory", "processes" or NULL. */
const char *limits_passed(const struct limits *limits, const struct tree *tree);
