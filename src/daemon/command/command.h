/* Finds slash commands and skills in files. File systems may block: call this on threads of the resolver. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "contract/agent_types.h"

enum { COMMANDS_MAX = 256, COMMAND_BYTES_MAX = 64 << 10, COMMANDS_ARENA_BYTES = 32 << 20 };

struct command_found {
    struct agent_command *items;
    size_t count;
    bool is_whole;                      /* false: there are more */
    const struct agent_command *wanted; /* NULL: no command has that name */
    struct slice text;                  /* the text of the wanted command, without its front matter */
};

/* Searches .weir/commands, .claude/commands, .weir/skills and .claude/skills, in the directory first, then in
 * the home directory. The first command of a name wins. In `cwd`, which agents can write to, links are not
 * followed: they could lead to files that the agent must not read. In the home directory, .weir, .claude and
 * their subdirectories may be links. `wanted` may be empty. The result lies in the arena. Returns an error only
 * for -ENOMEM. */
int command_find(struct arena *arena, const char *cwd, struct slice wanted, struct command_found *ret_found);
