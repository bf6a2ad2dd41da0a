/* Bytes as text: base64 of RFC 4648, with its padding. */
#pragma once

#include <stddef.h>

#include "base/slice.h"

/* How many characters this many bytes become. */
static inline size_t base64_size(size_t bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* Writes base64_size(size) characters, and no NUL. */
void base64_encode(const void *data, size_t size, char *text);

/* `data` must have room for text.size / 4 * 3 bytes. -EINVAL for whatever base64_encode() would not have written:
 * another character, white space too, missing padding, bits that belong to no byte. */
int base64_decode(struct slice text, void *data, size_t *ret_size);
