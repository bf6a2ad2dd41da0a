/* A prompt that runs a command: "/name arguments". Does no I/O. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* Whether the prompt is a command: a slash, a name without slashes, and the rest, trimmed. */
bool expand_is_command(struct slice prompt, struct slice *ret_name, struct slice *ret_arguments);

/* Removes the next word from *rest; quotes group words. Empty: there is none. */
struct slice expand_next_word(struct slice *rest);

/* Expands a command: $ARGUMENTS is replaced by all arguments, $1 to $9 by single words (quotes group words). If the
 * text contains none of them, the arguments are appended. Nothing is executed. */
int expand_command(struct buf *out, struct slice text, struct slice arguments);

/* Writes the text of a skill, with the directory of its other files. */
int expand_skill(struct buf *out, struct slice name, struct slice path, struct slice text, struct slice arguments);
