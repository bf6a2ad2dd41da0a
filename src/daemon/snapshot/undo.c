/* task.undo, on the thread: what a task made is removed, what it changed or deleted is put back, in an order in which
 * each finds its place: files go, then directories, the deepest first; directories come back, then files. */
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
#include "daemon/snapshot/limits.h"
#include "daemon/snapshot/work.h"
#include "json/encode.h"

/* A file that is put back belongs to the daemon's user, whoever owned it before: with set-user-ID or set-group-ID it
 * would run as this user. The sticky bit does no harm. */
enum { SET_ID = S_ISUID | S_ISGID };

enum { ARENA_BYTES = 64 << 20, OUT_BYTES = 15 << 20, ITEM_BYTES = 160, TRIES = 16 };

/* What is to become of an entry of `after`. */
enum fate {
    FATE_NOTHING, /* it is as it was before, or was not chosen */
    FATE_UNDO,    /* it is as the task left it */
    FATE_LEFT,    /* it is not, or it cannot be put back */
};

struct undoing {
    struct snapshot_place *place;
    const struct snapshot_change *change;
    int directory;
    bool dry_run;
    enum fate *fates; /* of each entry of `after` */
    bool remains;     /* something is not as it was before */
    struct arena arena;
    struct task_undo_result result;
};

/* --- what was done ------------------------------------------------------------------------ */

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
        leave(undoing, after, TASK_LEFT_FILE_REASON_CHANGED_SINCE, "somebody has changed it since");
    else
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_POSSIBLE,
              error == -ECANCELED ? "the daemon stops; try again" : strerror(-error));
}

static bool is_wanted(const struct undoing *undoing, const struct snapshot_entry *after)
{
    return undoing->fates[after - undoing->change->after.items] == FATE_UNDO;
}

/* --- judging -------------------------------------------------------------------------------- */

/* How it is now; where a link stands in its way, it is not there. */
static int look(const struct undoing *undoing, const char *path, struct snapshot_entry *ret_now, char **ret_target)
{
    int r = snapshot_look(undoing->directory, path, ret_now, ret_target);
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

/* How it is once it is put back. */
static struct snapshot_entry restorable(const struct snapshot_entry *before)
{
    struct snapshot_entry entry = *before;
    if (had_set_id(before))
        entry.mode &= ~(unsigned)SET_ID;
    return entry;
}

/* 1: it is as it was before, or was put back already. */
static int is_back(const struct undoing *undoing, const struct snapshot_entry *now, const struct snapshot_entry *after,
                   const struct snapshot_entry *before)
{
    int r = snapshot_is_as(undoing->place, undoing->directory, now, before);
    if (r != 0 || !had_set_id(before))
        return r;
    r = snapshot_is_as(undoing->place, undoing->directory, now, after);
    if (r != 0)
        return r < 0 ? r : 0;
    struct snapshot_entry back = restorable(before);
    return snapshot_is_as(undoing->place, undoing->directory, now, &back);
}

/* The task took nothing but set-user-ID or set-group-ID away. */
static bool lost_set_id_alone(const struct undoing *undoing, const struct snapshot_entry *now,
                              const struct snapshot_entry *before)
{
    struct snapshot_entry back = restorable(before);
    return had_set_id(before) && snapshot_is_as(undoing->place, undoing->directory, now, &back) == 1;
}

static void judge(struct undoing *undoing, const struct snapshot_entry *after)
{
    struct snapshot_entry now, before = snapshot_before_of(undoing->change, after);
    autofree char *target = NULL;
    enum fate *fate = &undoing->fates[after - undoing->change->after.items];
    int r = look(undoing, after->path.data, &now, &target), was;
    if (r < 0) {
        leave_for(undoing, after, r);
        return;
    }
    was = is_back(undoing, &now, after, &before);
    r = was == 1 ? 0 : snapshot_is_as(undoing->place, undoing->directory, &now, after);
    if (was == 1) {
        *fate = FATE_NOTHING;
    } else if (r == 0) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_CHANGED_SINCE, "somebody has changed it since");
    } else if (r < 0) {
        leave_for(undoing, after, r);
    } else if (lost_set_id_alone(undoing, &now, &before)) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_POSSIBLE,
              "its set-user-ID and set-group-ID bits are never restored; set them with chmod");
    } else if (before.kind == SNAPSHOT_FILE && !before.held) {
        leave(undoing, after, TASK_LEFT_FILE_REASON_NOT_KEPT, "its old content was too large to be kept");
    } else {
        *fate = FATE_UNDO;
    }
}

static bool is_to_stop(struct undoing *undoing, const struct snapshot_entry *after)
{
    if (!atomic_load(undoing->place->hurry))
        return false;
    leave_for(undoing, after, -ECANCELED);
    return true;
}

static void judge_all(struct undoing *undoing, const struct snapshot_choice *choice)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    for (size_t i = 0; i < after->count; i++) {
        struct snapshot_entry now;
        autofree char *target = NULL;
        if (snapshot_is_chosen(choice, after, after->items[i].path)) {
            if (!is_to_stop(undoing, &after->items[i]))
                judge(undoing, &after->items[i]);
            continue;
        }
        struct snapshot_entry before = snapshot_before_of(undoing->change, &after->items[i]);
        if (look(undoing, after->items[i].path.data, &now, &target) < 0 ||
            is_back(undoing, &now, &after->items[i], &before) != 1)
            undoing->remains = true;
    }
}

/* --- one step each --------------------------------------------------------------------------- */

/* The last look before something is done: what came in between is not to be lost. */
static int look_once_more(const struct undoing *undoing, const struct snapshot_entry *after)
{
    struct snapshot_entry now;
    autofree char *target = NULL;
    if (atomic_load(undoing->place->hurry))
        return -ECANCELED;
    int r = look(undoing, after->path.data, &now, &target);
    if (r == 0)
        r = snapshot_is_as(undoing->place, undoing->directory, &now, after);
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

/* Whether a directory made by this process, with that group, gets its set-group-ID back, by which what is made in there
 * belongs to a group that may be another one now. The kernel gives the bit for a group of the process alone. */
static bool keeps_set_group_id(const struct snapshot_entry *before, uid_t uid, gid_t gid)
{
    return (before->mode & S_ISGID) && uid == before->uid && gid == before->gid &&
           (uid == 0 || gid == getegid() || group_member(gid));
}

/* 1: without its set-group-ID. */
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

/* What make_directory() will return, if nobody changes anything until then. A new directory has the group of the
 * process, or that of the directory which it lies in, if that one has set-group-ID: so all those above it count. */
static int foresee_directory(const struct undoing *undoing, const struct snapshot_entry *before)
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
        int r = path ? look(undoing, path, &now, &target) : -ENOMEM;
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

/* A name that nobody has, in the same directory: what is put in place is there all at once. */
static int make_file(const struct undoing *undoing, int parent, const struct snapshot_entry *before, const char *name)
{
    int64_t size = 0;
    autoclose int from = snapshot_open_content(undoing->place, before);
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

/* The directories above it are there again, unless nobody knew of them: they were not looked into before. */
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

/* --- in their order ------------------------------------------------------------------------------ */

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
        struct snapshot_entry before = snapshot_before_of(undoing->change, entry);
        if (!is_wanted(undoing, entry) || !snapshot_is_file(entry) || snapshot_is_file(&before))
            continue;
        int r = undoing->dry_run ? 0 : look_once_more(undoing, entry);
        if (r == 0 && !undoing->dry_run)
            r = remove_one(undoing, entry, 0);
        if (r == 0)
            note(undoing, entry, false);
        else
            leave_for(undoing, entry, r);
    }
}

/* One that has something in it stays: that is somebody else's, or was not looked at. */
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
        struct snapshot_entry before = snapshot_before_of(undoing->change, &after->items[i]);
        if (!is_wanted(undoing, &after->items[i]) || before.kind != SNAPSHOT_DIRECTORY)
            continue;
        int r = undoing->dry_run ? foresee_directory(undoing, &before) : make_directory(undoing, &before);
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
        struct snapshot_entry before = snapshot_before_of(undoing->change, entry);
        if (!is_wanted(undoing, entry) || !snapshot_is_file(&before))
            continue;
        /* A directory that was in its place is gone by now. */
        int r = undoing->dry_run || entry->kind == SNAPSHOT_DIRECTORY ? 0 : look_once_more(undoing, entry);
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

/* --- the whole of it ------------------------------------------------------------------------------ */

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

/* Whether all of what was chosen can be named in an answer, whatever becomes of it. */
static bool can_be_told(const struct undoing *undoing, const struct snapshot_choice *choice)
{
    const struct snapshot_manifest *after = &undoing->change->after;
    size_t bytes = 0;
    for (size_t i = 0; i < after->count; i++) {
        const struct snapshot_entry *before = snapshot_manifest_find(&undoing->change->before, after->items[i].path);
        bool twice = before && (before->mode & SET_ID);
        if (snapshot_is_chosen(choice, after, after->items[i].path))
            bytes += snapshot_told_size(after->items[i].path) * (twice ? 2 : 1) + ITEM_BYTES;
    }
    return bytes < OUT_BYTES;
}

static void undo(struct undoing *undoing, const struct snapshot_choice *choice)
{
    judge_all(undoing, choice);
    remove_files(undoing);
    remove_directories(undoing);
    restore_directories(undoing);
    restore_files(undoing);
    if (!undoing->remains && !undoing->dry_run) {
        int fd = openat(undoing->place->task, "undone", O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd >= 0)
            close(fd);
    }
}

int snapshot_undo(struct snapshot_place *place, const struct snapshots *kept, const struct snapshot_choice *choice,
                  bool dry_run, struct buf *out, struct snapshot_undone *ret_undone)
{
    struct snapshot_change change;
    struct undoing undoing = {
        .place = place, .change = &change, .dry_run = dry_run, .arena = ARENA_LIMITED(ARENA_BYTES)};
    int r = snapshot_change_init(&change, place, kept, true);
    if (r == 0)
        r = make_room(&undoing);
    autoclose int directory = r == 0 ? snapshot_open_same(&change.before) : -1;
    undoing.directory = directory;
    if (r == 0 && directory < 0)
        r = directory;
    if (r == 0 && !can_be_told(&undoing, choice))
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
