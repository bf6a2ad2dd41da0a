/* A server that is a program: its process, its pipes and its end. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "base/slice.h"

enum {
    PROGRAM_LINE_MAX = 16 << 20,  /* of a message; a longer one is skipped */
    PROGRAM_QUEUE_MAX = 32 << 20, /* messages that the program has not read */
    PROGRAM_END_MS = 2000,        /* between the end of its input and SIGTERM, and between SIGTERM and SIGKILL */
    PROGRAM_PROBLEM_SIZE = 256,
};

struct program;

struct program_order {
    const char *cwd;
    char *const *arguments; /* the first one is a path */
    char *const *environment;
};

/* Called by the loop, never from inside of a function of this header. */
struct program_events {
    void (*line)(void *user, struct slice line);      /* of its output */
    void (*too_long)(void *user, size_t bytes);       /* a line of its output was skipped */
    void (*complaint)(void *user, struct slice line); /* of its stderr; may be the beginning of a longer line */
    /* The process and everything that it has started have ended. The program is freed when this returns. `problem`
     * completes the sentence "the server …". */
    void (*gone)(void *user, const char *problem);
};

/* Copies what it needs of the order. */
int program_start(uv_loop_t *loop, const struct program_order *order, const struct program_events *events, void *user,
                  struct program **ret_program);

/* Sends a line; `line` has no end of line. Never blocks. Returns -ENOBUFS if the queue is full, -EPIPE if the program
 * has closed its input. */
int program_send(struct program *program, struct slice line);

/* Stops or resumes reading its output. */
void program_pause(struct program *program, bool paused);

/* Ends the program: closes its input, then SIGTERM, then SIGKILL. With `now`, begins with SIGTERM. Lines still arrive
 * until `gone`. */
void program_end(struct program *program, bool now);
