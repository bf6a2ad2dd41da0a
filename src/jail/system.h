/* The system's part of every view, as a table. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum system_kind {
    SYSTEM_READ,     /* a directory or a file, read-only; a link into /usr stays a link */
    SYSTEM_DEVICE,   /* a device node */
    SYSTEM_TERMINAL, /* a device node, with ioctl() */
    SYSTEM_LINK,     /* level namespace: a symbolic link to create */
    SYSTEM_OUTER,    /* level landlock: read; level namespace creates its own */
    SYSTEM_OUTER_TERMINALS,
};

struct system_entry {
    enum system_kind kind;
    const char *path;
    const char *target; /* of the link */
};

enum { SYSTEM_MAX = 128 };

extern const struct system_entry system_table[];
extern const size_t system_count;

/* Whether a symbolic link is shown as a link. Some programs read the link itself: /etc/localtime contains the name of
 * the time zone. Links to other places are shown as their targets. */
bool system_keeps_link(const char *path, char ret_target[static PATH_MAX]);
