/* A detached mount tree, built from the file systems of this machine, to be placed into the program's mount namespace.
 */
#pragma once

#include <stdbool.h>

#include "jail/root.h"

enum mount_access {
    MOUNT_ACCESS_READ,
    MOUNT_ACCESS_WRITE,
    MOUNT_ACCESS_DEVICE,
};

struct mount_tree {
    int fd; /* of the detached tree; after placing, of the mount */
    const char *path;
    bool is_directory;
    bool only_over; /* placed only if something exists at its path */
    bool is_placed;
};

/* Opens a path with O_PATH. Paths are canonical: -ELOOP means that a symbolic link was put there afterwards. */
int mount_find(int at_fd, const char *path);

/* Creates a detached file system and returns its descriptor. The last entry of the options has the name NULL. */
int mount_new(const char *type, const char *const options[][2], unsigned attributes);

/* Clones a tree of the machine with all its submounts. */
int mount_open(const char *path, enum mount_access access, struct mount_tree *ret_tree);

/* Like mount_open(), for `source_fd`, which stays the caller's. */
int mount_clone(int source_fd, const char *path, enum mount_access access, struct mount_tree *ret_tree);

/* Clones a directory of the store. */
int mount_of_store(const struct root *root, const char *name, const char *path, struct mount_tree *ret_tree);

/* Attaches the tree in the namespace of the caller, without following links. Creates mount points only in the store,
 * never on a disk. */
int mount_place(struct mount_tree *tree, const struct root *root);

/* Detaches a placed tree and closes it. */
void mount_clear(struct mount_tree *tree);
