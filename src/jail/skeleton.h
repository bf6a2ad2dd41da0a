/* The system's part of the program's root (system.h), with what is mounted fresh: /proc, terminals, /tmp and its like.
 */
#pragma once

#include "jail/root.h"

/* Mounts that are attached nowhere, made where the store is seen. */
struct skeleton {
    int top_fd; /* the root directory of the program */
    int mounts[5];
    int covers[2]; /* a file and a directory that nobody may open */
};

#define SKELETON_INIT                                                                                                  \
    {                                                                                                                  \
        .top_fd = -1, .mounts = {-1, -1, -1, -1, -1}, .covers = { -1, -1 }                                             \
    }

int skeleton_prepare(struct skeleton *skeleton, const struct root *root, struct problem *problem);

/* In another mount namespace, which still shows the machine: puts the root over the old one and fills it. `under_fd` is
 * the directory of the store that it shows, where mount points are made. Nothing in it can be written to but /tmp and
 * its like. */
int skeleton_fill(const struct skeleton *skeleton, int under_fd, struct problem *problem);

void skeleton_clear(struct skeleton *skeleton);
