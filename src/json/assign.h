/* Copies fields from one contract struct to another. */
#pragma once

#include <stdbool.h>

#include "json/shape.h"

/* Copies every field that both objects have under the same name: a field that is absent in `from` leaves `to`
 * unchanged, a null field becomes absent. Pointers are shared, not copied. Returns true if any field was
 * copied. */
bool json_assign(const struct shape *from_shape, const void *from, const struct shape *to_shape, void *to);
