/* What the adapters `builtin` and `offline` have in common: an agent that is a part of this program, hosted by a task.
 */
#pragma once

#include "agent/agent.h"
#include "base/id.h"
#include "executor/adapter.h"

/* As task_agent() has it; an adapter that needs more begins its own struct with this. */
struct own {
    struct task *task;
    void *agent; /* that asks: a struct agent, or a struct offline */
    struct id_source ids;
    bool warned; /* that not all files are kept */
    agent_permission_fn permission_answered;
    agent_kept_fn snapshot_answered;
};

/* For struct agent_host; `host` is a struct own. */
int own_report(void *host, struct slice type, struct slice data);
int own_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
int own_keep(void *host, struct slice path, agent_kept_fn answered);

enum task_status own_status(enum agent_end end);
/* Of weir's own tools those that the task lists; all where it lists none. NULL: no memory; else to be freed. */
const struct tool **own_tools(const struct execute_prompt_params *params);
