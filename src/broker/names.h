/* The list of models that a service answers with. Reads, and does no I/O. */
#pragma once

#include "base/arena.h"
#include "contract/agent_types.h"

enum { NAMES_MAX = 500, NAMES_BODY_MAX = 1 << 20, NAMES_ARENA_MAX = 48 << 20 };

struct names {
    struct agent_model *items;
    size_t count;
    bool complete; /* false: there are more */
};

/* {"data": [{"id": …}, …]}, or the array alone. What is no name is left out. The texts lie in the arena. -EINVAL: it is
 * no such list. -ENOMEM. */
int names_read(struct arena *arena, struct slice body, struct names *ret_names);
