/* Patterns of names in which * stands for any characters, also none. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

bool wildcard_fits(struct slice pattern, struct slice name);
