/* The front matter of a command's or a skill's file: lines "key: value" between two lines of three dashes. Does no I/O.
 */
#pragma once

#include "base/arena.h"
#include "base/slice.h"

struct command_front {
    struct slice name, description, hint; /* empty: it has none */
    struct slice body;                    /* what stands behind it; a part of the text */
};

/* Values are plain, quoted, or folded ("key: >" and indented lines); other YAML is left out. The values lie in the text
 * or in the arena. -ENOMEM. */
int command_front_read(struct arena *arena, struct slice text, struct command_front *ret_front);
