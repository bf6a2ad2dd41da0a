/* Detects whether the system's part of a root that was prepared earlier is out of date.
 *
 * A file of /etc is replaced by renaming another file over it; the bind mount keeps the old inode. While the inode is
 * mounted, no other file gets its number. In-place changes of files and directories are visible in every root. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "jail/system.h"

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
