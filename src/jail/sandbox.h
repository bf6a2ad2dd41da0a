/* What a fresh child goes through before it becomes the program. */
#pragma once

#include "jail/root.h"
#include "jail/view.h"

struct sandbox {
    enum sandbox_level level;
    const struct view *view; /* on any level but `off` */
    const struct root *root; /* on level namespace */
    int landlock;            /* the kernel's version; 0: none */
    int listen_fd;           /* becomes the program's descriptor 3; -1: none */
    int spool_fd;            /* and this its 4; -1: none */
    int filter_fd;           /* on any level but `off`: where the filter comes from */
};

#define SANDBOX_INIT                                                                                                   \
    {                                                                                                                  \
        .level = SANDBOX_OFF, .listen_fd = -1, .spool_fd = -1, .filter_fd = -1                                         \
    }

/* Level landlock: whether its rules can hold this view at all; what they cannot is a final problem. */
int sandbox_check(const struct view *view, struct problem *problem);

/* Into the root that it sees; nothing on the other levels. */
int sandbox_enter_root(const struct sandbox *sandbox, struct problem *problem);

/* Everything else, for good. After it nothing can be done but exec. */
int sandbox_restrict(const struct sandbox *sandbox, struct problem *problem);
