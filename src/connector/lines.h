/* Cuts a stream of bytes into lines. No I/O. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

struct lines {
    struct buf rest; /* a line whose end has not arrived */
    bool cuts;       /* a line that is too long is passed on without its end, instead of being skipped */
    bool skipping;   /* the current line is too long */
    size_t skipped;  /* its bytes so far */
};

struct lines_events {
    void (*line)(void *user, struct slice line); /* without its end */
    /* A line that was too long has ended. NULL: not needed. */
    void (*skipped)(void *user, size_t bytes);
};

/* A line may have `limit` bytes. */
void lines_init(struct lines *lines, size_t limit, bool cuts);
void lines_clear(struct lines *lines);

/* Returns -ENOMEM if memory is exhausted. The events must not clear `lines`. */
int lines_feed(struct lines *lines, struct slice bytes, const struct lines_events *events, void *user);

/* The stream has ended: passes on a last line without an end. */
void lines_end(struct lines *lines, const struct lines_events *events, void *user);
