/* keep_files, on the thread: what the files hold before a task changes them. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "daemon/snapshot/limits.h"
#include "daemon/snapshot/work.h"

struct keeping {
    struct snapshot_place *place;
    struct snapshot_manifest *manifest;
    const struct snapshot_hidden *hidden;
    int directory;
    int64_t kept;  /* how many files are held now that were not */
    bool replaced; /* something that was known is known better now */
    bool unseen;   /* not even the working directory could be read */
};

/* --- one path -------------------------------------------------------------------------------- */

static int add(struct keeping *keeping, struct snapshot_entry *entry)
{
    struct snapshot_manifest *manifest = keeping->manifest;
    if (entry->kind == SNAPSHOT_FILE) {
        int r = snapshot_hold(keeping->place, keeping->directory, entry, manifest->contents,
                              SNAPSHOT_TASK_BYTES - manifest->bytes);
        if (r < 0)
            return r;
        keeping->kept += entry->held;
        if (!entry->held)
            manifest->complete = false;
    }
    return snapshot_manifest_add(manifest, entry, NULL);
}

/* Which directories of the path are not there: should the task make them, an undo takes them away again. */
static int add_missing_parents(struct keeping *keeping, const char *path)
{
    char parent[PATH_MAX];
    int r = 0;
    for (const char *slash = strchr(path, '/'); slash && r == 0; slash = strchr(slash + 1, '/')) {
        struct snapshot_entry entry;
        autofree char *target = NULL;
        memcpy(parent, path, (size_t)(slash - path));
        parent[slash - path] = '\0';
        if (snapshot_manifest_find(keeping->manifest, slice_of(parent)))
            continue;
        r = snapshot_look(keeping->directory, parent, &entry, &target);
        if (r == 0 && entry.kind == SNAPSHOT_ABSENT)
            r = snapshot_manifest_add(keeping->manifest, &entry, NULL);
    }
    return r;
}

/* What is known of it already; NULL: nothing. Something that was not looked into because of a .gitignore is to be kept
 * when it is named. */
static const struct snapshot_entry *known(const struct snapshot_manifest *manifest, const char *path)
{
    const struct snapshot_entry *entry = snapshot_manifest_find(manifest, slice_of(path));
    return entry && entry->kind != SNAPSHOT_OTHER ? entry : NULL;
}

/* Below a directory that was made since the whole was looked at nothing was there. */
static bool was_there(const struct snapshot_manifest *manifest, const char *path)
{
    char parent[PATH_MAX];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        memcpy(parent, path, (size_t)(slash - path));
        parent[slash - path] = '\0';
        const struct snapshot_entry *entry = snapshot_manifest_find(manifest, slice_of(parent));
        if (entry && entry->kind == SNAPSHOT_OTHER)
            return true;
        if (!entry || entry->kind != SNAPSHOT_DIRECTORY)
            return false;
    }
    return snapshot_manifest_find(manifest, slice_of(path));
}

/* `path` is plain. -EXDEV: it is not to be had in here. */
static int keep_path(struct keeping *keeping, const char *path)
{
    struct snapshot_entry entry;
    autofree char *target = NULL;
    struct snapshot_manifest *manifest = keeping->manifest;
    if (snapshot_is_hidden(keeping->hidden, slice_of(path)))
        return -EXDEV;
    if (known(manifest, path) || (manifest->whole && !was_there(manifest, path)))
        return 0;
    int r = snapshot_look(keeping->directory, path, &entry, &target);
    if (r == -ELOOP || r == -EXDEV)
        return -EXDEV;
    if (r == 0 && (entry.kind == SNAPSHOT_DIRECTORY || entry.kind == SNAPSHOT_OTHER))
        return 0; /* that is not changed as a file is */
    if (r == 0)
        r = add_missing_parents(keeping, path);
    keeping->replaced = keeping->replaced || snapshot_manifest_find(manifest, slice_of(path));
    return r < 0 ? r : add(keeping, &entry);
}

/* --- paths as they are named --------------------------------------------------------------------- */

/* The part below the directory, with what "." and ".." say done: into `ret`, of PATH_MAX bytes. False: it is outside.
 */
static bool make_plain(struct slice cwd, const char *path, char *ret)
{
    size_t size = 0;
    if (path[0] == '/') {
        size_t head = cwd.size > 1 ? cwd.size : 0;
        if (strncmp(path, cwd.data, head) != 0 || path[head] != '/')
            return false;
        path += head;
    }
    while (*path) {
        size_t piece = strcspn(path, "/");
        if (piece == 2 && path[0] == '.' && path[1] == '.') {
            if (size == 0)
                return false;
            while (size > 0 && ret[--size] != '/')
                ;
        } else if (piece > 0 && !(piece == 1 && path[0] == '.')) {
            if (size + piece + 2 > PATH_MAX)
                return false;
            if (size > 0)
                ret[size++] = '/';
            memcpy(ret + size, path, piece);
            size += piece;
        }
        path += piece + (path[piece] == '/');
    }
    ret[size] = '\0';
    return snapshot_path_is_plain((struct slice){ret, size});
}

/* Where it leads through links, as far as it is there: the caller's, or NULL. What is opened then is opened without
 * following any, so whoever changes them meanwhile gains nothing. */
static char *follow(struct slice cwd, const char *path)
{
    char whole[2 * PATH_MAX];
    if ((size_t)snprintf(whole, sizeof whole, "%s%s%s", path[0] == '/' ? "" : cwd.data, path[0] == '/' ? "" : "/",
                         path) >= sizeof whole)
        return NULL;
    char *real = realpath(whole, NULL);
    char *slash = strrchr(whole, '/');
    if (real || errno != ENOENT || !slash || slash == whole || !slash[1])
        return real;
    *slash = '\0';
    autofree char *parent = realpath(whole, NULL);
    char *joined = NULL;
    return parent && asprintf(&joined, "%s/%s", parent, slash + 1) >= 0 ? joined : NULL;
}

static int keep_named(struct keeping *keeping, const char *path)
{
    char plain[PATH_MAX], led[PATH_MAX];
    struct slice cwd = keeping->manifest->cwd;
    bool below = make_plain(cwd, path, plain);
    int r = below ? keep_path(keeping, plain) : -EXDEV;
    if (r < 0 && r != -EXDEV)
        return r;
    autofree char *real = follow(cwd, path);
    if (real && make_plain(cwd, real, led) && (!below || strcmp(led, plain) != 0))
        r = keep_path(keeping, led);
    else if (real && below && !make_plain(cwd, real, led))
        r = -EXDEV; /* a link that leads out of here */
    if (r == -EXDEV) {
        keeping->manifest->complete = false;
        r = 0;
    }
    return r;
}

/* --- all of it -------------------------------------------------------------------------------------- */

static int on_found(struct snapshot_walk *walk, const struct snapshot_entry *found, bool skipped)
{
    struct keeping *keeping = walk->user;
    struct snapshot_entry entry = *found;
    const struct snapshot_entry *before = snapshot_manifest_find(keeping->manifest, found->path);
    if (before)
        return before->kind == SNAPSHOT_DIRECTORY; /* what is in one that the task has made is the task's */
    if (keeping->manifest->count >= SNAPSHOT_FILES)
        return -ENOBUFS;
    if (skipped)
        entry.kind = SNAPSHOT_OTHER;
    int r = add(keeping, &entry);
    return r < 0 ? r : entry.kind == SNAPSHOT_DIRECTORY;
}

/* What is in there is not said to have been absent. */
static void on_unseen(struct snapshot_walk *walk, struct slice path)
{
    struct keeping *keeping = walk->user;
    struct snapshot_entry *entry = snapshot_manifest_find(keeping->manifest, path);
    if (entry)
        entry->kind = SNAPSHOT_OTHER;
    keeping->unseen = keeping->unseen || !entry;
}

static int keep_all(struct keeping *keeping)
{
    struct snapshot_manifest *manifest = keeping->manifest;
    if (manifest->whole || manifest->cut)
        return 0;
    struct snapshot_walk walk = {.directory = keeping->directory,
                                 .hidden = keeping->hidden,
                                 .place = keeping->place,
                                 .each = on_found,
                                 .unseen = on_unseen,
                                 .user = keeping};
    int r = snapshot_walk(&walk);
    bool too_much = r == -ENOBUFS || r == -ETIME || r == -E2BIG || (r == 0 && keeping->unseen);
    if (r < 0 && !too_much)
        return r;
    manifest->whole = !too_much;
    manifest->cut = too_much;
    manifest->complete = manifest->complete && !too_much && !walk.cut;
    return 0;
}

/* --- the job --------------------------------------------------------------------------------------- */

static int keep_those(struct keeping *keeping, const struct snapshot_keep *keep)
{
    int r = 0;
    for (size_t i = 0; i < keep->path_count && r == 0; i++) {
        r = snapshot_place_check(keeping->place);
        if (r == 0)
            r = keep_named(keeping, keep->paths[i].data);
        if (r == -ENOBUFS || r == -ETIME) {
            keeping->manifest->complete = false;
            r = 0;
        }
    }
    return r;
}

static int keep_with(struct snapshot_keep *keep, struct keeping *keeping)
{
    struct snapshot_manifest *manifest = keeping->manifest;
    size_t first = manifest->count;
    bool was_whole = manifest->whole, was_complete = manifest->complete;
    int r = keep->all ? keep_all(keeping) : keep_those(keeping, keep);
    if (r < 0)
        return r;
    keep->kept = 0;
    for (size_t i = 0; i < manifest->count; i++)
        keep->kept += manifest->items[i].held;
    keep->complete = manifest->complete;
    keep->captured = manifest->whole || manifest->cut;
    if (manifest->count == first && manifest->whole == was_whole && manifest->complete == was_complete &&
        !keeping->replaced)
        return 0;
    return keep->all || keeping->replaced ? snapshot_manifest_save(keeping->place->task, "before", manifest)
                                          : snapshot_manifest_append(keeping->place->task, "before", manifest, first);
}

static int begin(struct snapshot_manifest *manifest, const char *cwd, int *ret_directory)
{
    autofree char *real = NULL;
    if (manifest->cwd.size > 0) {
        *ret_directory = snapshot_open_same(manifest);
        return *ret_directory < 0 ? *ret_directory : 0;
    }
    *ret_directory = snapshot_open_directory(cwd, &real, &manifest->cwd_ino);
    if (*ret_directory < 0)
        return *ret_directory;
    manifest->cwd = arena_copy(&manifest->arena, slice_of(real));
    return manifest->cwd.data ? 0 : -ENOMEM;
}

int snapshot_keep(struct snapshot_keep *keep, struct snapshot_place *place, const struct snapshots *kept)
{
    struct snapshot_manifest manifest;
    struct snapshot_hidden hidden = {0};
    struct keeping keeping = {.place = place, .manifest = &manifest, .hidden = &hidden};
    snapshot_manifest_init(&manifest);
    autoclose int directory = -1;
    int r = snapshot_manifest_read(place->task, "before", &manifest);
    if (r == 0 || r == -ENOENT)
        r = begin(&manifest, keep->cwd, &directory);
    keeping.directory = directory;
    if (r == 0)
        r = snapshot_hidden_init(&hidden, kept, manifest.cwd.data, place->hide);
    if (r == 0)
        r = keep_with(keep, &keeping);
    snapshot_hidden_clear(&hidden);
    snapshot_manifest_clear(&manifest);
    return r;
}
