/* Pieces in which something is hidden. */
#pragma once

#include <stddef.h>

#include "jail/mount.h"

/* The lines of a view, and of the session's part where there is one already: both hide, and what is the executor's own
 * stays. */
struct mask_views {
    const struct view *general, *session; /* the second may be NULL */
};

/* Whether the path lies in something hidden. */
bool mask_covers(const struct mask_views *views, const char *path);

/* Puts an empty directory or file over each hidden path in the tree, and the executor's own directory where it
 * belongs. All of that is in it before it is placed: nobody in there can be faster. What does not exist is not hidden.
 */
int mask_apply(struct root *root, const struct mask_views *views, struct mount_tree *tree, struct problem *problem);

/* What hides the path wherever it is seen: a tree that is placed only over something. -ENOENT: there is nothing. */
int mask_make(struct root *root, const struct mask_views *views, const char *path, struct mount_tree *ret_tree);
