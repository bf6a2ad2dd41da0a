/* The last megabyte of a terminal's output, in memory that two processes share (a memfd): a ring that knows how much
 * has ever been written to it. One process writes at a time, and only that one looks inside while it does. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SCROLLBACK_BYTES = 1 << 20 };

struct scrollback {
    struct scrollback_memory *memory; /* shared; NULL: none is mapped */
    uint64_t total; /* our own count: what the other side does to the shared one changes nothing here */
};

/* A new, empty one: a memfd of its full size, sealed against resizing. */
int scrollback_make(int *ret_fd);

/* Maps one that was made by anybody. -EINVAL unless it is a memfd of the right size that nobody can resize any more:
 * the other side could else cut it under our feet. The count in it is taken as it is, within bounds. Does not take fd.
 */
int scrollback_map(struct scrollback *scrollback, int fd);
void scrollback_unmap(struct scrollback *scrollback);

void scrollback_write(struct scrollback *scrollback, const void *data, size_t size);

/* How many bytes have ever been written, and the first of them that is still there. */
static inline uint64_t scrollback_total(const struct scrollback *scrollback)
{
    return scrollback->total;
}

static inline uint64_t scrollback_first(const struct scrollback *scrollback)
{
    return scrollback->total > SCROLLBACK_BYTES ? scrollback->total - SCROLLBACK_BYTES : 0;
}

/* Copies what was written from *offset on, at most `size` bytes; returns how many. An offset that is not there any more
 * is moved to the first that is, one behind the end to the end. */
size_t scrollback_read(const struct scrollback *scrollback, uint64_t *offset, void *data, size_t size);
