/* DIR/status: how the program ended. The file appears atomically when no process of the tree is left. Lines:
 *
 *     exited CODE | signal N | failed ERRNO SENTENCE    of the program; failed: it could not be started
 *     ended N                                           processes that did not end by themselves
 *     stopped                                           the jail got the request to stop while the program ran
 *     limit memory | limit processes                    the limit that was exceeded
 *     level namespace | level walk
 *     cgroup yes | cgroup no
 *     sandbox namespace | sandbox landlock | sandbox off    if a level is in force */
#pragma once

#include <stdbool.h>

#include "jail/options.h"

struct status {
    int wait_status; /* from waitpid() */
    int failed;      /* an errno if the program could not be started */
    char sentence[504];
    unsigned ended;
    bool stopped;
    const char *limit; /* or NULL */
    enum jail_level level;
    bool cgroup;
    const char *sandbox; /* the level; NULL: none is in force */
};

/* Creates the file under a temporary name and reserves its space, in case the disk is full later. */
void status_reserve(int directory_fd);
int status_write(const struct status *status, int directory_fd);
