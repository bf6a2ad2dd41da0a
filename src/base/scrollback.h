/* The last megabyte of a terminal's output, in memory that two processes share (a memfd): a ring with a count of all
 * bytes ever written. One process writes at a time, and only that process reads meanwhile. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SCROLLBACK_BYTES = 1 << 20 };

struct scrollback {
    struct scrollback_memory *memory; /* shared; NULL: not mapped */
    uint64_t total;                   /* private copy of the count, which the other process cannot change */
};

/* Creates an empty one: a memfd of its full size, sealed against resizing. */
int scrollback_make(int *ret_fd);

/* Maps a scrollback from another process. Returns -EINVAL unless it is a memfd of the right size that is sealed against
 * resizing; otherwise the other process could truncate it, and accesses would fail with SIGBUS. The count in it is not
 * trusted beyond the bounds of the ring. Does not take fd. */
int scrollback_map(struct scrollback *scrollback, int fd);
void scrollback_unmap(struct scrollback *scrollback);

void scrollback_write(struct scrollback *scrollback, const void *data, size_t size);

/* The number of bytes ever written, and the offset of the first one that is still in the ring. */
static inline uint64_t scrollback_total(const struct scrollback *scrollback)
{
    return scrollback->total;
}

static inline uint64_t scrollback_first(const struct scrollback *scrollback)
{
    return scrollback->total > SCROLLBACK_BYTES ? scrollback->total - SCROLLBACK_BYTES : 0;
}

/* Copies at most `size` bytes from *offset on and returns their number. An offset that was overwritten moves to the
 * oldest available one; an offset beyond the end moves to the end. */
size_t scrollback_read(const struct scrollback *scrollback, uint64_t *offset, void *data, size_t size);
