/* Reads the end of a log file and follows it, through rotations FILE → FILE.1. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "rpc/frame.h"

enum { TAIL_LINE_BYTES = 64 << 10 };

struct tail {
    const char *path;
    char *rotated; /* path.1 */
    int fd;        /* the open file, at the offset up to which it was read; -1: none yet */
    struct framer framer;
    void (*line)(void *user, struct slice line); /* called for each line, without newline */
    void *user;
};

/* Returns -ENOMEM. Keeps a reference to `path`. */
int tail_init(struct tail *tail, const char *path, void (*line)(void *user, struct slice line), void *user);
void tail_clear(struct tail *tail);

/* Passes on the last `count` lines, also from the rotated file if the current one is too short. Returns -ENOENT if
 * there is no file. */
int tail_last(struct tail *tail, int64_t count);

/* Passes on lines added since, also in a new file. */
int tail_more(struct tail *tail);

/* Passes on a last line without newline. */
void tail_finish(struct tail *tail);
