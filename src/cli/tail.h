/* The end of a log file, and what is added to it, through its rotation FILE → FILE.1. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "rpc/frame.h"

enum { TAIL_LINE_BYTES = 64 << 10 };

struct tail {
    const char *path;
    char *rotated; /* path.1 */
    int fd;        /* of the file being read, at the place up to which it was read; -1: there is none yet */
    struct framer framer;
    void (*line)(void *user, struct slice line); /* without its newline */
    void *user;
};

/* -ENOMEM. Keeps `path`. */
int tail_init(struct tail *tail, const char *path, void (*line)(void *user, struct slice line), void *user);
void tail_clear(struct tail *tail);

/* Hands out the last `count` lines; those that the file does not have come from the rotated one. -ENOENT: no file. */
int tail_last(struct tail *tail, int64_t count);

/* Hands out what has been added since; goes on with the new file where there is one. */
int tail_more(struct tail *tail);

/* Hands out a last line that has no newline. */
void tail_finish(struct tail *tail);
