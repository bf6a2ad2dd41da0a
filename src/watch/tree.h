/* The watched directories. One inotify instance serves all rules: a directory is watched once, and knows which patterns
 * of which rules it, or something below it, may match. The directories above the first wildcard are watched too, so
 * that a directory that was removed is found again when it returns. */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "watch/pattern.h"

struct watch_rule;

enum {
    WATCH_NODES_MAX = 1 << 16, /* directories */
    WATCH_BUCKETS = 1 << 13,
};

struct watch_interest {
    struct watch_rule *rule;
    const struct watch_pattern *pattern;
    watch_state state;
};

struct watch_node {
    struct watch_node *next_of_wd, *next_of_path;
    int wd;
    struct watch_interest *interests;
    size_t count, capacity;
    struct watch_node *next_mount; /* in tree->mounts: the sandbox shows it. Another of its name would not be seen */
    uint64_t mount, origin, now;   /* the kernel's number of the mount, what it showed at first, and shows now */
    char path[];
};

/* A directory that is to be read. */
struct watch_scan {
    struct list link; /* in tree->scans */
    struct watch_rule *rule;
    const struct watch_pattern *pattern;
    watch_state state;
    bool reports; /* it is new: what is in it has changed */
    DIR *directory;
    char path[];
};

struct watch_tree {
    uv_poll_t poll;
    uv_idle_t idle; /* active while there are scans */
    int fd;         /* of inotify; -1: none */
    int error;      /* why there is none */
    bool is_open;
    struct watch_node **by_wd, **by_path, *mounts;
    size_t count;
    struct list scans;
    uv_timer_t timer; /* looks whether directories are gone that the sandbox shows */
};

/* Returns 0 even if inotify cannot be used, which is then the problem of each rule. */
int watch_tree_init(struct watch_tree *tree, uv_loop_t *loop, uint64_t gone_ms);
void watch_tree_close(struct watch_tree *tree); /* starts to close the handles */
void watch_tree_clear(struct watch_tree *tree);

/* Finds and watches the directories for a rule; rule->scans says how many are still to be read. */
void watch_tree_add(struct watch_tree *tree, struct watch_rule *rule);
/* Forgets the rule, and the directories that no other needs. */
void watch_tree_remove(struct watch_tree *tree, struct watch_rule *rule);

/* Takes the notices that the kernel has now. */
void watch_tree_read(struct watch_tree *tree);

/* --- between tree.c and scan.c --- */

/* The node of a directory, with one more interest. Returns -ENOENT and the like if it cannot be watched. */
int watch_node_add(struct watch_tree *tree, const char *path, const struct watch_interest *interest);
/* Queues a directory. */
void watch_scan_add(struct watch_tree *tree, const struct watch_interest *interest, const char *path, bool reports);
void watch_scan_remove(struct watch_tree *tree, const struct watch_rule *rule);
/* Reads a part of the queued directories. Returns whether some are left. */
bool watch_scan_some(struct watch_tree *tree);
