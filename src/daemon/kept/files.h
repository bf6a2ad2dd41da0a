/* Files below a working directory, of which an agent may make something else at any moment: a directory is opened once,
 * and everything in it from there, never through a link and never out of it. And the files of what is kept. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/kept/manifest.h"

/* The directories of STATE that a job works with. */
struct kept_place {
    int root, pool; /* STATE/kept, STATE/kept/pool */
    int task;       /* STATE/kept/TASK */
    const atomic_bool *hurry;
    uint64_t until_ns; /* when a look at all of a directory takes too long */
    struct slice hide; /* what the configuration hides besides: paths with a NUL behind each */
    int64_t added;     /* bytes that were copied */
};

#define KEPT_PLACE_INIT                                                                                                \
    {                                                                                                                  \
        .root = -1, .pool = -1, .task = -1                                                                             \
    }

/* Makes what is missing, the directory of the task only with `make`: else -ENOENT. A task_id of NULL: none. */
int kept_place_init(struct kept_place *place, int state_fd, const char *task_id, bool make);
void kept_place_clear(struct kept_place *place);
/* Whether to go on. -ECANCELED: the daemon stops. -ETIME: it takes too long. */
int kept_place_check(const struct kept_place *place);
/* Whether it can be the name of a directory. */
bool kept_name_is_plain(struct slice task_id);

/* --- the working directory ----------------------------------------------------------- */

/* Its descriptor (O_PATH) and where it really is; *ret_real is the caller's. */
int kept_open_directory(const char *cwd, char **ret_real, uint64_t *ret_ino);
/* The one of the manifest. -ESTALE: it is another one by now. -ENOTDIR: it is gone. */
int kept_open_same(const struct kept_manifest *manifest);

/* openat2() that stays below `directory`. */
int kept_open_below(int directory, const char *path, int flags);
/* The directory that it lies in, and its name there. */
int kept_open_parent(int directory, const char *path, const char **ret_name);

/* What is there now: kind, mode, stamp and target, which is the caller's (or NULL). -ELOOP: it is behind a link. */
int kept_look(int directory, const char *path, struct kept_entry *ret_entry, char **ret_target);

/* --- contents -------------------------------------------------------------------------- */

/* Puts the content of the file there, as far as the limits let, under a number; the entry, of kept_look(), has stamp,
 * mode and the rest of what was read. 0, also where it is not held. */
int kept_hold(struct kept_place *place, int directory, struct kept_entry *entry, unsigned number, int64_t room);

/* 1: they have the same content; 0. */
int kept_same_content(int a, int b);

/* All bytes of `from`. *limit is what may be copied at most: -EFBIG. */
int kept_copy(int from, int to, int64_t limit, int64_t *ret_size);

/* A content, checked for its size. -ENOENT: it is not what it was. */
int kept_open_content(const struct kept_place *place, const struct kept_entry *entry);

/* --- manifests -------------------------------------------------------------------------- */

/* An empty one where there is none: -ENOENT. */
int kept_manifest_read(int task_fd, const char *name, struct kept_manifest *manifest);
/* In the place of the one before, all of it or nothing. */
int kept_manifest_save(int task_fd, const char *name, const struct kept_manifest *manifest);
/* Entries from `first` on are written behind it, and flags. */
int kept_manifest_append(int task_fd, const char *name, const struct kept_manifest *manifest, size_t first);
