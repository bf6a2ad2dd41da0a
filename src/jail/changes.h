/* Whether the machine's part of a root that was made a while ago is what it would be now.
 *
 * A file of /etc is changed by renaming another one over it, and what was bound stays the old one. As long as that is
 * bound, no other file has its number. What is changed in place, or in a directory, is seen in every root. */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "jail/system.h"

struct changes {
    struct mark {
        dev_t device;
        ino_t number;
        struct timespec changed; /* of a link, which nobody has bound */
        dev_t target_device;
        ino_t target_number;
    } marks[SYSTEM_MAX]; /* of the entries of system.h; all zero where nothing is */
};

/* Before the root is made. */
void changes_begin(struct changes *changes);

bool changes_any(const struct changes *changes);

/* What is mounted is seen by what reads the descriptor, in the namespace of whoever opened it. -errno */
int changes_open_mounts(void);
bool changes_of_mounts(int fd);
