#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif

#ifdef HAVE_ASAN
#include <sanitizer/asan_interface.h>
#define POISON(start, size) __asan_poison_memory_region(start, size)
#define UNPOISON(start, size) __asan_unpoison_memory_region(start, size)
#else
#define POISON(start, size) ((void)(start), (void)(size))
#define UNPOISON(start, size) ((void)(start), (void)(size))
#endif

enum { ALIGN = alignof(max_align_t), KEPT = 16 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size; /* bytes after this header */
    alignas(max_align_t) char bytes[];
};

static size_t rounded(size_t size)
{
    return (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static int add_block(struct arena *arena, size_t size)
{
    if (size < KEPT)
        size = KEPT;
    if (size > arena->limit - arena->used && size > KEPT)
        return -1;
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return -1;
    block->older = arena->blocks;
    block->size = size;
    arena->blocks = block;
    arena->used += size;
    arena->at = block->bytes;
    arena->end = block->bytes + size;
    POISON(block->bytes, size);
    return 0;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2 || arena->used > arena->limit)
        return NULL;
    size = rounded(size ? size : 1);
    if (size > (size_t)(arena->end - arena->at) && add_block(arena, size) < 0)
        return NULL;
    void *place = arena->at;
    arena->touched = true;
    arena->at += size;
    UNPOISON(place, size);
    return place;
}

void *arena_zeroed(struct arena *arena, size_t size)
{
    void *place = arena_alloc(arena, size);
    return place ? memset(place, 0, size) : NULL;
}

void *arena_realloc(struct arena *arena, void *old, size_t old_size, size_t size)
{
    if (!old)
        return arena_alloc(arena, size);
    if (size <= old_size)
        return old;
    if (size > SIZE_MAX / 2)
        return NULL;
    size_t before = rounded(old_size ? old_size : 1);
    size_t more = rounded(size) - before;
    if ((char *)old + before == arena->at && more <= (size_t)(arena->end - arena->at)) {
        UNPOISON(arena->at, more);
        arena->at += more;
        return old;
    }
    void *place = arena_alloc(arena, size);
    if (place)
        memcpy(place, old, old_size);
    return place;
}

struct slice arena_copy(struct arena *arena, struct slice text)
{
    char *place = arena_alloc(arena, text.size + 1);
    if (!place)
        return (struct slice){NULL, 0};
    if (text.size > 0)
        memcpy(place, text.data, text.size);
    place[text.size] = '\0';
    return (struct slice){place, text.size};
}

static void free_block(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    arena->blocks = block->older;
    arena->used -= block->size;
    UNPOISON(block->bytes, block->size);
    free(block);
}

void arena_release(struct arena *arena)
{
    arena->touched = false;
    while (arena->blocks && (arena->blocks->older || arena->blocks->size > KEPT))
        free_block(arena);
    arena->at = arena->end = NULL;
    if (arena->blocks) {
        arena->at = arena->blocks->bytes;
        arena->end = arena->at + arena->blocks->size;
        POISON(arena->blocks->bytes, arena->blocks->size);
    }
}

void arena_wipe(struct arena *arena)
{
    for (struct arena_block *block = arena->blocks; block; block = block->older) {
        size_t used = block == arena->blocks ? (size_t)(arena->at - block->bytes) : block->size;
        UNPOISON(block->bytes, used);
        explicit_bzero(block->bytes, used);
    }
}

void arena_clear(struct arena *arena)
{
    if (!arena)
        return;
    while (arena->blocks)
        free_block(arena);
    *arena = (struct arena){.limit = arena->limit};
}
