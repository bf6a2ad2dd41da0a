/* A piece of what the program sees: a tree of mounts that is attached nowhere, made from what this machine has. */
#pragma once

#include <stdbool.h>

#include "jail/root.h"

enum piece_access {
    PIECE_READ,
    PIECE_WRITE,
    PIECE_DEVICE,
};

struct piece {
    int fd; /* of the detached tree; once placed, of the mount */
    const char *path;
    bool is_directory;
    bool only_over; /* placed where something is seen at its path, else not at all */
    bool is_placed;
};

/* An O_PATH descriptor of what lies there. Paths come resolved: a link in one was made by somebody in between, and is
 * -ELOOP. */
int piece_find(int at_fd, const char *path);

/* A new file system, attached nowhere: its descriptor. The last of the options has no name. */
int piece_new_mount(const char *type, const char *const options[][2], unsigned attributes);

/* A tree of the machine with everything that is mounted below it. */
int piece_open(const char *path, enum piece_access access, struct piece *ret_piece);

/* As piece_open(), of what is found in `source_fd`, which is not taken. */
int piece_clone(int source_fd, const char *path, enum piece_access access, struct piece *ret_piece);

/* A directory of the store. */
int piece_of_store(const struct root *root, const char *name, const char *path, struct piece *ret_piece);

/* Puts it where it belongs in the namespace of the caller; mount points are made in the store alone, never on a disk.
 * No link is followed. */
int piece_place(struct piece *piece, const struct root *root);

/* Takes it away again where it was placed. */
void piece_clear(struct piece *piece);
