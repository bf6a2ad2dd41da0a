/* Prompts: the words of the command line or standard input, with attached files. */
#pragma once

#include "base/attachment.h"
#include "base/buf.h"
#include "base/slice.h"
#include "cli/cli.h"
#include "contract/task_types.h"

/* The limit of the contract, in characters. A character has at most four bytes. */
enum { PROMPT_CHARACTERS_MAX = 1 << 20, PROMPT_BYTES_MAX = 4 * PROMPT_CHARACTERS_MAX };

/* Whether the prompt includes standard input: its last word is "-". */
bool prompt_is_piped(int count, char *const *words);

/* Joins the words with spaces; a final "-" adds standard input without trailing newlines, as a paragraph of its own.
 * Rejects and reports prompts that are blank, too long, not UTF-8, or contain a NUL. Clear *ret_text in any case. */
enum cli_exit prompt_take(const struct cli *cli, int count, char **words, struct buf *ret_text);

/* Does only these checks, for text from another source. */
enum cli_exit prompt_check(const struct cli *cli, struct slice text);

/* --- attached files: those of --attach, and those that the prompt names as @PATH --- */

#define ATTACH_OPTION                                                                                                  \
    {                                                                                                                  \
        "attach", 0, "FILE", NULL, "attach a text or picture to the prompt; may be repeated"                           \
    }

struct attach {
    struct task_attachment items[ATTACHMENTS_MAX]; /* owns the paths */
    size_t count;
};

/* Adds all files of --attach; paths are relative to the current directory. */
enum cli_exit attach_options(const struct cli *cli, struct attach *attach);

/* Adds the files that the text names: an @ at the beginning of a word, followed by a path below `base` (NULL: the
 * current directory), in double quotes if it has spaces. Other words stay text, with a notice if they look like a file.
 * If a file cannot be attached, prints a hint and leaves it to the agent. Prints the names of the attached files. */
enum cli_exit attach_named(const struct cli *cli, struct slice text, const char *base, struct attach *attach);

void attach_clear(struct attach *attach);

static inline struct task_attachments attach_list(struct attach *attach)
{
    return (struct task_attachments){attach->items, attach->count};
}
