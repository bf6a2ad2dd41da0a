/* Landlock by system call: which paths a process may reach, and more from version to version of the kernel's. */
#pragma once

#include <stdbool.h>

enum landlock_access {
    LANDLOCK_READ,     /* and execute */
    LANDLOCK_WRITE,    /* everything but making devices */
    LANDLOCK_DEVICE,   /* read and write what is there */
    LANDLOCK_TERMINAL, /* with ioctl() */
    LANDLOCK_ALL,      /* of these three */
};

/* Version 3 (Linux 6.2) knows of truncate(); one that does not would let files be emptied that are only to be read. */
enum { LANDLOCK_NEEDED = 3 };

/* 0: the kernel has none, or it is switched off. */
int landlock_version(void);

/* An empty set of rules: nothing is allowed. With `no_tcp` neither is a connection, where the version knows of it. */
int landlock_open(int version, bool no_tcp, int *ret_fd);

/* Allows what lies below `path_fd`, an O_PATH descriptor. */
int landlock_allow(int fd, int version, int path_fd, enum landlock_access access);

/* For this process and all that it starts, for good. */
int landlock_enter(int fd);
