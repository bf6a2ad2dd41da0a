/* Checks and cuts UTF-8. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* UTF-8 as in RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
bool utf8_is_valid(struct slice text);

/* The beginning of a text, of at most so many bytes; never ends inside of a character. */
struct slice utf8_cut(struct slice text, size_t most);
