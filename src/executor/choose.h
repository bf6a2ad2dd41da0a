/* Runs before the agent starts: chooses the first usable agent if none is named; before a program starts, keeps the
 * files and finds the MCP servers of the task. The placeholder adapters are not in the table. */
#pragma once

#include "executor/adapter.h"

/* Reports which agent works on the task, with its provider and model if they are known, and why. */
void choose_report(struct task *task, const struct executor_agent *found, struct slice why);

extern const struct adapter choose_adapter;
extern const struct adapter choose_program_adapter; /* task->launch is set, and this executor has its adapter */
