/* Deep copies of contract structs in one block of memory. */
#pragma once

#include <stddef.h>

#include "json/shape.h"

/* The bytes that a copy of everything that `value` points to needs, without the value itself. */
size_t json_copy_size(const struct shape *shape, const void *value);

/* Deep-copies *value to *copy. All pointers of the copy point into `block`, which must have json_copy_size()
 * bytes and be aligned for any type. */
void json_copy(const struct shape *shape, const void *value, void *copy, void *block);
