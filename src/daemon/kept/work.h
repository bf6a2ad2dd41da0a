/* What is done on the thread: plain functions of directories and manifests. */
#pragma once

#include "contract/task_types.h"
#include "daemon/kept/files.h"
#include "daemon/kept/walk.h"

struct kept;

/* --- before.c ----------------------------------------------------------------------------- */

struct kept_keep {
    const char *cwd;
    const struct slice *paths;
    size_t path_count;
    bool all; /* the whole directory */
    /* The answer: */
    int64_t kept;
    bool complete;
    bool captured; /* all of the directory is kept, or it was too much */
};
int kept_keep(struct kept_keep *keep, struct kept_place *place, const struct kept *kept);

/* --- after.c ------------------------------------------------------------------------------ */

/* What a task did: entries of `after` are what differs from `before`, as it is afterwards. */
struct kept_change {
    struct kept_manifest before, after;
    int directory; /* the working directory, or -1 */
    bool is_live;  /* the task is at work, and nothing of `after` is held */
};

/* -ENOENT: nothing was kept. Where the task has `ended` and that was not taken down yet, it is now. */
int kept_change_init(struct kept_change *change, struct kept_place *place, const struct kept *kept, bool ended);
void kept_change_clear(struct kept_change *change);

/* Whether what is there at this moment is as the entry has it: 1, 0, or an error. `now` is of kept_look(). */
int kept_is_as(const struct kept_place *place, int directory, const struct kept_entry *now,
               const struct kept_entry *entry);
/* How it was before; absent where it was not there. */
struct kept_entry kept_before_of(const struct kept_change *change, const struct kept_entry *after);

static inline bool kept_is_file(const struct kept_entry *entry)
{
    return entry->kind == KEPT_FILE || entry->kind == KEPT_LINK;
}

/* --- diff.c, undo.c ------------------------------------------------------------------------ */

/* Paths that were asked for, as they were named. One that is a directory means what is in it. */
struct kept_choice {
    bool all;
    const struct slice *paths;
    size_t count;
};
bool kept_is_chosen(const struct kept_choice *choice, const struct kept_manifest *manifest, struct slice path);

/* How many bytes it takes in an answer, at most: what is no UTF-8 is replaced, and controls are written out. */
size_t kept_told_size(struct slice text);

/* Append the result as JSON. */
int kept_diff(struct kept_place *place, const struct kept *kept, struct slice task_id, bool ended,
              const struct kept_choice *choice, bool texts, struct buf *out);

struct kept_undone {
    size_t restored, removed, left;
};
/* -E2BIG: what would be done could not be said in one answer; nothing is done. */
int kept_undo(struct kept_place *place, const struct kept *kept, const struct kept_choice *choice, bool dry_run,
              struct buf *out, struct kept_undone *ret_undone);
