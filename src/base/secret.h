/* Protection of secrets in memory. */
#pragma once

#include "base/slice.h"

/* Disables core dumps of this process, and lets only root read its memory. Lasts until execve(). */
void secret_forbid_dumps(void);

/* Clears the vector registers, which keep the last bytes that memory functions copied. If a library resolves symbols
 * lazily, as libuv of Debian 13 does, the dynamic loader writes these registers to the stack. */
void secret_clear_registers(void);

/* Compares in constant time for equal lengths. */
static inline bool secret_equal(struct slice a, struct slice b)
{
    volatile unsigned char difference = 0;
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        difference = difference | (unsigned char)(a.data[i] ^ b.data[i]);
    return difference == 0;
}
