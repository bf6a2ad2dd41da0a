/* Before an agent begins: where none is named, the first that can be used is chosen; and for one that is a program the
 * files are kept. Both stand for the agent until it is there, and are not in the table. */
#pragma once

#include "executor/adapter.h"

/* Whether the files are to be kept before such an agent begins. */
bool choose_keeps(const struct execute_prompt_params *params, const struct adapter *adapter);

/* Tells which agent works on the task, with which service and model where those are known, and why. */
void choose_report(struct task *task, const struct executor_agent *found, struct slice why);

extern const struct adapter choose_adapter;
extern const struct adapter choose_program_adapter; /* task->launch is set, and its adapter is here */
