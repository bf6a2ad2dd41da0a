/* The models that can be chosen, a line each. */
#pragma once

#include "base/slice.h"
#include "cli/cli.h"
#include "contract/agent.h"

/* Asks, and prints; marks `model`, or where that is empty the session's, else the one that would be taken. */
enum cli_exit models_list(struct cli *cli, const struct agent_models_params *params, struct slice model);
