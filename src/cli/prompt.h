/* What a person wants an agent to do: the words of the command line, or the standard input; and the files that come
 * with it. */
#pragma once

#include "base/attachment.h"
#include "base/buf.h"
#include "base/slice.h"
#include "cli/cli.h"
#include "contract/task_types.h"

/* The contract's limit of a prompt, in characters; a character has four bytes at most. */
enum { PROMPT_CHARACTERS_MAX = 1 << 20, PROMPT_BYTES_MAX = 4 * PROMPT_CHARACTERS_MAX };

/* The words with a space between each two; a single "-" is the whole standard input without the newlines at its end.
 * Refused with a sentence: nothing, or nothing but blanks; what is not UTF-8, or holds a NUL; what is too long. Clear
 * *ret_text in any case. */
enum cli_exit prompt_take(const struct cli *cli, int count, char **words, struct buf *ret_text);

/* The refusals alone, for text that came another way. */
enum cli_exit prompt_check(const struct cli *cli, struct slice text);

/* --- files that come with it: those of --attach, and those that the prompt names as @PATH --- */

#define ATTACH_OPTION                                                                                                  \
    {                                                                                                                  \
        "attach", 0, "FILE", NULL, "give the agent this text or picture with the prompt; may be repeated"              \
    }

struct attach {
    struct task_attachment items[ATTACHMENTS_MAX]; /* their paths are ours */
    size_t count;
};

/* All of --attach; a path is relative to where the command runs. */
enum cli_exit attach_options(const struct cli *cli, struct attach *attach);

/* The files that the text names: an @ at the beginning of a word, and the path of a file below `base` (NULL: where the
 * command runs), in double quotes where it has spaces. What is no file is text like any other, with a
 * note where it looks like one; a file that cannot be attached is left to the agent, with a hint. What was attached is
 * told. */
enum cli_exit attach_named(const struct cli *cli, struct slice text, const char *base, struct attach *attach);

void attach_clear(struct attach *attach);

static inline struct task_attachments attach_list(struct attach *attach)
{
    return (struct task_attachments){attach->items, attach->count};
}
