/* Parses a provider's list of models. Does no I/O. */
#pragma once

#include "base/arena.h"
#include "contract/agent_types.h"

enum { NAMES_MAX = 500, NAMES_BODY_MAX = 1 << 20, NAMES_ARENA_MAX = 48 << 20 };

struct names {
    struct agent_model *items;
    size_t count;
    bool complete; /* false: there are more */
};

/* Parses {"data": [{"id": …}, …]}, or the array alone; skips invalid names. The strings are in the arena. Returns
 * -EINVAL if it is not a list of models, or -ENOMEM. */
int names_read(struct arena *arena, struct slice body, struct names *ret_names);
