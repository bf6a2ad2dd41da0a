/* task.undo, on a work thread. Removes what the task created, and restores what it changed or deleted, in an order in
 * which every step finds its place: files are removed, then directories, the deepest first; then directories are
 * restored, then files. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "contract/task.h"
#include "daemon/snapshot/internal.h"
#include "json/encode.h"

/* A restored file belongs to the daemon's user, whoever owned it before. With set-user-ID or set-group-ID, it would run
 * as this user. The sticky bit is harmless. */
enum { SET_ID = S_ISUID | S_ISGID };

enum { ARENA_BYTES = 64 << 20, OUT_BYTES = 15 << 20, ITEM_BYTES = 160, TRIES = 16 };

/* What the undo does with an entry of `after`. */
enum fate {
    FATE_NOTHING, /* it is as before the task, or was not selected */
    FATE_UNDO,    /* it is as the task left it */
    FATE_LEFT,    /* it was changed since, or cannot be restored */
};

struct undoing {
    struct snapshot_context *context;
    const struct snapshot_change *change;
    int directory;
    bool dry_run;
    enum fate *fates; /* one for each entry of `after` */
    bool remains;     /* something differs from the state before the task */
    struct arena arena;
    struct task_undo_result result;
};

/* --- results --- */

static void leave(struct undoing *undoing, const struct snapshot_entry *after, enum task_left_file_reason reason,
                  const char *message)
{
    undoing->fates[after - undoing->change->after.items] = FATE_LEFT;
    undoing->remains = true;
    undoing->result.left.items[undoing->result.left.count++] = (struct task_left_file){
        .path = after->path,
        .reason = reason,
        .message = arena_copy(&undoing->arena, slice_of(message)),
        .message_is = FIELD_SET,
    };
}

static void leave_for(struct undoing *undoing, const struct snapshot_entry *after, int error)
{
    if (error == -ESTALE)
        leave(undoing, after, TASK_LEFT_FILE_REASON_CHANGED_SINCE, "changed since the task ended");
    else
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_POSSIBLE,
              error == -ECANCELED ? "the daemon is stopping; try again" : strerror(-error));
}

static bool is_wanted(const struct undoing *undoing, const struct snapshot_entry *after)
{
    return undoing->fates[after - undoing->change->after.items] == FATE_UNDO;
}

/* --- deciding --- */

/* Reads the current state. A path behind a link counts as absent. */
static int read_now(const struct undoing *undoing, const char *path, struct snapshot_entry *ret_now, char **ret_target)
{
    int r = snapshot_stat(undoing->directory, path, ret_now, ret_target);
    if (r == -ELOOP || r == -EXDEV) {
        *ret_now = (struct snapshot_entry){.path = slice_of(path)};
        r = 0;
    }
    return r;
}

static bool had_set_id(const struct snapshot_entry *before)
{
    return before->kind == SNAPSHOT_FILE && (before->mode & SET_ID);
}

/* The entry as it will be restored: without set-user-ID and set-group-ID. */
static struct snapshot_entry restorable(const struct snapshot_entry *before)
{
    struct snapshot_entry entry = *before;
    if (had_set_id(before))
        entry.mode &= ~(unsigned)SET_ID;
    return entry;
}

/* 1: it is as before the task, or was restored already. */
static int is_back(const struct undoing *undoing, const struct snapshot_entry *now, const struct snapshot_entry *after,
                   const struct snapshot_entry *before)
{
    int r = snapshot_matches(undoing->context, undoing->directory, now, before);
    if (r != 0 || !had_set_id(before))
        return r;
    r = snapshot_matches(undoing->context, undoing->directory, now, after);
    if (r != 0)
        return r < 0 ? r : 0;
    struct snapshot_entry back = restorable(before);
    return snapshot_matches(undoing->context, undoing->directory, now, &back);
}

/* Whether the task only removed set-user-ID or set-group-ID. */
static bool lost_set_id_alone(const struct undoing *undoing, const struct snapshot_entry *now,
                              const struct snapshot_entry *before)
{
    struct snapshot_entry back = restorable(before);
    return had_set_id(before) && snapshot_matches(undoing->context, undoing->directory, now, &back) == 1;
}

static void decide(struct undoing *undoing, const struct snapshot_entry *after)
{
    struct snapshot_entry now, before = snapshot_entry_before(undoing->change, after);
    autofree char *target = NULL;
    enum fate *fate = &undoing->fates[after - undoing->change->after.items];
    int r = read_now(undoing, after->path.data, &now, &target), was;
    if (r < 0) {
        leave_for(undoing, after, r);
        return;
    }
    was = is_back(undoing, &now, after, &before);
    r = was == 1 ? 0 : snapshot_matches(undoing->context, undoing->directory, &now, after);
    if (was == 1) {
        *fate = FATE_NOTHING;
    } else if (r == 0) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_CHANGED_SINCE, "changed since the task ended");
    } else if (r < 0) {
        leave_for(undoing, after, r);
    } else if (lost_set_id_alone(undoing, &now, &before)) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_POSSIBLE,
              "its set-user-ID and set-group-ID bits are never restored; set them with chmod");
    } else if (before.kind == SNAPSHOT_FILE && !before.stored) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_KEPT, "its old content was too large to save");
    } else {
        *fate = FATE_UNDO;
    }
}

static bool is_to_stop(struct undoing *undoing, const struct snapshot_entry *after)
{
    if (!atomic_load(undoing->context->hurry))
        return false;
    leave_for(undoing, after, -ECANCELED);
    return true;
}

static void decide_all(struct undoing *undoing, const struct snapshot_choice *choice)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = 0; i < after->count; i++) {
        struct snapshot_entry now;
        autofree char *target = NULL;
        if (snapshot_is_chosen(choice, after, after->items[i].path)) {
            if (!is_to_stop(undoing, &after->items[i]))
                decide(undoing, &after->items[i]);
            continue;
        }
        struct snapshot_entry before = snapshot_entry_before(undoing->change, &after->items[i]);
        if (read_now(undoing, after->items[i].path.data, &now, &target) < 0 ||
            is_back(undoing, &now, &after->items[i], &before) != 1)
            undoing->remains = true;
    }
}

/* --- steps --- */

/* Checks again right before the change, so that a change by another program is not lost. */
static int check_again(const struct undoing *undoing, const struct snapshot_entry *after)
{
    struct snapshot_entry now;
    autofree char *target = NULL;
    if (atomic_load(undoing->context->hurry))
        return -ECANCELED;
    int r = read_now(undoing, after->path.data, &now, &target);
    if (r == 0)
        r = snapshot_matches(undoing->context, undoing->directory, &now, after);
    return r < 0 ? r : r == 1 ? 0 : -ESTALE;
}

static int remove_one(const struct undoing *undoing, const struct snapshot_entry *after, int flags)
{
    const char *name;
    autoclose int parent = snapshot_open_parent(undoing->directory, after->path.data, &name);
    if (parent < 0)
        return parent;
    return unlinkat(parent, name, flags) < 0 ? -errno : 0;
}

/* Whether a new directory of this process gets set-group-ID back. Files in such a directory belong to its group, so
 * owner and group must be the same as before; and the kernel sets the bit only for a group of the process. */
static bool keeps_set_group_id(const struct snapshot_entry *before, uid_t uid, gid_t gid)
{
    return (before->mode & S_ISGID) && uid == before->uid && gid == before->gid &&
           (uid == 0 || gid == getegid() || group_member(gid));
}

/* 1: created without set-group-ID. */
static int make_directory(const struct undoing *undoing, const struct snapshot_entry *before)
{
    const char *name;
    struct stat about;
    autoclose int parent = snapshot_open_parent(undoing->directory, before->path.data, &name);
    if (parent < 0)
        return parent;
    if (mkdirat(parent, name, 0700) < 0)
        return errno == EEXIST ? 0 : -errno;
    autoclose int made = snapshot_open_below(parent, name, O_RDONLY | O_DIRECTORY);
    if (made < 0)
        return 0;
    if (fstat(made, &about) < 0)
        return -errno;
    bool keeps = keeps_set_group_id(before, about.st_uid, about.st_gid);
    if (fchmod(made, before->mode & (keeps ? 03777 : 01777)) < 0)
        return -errno;
    return !keeps && (before->mode & S_ISGID) ? 1 : 0;
}

/* Predicts the result of make_directory(), for a dry run. A new directory gets the group of the process, or of its
 * parent if that has set-group-ID; so all parents count. */
static int predict_directory(const struct undoing *undoing, const struct snapshot_entry *before)
{
    struct stat about;
    if (fstat(undoing->directory, &about) < 0)
        return -errno;
    bool inherits = about.st_mode & S_ISGID, is_there = true;
    gid_t gid = about.st_gid;
    for (const char *end = before->path.data; *end; end += *end == '/') {
        end = strchrnul(end, '/');
        autofree char *path = strndup(before->path.data, (size_t)(end - before->path.data)), *target = NULL;
        struct snapshot_entry now;
        int r = path ? read_now(undoing, path, &now, &target) : -ENOMEM;
        if (r < 0)
            return r;
        is_there = now.kind == SNAPSHOT_DIRECTORY;
        if (is_there) {
            gid = now.gid;
            inherits = now.mode & S_ISGID;
        } else {
            const struct snapshot_entry *made = snapshot_manifest_find(&undoing->change->before, slice_of(path));
            gid = inherits ? gid : getegid();
            inherits = made && keeps_set_group_id(made, geteuid(), gid);
        }
    }
    return !is_there && !inherits && (before->mode & S_ISGID) ? 1 : 0;
}

/* Writes to a temporary name in the same directory; the rename then replaces the file atomically. */
static int make_file(const struct undoing *undoing, int parent, const struct snapshot_entry *before, const char *name)
{
    int64_t size = 0;
    autoclose int from = snapshot_open_content(undoing->context, before);
    if (from < 0)
        return from;
    autoclose int to = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        return -errno;
    int r = snapshot_copy(from, to, SNAPSHOT_FILE_BYTES, &size);
    if (r == 0 && fchmod(to, restorable(before).mode) < 0)
        r = -errno;
    if (r < 0)
        (void)unlinkat(parent, name, 0);
    return r;
}

static int put_in_place(const struct undoing *undoing, int parent, const struct snapshot_entry *before,
                        const char *name)
{
    char temporary[64];
    int r = -EEXIST;
    for (unsigned i = 0; i < TRIES && r == -EEXIST; i++) {
        (void)snprintf(temporary, sizeof temporary, ".weir-undo-%d-%u", (int)getpid(), i);
        if (before->kind == SNAPSHOT_FILE)
            r = make_file(undoing, parent, before, temporary);
        else
            r = symlinkat(before->target.data, parent, temporary) < 0 ? -errno : 0;
    }
    if (r == 0)
        r = fault_point("kept.restore");
    if (r == 0 && renameat(parent, temporary, parent, name) < 0) {
        r = -errno;
        (void)unlinkat(parent, temporary, 0);
    }
    return r;
}

/* Creates parent directories that no manifest lists, because they were not entered when the directory was captured. */
static int make_parents(const struct undoing *undoing, const char *path)
{
    int r = 0;
    for (const char *slash = strchr(path, '/'); slash && r == 0; slash = strchr(slash + 1, '/')) {
        autofree char *parent = strndup(path, (size_t)(slash - path));
        if (!parent)
            return -ENOMEM;
        struct snapshot_entry entry = {.path = slice_of(parent), .mode = 0755};
        r = make_directory(undoing, &entry);
    }
    return r < 0 ? r : 0;
}

static int restore_one(const struct undoing *undoing, const struct snapshot_entry *before)
{
    const char *name;
    int r = make_parents(undoing, before->path.data);
    if (r < 0)
        return r;
    autoclose int parent = snapshot_open_parent(undoing->directory, before->path.data, &name);
    return parent < 0 ? parent : put_in_place(undoing, parent, before, name);
}

/* --- in order --- */

static void note(struct undoing *undoing, const struct snapshot_entry *after, bool restored)
{
    struct task_undo_result *result = &undoing->result;
    if (restored)
        result->restored.items[result->restored.count++] = after->path;
    else
        result->removed.items[result->removed.count++] = after->path;
}

static void note_without_set_id(struct undoing *undoing, const struct snapshot_entry *after)
{
    struct task_undo_result *result = &undoing->result;
    result->without_set_id_is = FIELD_SET;
    result->without_set_id.items[result->without_set_id.count++] = after->path;
}

static void remove_files(struct undoing *undoing)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = after->count; i-- > 0;) {
        const struct snapshot_entry *entry = &after->items[i];
        struct snapshot_entry before = snapshot_entry_before(undoing->change, entry);
        if (!is_wanted(undoing, entry) || !snapshot_is_file(entry) || snapshot_is_file(&before))
            continue;
        int r = undoing->dry_run ? 0 : check_again(undoing, entry);
        if (r == 0 && !undoing->dry_run)
            r = remove_one(undoing, entry, 0);
        if (r == 0)
            note(undoing, entry, false);
        else
            leave_for(undoing, entry, r);
    }
}

/* A directory that is not empty stays: its contents are not the task's, or are unknown. */
static void remove_directories(struct undoing *undoing)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = after->count; i-- > 0 && !undoing->dry_run;) {
        const struct snapshot_entry *entry = &after->items[i];
        if (!is_wanted(undoing, entry) || entry->kind != SNAPSHOT_DIRECTORY)
            continue;
        int r = remove_one(undoing, entry, AT_REMOVEDIR);
        if (r == -ENOTEMPTY || r == -EEXIST)
            leave(undoing, entry, TASK_LEFT_FILE_REASON_NOT_POSSIBLE, "the directory is not empty");
        else if (r < 0 && r != -ENOENT)
            leave_for(undoing, entry, r);
    }
}

static void restore_directories(struct undoing *undoing)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = 0; i < after->count; i++) {
        struct snapshot_entry before = snapshot_entry_before(undoing->change, &after->items[i]);
        if (!is_wanted(undoing, &after->items[i]) || before.kind != SNAPSHOT_DIRECTORY)
            continue;
        int r = undoing->dry_run ? predict_directory(undoing, &before) : make_directory(undoing, &before);
        if (r < 0)
            leave_for(undoing, &after->items[i], r);
        else if (r == 1)
            note_without_set_id(undoing, &after->items[i]);
    }
}

static void restore_files(struct undoing *undoing)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = 0; i < after->count; i++) {
        const struct snapshot_entry *entry = &after->items[i];
        struct snapshot_entry before = snapshot_entry_before(undoing->change, entry);
        if (!is_wanted(undoing, entry) || !snapshot_is_file(&before))
            continue;
        /* A directory at this path has been removed by now. */
        int r = undoing->dry_run || entry->kind == SNAPSHOT_DIRECTORY ? 0 : check_again(undoing, entry);
        if (r == 0 && !undoing->dry_run)
            r = restore_one(undoing, &before);
        if (r == 0) {
            note(undoing, entry, true);
            if (had_set_id(&before))
                note_without_set_id(undoing, entry);
        } else {
            leave_for(undoing, entry, r);
        }
    }
}

/* --- public function --- */

static int make_room(struct undoing *undoing)
{
    size_t count = undoing->change->after.count + 1;
    struct task_undo_result *result = &undoing->result;
    undoing->fates = arena_zeroed(&undoing->arena, count * sizeof *undoing->fates);
    result->restored.items = arena_alloc(&undoing->arena, count * sizeof *result->restored.items);
    result->removed.items = arena_alloc(&undoing->arena, count * sizeof *result->removed.items);
    result->left.items = arena_alloc(&undoing->arena, 2 * count * sizeof *result->left.items);
    result->without_set_id.items = arena_alloc(&undoing->arena, count * sizeof *result->without_set_id.items);
    return undoing->fates && result->restored.items && result->removed.items && result->left.items &&
                   result->without_set_id.items
               ? 0
               : -ENOMEM;
}

/* Whether all selected paths fit into the response, whatever the result is. */
static bool fits_response(const struct undoing *undoing, const struct snapshot_choice *choice)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    size_t bytes = 0;
    for (size_t i = 0; i < after->count; i++) {
        const struct snapshot_entry *before = snapshot_manifest_find(&undoing->change->before, after->items[i].path);
        bool twice = before && (before->mode & SET_ID);
        if (snapshot_is_chosen(choice, after, after->items[i].path))
            bytes += snapshot_json_size(after->items[i].path) * (twice ? 2 : 1) + ITEM_BYTES;
    }
    return bytes < OUT_BYTES;
}

static void undo(struct undoing *undoing, const struct snapshot_choice *choice)
{
    decide_all(undoing, choice);
    remove_files(undoing);
    remove_directories(undoing);
    restore_directories(undoing);
    restore_files(undoing);
    if (!undoing->remains && !undoing->dry_run) {
        int fd = openat(undoing->context->task, "undone", O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd >= 0)
            close(fd);
    }
}

int snapshot_undo(struct snapshot_context *context, const struct snapshots *snapshots,
                  const struct snapshot_choice *choice, bool dry_run, struct buf *out,
                  struct snapshot_undone *ret_undone)
{
    struct snapshot_change change;
    struct undoing undoing = {
        .context = context, .change = &change, .dry_run = dry_run, .arena = ARENA_LIMITED(ARENA_BYTES)};
    int r = snapshot_change_init(&change, context, snapshots, true);
    if (r == 0)
        r = make_room(&undoing);
    autoclose int directory = r == 0 ? snapshot_open_same(&change.before) : -1;
    undoing.directory = directory;
    if (r == 0 && directory < 0)
        r = directory;
    if (r == 0 && !fits_response(&undoing, choice))
        r = -E2BIG;
    if (r == 0) {
        undo(&undoing, choice);
        out->limit = OUT_BYTES;
        r = json_encode(out, &task_undo_result_shape, &undoing.result);
        *ret_undone = (struct snapshot_undone){.restored = undoing.result.restored.count,
                                               .removed = undoing.result.removed.count,
                                               .left = undoing.result.left.count};
    }
    arena_clear(&undoing.arena);
    snapshot_change_clear(&change);
    return r;
}
