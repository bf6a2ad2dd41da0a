/* The offline agent: fixed rules instead of a model. It shows what weir does on a machine without a key or a network,
 * with the same tools, permissions, events and hosts as the built-in agent. */
#pragma once

#include "agent/agent.h"

struct offline;

/* Uses only the text, the directories and the tools of the prompt, and copies them. Never asks the host for a key.
 * Returns 0; then host->ended is called later, never from inside. */
int offline_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, const struct agent_prompt *prompt,
                  struct offline **ret_offline, char problem[static 256]);
/* Ends the agent soon, with its running tool. */
void offline_stop(struct offline *offline);
void offline_pause(struct offline *offline, bool paused);
