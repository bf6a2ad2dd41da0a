/* Writes what an agent that is a program gets with a prompt: the earlier conversation, for an agent that did not take
 * part in it, and the attached files. */
#pragma once

#include "base/attachment.h"
#include "base/buf.h"
#include "contract/executor.h"
#include "contract/executor_types.h"

enum {
    PROMPT_EARLIER_MAX = 64 << 10, /* bytes; if it is longer, the newest messages are kept */
    PROMPT_ACTIVITY_MAX = 128 << 10,
    PROMPT_EARLIER_READ_MAX = 1 << 20, /* bytes of messages to request for it: they include results of tools */
};

/* Appends the conversation, oldest message first, with a sentence before and after it; appends nothing if it is empty.
 * Of tool calls it has only the names. */
int prompt_write_earlier(struct buf *out, const struct executor_said *items, size_t count);

/* Appends the recent activity of the person, if the session uses it and the prompt is no slash command. */
void prompt_write_activity(struct buf *out, const struct get_execution_context_result *context,
                           const struct execute_prompt_params *params);

/* --- attached files, in the formats of agents' protocols --- */

/* Content that an ACP agent accepts besides text and links (promptCapabilities). */
struct prompt_abilities {
    bool picture, embedded;
};

/* Writes blocks of Claude's messages, each followed by a comma. Returns a negative value with a message in `problem` if
 * a file cannot be read. */
int prompt_write_attached_claude(struct buf *line, const struct execute_prompt_params *params,
                                 char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Writes content blocks of the Agent Client Protocol, each preceded by a comma. */
int prompt_write_attached_acp(struct buf *line, const struct execute_prompt_params *params,
                              const struct prompt_abilities *abilities, char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Writes JSON, [{"path":…,"mime":…}], for an agent that reads the files itself. */
void prompt_write_attached_paths(struct buf *line, const struct execute_prompt_params *params);
