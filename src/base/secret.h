/* Comparing what must not be guessed. */
#pragma once

#include "base/slice.h"

/* Takes as long whatever the bytes are; only the lengths show. */
static inline bool secret_equal(struct slice a, struct slice b)
{
    volatile unsigned char difference = 0;
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        difference = difference | (unsigned char)(a.data[i] ^ b.data[i]);
    return difference == 0;
}
