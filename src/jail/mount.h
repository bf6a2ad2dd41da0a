/* A tree of what the program sees: a tree of mounts that is attached nowhere, made from what this machine has. */
#pragma once

#include <stdbool.h>

#include "jail/root.h"

enum mount_access {
    MOUNT_ACCESS_READ,
    MOUNT_ACCESS_WRITE,
    MOUNT_ACCESS_DEVICE,
};

struct mount_tree {
    int fd; /* of the detached tree; once placed, of the mount */
    const char *path;
    bool is_directory;
    bool only_over; /* placed where something is seen at its path, else not at all */
    bool is_placed;
};

/* An O_PATH descriptor of what lies there. Paths come resolved: a link in one was made by somebody in between, and is
 * -ELOOP. */
int mount_find(int at_fd, const char *path);

/* A new file system, attached nowhere: its descriptor. The last of the options has no name. */
int mount_new(const char *type, const char *const options[][2], unsigned attributes);

/* A tree of the machine with everything that is mounted below it. */
int mount_open(const char *path, enum mount_access access, struct mount_tree *ret_tree);

/* As mount_open(), of what is found in `source_fd`, which is not taken. */
int mount_clone(int source_fd, const char *path, enum mount_access access, struct mount_tree *ret_tree);

/* A directory of the store. */
int mount_of_store(const struct root *root, const char *name, const char *path, struct mount_tree *ret_tree);

/* Puts it where it belongs in the namespace of the caller; mount points are made in the store alone, never on a disk.
 * No link is followed. */
int mount_place(struct mount_tree *tree, const struct root *root);

/* Takes it away again where it was placed. */
void mount_clear(struct mount_tree *tree);
