/* The system's part of the program's root (system.h), and its new mounts: /proc, terminals, /tmp and similar. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "jail/root.h"
#include "jail/system.h"

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

/* --- changes since --- */

/* Detects whether the system's part of a root that was prepared earlier is out of date.
 *
 * A file of /etc is replaced by renaming another file over it; the bind mount keeps the old inode. While the inode is
 * mounted, no other file gets its number. In-place changes of files and directories are visible in every root. */

struct changes {
    struct mark {
        dev_t device;
        ino_t number;
        struct timespec changed; /* of a symbolic link, which is not bind-mounted */
        dev_t target_device;
        ino_t target_number;
    } marks[SYSTEM_MAX]; /* of the entries of system.h; zero if the entry does not exist */
};

/* Call this before the root is created. */
void changes_begin(struct changes *changes);

bool changes_any(const struct changes *changes);

/* Returns a descriptor that polls as changed when a mount of the current namespace changes, or a negative errno. */
int changes_open_mounts(void);
bool changes_of_mounts(int fd);
