/* Agents that run with all rights of the user are never shown without saying so. */
#pragma once

#include "cli/cli.h"

/* Once, on the connection that is there, before a command shows the daemon, tasks, sessions or terminals: a line to the
 * standard error, in red, where the daemon's sandbox is off. */
void sandbox_notice(struct cli *cli);
