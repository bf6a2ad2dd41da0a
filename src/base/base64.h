/* Base64 of RFC 4648, with padding. */
#pragma once

#include <stddef.h>

#include "base/slice.h"

/* The number of characters for this many bytes. */
static inline size_t base64_size(size_t bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* Writes base64_size(size) characters without a NUL. */
void base64_encode(const void *data, size_t size, char *text);

/* `data` must have room for text.size / 4 * 3 bytes. Returns -EINVAL for text that base64_encode() cannot produce:
 * other characters, white space, missing padding, bits beyond the last byte. */
int base64_decode(struct slice text, void *data, size_t *ret_size);
