#include "base/buf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALLEST = 256 };

void buf_clear(struct buf *buf)
{
    if (!buf)
        return;
    free(buf->data);
    *buf = (struct buf){.limit = buf->limit};
}

void buf_reset(struct buf *buf, size_t keep)
{
    if (buf->capacity > keep)
        buf_clear(buf);
    buf->size = 0;
    buf->error = 0;
}

int buf_reserve(struct buf *buf, size_t extra)
{
    if (buf->error)
        return buf->error;
    if (extra <= buf->capacity - buf->size)
        return 0;
    if (extra > buf->limit || buf->size > buf->limit - extra)
        return buf->error = -ENOBUFS;

    size_t wanted = buf->size + extra;
    size_t capacity = buf->capacity ? buf->capacity : SMALLEST;
    while (capacity < wanted)
        capacity += capacity / 2;
    if (capacity > buf->limit)
        capacity = buf->limit;
    char *data = realloc(buf->data, capacity);
    if (!data)
        return buf->error = -ENOMEM;
    buf->data = data;
    buf->capacity = capacity;
    return 0;
}

int buf_append(struct buf *buf, const void *data, size_t size)
{
    int r = buf_reserve(buf, size);
    if (r < 0)
        return r;
    if (size > 0)
        memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    return 0;
}

int buf_append_slice(struct buf *buf, struct slice slice)
{
    return buf_append(buf, slice.data, slice.size);
}

int buf_append_text(struct buf *buf, const char *text)
{
    return buf_append(buf, text, strlen(text));
}

int buf_append_char(struct buf *buf, char c)
{
    return buf_append(buf, &c, 1);
}

int buf_append_unsigned(struct buf *buf, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    return buf_append(buf, digits + at, sizeof digits - at);
}

int buf_append_signed(struct buf *buf, int64_t value)
{
    if (value >= 0)
        return buf_append_unsigned(buf, (uint64_t)value);
    int r = buf_append_char(buf, '-');
    return r < 0 ? r : buf_append_unsigned(buf, 0 - (uint64_t)value);
}

int buf_vprintf(struct buf *buf, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = buf->capacity - buf->size;
    int length = vsnprintf(room ? buf->data + buf->size : NULL, room, format, arguments);
    int r = length < 0 ? -EINVAL : 0;
    if (r == 0 && (size_t)length >= room) {
        r = buf_reserve(buf, (size_t)length + 1);
        if (r == 0)
            (void)vsnprintf(buf->data + buf->size, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (r == 0)
        buf->size += (size_t)length;
    return r;
}

int buf_printf(struct buf *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int r = buf_vprintf(buf, format, arguments);
    va_end(arguments);
    return r;
}

int buf_terminate(struct buf *buf)
{
    int r = buf_reserve(buf, 1);
    if (r == 0)
        buf->data[buf->size] = '\0';
    return r;
}

void buf_consume(struct buf *buf, size_t size)
{
    if (size >= buf->size) {
        buf->size = 0;
        return;
    }
    memmove(buf->data, buf->data + size, buf->size - size);
    buf->size -= size;
}
