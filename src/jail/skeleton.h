/* The system's part of the program's root (system.h), and its new mounts: /proc, terminals, /tmp and similar. */
#pragma once

#include "jail/root.h"

/* Detached mounts, created in the namespace of the store. */
struct skeleton {
    int top_fd; /* the program's root directory */
    int mounts[5];
    int covers[2]; /* a file and a directory without permissions */
};

#define SKELETON_INIT                                                                                                  \
    {                                                                                                                  \
        .top_fd = -1, .mounts = {-1, -1, -1, -1, -1}, .covers = { -1, -1 }                                             \
    }

int skeleton_prepare(struct skeleton *skeleton, const struct root *root, struct problem *problem);

/* Call this in another mount namespace that still shows the machine: mounts the root over the old one and fills it.
 * `under_fd` is the directory of the store that becomes the root; mount points are created in it. Afterwards only /tmp
 * and similar directories are writable. */
int skeleton_fill(const struct skeleton *skeleton, int under_fd, struct problem *problem);

void skeleton_clear(struct skeleton *skeleton);
