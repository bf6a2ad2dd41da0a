/* A secret that a person types, or that a program gives on the standard input. */
#pragma once

#include "base/buf.h"
#include "cli/cli.h"

enum { SECRET_BYTES_MAX = 256 << 10 };

/* On a terminal it asks on the standard error and shows nothing of what is typed; else it reads to the end. One newline
 * behind it does not count. CLI_INTERRUPTED: Ctrl-C; whatever ends it, the terminal is as it was. The caller clears
 * *ret_secret with secret_clear(). */
enum cli_exit secret_read(const struct cli *cli, const char *prompt, struct buf *ret_secret);
void secret_clear(struct buf *secret);

/* Whether the answer is yes. */
enum cli_exit secret_confirm(const char *question, bool *ret_yes);
