/* Directories that others have filled, removed. */
#pragma once

#include <stdatomic.h>

/* Removes what is called `name` in a directory, with all that is in it: however deep, whatever its owner may not read,
 * and never what a link leads to, even if somebody puts one there meanwhile. -ENOTEMPTY: somebody adds to it, or a part
 * of it cannot be removed. -ECANCELED: `hurry`, which may be NULL, was set. What is not there is no error. */
int remove_tree(int parent_fd, const char *name, const atomic_bool *hurry);
