/* Connects a terminal of the daemon to the user's terminal, until one of them ends. */
#pragma once

#include "base/slice.h"
#include "cli/cli.h"

struct shell_marks;

/* The state of a command in a shell after detaching (terminal_shell.c). */
struct terminal_left {
    bool is_gone;   /* the terminal no longer exists */
    int64_t offset; /* of the output that was not read yet */
};

struct terminal_start {
    const char *id;
    /* For a shell with marks: attach until its command has ended, and show only output of the command. */
    struct shell_marks *marks; /* or NULL */
    struct terminal_left *left;
    struct slice typed; /* the first input */
    bool resumes;       /* read output from `offset` on, */
    int64_t offset;
    bool peeks;      /* and then detach */
    bool scrollback; /* show the recent output first */
    bool opened;     /* this client opened the terminal, so the event of its end comes after this position: */
    int64_t from_seq;
    const char *epoch;
};

/* Returns CLI_USAGE, reported, if standard input or output is not a terminal, or --json is given. */
enum cli_exit terminal_attach_check(const struct cli *cli);

struct terminal_opened {
    char *id, *epoch; /* the caller frees them */
    int64_t from_seq; /* of the event log: all events of the terminal come after it */
};

/* terminal.c: opens a terminal in which sh runs the command, in the session or, if that is NULL, in none. */
enum cli_exit terminal_open_shell(struct cli *cli, const char *session, const char *cwd, const char *command,
                                  struct terminal_opened *ret_opened);

/* Returns the exit status of the terminal's shell if that has ended; 0 after detaching. */
enum cli_exit terminal_attach_run(struct cli *cli, const struct terminal_start *start);
