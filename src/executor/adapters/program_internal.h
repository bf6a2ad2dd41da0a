/* What the files of program.h share. */
#pragma once

#include "base/arena.h"
#include "base/warden.h"
#include "executor/adapters/program.h"

/* What to run, in the arena. Negative, with a sentence that says what to do. */
int program_command(const struct executor_launch *launch, struct slice cwd, struct arena *arena,
                    struct warden_order *ret_order, char problem[static PROGRAM_PROBLEM_SIZE]);

/* The last lines of what it wrote to stderr. */
struct program_tail {
    char bytes[2 * PROGRAM_STDERR_KEPT];
    size_t size;
    bool cut; /* something before it was dropped */
};

void program_tail_add(struct program_tail *tail, struct slice bytes);
/* Makes whole lines and valid UTF-8 of it: what is neither is left out, or shown as '?'. */
struct slice program_tail_finish(struct program_tail *tail);
