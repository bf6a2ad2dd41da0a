/* Programs that others wrote: where they are, and whether a sandbox shows them without being asked. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* As the shell would find it by the daemon's PATH, of which only absolute directories count; a name with a / in it is
 * its own path. The caller frees it. -ENOENT: it is in none of them, or may not be run. */
int sandbox_find_program(const char *name, char **ret_path);

/* It lies in what every sandbox shows of the system. */
bool sandbox_is_system(const char *path);

/* Whether `path` is `above`, or lies below it. */
bool sandbox_is_below(const char *path, struct slice above);
