/* Suggests the nearest word: "Did you mean …?" */
#pragma once

#include <stddef.h>

enum { SUGGEST_SIZE_MAX = 64 };

/* The number of insertions, deletions, replacements and swaps of neighbors between the words; ':' and '.' are equal.
 * Words longer than SUGGEST_SIZE_MAX are infinitely distant from all others. */
size_t suggest_distance(const char *a, const char *b);

/* Compares candidates one after another, and keeps the nearest one within a limit. */
struct suggestion {
    const char *word; /* the word of the user */
    const char *best; /* or NULL */
    size_t distance;
};

void suggest_consider(struct suggestion *suggestion, const char *candidate);
