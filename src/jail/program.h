/* Turns a forked child into the program. */
#pragma once

#include <sys/types.h>

#include "jail/problem.h"
#include "jail/sandbox.h"

struct program {
    char *const *arguments; /* terminated by NULL; a name without a slash is searched in PATH */
    char **environment;
    const char *cwd;
    int output_fd; /* becomes its stdout and stderr */
    pid_t parent;  /* the program is killed when this process dies; 0: not needed */
    struct sandbox sandbox;
};

/* Executes the program with the given environment and the descriptors of the sandbox. On failure writes the problem to
 * problem_fd, which is close-on-exec, and exits. */
_Noreturn void program_run(const struct program *program, int problem_fd);

/* Waits until the program was executed, or failed: then the problem has an error. */
void program_await(int problem_fd, struct problem *ret_problem);
