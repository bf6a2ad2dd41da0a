/* Deep copies of contract structs in one block of memory. */
#pragma once

#include <stddef.h>

#include "json/shape.h"

/* How many bytes the copy of what `value` points to takes, the value itself not counted. */
size_t json_copy_size(const struct shape *shape, const void *value);

/* Makes *copy a copy of *value that points only into `block`, which has json_copy_size() bytes and is aligned for
 * anything. */
void json_copy(const struct shape *shape, const void *value, void *copy, void *block);
