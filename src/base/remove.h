/* Removes directory trees with untrusted content. */
#pragma once

#include <stdatomic.h>

/* Removes the entry `name` of a directory with everything below it, at any depth and with any permissions. Never
 * follows links, even if another process creates them meanwhile. Returns -ENOTEMPTY if another process adds entries, or
 * if a part cannot be removed; -ECANCELED if `hurry` (may be NULL) was set. A missing entry is not an error. */
int remove_tree(int parent_fd, const char *name, const atomic_bool *hurry);
