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
    *buf = (struct buf){.limit = buf->limit, .traceless = buf->traceless};
}

void buf_wipe(struct buf *buf)
{
    if (buf->data)
        explicit_bzero(buf->data, buf->capacity);
    buf->size = 0;
}

void buf_reset(struct buf *buf, size_t keep)
{
    if (buf->capacity > keep)
        buf_clear(buf);
    buf->size = 0;
    buf->error = 0;
}

/* realloc() would free the old block without wiping it. */
static char *move(struct buf *buf, size_t capacity)
{
    char *data = malloc(capacity);
    if (!data)
        return NULL;
    if (buf->data) {
        memcpy(data, buf->data, buf->size);
        explicit_bzero(buf->data, buf->capacity);
        free(buf->data);
    }
    return data;
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
    char *data = buf->traceless ? move(buf, capacity) : realloc(buf->data, capacity);
    if (!data)
        return buf->error = -ENOMEM;
    buf->data = data;
    buf->capacity = capacity;
    return 0;
}

static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                  "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                  "8081828384858687888990919293949596979899";

/* Writes all eight digits of a number below 10^8. The compiler replaces 32-bit divisions by constants with
 * multiplications. */
static void write_eight(char *digits, uint32_t value)
{
    uint32_t high = value / 10000, low = value % 10000;
    memcpy(digits, digit_pairs + (size_t)2 * (high / 100), 2);
    memcpy(digits + 2, digit_pairs + (size_t)2 * (high % 100), 2);
    memcpy(digits + 4, digit_pairs + (size_t)2 * (low / 100), 2);
    memcpy(digits + 6, digit_pairs + (size_t)2 * (low % 100), 2);
}

/* Writes decimal digits without leading zeros. Copies eight bytes at a time and may write a few bytes beyond the end
 * that it returns. */
static char *write_unsigned(char *at, uint64_t value)
{
    if (value >= 100000000) {
        at = write_unsigned(at, value / 100000000);
        write_eight(at, (uint32_t)(value % 100000000));
        return at + 8;
    }
    char digits[16];
    uint32_t rest = (uint32_t)value;
    int zeros = rest >= 10000 ? (rest >= 1000000 ? (rest >= 10000000 ? 0 : 1) : (rest >= 100000 ? 2 : 3))
                              : (rest >= 100 ? (rest >= 1000 ? 4 : 5) : (rest >= 10 ? 6 : 7));
    write_eight(digits, rest);
    memcpy(at, digits + zeros, 8);
    return at + 8 - zeros;
}

/* Times and sizes often repeat: caches the digits of the last long number. */
static _Thread_local struct {
    uint64_t value;
    size_t size;
    char digits[24];
} last;

static char *write_long(char *at, uint64_t value)
{
    if (value != last.value || last.size == 0) {
        last.size = (size_t)(write_unsigned(last.digits, value) - last.digits);
        last.value = value;
    }
    memcpy(at, last.digits, sizeof last.digits);
    return at + last.size;
}

char *buf_write_signed(char *at, int64_t value)
{
    if (value >= 100000000)
        return write_long(at, (uint64_t)value);
    if (value >= 0)
        return write_unsigned(at, (uint64_t)value);
    *at = '-';
    return write_unsigned(at + 1, 0 - (uint64_t)value);
}

int buf_append_unsigned(struct buf *buf, uint64_t value)
{
    char digits[BUF_NUMBER_ROOM];
    return buf_append(buf, digits, (size_t)(write_unsigned(digits, value) - digits));
}

int buf_append_signed(struct buf *buf, int64_t value)
{
    char digits[BUF_NUMBER_ROOM];
    return buf_append(buf, digits, (size_t)(buf_write_signed(digits, value) - digits));
}

int buf_vprintf(struct buf *buf, const char *format, va_list arguments)
{
    if (buf->error)
        return buf->error;
    va_list again;
    va_copy(again, arguments);
    size_t room = buf->capacity - buf->size;
    int length = vsnprintf(room ? buf->data + buf->size : NULL, room, format, arguments);
    int r = length < 0 ? (buf->error = -EINVAL) : 0;
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
