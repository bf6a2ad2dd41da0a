#include "base/wildcard.h"

#include <stddef.h>
#include <stdint.h>

/* Backtracks only to the last *: the parts before it have matched at the earliest position. */
bool wildcard_fits(struct slice pattern, struct slice name)
{
    size_t at = 0, i = 0, star = SIZE_MAX, begin = 0;
    while (i < name.size) {
        if (at < pattern.size && pattern.data[at] == '*') {
            star = at++;
            begin = i;
        } else if (at < pattern.size && pattern.data[at] == name.data[i]) {
            at++;
            i++;
        } else if (star != SIZE_MAX) {
            at = star + 1;
            i = ++begin;
        } else {
            return false;
        }
    }
    while (at < pattern.size && pattern.data[at] == '*')
        at++;
    return at == pattern.size;
}
