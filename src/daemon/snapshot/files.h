/* Files below a working directory, of which an agent may make something else at any moment: a directory is opened once,
 * and everything in it from there, never through a link and never out of it. And the files of what is kept. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/snapshot/manifest.h"

/* The directories of STATE that a job works with. */
struct snapshot_place {
    int root, pool; /* STATE/kept, STATE/kept/pool */
    int task;       /* STATE/kept/TASK */
    const atomic_bool *hurry;
    uint64_t until_ns; /* when a look at all of a directory takes too long */
    struct slice hide; /* what the configuration hides besides: paths with a NUL behind each */
    int64_t added;     /* bytes that were copied */
};

#define SNAPSHOT_PLACE_INIT                                                                                            \
    {                                                                                                                  \
        .root = -1, .pool = -1, .task = -1                                                                             \
    }

/* Makes what is missing, the directory of the task only with `make`: else -ENOENT. A task_id of NULL: none. */
int snapshot_place_init(struct snapshot_place *place, int state_fd, const char *task_id, bool make);
void snapshot_place_clear(struct snapshot_place *place);
/* Whether to go on. -ECANCELED: the daemon stops. -ETIME: it takes too long. */
int snapshot_place_check(const struct snapshot_place *place);
/* Whether it can be the name of a directory. */
bool snapshot_name_is_plain(struct slice task_id);

/* --- the working directory ----------------------------------------------------------- */

/* Its descriptor (O_PATH) and where it really is; *ret_real is the caller's. */
int snapshot_open_directory(const char *cwd, char **ret_real, uint64_t *ret_ino);
/* The one of the manifest. -ESTALE: it is another one by now. -ENOTDIR: it is gone. */
int snapshot_open_same(const struct snapshot_manifest *manifest);

/* openat2() that stays below `directory`. */
int snapshot_open_below(int directory, const char *path, int flags);
/* The directory that it lies in, and its name there. */
int snapshot_open_parent(int directory, const char *path, const char **ret_name);

/* What is there now: kind, mode, stamp and target, which is the caller's (or NULL). -ELOOP: it is behind a link. */
int snapshot_look(int directory, const char *path, struct snapshot_entry *ret_entry, char **ret_target);

/* --- contents -------------------------------------------------------------------------- */

/* Puts the content of the file there, as far as the limits let, under a number; the entry, of snapshot_look(), has
 * stamp, mode and the rest of what was read. 0, also where it is not held. */
int snapshot_hold(struct snapshot_place *place, int directory, struct snapshot_entry *entry, unsigned number,
                  int64_t room);

/* 1: they have the same content; 0. */
int snapshot_same_content(int a, int b);

/* All bytes of `from`. *limit is what may be copied at most: -EFBIG. */
int snapshot_copy(int from, int to, int64_t limit, int64_t *ret_size);

/* A content, checked for its size. -ENOENT: it is not what it was. */
int snapshot_open_content(const struct snapshot_place *place, const struct snapshot_entry *entry);

/* --- manifests -------------------------------------------------------------------------- */

/* An empty one where there is none: -ENOENT. */
int snapshot_manifest_read(int task_fd, const char *name, struct snapshot_manifest *manifest);
/* In the place of the one before, all of it or nothing. */
int snapshot_manifest_save(int task_fd, const char *name, const struct snapshot_manifest *manifest);
/* Entries from `first` on are written behind it, and flags. */
int snapshot_manifest_append(int task_fd, const char *name, const struct snapshot_manifest *manifest, size_t first);
