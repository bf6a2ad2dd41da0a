/* Lists models, one per line. */
#pragma once

#include "base/slice.h"
#include "cli/cli.h"
#include "contract/agent.h"

/* Asks the daemon, and prints the list. Marks `model`; if it is empty, the session's model, else the default. */
enum cli_exit models_list(struct cli *cli, const struct agent_models_params *params, struct slice model);
