/* Shared by the adapters `builtin` and `offline`, whose agents are part of this program. */
#pragma once

#include "agent/agent.h"
#include "base/id.h"
#include "executor/adapter.h"

/* Value of task_agent(); the adapter's own struct begins with it. */
struct in_process {
    struct task *task;
    void *agent; /* the argument of callbacks: a struct agent, or a struct offline */
    struct id_source ids;
    bool warned; /* has reported that some files are not kept */
    agent_permission_fn permission_answered;
    agent_kept_fn snapshot_answered;
};

/* For struct agent_host; `host` is a struct in_process. */
int in_process_report(void *host, struct slice type, struct slice data);
int in_process_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
int in_process_keep_file(void *host, struct slice path, agent_kept_fn answered);

enum task_status in_process_status(enum agent_end end);
/* Returns those of weir's tools that the task lists, or all if it lists none. The caller frees it; NULL: out of memory.
 */
const struct tool **in_process_tools(const struct execute_prompt_params *params);

/* The agent `offline`: src/offline, run in a task. */
extern const struct adapter offline_adapter;
