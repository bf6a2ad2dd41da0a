/* Sums of untrusted numbers: they stop at the largest value instead of wrapping. */
#pragma once

#include <stdint.h>

static inline int64_t saturate_add(int64_t a, int64_t b)
{
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return b > 0 ? INT64_MAX : INT64_MIN;
}
