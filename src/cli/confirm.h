/* A question that a person answers with y or n. */
#pragma once

#include "cli/cli.h"

/* True without a question where nobody is there to ask: the standard input is no terminal. */
bool confirm(const struct cli *cli, const char *question);
