/* A cgroup (version 2) of the tree's own, where the system has delegated one that we may write to. The tree is born in
 * it. Everything works without it. DIR/cgroup names it, for whoever must clear up behind a jail that was killed. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "jail/limits.h"

struct cgroup {
    int fd;     /* -1: there is none */
    char *path; /* likewise NULL */
};

#define CGROUP_INIT                                                                                                    \
    {                                                                                                                  \
        .fd = -1                                                                                                       \
    }

/* Where `own`, a place in the tree, is shown by a mount of these (/proc/self/mountinfo). The caller frees it. -ENOENT
 */
int cgroup_find(FILE *mounts, const char *own, char **ret_directory);

/* Makes it: weir-ID below our own. */
int cgroup_make(struct cgroup *cgroup, const char *id);

/* An ID while there is nothing to call it by. */
enum { CGROUP_ID_SIZE = 17 };
int cgroup_new_id(char ret_id[static CGROUP_ID_SIZE]);

/* Removes what a process has left that was killed. */
void cgroup_forget(const char *id);

/* Leaves word of it in DIR. */
void cgroup_note(const struct cgroup *cgroup, int directory_fd);

/* Finds out now where that would be, so that this process and its copies need not. */
void cgroup_keep(void);

/* Has the kernel hold the limits, where the controllers exist. They are a brake for what is faster than counting, and
 * counting goes on: so the limit of tasks, which has threads in it, is a wide one. */
void cgroup_limit(const struct cgroup *cgroup, const struct limits *limits);

/* Whether the kernel has ended something because of the memory limit. */
bool cgroup_was_out_of_memory(const struct cgroup *cgroup);

/* Ends everything in it at once. */
void cgroup_kill(const struct cgroup *cgroup);

/* Removes it; it must be empty. */
void cgroup_remove(struct cgroup *cgroup, int directory_fd);
