/* The system's part of every view: a table. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum system_kind {
    SYSTEM_READ,     /* a directory or a file, read-only; a link to somewhere in /usr stays a link */
    SYSTEM_DEVICE,   /* a node of /dev */
    SYSTEM_TERMINAL, /* likewise, with ioctl() */
    SYSTEM_LINK,     /* level namespace: a link that is made */
    SYSTEM_OUTER,    /* level landlock: read; level namespace has its own */
    SYSTEM_OUTER_TERMINALS,
};

struct system_entry {
    enum system_kind kind;
    const char *path;
    const char *target; /* of a link */
};

enum { SYSTEM_MAX = 128 };

extern const struct system_entry system_table[];
extern const size_t system_count;

/* Whether a link is shown as a link. Programs read some of them themselves: the name of the time zone is in one. Those
 * that lead elsewhere are shown as what they lead to. */
bool system_keeps_link(const char *path, char ret_target[static PATH_MAX]);
