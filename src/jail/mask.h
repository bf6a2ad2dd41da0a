/* Hides paths in the mounts of a view. */
#pragma once

#include <stddef.h>

#include "jail/mount.h"

/* The view and, if it was added, the session's view: the hidden paths of both apply, and the executor's own directory
 * stays visible. */
struct mask_views {
    const struct view *general, *session; /* session may be NULL */
};

/* Whether the path is below a hidden path. */
bool mask_covers(const struct mask_views *views, const char *path);

/* Mounts an empty directory or file over each hidden path in the tree, and the executor's own directory on top. This
 * happens before the tree is placed, so no process inside can win a race. Paths that do not exist are not hidden. */
int mask_apply(struct root *root, const struct mask_views *views, struct mount_tree *tree, struct problem *problem);

/* Creates a mask for the path; mount_place() places it only over an existing path. Returns -ENOENT if nothing exists at
 * the path. */
int mask_make(struct root *root, const struct mask_views *views, const char *path, struct mount_tree *ret_tree);
