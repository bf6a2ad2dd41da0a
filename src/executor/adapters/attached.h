/* Files that come with a prompt, as the protocols of agents have them. */
#pragma once

#include "base/attachment.h"
#include "base/buf.h"
#include "contract/executor.h"

/* What an ACP agent takes besides texts and links (promptCapabilities). */
struct attached_abilities {
    bool picture, embedded;
};

/* Blocks of Claude's messages, each with a comma behind it. Negative, with a sentence: one cannot be read. */
int attached_write_claude(struct buf *line, const struct execute_prompt_params *params,
                          char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Content blocks of the Agent Client Protocol, each with a comma before it. */
int attached_write_acp(struct buf *line, const struct execute_prompt_params *params,
                       const struct attached_abilities *abilities, char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* As JSON, [{"path":…,"mime":…}], for an agent that reads the files itself. */
void attached_write_paths(struct buf *line, const struct execute_prompt_params *params);
