/* What the files of src/daemon/snapshot share: limits, files, the walk, and the work that threads of daemon/work do. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/list.h"
#include "contract/task_types.h"
#include "daemon/snapshot/manifest.h"
#include "daemon/snapshot/snapshot.h"
#include "daemon/work/work.h"

/* --- limits: beyond them a file is known, not kept, and the task's files are not complete --- */

enum {
    SNAPSHOT_FILE_BYTES = 16 << 20,  /* a file */
    SNAPSHOT_TASK_BYTES = 512 << 20, /* of a task, before and after each */
    SNAPSHOT_FILES = 50000,          /* of a task */
    SNAPSHOT_MANIFEST_BYTES = 64 << 20,
    SNAPSHOT_DEPTH = 128,              /* directories in directories */
    SNAPSHOT_NAMES = 200000,           /* of a directory and those around it */
    SNAPSHOT_SCAN_MS = 30 * 1000,      /* that looking at a directory may take */
    SNAPSHOT_SLOW_MS = 4 * 1000,       /* after that a thread counts as held by its disk */
    SNAPSHOT_END_MS = 30 * 1000,       /* that the end of a task waits for that, in its queue and at work */
    SNAPSHOT_STOP_MS = 300,            /* likewise, of one that somebody stops */
    SNAPSHOT_RESERVE_BYTES = 64 << 20, /* of the disk that the store lies on are left to others */
    SNAPSHOT_FRESH_MS = 100,           /* two changes closer than this may have the same time */

    SNAPSHOT_TEXT_BYTES = 1 << 20, /* of a file, in an answer */
    SNAPSHOT_ANSWER_BYTES = 8 << 20,
    SNAPSHOT_TASKS = 20000, /* that one sweep looks at */
};

/* --- files.c: a job's context --- */

/* The directories of STATE that a job works with. */
struct snapshot_context {
    int root, pool; /* STATE/kept, STATE/kept/pool */
    int task;       /* STATE/kept/TASK */
    const atomic_bool *hurry;
    uint64_t until_ns; /* when a look at all of a directory takes too long */
    struct slice hide; /* what the configuration hides besides: paths with a NUL behind each */
    int64_t added;     /* bytes that were copied */
};

#define SNAPSHOT_CONTEXT_INIT                                                                                          \
    {                                                                                                                  \
        .root = -1, .pool = -1, .task = -1                                                                             \
    }

/* Makes what is missing, the directory of the task only with `make`: else -ENOENT. A task_id of NULL: none. */
int snapshot_context_init(struct snapshot_context *context, int state_fd, const char *task_id, bool make);
void snapshot_context_clear(struct snapshot_context *context);
/* Whether to go on. -ECANCELED: the daemon stops. -ETIME: it takes too long. */
int snapshot_context_check(const struct snapshot_context *context);
/* Whether it can be the name of a directory. */
bool snapshot_name_is_valid(struct slice task_id);

/* --- the working directory --- */

/* Its descriptor (O_PATH) and where it really is; *ret_real is the caller's. */
int snapshot_open_directory(const char *cwd, char **ret_real, uint64_t *ret_ino);
/* The one of the manifest. -ESTALE: it is another one by now. -ENOTDIR: it is gone. */
int snapshot_open_same(const struct snapshot_manifest *manifest);

/* openat2() that stays below `directory`. */
int snapshot_open_below(int directory, const char *path, int flags);
/* The directory that it lies in, and its name there. */
int snapshot_open_parent(int directory, const char *path, const char **ret_name);

/* What is there now: kind, mode, stamp and target, which is the caller's (or NULL). -ELOOP: it is behind a link. */
int snapshot_stat(int directory, const char *path, struct snapshot_entry *ret_entry, char **ret_target);

/* --- contents --- */

/* Puts the content of the file there, as far as the limits let, under a number; the entry, of snapshot_stat(), has
 * stamp, mode and the rest of what was read. 0, also where it is not held. */
int snapshot_store_content(struct snapshot_context *context, int directory, struct snapshot_entry *entry,
                           unsigned number, int64_t room);

/* 1: they have the same content; 0. */
int snapshot_same_content(int a, int b);

/* All bytes of `from`. *limit is what may be copied at most: -EFBIG. */
int snapshot_copy(int from, int to, int64_t limit, int64_t *ret_size);

/* A content, checked for its size. -ENOENT: it is not what it was. */
int snapshot_open_content(const struct snapshot_context *context, const struct snapshot_entry *entry);

/* --- manifests --- */

/* An empty one where there is none: -ENOENT. */
int snapshot_manifest_read(int task_fd, const char *name, struct snapshot_manifest *manifest);
/* In the place of the one before, all of it or nothing. */
int snapshot_manifest_save(int task_fd, const char *name, const struct snapshot_manifest *manifest);
/* Entries from `first` on are written behind it, and flags. */
int snapshot_manifest_append(int task_fd, const char *name, const struct snapshot_manifest *manifest, size_t first);

/* --- walk.c --- */

/* Paths below the working directory that agents do not see. */
struct snapshot_hidden {
    char **items;
    size_t count;
};

/* Of the directory whose real path is `cwd`; `more` is snapshot_context.hide. Reads only what does not change while the
 * daemon runs: for any thread. */
int snapshot_hidden_init(struct snapshot_hidden *hidden, const struct snapshots *snapshots, const char *cwd,
                         struct slice more);
void snapshot_hidden_clear(struct snapshot_hidden *hidden);
/* It, or what it lies in, is one of them. */
bool snapshot_is_hidden(const struct snapshot_hidden *hidden, struct slice path);

struct snapshot_walk {
    int directory; /* where it begins */
    const struct snapshot_hidden *hidden;
    const struct snapshot_context *context;
    /* `entry` is as snapshot_stat() has it; `skipped`: it is not to be kept, by a .gitignore or else. 1: go into this
     * directory. 0: go on. Negative: that is the end, and is returned. */
    int (*each)(struct snapshot_walk *walk, const struct snapshot_entry *entry, bool skipped);
    /* A directory, into which it went, could not be looked at; an empty path: where it began. */
    void (*unreadable)(struct snapshot_walk *walk, struct slice path);
    void *user;
    /* Its own: */
    uint64_t dev;
    size_t names; /* that it holds, of all directories it is in */
    bool cut;     /* something was left out: it is too deep, not readable, on another disk */
};

/* -ETIME: it takes too long. -ECANCELED: the daemon stops. -E2BIG: there are too many names. */
int snapshot_walk(struct snapshot_walk *walk);

/* --- capture.c --- */

struct snapshot_capture {
    const char *cwd;
    const struct slice *paths;
    size_t path_count;
    bool all; /* the whole directory */
    /* The answer: */
    int64_t kept;
    bool complete;
    bool captured; /* all of the directory is kept, or it was too much */
};
int snapshot_capture(struct snapshot_capture *keep, struct snapshot_context *context,
                     const struct snapshots *snapshots);

/* What a task did: entries of `after` are what differs from `before`, as it is afterwards. */
struct snapshot_change {
    struct snapshot_manifest before, after;
    int directory; /* the working directory, or -1 */
    bool is_live;  /* the task is at work, and nothing of `after` is held */
};

/* -ENOENT: nothing was kept. Where the task has `ended` and that was not taken down yet, it is now. */
int snapshot_change_init(struct snapshot_change *change, struct snapshot_context *context,
                         const struct snapshots *snapshots, bool ended);
void snapshot_change_clear(struct snapshot_change *change);

/* Whether what is there at this moment is as the entry has it: 1, 0, or an error. `now` is of snapshot_stat(). */
int snapshot_matches(const struct snapshot_context *context, int directory, const struct snapshot_entry *now,
                     const struct snapshot_entry *entry);
/* How it was before; absent where it was not there. */
struct snapshot_entry snapshot_entry_before(const struct snapshot_change *change, const struct snapshot_entry *after);

static inline bool snapshot_is_file(const struct snapshot_entry *entry)
{
    return entry->kind == SNAPSHOT_FILE || entry->kind == SNAPSHOT_LINK;
}

/* --- diff.c, undo.c --- */

/* Paths that were asked for, as they were named. One that is a directory means what is in it. */
struct snapshot_choice {
    bool all;
    const struct slice *paths;
    size_t count;
};
bool snapshot_is_chosen(const struct snapshot_choice *choice, const struct snapshot_manifest *manifest,
                        struct slice path);

/* How many bytes it takes in an answer, at most: what is no UTF-8 is replaced, and controls are written out. */
size_t snapshot_json_size(struct slice text);

/* Append the result as JSON. */
int snapshot_diff(struct snapshot_context *context, const struct snapshots *snapshots, struct slice task_id, bool ended,
                  const struct snapshot_choice *choice, bool texts, struct buf *out);

struct snapshot_undone {
    size_t restored, removed, left;
};
/* -E2BIG: what would be done could not be said in one answer; nothing is done. */
int snapshot_undo(struct snapshot_context *context, const struct snapshots *snapshots,
                  const struct snapshot_choice *choice, bool dry_run, struct buf *out,
                  struct snapshot_undone *ret_undone);

/* --- job.c --- */

struct snapshot_job {
    struct work_job job;
    struct snapshots *snapshots;
    int64_t session; /* whose queue it waits in; 0: of nobody's */
    bool undoes;     /* no task of the session begins meanwhile */
    struct buf hide; /* set when its turn has come: snapshot_context.hide */
    int (*begin)(struct snapshot_job *job);
    void (*work)(struct snapshot_job *job);
    void (*done)(struct snapshot_job *job);
    int status;
};

/* As work_start(), with a copy of what the configuration hides. */
int snapshot_job_start(struct snapshot_job *job);

/* A task of which something is kept: its end is to be taken down. */
struct snapshot_task {
    struct list link;    /* in kept->tasks */
    int64_t no, session; /* in the store */
    /* All of its working directory is kept, or was too much: it is not walked through again. */
    bool is_captured;
    bool complete; /* of the answer then */
    int64_t kept;
    char id[];
};
int snapshot_task_add(struct snapshots *snapshots, int64_t no, int64_t session, const char *id);
struct snapshot_task *snapshot_task_find(const struct snapshots *snapshots, int64_t no);
