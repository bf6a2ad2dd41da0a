/* Regular expressions of JSON Schema, as far as they need linear time: no backtracking, no look-around, no references.
 */
#pragma once

#include <stddef.h>

#include "base/slice.h"

/* Whether the pattern is found in the text, both UTF-8. Returns 1, 0, -ENOTSUP for a pattern that it cannot decide, or
 * -E2BIG if that takes more than *work steps, which it reduces. */
int mcp_pattern_match(struct slice pattern, struct slice text, size_t *work);
