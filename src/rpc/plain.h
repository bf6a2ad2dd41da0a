/* The quick look at a request that has the plainest form there is.
 *
 * Most requests are one object without nesting: "jsonrpc", "method", an "id" of digits or plain characters, and no
 * params or empty ones. Such a line is understood in one pass, without building a document. Whatever is not as plain as
 * this is left to the strict reader; so this one accepts a part of what that accepts, with the same meaning, and
 * refuses nothing by itself. fuzz_plain holds the two against each other. */
#pragma once

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

struct plain {
    struct slice method;
    struct slice id; /* as JSON text: digits, or a string with its quotes; empty for a notification */
};

/* False: read it strictly. The slices are parts of `line`, without a NUL behind them. */
bool plain_read(struct slice line, struct plain *ret_plain);

/* Clients repeat themselves: the next request mostly differs from the last in the digits of its id alone. So the text
 * around them is kept: what is the same again need not be understood again, and its end need not be looked for. */
struct plain_memory {
    char text[112]; /* what stood before the digits, then what stood behind them, then the newline */
    unsigned char head, tail;
};

enum { PLAIN_DIGITS_MAX = 20, PLAIN_LINE_MAX = 112 + PLAIN_DIGITS_MAX };

/* A line of which plain_read() made `plain`. One that cannot be recognised by its text leaves nothing in the memory. */
void plain_remember(struct plain_memory *memory, struct slice line, const struct plain *plain);

/* Eight at a time: a digit less '0' is below ten, and 0x76 more does not reach the top bit of its byte. What is behind
 * the first other character may count wrong; nobody asks for it. */
static inline size_t plain_count_digits(const char *at, size_t size)
{
    const uint64_t zeros = 0x3030303030303030, more = 0x7676767676767676, tops = 0x8080808080808080;
    size_t count = 0;
    if (size >= 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        eight = le64toh(eight) ^ zeros;
        uint64_t others = ((eight + more) | eight) & tops;
        if (others)
            return (size_t)__builtin_ctzll(others) / 8;
        count = 8;
    }
    while (count < size && count <= PLAIN_DIGITS_MAX && at[count] >= '0' && at[count] <= '9')
        count++;
    return count;
}

/* Takes the first line off *input if it is the remembered one with an id of its own, and a newline is behind it. */
static inline bool plain_take_again(const struct plain_memory *memory, struct slice *input, struct slice *ret_id)
{
    size_t head = memory->head, tail = memory->tail;
    if (head == 0 || input->size <= head + tail || memcmp(input->data, memory->text, head) != 0)
        return false;
    const char *id = input->data + head, *rest = memory->text + head;
    size_t digits = plain_count_digits(id, input->size - head), size = head + digits + tail;
    if (digits == 0 || digits > PLAIN_DIGITS_MAX || *id == '0' || size > input->size || id[digits] != *rest ||
        input->data[size - 1] != '\n' || (tail > 2 && memcmp(id + digits, rest, tail) != 0))
        return false;
    *ret_id = (struct slice){id, digits};
    *input = (struct slice){input->data + size, input->size - size};
    return true;
}
