/* A list of sessions on the whole terminal, of which a person chooses one. */
#pragma once

#include "cli/cli.h"

/* Whether somebody is there who can choose. */
bool session_pick_can(const struct cli *cli);

/* *ret_id is the caller's. CLI_INTERRUPTED, without a word: none was chosen. */
enum cli_exit session_pick(struct cli *cli, char **ret_id);

/* Goes on as 'weir chat --session ID' with the other options that were given; comes back only where that fails. */
enum cli_exit session_pick_talk(struct cli *cli, const char *id);
