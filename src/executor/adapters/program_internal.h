/* Shared by the files of program.h. */
#pragma once

#include "base/arena.h"
#include "base/warden.h"
#include "executor/adapters/program.h"

/* Builds the command in the arena. Returns a negative value with a message in `problem` on failure. */
int program_command(const struct executor_launch *launch, struct slice cwd, struct arena *arena,
                    struct warden_order *ret_order, char problem[static PROGRAM_PROBLEM_SIZE]);

/* Like program_start(), with another time between SIGTERM and SIGKILL. */
int program_start_with_grace(uv_loop_t *loop, const struct executor_launch *launch, struct slice cwd, unsigned grace_ms,
                             const struct program_handlers *handlers, void *user, struct program **ret_program,
                             char problem[static PROGRAM_PROBLEM_SIZE]);

/* The last lines that the program wrote to stderr. */
struct program_tail {
    char bytes[2 * PROGRAM_STDERR_KEPT];
    size_t size;
    bool cut; /* older output was dropped */
};

void program_tail_add(struct program_tail *tail, struct slice bytes);
/* Returns whole lines of valid UTF-8; other bytes are left out or shown as '?'. */
struct slice program_tail_finish(struct program_tail *tail);
