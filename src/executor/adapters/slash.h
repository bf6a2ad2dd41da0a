/* Parses an agent's list of slash commands: names alone, or with a description and a hint for the arguments. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/slice.h"
#include "contract/session_types.h"

enum { SLASH_MAX = 256, SLASH_NAME_MAX = 128, SLASH_DESCRIPTION_MAX = 1024, SLASH_HINT_MAX = 256 };

/* Returns the number of commands; the strings stay in the list. */
size_t slash_read(yyjson_val *list, struct session_command ret_commands[static SLASH_MAX]);

/* Whether a prompt looks like a command: "/name", with or without arguments. "/tmp is full" does not, if a directory of
 * that name exists. */
bool slash_is_command(struct slice prompt);
