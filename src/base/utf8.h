/* Whether bytes are text. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
bool utf8_is_valid(struct slice text);
