/* Abbreviated ids: a unique beginning or end, or none at all. */
#pragma once

#include "cli/cli.h"

/* Replaces abbreviated ids in the arguments and options of the command by full ids. If the command takes a task and
 * none is given, uses the last task of this directory. Ids without a match stay as they are, and the daemon rejects
 * them. An id with several matches is rejected here. */
enum cli_exit ids_resolve(struct cli *cli);
