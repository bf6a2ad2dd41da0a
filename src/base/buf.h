/* A byte buffer that grows up to a fixed limit. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct buf {
    char *data;
    size_t size;
    size_t capacity;
    size_t limit;
    /* Set when an append fails; later appends fail too, so that a writer can check once at its end. */
    int error;
    bool traceless; /* wipes freed memory when it grows */
};

#define BUF_LIMITED(bytes)                                                                                             \
    {                                                                                                                  \
        .limit = (bytes)                                                                                               \
    }

void buf_clear(struct buf *buf);

/* Empties the buffer and clears its error. Keeps at most `keep` bytes of memory. */
void buf_reset(struct buf *buf, size_t keep);

/* Wipes all of its memory, keeps it, and empties the buffer. */
void buf_wipe(struct buf *buf);

/* Reserves room for `extra` more bytes. Returns -ENOBUFS at the limit, or -ENOMEM. */
int buf_reserve(struct buf *buf, size_t extra);

int buf_append_unsigned(struct buf *buf, uint64_t value);
int buf_append_signed(struct buf *buf, int64_t value);

/* Writes the digits of the number and returns their end. There must be room for BUF_NUMBER_ROOM bytes. */
enum { BUF_NUMBER_ROOM = 32 };
char *buf_write_signed(char *at, int64_t value);
int buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
int buf_vprintf(struct buf *buf, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Appends a NUL that `size` does not count, so that `data` is a C string. */
int buf_terminate(struct buf *buf);

/* Removes the first `size` bytes. */
void buf_consume(struct buf *buf, size_t size);

/* Returns room for `size` more bytes; the caller adds the bytes written to buf->size. NULL at the limit or if memory is
 * exhausted. */
static inline char *buf_room(struct buf *buf, size_t size)
{
    if (__builtin_expect(size > buf->capacity - buf->size || !buf->data || buf->error, 0) &&
        buf_reserve(buf, size ? size : 1) < 0)
        return NULL;
    return buf->data + buf->size;
}

/* Inline for the common case of enough room, because every hot path appends. */
static inline int buf_append(struct buf *buf, const void *data, size_t size)
{
    char *room = buf_room(buf, size);
    if (!room)
        return buf->error;
    if (size > 0)
        memcpy(room, data, size);
    buf->size += size;
    return 0;
}

static inline int buf_append_slice(struct buf *buf, struct slice slice)
{
    char *room = buf_room(buf, slice.size);
    if (!room)
        return buf->error;
    slice_copy(room, slice);
    buf->size += slice.size;
    return 0;
}

static inline int buf_append_text(struct buf *buf, const char *text)
{
    return buf_append(buf, text, strlen(text));
}

static inline int buf_append_char(struct buf *buf, char c)
{
    return buf_append(buf, &c, 1);
}

static inline struct slice buf_slice(const struct buf *buf)
{
    return (struct slice){buf->data, buf->size};
}
