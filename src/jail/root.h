/* Level namespace: what the program sees is a mount namespace of its own, which is put together from outside.
 *
 * PID 1 lives in one that shows all of the machine, with a tmpfs of ours (the store) in it. From there it takes trees
 * (mount.h) and places them into the program's, whose root is a directory of the store. No process in there helps with
 * that, or can hinder it. */
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

/* Makes it, with the machine's part. The caller has every capability of its user namespace and a mount namespace of its
 * own, and is there again afterwards, unless it failed. */
int root_make(struct root *root, struct problem *problem);

/* Adds the part of the view, or, where there is one, of the session, or nothing of it. */
int root_add(struct root *root, const struct view *general, const struct view *session, struct problem *problem);

/* For a fresh child: into the program's namespace, at its root. */
int root_enter(const struct root *root);
