/* From a fresh child to the program. */
#pragma once

#include <sys/types.h>

#include "jail/problem.h"
#include "jail/sandbox.h"

struct program {
    char *const *arguments; /* NULL last; a name without a slash is looked up in PATH */
    char **environment;
    const char *cwd;
    int output_fd; /* becomes its stdout and stderr */
    pid_t parent;  /* its end is the program's too; 0: that is seen to otherwise */
    struct sandbox sandbox;
};

/* Ends in exec: nothing of ours is left but the environment, and what the sandbox gives it. Else
 * tells problem_fd, which is close-on-exec, and leaves. */
_Noreturn void program_run(const struct program *program, int problem_fd);

/* Waits until it runs, or does not: then the problem has an error. */
void program_await(int problem_fd, struct problem *ret_problem);
