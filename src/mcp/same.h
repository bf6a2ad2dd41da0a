/* Whether two JSON values are equal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

/* As JSON Schema has it: numbers by their value, objects in any order. Returns -E2BIG if that takes more than *work
 * steps, which it reduces. */
int mcp_same(size_t *work, const yyjson_val *a, const yyjson_val *b, bool *ret_same);
