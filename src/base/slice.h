/* A non-owning reference to memory: a pointer and a length. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct slice {
    const char *data;
    size_t size;
};

/* A slice of a string literal; usable in static initializers. */
#define SLICE_INIT(literal)                                                                                            \
    {                                                                                                                  \
        (literal), sizeof(literal) - 1                                                                                 \
    }
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

#define SLICE_BLANKS SLICE(" \t\r\n")

/* Removes these bytes from both ends. */
static inline struct slice slice_trim(struct slice text, struct slice bytes)
{
    while (text.size > 0 && memchr(bytes.data, text.data[0], bytes.size))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && memchr(bytes.data, text.data[text.size - 1], bytes.size))
        text.size--;
    return text;
}

/* memcpy() for short data: two overlapping moves instead of a call. */
static inline void slice_copy(char *to, struct slice from)
{
    if (from.size > 16) {
        memcpy(to, from.data, from.size);
    } else if (from.size >= 8) {
        char head[8], tail[8];
        memcpy(head, from.data, 8);
        memcpy(tail, from.data + from.size - 8, 8);
        memcpy(to, head, 8);
        memcpy(to + from.size - 8, tail, 8);
    } else if (from.size >= 4) {
        char head[4], tail[4];
        memcpy(head, from.data, 4);
        memcpy(tail, from.data + from.size - 4, 4);
        memcpy(to, head, 4);
        memcpy(to + from.size - 4, tail, 4);
    } else {
        for (size_t i = 0; i < from.size; i++)
            to[i] = from.data[i];
    }
}
