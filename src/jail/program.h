/* From a fresh child to the program. */
#pragma once

#include <sys/types.h>

struct program {
    char *const *arguments; /* NULL last; a name without a slash is looked up in PATH */
    const char *cwd;
    int output_fd; /* becomes its stdout and stderr */
    pid_t parent;  /* its end is the program's too; 0: that is seen to otherwise */
};

/* Why it could not be started. Goes through a pipe, so it is one write. */
struct program_problem {
    int error; /* 0: it runs */
    char sentence[252];
};

/* Ends in exec: nothing of ours is left but the environment. Else tells problem_fd, which is close-on-exec, and leaves.
 */
_Noreturn void program_run(const struct program *program, int problem_fd);

/* Waits until it runs, or does not. */
struct program_problem program_await(int problem_fd);
