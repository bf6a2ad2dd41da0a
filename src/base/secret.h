/* What must not be guessed, and not be left lying about. */
#pragma once

#include "base/slice.h"

/* This process leaves no core dump, and nobody but root looks into its memory. Of the program: an execve() forgets it.
 */
void secret_forbid_dumps(void);

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
