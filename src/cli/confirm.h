/* Asks the user a question, answered with y or n. */
#pragma once

#include "cli/cli.h"

/* Returns true without asking if standard input is not a terminal. */
bool confirm(const struct cli *cli, const char *question);
