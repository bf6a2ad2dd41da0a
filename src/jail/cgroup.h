/* The limits of the process tree, and its cgroup. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/tree.h"

/* --- limits --- */

/* DIR/limits: the limits of the whole tree. Lines `memory BYTES` and `processes N`; 0 or a missing line: no limit.
 *
 * The process limit counts all living processes that the program and its descendants have started, except the program
 * itself and the jail's own processes. The memory limit includes the program; a page shared by several processes counts
 * once. */

struct limits {
    int64_t memory, processes;
};

/* A missing or invalid file sets no limits. */
struct limits limits_read(int directory_fd);

static inline bool limits_any(const struct limits *limits)
{
    return limits->memory > 0 || limits->processes > 0;
}

/* Returns "memory", "processes" or NULL. */
const char *limits_passed(const struct limits *limits, const struct tree *tree);

/* --- cgroup --- */

/* An optional cgroup (version 2) for the process tree, if the system has delegated a writable one. The tree is created
 * in it. DIR/cgroup has its path, for cleaning up after a jail that was killed. */

struct cgroup {
    int fd;     /* -1: no cgroup */
    char *path; /* NULL: no cgroup */
};

#define CGROUP_INIT                                                                                                    \
    {                                                                                                                  \
        .fd = -1                                                                                                       \
    }

/* Finds the path under which the mounts (/proc/self/mountinfo) show the cgroup `own`. The caller frees it. Returns
 * -ENOENT if no mount shows it. */
int cgroup_find(FILE *mounts, const char *own, char **ret_directory);

/* Creates the cgroup weir-ID below the cgroup of this process. */
int cgroup_make(struct cgroup *cgroup, const char *id);

/* Creates an ID for a cgroup of a jail that has no name yet. */
enum { CGROUP_ID_SIZE = 17 };
int cgroup_new_id(char ret_id[static CGROUP_ID_SIZE]);

/* Removes the cgroup of a process that was killed. */
void cgroup_forget(const char *id);

/* Writes the path of the cgroup to DIR/cgroup. */
void cgroup_note(const struct cgroup *cgroup, int directory_fd);

/* Caches the path of this process's cgroup for later forks. */
void cgroup_keep(void);

/* Sets limits in the kernel, if the controllers are available. They stop growth that is faster than the polling of
 * the jail, which continues; pids.max counts threads too, so it is set generously. */
void cgroup_limit(const struct cgroup *cgroup, const struct limits *limits);

/* Whether the kernel has killed a process for the memory limit. */
bool cgroup_was_out_of_memory(const struct cgroup *cgroup);

/* Kills all processes in the cgroup. */
void cgroup_kill(const struct cgroup *cgroup);

/* Removes the cgroup, which must be empty. */
void cgroup_remove(struct cgroup *cgroup, int directory_fd);
