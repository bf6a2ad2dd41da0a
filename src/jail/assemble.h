/* The trees of a view, in the order in which they are placed: what comes later lies over what came before. */
#pragma once

#include <stddef.h>

#include "jail/mount.h"

enum { ASSEMBLY_MAX = 2 * VIEW_LINES_MAX + 1 };

struct assembly {
    size_t count;
    struct mount_tree trees[ASSEMBLY_MAX];
};

/* An empty directory of the store. */
int assembly_add_home(struct assembly *assembly, const struct root *root, const struct view *view,
                      struct problem *problem);

/* The lines of a view; or, where there is one, those of the session, with what the view hides. */
int assembly_add_view(struct assembly *assembly, struct root *root, const struct view *view, const struct view *session,
                      struct problem *problem);

/* In the program's namespace. After a failure some of them are placed. */
int assembly_place(struct assembly *assembly, const struct root *root, struct problem *problem);
void assembly_undo(struct assembly *assembly);

/* What was placed stays. */
void assembly_clear(struct assembly *assembly);
