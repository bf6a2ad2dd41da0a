/* What a person wants an agent to do: the words of the command line, or the standard input. */
#pragma once

#include "base/buf.h"
#include "cli/cli.h"

/* The contract's limit of a prompt, in characters; a character has four bytes at most. */
enum { PROMPT_CHARACTERS_MAX = 1 << 20, PROMPT_BYTES_MAX = 4 * PROMPT_CHARACTERS_MAX };

/* The words with a space between each two; a single "-" is the whole standard input without the newlines at its end.
 * Refused with a sentence: nothing, or nothing but blanks; what is not UTF-8, or holds a NUL; what is too long. Clear
 * *ret_text in any case. */
enum cli_exit prompt_take(const struct cli *cli, int count, char **words, struct buf *ret_text);

/* The refusals alone, for text that came another way. */
enum cli_exit prompt_check(const struct cli *cli, struct slice text);
