/* A piece of somebody else's memory: a pointer and a length, never an owner. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct slice {
    const char *data;
    size_t size;
};

/* A slice of a string literal; for static initialisers too. */
#define SLICE_INIT(literal) {(literal), sizeof(literal) - 1}
#define SLICE(literal) ((struct slice)SLICE_INIT(literal))

/* For printf: "%.*s", SLICE_ARG(slice). */
#define SLICE_ARG(slice) ((int)((slice).size < 4096 ? (slice).size : 4096)), ((slice).data ? (slice).data : "")

static inline struct slice slice_of(const char *text)
{
    return (struct slice){text, text ? strlen(text) : 0};
}

static inline bool slice_equal(struct slice a, struct slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool slice_is(struct slice a, const char *text)
{
    return slice_equal(a, slice_of(text));
}

static inline bool slice_starts_with(struct slice a, struct slice prefix)
{
    return a.size >= prefix.size && memcmp(a.data, prefix.data, prefix.size) == 0;
}
