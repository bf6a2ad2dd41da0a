/* A terminal of the daemon on the user's own: keys go there, output comes here, until one of them ends. */
#pragma once

#include "cli/cli.h"

struct terminal_start {
    const char *id;
    bool scrollback; /* what it has shown so far comes first */
    bool opened;     /* by us, so that its end is in the log behind these: */
    int64_t from_seq;
    const char *epoch;
};

/* CLI_USAGE, reported: the standard input or output is no terminal, or --json is given. */
enum cli_exit terminal_attach_check(const struct cli *cli);

/* terminal.c: runs a command in a terminal of the session, or of a directory where that is NULL, and stays with it
 * until its end. The exit status is the command's. */
enum cli_exit terminal_run_command(struct cli *cli, const char *session, const char *cwd, const char *command);

/* The exit status is that of the terminal's shell, where that has ended; 0 when the user has left. */
enum cli_exit terminal_attach_run(struct cli *cli, const struct terminal_start *start);
