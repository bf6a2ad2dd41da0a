/* The commands and skills in files: which there are, and the text of one. Waits for file systems: for threads of the
 * resolver. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "contract/agent_types.h"

enum { COMMANDS_MAX = 256, COMMAND_BYTES_MAX = 64 << 10, COMMANDS_ARENA_BYTES = 32 << 20 };

struct command_found {
    struct agent_command *items;
    size_t count;
    bool is_whole;                      /* false: there are more */
    const struct agent_command *wanted; /* NULL: there is none of that name */
    struct slice text;                  /* of the wanted one, without its front matter */
};

/* Of the directory, then of the home: .weir/commands, .claude/commands, .weir/skills, .claude/skills. The first of a
 * name counts. No link is followed in the directory, which agents may write to: it could lead to what they may not
 * read. In the home .weir and .claude and what is looked for in them may be links. `wanted` may be empty. All of it
 * lies in the arena. -ENOMEM. */
int command_find(struct arena *arena, const char *cwd, struct slice wanted, struct command_found *ret_found);
