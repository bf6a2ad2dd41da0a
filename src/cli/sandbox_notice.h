/* Agents that run with all rights of the user are never shown without saying so. */
#pragma once

#include "cli/cli.h"

/* Says on the connection that is there who this is, once. Where the daemon's sandbox is off: a line to the standard
 * error, in red, once before a command shows the daemon, tasks, sessions or terminals. */
void sandbox_notice(struct cli *cli);
