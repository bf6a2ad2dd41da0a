/* The jail of a process, started with nothing of the daemon's but a few variables. */
#pragma once

#include "daemon/executor/process.h"

/* Negative, with a sentence in `problem`. */
int executor_spawn(const struct executor_process *process, const struct executor_command *command, pid_t *ret_pid,
                   char problem[static 256]);

/* More of them are to be expected: what can be done before is done now. */
void executor_spawn_prepare(struct daemon *daemon);
