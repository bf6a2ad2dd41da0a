/* Keeps the end of a program's stderr, for the message about its end. */
#include <string.h>

#include "executor/adapters/program_internal.h"

void program_tail_add(struct program_tail *tail, struct slice bytes)
{
    if (bytes.size > PROGRAM_STDERR_KEPT) {
        bytes = (struct slice){bytes.data + bytes.size - PROGRAM_STDERR_KEPT, PROGRAM_STDERR_KEPT};
        tail->size = 0;
        tail->cut = true;
    }
    if (tail->size + bytes.size > sizeof tail->bytes) {
        size_t dropped = tail->size + bytes.size - PROGRAM_STDERR_KEPT;
        dropped = dropped < tail->size ? dropped : tail->size;
        memmove(tail->bytes, tail->bytes + dropped, tail->size - dropped);
        tail->size -= dropped;
        tail->cut = true;
    }
    if (bytes.size > 0)
        memcpy(tail->bytes + tail->size, bytes.data, bytes.size);
    tail->size += bytes.size;
}

/* Returns the size of the UTF-8 character at the beginning; 0: invalid. */
static size_t character(const unsigned char *at, size_t size)
{
    size_t length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3 : *at < 0xf5 ? 4 : 0;
    if (*at >= 0x80 && *at < 0xc2)
        return 0;
    if (length == 0 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool surrogate = *at == 0xed && at[1] >= 0xa0, beyond = *at == 0xf4 && at[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

/* Replaces control characters, which could change the reader's terminal. */
static void mend(struct program_tail *tail)
{
    unsigned char *at = (unsigned char *)tail->bytes;
    for (size_t i = 0, length; i < tail->size; i += length) {
        length = character(at + i, tail->size - i);
        if (length == 0 || (at[i] < ' ' && at[i] != '\n' && at[i] != '\t') || at[i] == 0x7f) {
            at[i] = '?';
            length = 1;
        }
    }
}

struct slice program_tail_finish(struct program_tail *tail)
{
    size_t from = tail->size > PROGRAM_STDERR_KEPT ? tail->size - PROGRAM_STDERR_KEPT : 0;
    if (tail->cut || from > 0) {
        const char *line = memchr(tail->bytes + from, '\n', tail->size - from);
        from = line ? (size_t)(line - tail->bytes) + 1 : from;
    }
    while (tail->size > from && (tail->bytes[tail->size - 1] == '\n' || tail->bytes[tail->size - 1] == '\r'))
        tail->size--;
    mend(tail);
    return (struct slice){tail->bytes + from, tail->size - from};
}
