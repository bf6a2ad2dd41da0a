/* Patterns of names in which * matches any characters, or none. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

bool wildcard_fits(struct slice pattern, struct slice name);
