/* The terminal of a conversation: a shell that runs one command after the other, so that its directory, variables and
 * background jobs stay. */
#pragma once

#include "cli/cli.h"
#include "cli/shell_marks.h"

/* All members are zero until it is opened. */
struct terminal_shell {
    char *id; /* of the terminal; NULL: none */
    struct shell_marks marks;
    int64_t offset; /* of the next output of the terminal */
    bool busy;      /* the user detached while a command ran */
    bool died;      /* an earlier shell has ended */
};

/* Runs a command in the shell, and stays until it ends; if `command` is NULL, returns to the running one. Opens the
 * shell if there is none: in the session, or in none if that is NULL, in the directory `cwd`. */
enum cli_exit terminal_shell_run(struct cli *cli, struct terminal_shell *shell, const char *session, const char *cwd,
                                 const char *command);

/* Closes the terminal with all of its processes, if the daemon responds. */
void terminal_shell_clear(struct cli *cli, struct terminal_shell *shell);
