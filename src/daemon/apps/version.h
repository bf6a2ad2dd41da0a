/* Semantic versions (semver.org 2.0.0). */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

bool apps_version_is_valid(struct slice version);

/* Which of two valid versions is later: negative, 0 or positive. Build metadata does not count. */
int apps_version_compare(struct slice one, struct slice other);
