/* Steps of a forked child before it executes the program. */
#pragma once

#include <stdbool.h>

#include "jail/root.h"
#include "jail/view.h"

struct sandbox {
    enum sandbox_level level;
    const struct view *view; /* NULL on level off */
    const struct root *root; /* only on level namespace */
    int landlock;            /* the kernel's version; 0: not available */
    int listen_fd;           /* becomes descriptor 3 of the program; -1: none */
    int spool_fd;            /* becomes descriptor 4; -1: none */
    int filter_fd;           /* the pipe with the seccomp filter; not on level off */
};

#define SANDBOX_INIT                                                                                                   \
    {                                                                                                                  \
        .level = SANDBOX_OFF, .listen_fd = -1, .spool_fd = -1, .filter_fd = -1                                         \
    }

/* Level landlock: whether rules can express this view; if not, the problem is final. */
int sandbox_check(const struct view *view, struct problem *problem);

/* Enters the program's root; does nothing on the other levels. */
int sandbox_enter_root(const struct sandbox *sandbox, struct problem *problem);

/* Drops capabilities and applies Landlock and seccomp. After this only exec is possible. */
int sandbox_restrict(const struct sandbox *sandbox, struct problem *problem);

/* --- landlock --- */

/* Landlock by system calls: restricts the paths that a process can access; newer versions restrict more. */

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

/* --- capabilities --- */

/* Limits the process and everything that it executes to the rights of the user. */

/* Drops all capabilities, also for root; disables core dumps, and sets no_new_privs. */
int capabilities_drop(void);
