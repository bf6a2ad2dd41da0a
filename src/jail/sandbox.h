/* Steps of a forked child before it executes the program. */
#pragma once

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
