/* An arena: scratch memory with a size limit, released all at once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    char *at, *end;             /* the free part of the newest block */
    bool touched;               /* memory was allocated since the last reset */
    size_t used;                /* bytes of all blocks */
    size_t limit;
};

#define ARENA_LIMITED(bytes)                                                                                           \
    {                                                                                                                  \
        .limit = (bytes)                                                                                               \
    }

/* Allocates memory that is valid until the next reset, aligned for any type. Returns NULL at the limit or if memory is
 * exhausted. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_zeroed(struct arena *arena, size_t size);

/* Grows the newest allocation in place if possible; otherwise moves it. */
void *arena_realloc(struct arena *arena, void *old, size_t old_size, size_t size);

/* A copy terminated by NUL. `data` is NULL if memory is exhausted. */
struct slice arena_copy(struct arena *arena, struct slice text);

/* Releases all allocations. Keeps one block for reuse; sanitizer builds poison it. */
void arena_release(struct arena *arena);

static inline void arena_reset(struct arena *arena)
{
    if (arena->touched)
        arena_release(arena);
}

/* Wipes all memory that was allocated since the last reset. */
void arena_wipe(struct arena *arena);

void arena_clear(struct arena *arena);
