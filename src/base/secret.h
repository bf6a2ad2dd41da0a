/* What must not be guessed, and not be left lying about. */
#pragma once

#include "base/slice.h"

/* This process leaves no core dump, and nobody but root looks into its memory. Of the program: an execve() forgets it.
 */
void secret_forbid_dumps(void);

/* The registers with which memory is copied keep what was copied last. Where a library looks its functions up when it
 * first calls them, as libuv of Debian 13 does, the loader writes all of them to the stack then. */
void secret_clear_registers(void);

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
