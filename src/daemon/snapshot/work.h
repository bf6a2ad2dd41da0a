/* What is done on the thread: plain functions of directories and manifests. */
#pragma once

#include "contract/task_types.h"
#include "daemon/snapshot/files.h"
#include "daemon/snapshot/walk.h"

struct snapshots;

/* --- before.c ----------------------------------------------------------------------------- */

struct snapshot_keep {
    const char *cwd;
    const struct slice *paths;
    size_t path_count;
    bool all; /* the whole directory */
    /* The answer: */
    int64_t kept;
    bool complete;
    bool captured; /* all of the directory is kept, or it was too much */
};
int snapshot_keep(struct snapshot_keep *keep, struct snapshot_place *place, const struct snapshots *kept);

/* --- after.c ------------------------------------------------------------------------------ */

/* What a task did: entries of `after` are what differs from `before`, as it is afterwards. */
struct snapshot_change {
    struct snapshot_manifest before, after;
    int directory; /* the working directory, or -1 */
    bool is_live;  /* the task is at work, and nothing of `after` is held */
};

/* -ENOENT: nothing was kept. Where the task has `ended` and that was not taken down yet, it is now. */
int snapshot_change_init(struct snapshot_change *change, struct snapshot_place *place, const struct snapshots *kept,
                         bool ended);
void snapshot_change_clear(struct snapshot_change *change);

/* Whether what is there at this moment is as the entry has it: 1, 0, or an error. `now` is of snapshot_look(). */
int snapshot_is_as(const struct snapshot_place *place, int directory, const struct snapshot_entry *now,
                   const struct snapshot_entry *entry);
/* How it was before; absent where it was not there. */
struct snapshot_entry snapshot_before_of(const struct snapshot_change *change, const struct snapshot_entry *after);

static inline bool snapshot_is_file(const struct snapshot_entry *entry)
{
    return entry->kind == SNAPSHOT_FILE || entry->kind == SNAPSHOT_LINK;
}

/* --- diff.c, undo.c ------------------------------------------------------------------------ */

/* Paths that were asked for, as they were named. One that is a directory means what is in it. */
struct snapshot_choice {
    bool all;
    const struct slice *paths;
    size_t count;
};
bool snapshot_is_chosen(const struct snapshot_choice *choice, const struct snapshot_manifest *manifest,
                        struct slice path);

/* How many bytes it takes in an answer, at most: what is no UTF-8 is replaced, and controls are written out. */
size_t snapshot_told_size(struct slice text);

/* Append the result as JSON. */
int snapshot_diff(struct snapshot_place *place, const struct snapshots *kept, struct slice task_id, bool ended,
                  const struct snapshot_choice *choice, bool texts, struct buf *out);

struct snapshot_undone {
    size_t restored, removed, left;
};
/* -E2BIG: what would be done could not be said in one answer; nothing is done. */
int snapshot_undo(struct snapshot_place *place, const struct snapshots *kept, const struct snapshot_choice *choice,
                  bool dry_run, struct buf *out, struct snapshot_undone *ret_undone);
