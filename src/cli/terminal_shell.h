/* The terminal of a conversation: one shell that runs one command after the other, so that its directory, its variables
 * and its background jobs stay. */
#pragma once

#include "cli/cli.h"
#include "cli/shell_marks.h"

/* All zero: not opened yet. */
struct terminal_shell {
    char *id; /* of the terminal; NULL: there is none */
    struct shell_marks marks;
    int64_t offset; /* of the terminal's output that comes next */
    bool busy;      /* the user left while the command ran */
    bool died;      /* there was one before */
};

/* Runs a command in the shell, which is opened where there is none, and stays until it ends; NULL: comes back to the
 * one that runs. The terminal belongs to the session, or to no one where that is NULL, and begins in `cwd`. */
enum cli_exit terminal_shell_run(struct cli *cli, struct terminal_shell *shell, const char *session, const char *cwd,
                                 const char *command);

/* Closes the terminal, with all that runs in it, where the daemon answers. */
void terminal_shell_clear(struct cli *cli, struct terminal_shell *shell);
