/* What a command writes, in a bounded place: its head and its tail are kept, and how much there was between. */
#pragma once

#include <stdint.h>

#include "base/buf.h"

struct output {
    struct buf head;
    char *tail; /* a ring of `room` bytes; made with its first byte */
    size_t room, at, kept;
    uint64_t total;
};

/* Half of `limit` for each. */
void tool_output_init(struct output *output, size_t limit);
void tool_output_clear(struct output *output);
void tool_output_add(struct output *output, struct slice bytes);
/* Appends it as text, with a line that tells what was left out. */
int tool_output_write(const struct output *output, struct buf *out);
