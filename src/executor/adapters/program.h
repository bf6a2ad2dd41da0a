/* An agent that is a program: started, spoken with in lines, its stderr kept, and ended with all its processes. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/slice.h"
#include "contract/executor_types.h"

enum {
    PROGRAM_LINE_MAX = 16 << 20,
    PROGRAM_OUTPUT_MAX = 64 << 20, /* that it has not read yet */
    PROGRAM_STDERR_KEPT = 8 << 10,
    PROGRAM_PROBLEM_SIZE = 256,
};

struct program;

struct program_end {
    int exit_code; /* -1: a signal */
    int signal;
    const char *problem;      /* what it did wrong (a line that is too long), or NULL */
    struct slice stderr_tail; /* whole lines, valid UTF-8 */
};

struct program_handlers {
    /* One line without its end. Blank ones are left out. program_end() may be called from inside. */
    void (*line)(void *user, struct slice line);
    /* Once: it and all that it started are gone, its last line was given. The program is freed behind it. */
    void (*gone)(void *user, const struct program_end *end);
};

/* Negative, with a sentence that says what to do: it could not be started. */
int program_start(uv_loop_t *loop, const struct executor_launch *launch, struct slice cwd,
                  const struct program_handlers *handlers, void *user, struct program **ret_program,
                  char problem[static PROGRAM_PROBLEM_SIZE]);
/* Adds the newline. -ENOBUFS: it does not read. -EPIPE: it has closed its input. */
int program_write(struct program *program, struct slice line);
/* No more comes: many programs end then. */
void program_end_input(struct program *program);
void program_pause(struct program *program, bool paused);
/* SIGTERM to all of it, then SIGKILL; or that at once. May be called more than once. */
void program_end(struct program *program, bool now);
/* Only whether it is there and may be run: 0, or a sentence. */
int program_look(const struct executor_launch *launch, char problem[static PROGRAM_PROBLEM_SIZE]);
