/* Starts a program in a new pseudo-terminal. */
#pragma once

#include <sys/types.h>

struct terminal_command {
    const char *path;
    char *const *arguments, *const *environment;
    const char *cwd;
    unsigned short cols, rows;
};

struct terminal_pty {
    int master; /* non-blocking */
    int pidfd;
    /* leader of the terminal's session; a child of this process, so that the PID is valid until it is reaped */
    pid_t pid;
};

enum { TERMINAL_PROBLEM_SIZE = 256 };

/* Returns when the program was started, or failed with a message in `problem`. */
int terminal_pty_start(const struct terminal_command *command, struct terminal_pty *ret_pty,
                       char problem[static TERMINAL_PROBLEM_SIZE]);
