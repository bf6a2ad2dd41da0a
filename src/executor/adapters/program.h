/* An agent that is a program: starts it, exchanges lines with it, keeps its stderr, and ends it with all its processes.
 */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/slice.h"
#include "contract/executor_types.h"

enum {
    PROGRAM_LINE_MAX = 16 << 20,
    PROGRAM_OUTPUT_MAX = 64 << 20, /* bytes that it has not read yet */
    PROGRAM_STDERR_KEPT = 8 << 10,
    PROGRAM_PROBLEM_SIZE = 256,
};

struct program;

struct program_end {
    int exit_code; /* -1: killed by a signal */
    int signal;
    const char *problem;      /* a violation of the protocol, such as a line that is too long; or NULL */
    struct slice stderr_tail; /* whole lines, valid UTF-8 */
};

struct program_handlers {
    /* One line without its newline. Blank lines are skipped. program_end() may be called from inside. */
    void (*line)(void *user, struct slice line);
    /* Called once, after all processes have ended and the last line was delivered. The program is freed afterwards. */
    void (*gone)(void *user, const struct program_end *end);
};

/* Returns a negative value with a message in `problem` if the program cannot be started. */
int program_start(uv_loop_t *loop, const struct executor_launch *launch, struct slice cwd,
                  const struct program_handlers *handlers, void *user, struct program **ret_program,
                  char problem[static PROGRAM_PROBLEM_SIZE]);
/* Appends the newline. Returns -ENOBUFS if the program does not read, -EPIPE if it has closed its input. */
int program_write(struct program *program, struct slice line);
/* Closes the program's input; many programs exit then. */
void program_end_input(struct program *program);
void program_pause(struct program *program, bool paused);
/* Sends SIGTERM to all processes, and SIGKILL after a grace time; or at once with `now`. May be called more than once.
 */
void program_end(struct program *program, bool now);
/* Only checks whether the program exists and is executable. Returns 0, or an error with a message in `problem`. */
int program_check(const struct executor_launch *launch, char problem[static PROGRAM_PROBLEM_SIZE]);
