/* A walk through a working directory, past what .gitignore names and what agents do not see. */
#pragma once

#include "daemon/snapshot/files.h"

struct snapshots;

/* Paths below the working directory that agents do not see. */
struct snapshot_hidden {
    char **items;
    size_t count;
};

/* Of the directory whose real path is `cwd`; `more` is snapshot_place.hide. Reads only what does not change while the
 * daemon runs: for any thread. */
int snapshot_hidden_init(struct snapshot_hidden *hidden, const struct snapshots *kept, const char *cwd,
                         struct slice more);
void snapshot_hidden_clear(struct snapshot_hidden *hidden);
/* It, or what it lies in, is one of them. */
bool snapshot_is_hidden(const struct snapshot_hidden *hidden, struct slice path);

struct snapshot_walk {
    int directory; /* where it begins */
    const struct snapshot_hidden *hidden;
    const struct snapshot_place *place;
    /* `entry` is as snapshot_look() has it; `skipped`: it is not to be kept, by a .gitignore or else. 1: go into this
     * directory. 0: go on. Negative: that is the end, and is returned. */
    int (*each)(struct snapshot_walk *walk, const struct snapshot_entry *entry, bool skipped);
    /* A directory, into which it went, could not be looked at; an empty path: where it began. */
    void (*unseen)(struct snapshot_walk *walk, struct slice path);
    void *user;
    /* Its own: */
    uint64_t dev;
    size_t names; /* that it holds, of all directories it is in */
    bool cut;     /* something was left out: it is too deep, not readable, on another disk */
};

/* -ETIME: it takes too long. -ECANCELED: the daemon stops. -E2BIG: there are too many names. */
int snapshot_walk(struct snapshot_walk *walk);
