/* Collects the output of a command in bounded memory: keeps the head, the tail and the number of bytes between them. */
#pragma once

#include <stdint.h>

#include "base/buf.h"

struct output {
    struct buf head;
    char *tail; /* a ring buffer of `room` bytes; allocated with its first byte */
    size_t room, at, kept;
    uint64_t total;
};

/* Uses half of `limit` for each. */
void tool_output_init(struct output *output, size_t limit);
void tool_output_clear(struct output *output);
void tool_output_add(struct output *output, struct slice bytes);
/* Appends the output as text, with a line for the omitted part. */
int tool_output_write(const struct output *output, struct buf *out);
