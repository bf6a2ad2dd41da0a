/* Level namespace: the program's mount namespace, assembled from outside.
 *
 * PID 1 lives in another namespace that shows the whole machine and the store, a tmpfs. From there it clones mount
 * trees (mount.h) and places them into the program's namespace, whose root is a directory of the store. No process
 * inside takes part in this or can interfere. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "jail/problem.h"
#include "jail/view.h"

struct root {
    int own_fd;     /* the mount namespace that shows the machine */
    int own_top_fd; /* its root directory */
    int program_fd; /* the program's mount namespace */
    int store_fd;
    dev_t store_device;
    unsigned masks;
};

#define ROOT_INIT                                                                                                      \
    {                                                                                                                  \
        .own_fd = -1, .own_top_fd = -1, .program_fd = -1, .store_fd = -1                                               \
    }

/* Creates the root with the system's part. The caller has all capabilities of its user namespace and its own mount
 * namespace; it is in that namespace again afterwards, unless the call failed. */
int root_make(struct root *root, struct problem *problem);

/* Adds the mounts of the view, or of the session if it is not NULL. Adds nothing on failure. */
int root_add(struct root *root, const struct view *general, const struct view *session, struct problem *problem);

/* For a forked child: enters the program's namespace at its root. */
int root_enter(const struct root *root);
