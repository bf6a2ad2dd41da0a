/* Writes the attached files of a prompt in the formats of agents' protocols. */
#pragma once

#include "base/attachment.h"
#include "base/buf.h"
#include "contract/executor.h"

/* Content that an ACP agent accepts besides text and links (promptCapabilities). */
struct attached_abilities {
    bool picture, embedded;
};

/* Writes blocks of Claude's messages, each followed by a comma. Returns a negative value with a message in `problem` if
 * a file cannot be read. */
int attached_write_claude(struct buf *line, const struct execute_prompt_params *params,
                          char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Writes content blocks of the Agent Client Protocol, each preceded by a comma. */
int attached_write_acp(struct buf *line, const struct execute_prompt_params *params,
                       const struct attached_abilities *abilities, char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Writes JSON, [{"path":…,"mime":…}], for an agent that reads the files itself. */
void attached_write_paths(struct buf *line, const struct execute_prompt_params *params);
