/* A prompt that runs a command: "/name and what stands behind it". Does no I/O. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* Whether it is one: a slash, a name without a slash in it, and the rest, trimmed. */
bool expand_is_command(struct slice prompt, struct slice *ret_name, struct slice *ret_arguments);

/* The text of a command with what was typed behind its name: $ARGUMENTS is all of it, $1 to $9 its words (quotes keep
 * words together). Where the text asks for neither, it follows the text. Nothing in it is run. */
int expand_command(struct buf *out, struct slice text, struct slice arguments);

/* The text of a skill, with the directory in which its other files lie. */
int expand_skill(struct buf *out, struct slice name, struct slice path, struct slice text, struct slice arguments);
