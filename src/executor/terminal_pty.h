/* A program in a new pseudo-terminal. */
#pragma once

#include <sys/types.h>

struct terminal_command {
    const char *path; /* of the program */
    char *const *arguments, *const *environment;
    const char *cwd;
    unsigned short cols, rows;
};

struct terminal_pty {
    int master; /* non-blocking */
    int pidfd;
    pid_t pid; /* leader of the terminal's session; a child of ours, so that its number is its own until it is reaped */
};

enum { TERMINAL_PROBLEM_SIZE = 256 };

/* Returns when the program has been started, or, with a sentence in `problem`, could not be. */
int terminal_pty_start(const struct terminal_command *command, struct terminal_pty *ret_pty,
                       char problem[static TERMINAL_PROBLEM_SIZE]);
