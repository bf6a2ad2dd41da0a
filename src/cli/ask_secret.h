/* Reads a key or another secret from the user. */
#pragma once

#include "base/buf.h"
#include "cli/cli.h"

/* On a terminal, prompts on standard error and reads a line without echo; otherwise reads until the end of input.
 * Removes one newline at the end. `what` names the secret in errors: "the key". Returns CLI_INTERRUPTED on Ctrl-C.
 * Restores the terminal in all cases. The caller calls ask_secret_clear(). */
enum cli_exit ask_secret(const struct cli *cli, const char *what, const char *prompt, struct buf *ret_secret);
void ask_secret_clear(struct buf *secret);
