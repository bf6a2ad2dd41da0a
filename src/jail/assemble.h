/* The mounts of a view, in the order in which they are placed: later mounts cover earlier ones. */
#pragma once

#include <stddef.h>

#include "jail/mount.h"

enum { ASSEMBLY_MAX = 2 * VIEW_LINES_MAX + 1 };

struct assembly {
    size_t count;
    struct mount_tree trees[ASSEMBLY_MAX];
};

/* Adds the home directory, an empty directory of the store. */
int assembly_add_home(struct assembly *assembly, const struct root *root, const struct view *view,
                      struct problem *problem);

/* Adds the lines of the view or, if there is a session, the lines of the session and the masks of both. */
int assembly_add_view(struct assembly *assembly, struct root *root, const struct view *view, const struct view *session,
                      struct problem *problem);

/* Call this in the program's mount namespace. After a failure some mounts may be placed: call assembly_undo(). */
int assembly_place(struct assembly *assembly, const struct root *root, struct problem *problem);
void assembly_undo(struct assembly *assembly);

/* Releases the memory and descriptors; placed mounts stay. */
void assembly_clear(struct assembly *assembly);
