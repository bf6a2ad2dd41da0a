/* The offline agent: no model, only rules. It is there so that a machine without a key or a network shows what weir
 * does, with the same tools, permissions and events as the built-in agent, and for the same hosts. */
#pragma once

#include "agent/agent.h"

struct offline;

/* Of the prompt the text, the directories and the tools count; it is copied. The host is never asked for a key. 0:
 * host->ended will be called, never from inside of here. */
int offline_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, const struct agent_prompt *prompt,
                  struct offline **ret_offline, char problem[static 256]);
/* Comes to an end soon: a tool is ended. */
void offline_stop(struct offline *offline);
void offline_pause(struct offline *offline, bool paused);
