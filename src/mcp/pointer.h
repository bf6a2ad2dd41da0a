/* References of a JSON Schema into itself. */
#pragma once

#include <yyjson.h>

#include "base/slice.h"

/* The value that "#" or a JSON pointer such as "#/$defs/name" refers to. NULL if there is none, and for all other
 * references: nothing is ever fetched. */
const yyjson_val *mcp_pointer_find(const yyjson_val *root, struct slice ref);
