/* The slash commands of an agent, as the protocols of agents list them: names alone, or with a description and a hint
 * at what may stand behind the name. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/slice.h"
#include "contract/session_types.h"

enum { SLASH_MAX = 256, SLASH_NAME_MAX = 128, SLASH_DESCRIPTION_MAX = 1024, SLASH_HINT_MAX = 256 };

/* How many of the list are commands; the texts are those of the list. */
size_t slash_read(yyjson_val *list, struct session_command ret_commands[static SLASH_MAX]);

/* Whether a prompt looks like a command: "/name", alone or with something behind it. "/tmp is full" does not, where
 * there is a directory of that name. */
bool slash_is_command(struct slice prompt);
