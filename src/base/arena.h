/* Scratch memory that is given back all at once, with a cap. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct arena_block;

struct arena {
    struct arena_block *blocks; /* the newest first */
    char *at, *end;             /* what is free in the newest */
    bool touched;               /* something was allocated since the last reset */
    size_t used;                /* bytes of all blocks */
    size_t limit;
};

#define ARENA_LIMITED(bytes)                                                                                           \
    {                                                                                                                  \
        .limit = (bytes)                                                                                               \
    }

/* Memory that lives until the next reset, aligned for anything. NULL at the limit or without memory. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_zeroed(struct arena *arena, size_t size);

/* Grows the newest allocation in place where it can; else moves it. */
void *arena_realloc(struct arena *arena, void *old, size_t old_size, size_t size);

/* A copy with a NUL behind it. `data` is NULL without memory. */
struct slice arena_copy(struct arena *arena, struct slice text);

/* All allocations end. One block is kept for the next round; sanitizer builds poison it. */
void arena_release(struct arena *arena);

static inline void arena_reset(struct arena *arena)
{
    if (arena->touched)
        arena_release(arena);
}

/* Overwrites whatever was allocated since the last reset. */
void arena_wipe(struct arena *arena);

void arena_clear(struct arena *arena);
