/* "Did you mean …?" */
#pragma once

#include <stddef.h>

enum { SUGGEST_SIZE_MAX = 64 };

/* Insertions, deletions, replacements and swaps of neighbours that make one of the other; ':' and '.' are alike. Words
 * longer than SUGGEST_SIZE_MAX are infinitely far from all others. */
size_t suggest_distance(const char *a, const char *b);

/* Looks at one candidate after the other and keeps the nearest that is near enough to be meant. */
struct suggestion {
    const char *word; /* what the user wrote */
    const char *best; /* or NULL */
    size_t distance;
};

void suggest_consider(struct suggestion *suggestion, const char *candidate);
