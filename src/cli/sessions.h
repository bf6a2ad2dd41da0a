/* A list of sessions on the whole terminal, to choose one. */
#pragma once

#include "cli/cli.h"

/* Returns whether there is a terminal to choose on. */
bool session_pick_can(const struct cli *cli);

/* Lets the user choose. Returns CLI_INTERRUPTED, unreported, if none was chosen. The caller frees *ret_id. */
enum cli_exit session_pick(struct cli *cli, char **ret_id);

/* Continues as 'weir chat --session ID' with the other given options. Returns only on failure. */
enum cli_exit session_pick_talk(struct cli *cli, const char *id);
