/* Definitions that the files of this folder share: limits, files, manifests, the walk over a directory, and jobs of the
 * work threads. */
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

/* --- limits: a file beyond them is listed without its content, and the snapshot is marked as incomplete --- */

enum {
    SNAPSHOT_FILE_BYTES = 16 << 20,  /* per file */
    SNAPSHOT_TASK_BYTES = 512 << 20, /* per task, before and after each */
    SNAPSHOT_FILES = 50000,          /* per task */
    SNAPSHOT_MANIFEST_BYTES = 64 << 20,
    SNAPSHOT_DEPTH = 128,         /* nested directories */
    SNAPSHOT_NAMES = 200000,      /* names in a directory and all its parents */
    SNAPSHOT_SCAN_MS = 30 * 1000, /* time limit of one walk over a working directory */
    SNAPSHOT_SLOW_MS = 4 * 1000,  /* after this, the thread counts as blocked by its disk */
    SNAPSHOT_END_MS = 30 * 1000,  /* how long the end of a task waits for its comparison, in the queue and running */
    SNAPSHOT_STOP_MS = 300,       /* the same if the task is being stopped */
    SNAPSHOT_RESERVE_BYTES = 64 << 20, /* disk space that is left free for the store */
    SNAPSHOT_FRESH_MS = 100,           /* two changes closer than this can have the same timestamp */

    SNAPSHOT_TEXT_BYTES = 1 << 20, /* of one file, in a response */
    SNAPSHOT_ANSWER_BYTES = 8 << 20,
    SNAPSHOT_TASKS = 20000, /* tasks that one sweep examines */
};

/* --- files.c: context of a job --- */

/* The directories below the state directory that a job works with. */
struct snapshot_context {
    int root, pool; /* STATE/kept, STATE/kept/pool */
    int task;       /* STATE/kept/TASK */
    const atomic_bool *hurry;
    uint64_t until_ns; /* time limit of the job */
    struct slice hide; /* paths that the configuration hides; each ends with NUL */
    int64_t added;     /* copied bytes */
};

#define SNAPSHOT_CONTEXT_INIT                                                                                          \
    {                                                                                                                  \
        .root = -1, .pool = -1, .task = -1                                                                             \
    }

/* Creates missing directories; the task's only with `make`, else -ENOENT. task_id NULL: no task. */
int snapshot_context_init(struct snapshot_context *context, int state_fd, const char *task_id, bool make);
void snapshot_context_clear(struct snapshot_context *context);
/* Whether the job may continue. -ECANCELED: the daemon stops. -ETIME: the time limit is reached. */
int snapshot_context_check(const struct snapshot_context *context);
/* Whether the id can be a directory name. */
bool snapshot_name_is_valid(struct slice task_id);

/* --- working directory --- */

/* Returns a descriptor (O_PATH). The caller frees *ret_real, the resolved path. */
int snapshot_open_directory(const char *cwd, char **ret_real, uint64_t *ret_ino);
/* Opens the working directory of the manifest. -ESTALE: it was replaced by another directory. -ENOTDIR: it was
 * removed. */
int snapshot_open_same(const struct snapshot_manifest *manifest);

/* openat2() that cannot leave `directory` and follows no links. */
int snapshot_open_below(int directory, const char *path, int flags);
/* Opens the parent directory of the path. *ret_name is the last component. */
int snapshot_open_parent(int directory, const char *path, const char **ret_name);

/* Reads the kind, mode, stamp and link target of a path. The caller frees *ret_target, which may be NULL. -ELOOP: a
 * parent is a symbolic link. */
int snapshot_stat(int directory, const char *path, struct snapshot_entry *ret_entry, char **ret_target);

/* --- contents --- */

/* Stores the content of a file under a number, within the limits. Updates the entry from snapshot_stat() to what was
 * read. Returns 0 also if the content was not stored; see entry->stored. */
int snapshot_store_content(struct snapshot_context *context, int directory, struct snapshot_entry *entry,
                           unsigned number, int64_t room);

/* 1: the contents are equal; 0: they differ. */
int snapshot_same_content(int a, int b);

/* Copies all bytes of `from`. -EFBIG: more than `limit`. */
int snapshot_copy(int from, int to, int64_t limit, int64_t *ret_size);

/* Opens a stored content. -ENOENT: its size is not the expected one. */
int snapshot_open_content(const struct snapshot_context *context, const struct snapshot_entry *entry);

/* --- manifests --- */

/* -ENOENT: there is no manifest; `manifest` stays empty. */
int snapshot_manifest_read(int task_fd, const char *name, struct snapshot_manifest *manifest);
/* Replaces the file atomically. */
int snapshot_manifest_save(int task_fd, const char *name, const struct snapshot_manifest *manifest);
/* Appends the entries from `first` on, and the flags. */
int snapshot_manifest_append(int task_fd, const char *name, const struct snapshot_manifest *manifest, size_t first);

/* --- walk.c --- */

/* Hidden paths below a working directory, relative to it. */
struct snapshot_hidden {
    char **items;
    size_t count;
};

/* Finds the hidden paths below `cwd`, a resolved path; `more` is snapshot_context.hide. May run on any thread: it reads
 * only what does not change while the daemon runs. */
int snapshot_hidden_init(struct snapshot_hidden *hidden, const struct snapshots *snapshots, const char *cwd,
                         struct slice more);
void snapshot_hidden_clear(struct snapshot_hidden *hidden);
/* Whether the path, or a parent of it, is hidden. */
bool snapshot_is_hidden(const struct snapshot_hidden *hidden, struct slice path);

struct snapshot_walk {
    int directory; /* the root of the walk */
    const struct snapshot_hidden *hidden;
    const struct snapshot_context *context;
    /* `entry` is as from snapshot_stat(). `skipped`: not to be stored, because of a .gitignore or another rule. Returns
     * 1 to enter the directory, 0 to continue, or a negative value that ends the walk. */
    int (*each)(struct snapshot_walk *walk, const struct snapshot_entry *entry, bool skipped);
    /* A directory could not be read. Empty path: the root of the walk. */
    void (*unreadable)(struct snapshot_walk *walk, struct slice path);
    void *user;
    /* Private: */
    uint64_t dev;
    size_t names; /* names in memory, of all directories on the current path */
    bool cut;     /* something was left out: too deep, unreadable, or on another file system */
};

/* -ETIME: the time limit is reached. -ECANCELED: the daemon stops. -E2BIG: too many names. */
int snapshot_walk(struct snapshot_walk *walk);

/* --- capture.c --- */

struct snapshot_capture {
    const char *cwd;
    const struct slice *paths;
    size_t path_count;
    bool all; /* the whole directory */
    /* Results: */
    int64_t kept;
    bool complete;
    bool captured; /* the whole directory was captured, or it was too large */
};
int snapshot_capture(struct snapshot_capture *keep, struct snapshot_context *context,
                     const struct snapshots *snapshots);

/* The changes of a task. `after` has the entries that differ from `before`, as they are after the task. */
struct snapshot_change {
    struct snapshot_manifest before, after;
    int directory; /* the working directory, or -1 */
    bool is_live;  /* the task is running; `after` has no stored contents */
};

/* -ENOENT: nothing was captured for the task. If the task has `ended` and its changes were not recorded, they are
 * recorded now. */
int snapshot_change_init(struct snapshot_change *change, struct snapshot_context *context,
                         const struct snapshots *snapshots, bool ended);
void snapshot_change_clear(struct snapshot_change *change);

/* Whether a file is now as in the entry: 1, 0, or an error. `now` is from snapshot_stat(). */
int snapshot_matches(const struct snapshot_context *context, int directory, const struct snapshot_entry *now,
                     const struct snapshot_entry *entry);
/* The entry as it was before the task; SNAPSHOT_ABSENT if it did not exist. */
struct snapshot_entry snapshot_entry_before(const struct snapshot_change *change, const struct snapshot_entry *after);

static inline bool snapshot_is_file(const struct snapshot_entry *entry)
{
    return entry->kind == SNAPSHOT_FILE || entry->kind == SNAPSHOT_LINK;
}

/* --- diff.c, undo.c --- */

/* Selected paths, as the client named them. A directory selects everything below it. */
struct snapshot_choice {
    bool all;
    const struct slice *paths;
    size_t count;
};
bool snapshot_is_chosen(const struct snapshot_choice *choice, const struct snapshot_manifest *manifest,
                        struct slice path);

/* The maximum size of a text in a response: bytes that are not UTF-8 are replaced, and control characters escaped. */
size_t snapshot_json_size(struct slice text);

/* Appends the result to `out` as JSON. */
int snapshot_diff(struct snapshot_context *context, const struct snapshots *snapshots, struct slice task_id, bool ended,
                  const struct snapshot_choice *choice, bool texts, struct buf *out);

struct snapshot_undone {
    size_t restored, removed, left;
};
/* -E2BIG: the result would not fit into one response; nothing was changed. */
int snapshot_undo(struct snapshot_context *context, const struct snapshots *snapshots,
                  const struct snapshot_choice *choice, bool dry_run, struct buf *out,
                  struct snapshot_undone *ret_undone);

/* --- job.c --- */

struct snapshot_job {
    struct work_job job;
    struct snapshots *snapshots;
    int64_t session; /* the session whose queue the job waits in; 0: none */
    bool undoes;     /* no task of the session starts while this job runs */
    struct buf hide; /* set when the job starts: snapshot_context.hide */
    int (*begin)(struct snapshot_job *job);
    void (*work)(struct snapshot_job *job);
    void (*done)(struct snapshot_job *job);
    int status;
};

/* Like work_start(); copies the hidden paths of the configuration. */
int snapshot_job_start(struct snapshot_job *job);

/* A task with a snapshot whose changes are not recorded yet. */
struct snapshot_task {
    struct list link;    /* in snapshots->tasks */
    int64_t no, session; /* their numbers in the store */
    /* The whole working directory was captured, or was too large, so it is not walked again. */
    bool is_captured;
    bool complete; /* `complete` and `kept` of that response */
    int64_t kept;
    char id[];
};
int snapshot_task_add(struct snapshots *snapshots, int64_t no, int64_t session, const char *id);
struct snapshot_task *snapshot_task_find(const struct snapshots *snapshots, int64_t no);
