/* From one contract struct into another. */
#pragma once

#include <stdbool.h>

#include "json/shape.h"

/* Gives `to` every field that both objects have under the same name: what is absent in `from` stays as it is, what is
 * null becomes absent. What a field points to is shared, not copied. True: there was something to give. */
bool json_assign(const struct shape *from_shape, const void *from, const struct shape *to_shape, void *to);
