#include "base/suggest.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

static char plain(char c)
{
    return c == ':' ? '.' : (char)tolower((unsigned char)c);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t suggest_distance(const char *a, const char *b)
{
    size_t rows[3][SUGGEST_SIZE_MAX + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    size_t a_size = strlen(a), b_size = strlen(b);
    if (a_size > SUGGEST_SIZE_MAX || b_size > SUGGEST_SIZE_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= b_size; j++)
        before[j] = above[j] = row[j] = j;
    for (size_t i = 1; i <= a_size; i++) {
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= b_size; j++) {
            size_t replaced = above[j - 1] + (plain(a[i - 1]) != plain(b[j - 1]));
            row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && plain(a[i - 1]) == plain(b[j - 2]) && plain(a[i - 2]) == plain(b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_size];
}

void suggest_consider(struct suggestion *suggestion, const char *candidate)
{
    size_t size = strlen(suggestion->word), candidate_size = strlen(candidate);
    size_t distance = suggest_distance(suggestion->word, candidate);
    size_t far = (size > candidate_size ? size : candidate_size) / 3 + 1;
    /* A truncated word, such as "stat" for "status", matches regardless of the number of missing characters. */
    if (size >= 3 && strncmp(suggestion->word, candidate, size) == 0)
        distance = 0;
    if (distance <= far && (!suggestion->best || distance < suggestion->distance)) {
        suggestion->best = candidate;
        suggestion->distance = distance;
    }
}
