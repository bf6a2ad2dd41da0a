/* Files that come with a prompt: those of --attach, and those that the prompt names as @PATH. */
#pragma once

#include "base/attachment.h"
#include "base/slice.h"
#include "cli/cli.h"
#include "contract/task_types.h"

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
