/* Ids as people type them: a beginning or an end that no other has, or none at all. */
#pragma once

#include "cli/cli.h"

/* Puts whole ids in the place of what was given to the command, in its arguments and options; where a command takes a
 * task and none was given, the last one of this directory. What fits nothing stays as it is: the daemon refuses it. A
 * text that fits several ids is refused here. */
enum cli_exit ids_resolve(struct cli *cli);
