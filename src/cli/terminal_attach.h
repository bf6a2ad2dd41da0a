/* A terminal of the daemon on the user's own: keys go there, output comes here, until one of them ends. */
#pragma once

#include "base/slice.h"
#include "cli/cli.h"

struct shell_marks;

/* How a command in a shell was left (terminal_shell.c). */
struct terminal_left {
    bool is_gone;   /* there is no such terminal any more */
    int64_t offset; /* of its output that was not looked at */
};

struct terminal_start {
    const char *id;
    /* Of a shell with marks: stay until its command is done, and show nothing but the command's output. */
    struct shell_marks *marks; /* or NULL */
    struct terminal_left *left;
    struct slice typed; /* first of all */
    bool resumes;       /* what came behind `offset` is still to be looked at, */
    int64_t offset;
    bool peeks;      /* and no more than that */
    bool scrollback; /* what it has shown so far comes first */
    bool opened;     /* by us, so that its end is in the log behind these: */
    int64_t from_seq;
    const char *epoch;
};

/* CLI_USAGE, reported: the standard input or output is no terminal, or --json is given. */
enum cli_exit terminal_attach_check(const struct cli *cli);

struct terminal_opened {
    char *id, *epoch; /* the caller's */
    int64_t from_seq; /* of the log: nothing of the terminal is before it */
};

/* terminal.c: opens a terminal of the session, or of none where that is NULL, in which sh runs the command. */
enum cli_exit terminal_open_shell(struct cli *cli, const char *session, const char *cwd, const char *command,
                                  struct terminal_opened *ret_opened);

/* The exit status is that of the terminal's shell, where that has ended; 0 when the user has left. */
enum cli_exit terminal_attach_run(struct cli *cli, const struct terminal_start *start);
