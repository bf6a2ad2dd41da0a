/* Landlock by system calls: restricts the paths that a process can access; newer versions restrict more. */
#pragma once

#include <stdbool.h>

enum landlock_access {
    LANDLOCK_READ,     /* and execute */
    LANDLOCK_WRITE,    /* everything except creating devices */
    LANDLOCK_DEVICE,   /* read and write existing files */
    LANDLOCK_TERMINAL, /* with ioctl() */
    LANDLOCK_ALL,      /* all of the three above */
};

/* Version 3 (Linux 6.2) restricts truncate(); older versions let a process empty files that it may only read. */
enum { LANDLOCK_NEEDED = 3 };

/* Returns 0 if the kernel does not support Landlock, or it is disabled. */
int landlock_version(void);

/* Creates an empty rule set, which allows nothing. With `no_tcp`, also refuses TCP if the version supports it. */
int landlock_open(int version, bool no_tcp, int *ret_fd);

/* Allows access below `path_fd`, an O_PATH descriptor. */
int landlock_allow(int fd, int version, int path_fd, enum landlock_access access);

/* Applies the rules to this process and all its future children. */
int landlock_enter(int fd);
