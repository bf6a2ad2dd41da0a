/* Shared by the adapters `builtin` and `offline`, whose agents are part of this program. */
#pragma once

#include "agent/agent.h"
#include "base/id.h"
#include "executor/adapter.h"

/* Value of task_agent(); the adapter's own struct begins with it. */
struct own {
    struct task *task;
    void *agent; /* the argument of callbacks: a struct agent, or a struct offline */
    struct id_source ids;
    bool warned; /* has reported that some files are not kept */
    agent_permission_fn permission_answered;
    agent_kept_fn snapshot_answered;
};

/* For struct agent_host; `host` is a struct own. */
int own_report(void *host, struct slice type, struct slice data);
int own_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
int own_keep(void *host, struct slice path, agent_kept_fn answered);

enum task_status own_status(enum agent_end end);
/* Returns those of weir's tools that the task lists, or all if it lists none. The caller frees it; NULL: out of memory.
 */
const struct tool **own_tools(const struct execute_prompt_params *params);
