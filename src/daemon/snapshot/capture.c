/* Captures the state of a task's files before the task changes them, and compares it with the state afterwards. */
#include "daemon/snapshot/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

/* --- before the task --- */

struct capture {
    struct snapshot_context *context;
    struct snapshot_manifest *manifest;
    const struct snapshot_hidden *hidden;
    int directory;
    int64_t kept;    /* how many files are held now that were not */
    bool replaced;   /* newly stored files */
    bool unreadable; /* an entry was replaced by a better one */
};

/* --- the working directory itself could not be read --- */

static int add_before(struct capture *capture, struct snapshot_entry *entry)
{
    struct snapshot_manifest *manifest = capture->manifest;
    if (entry->kind == SNAPSHOT_FILE) {
        int r = snapshot_store_content(capture->context, capture->directory, entry, manifest->contents,
                                       SNAPSHOT_TASK_BYTES - manifest->bytes);
        if (r < 0)
            return r;
        capture->kept += entry->stored;
        if (!entry->stored)
            manifest->complete = false;
    }
    return snapshot_manifest_add(manifest, entry, NULL);
}

/* Adds the missing parent directories of a path as absent, so that an undo removes them if the task creates them. */
static int add_missing_parents(struct capture *capture, const char *path)
{
    char parent[PATH_MAX];
    int r = 0;
    for (const char *slash = strchr(path, '/'); slash && r == 0; slash = strchr(slash + 1, '/')) {
        struct snapshot_entry entry;
        autofree char *target = NULL;
        memcpy(parent, path, (size_t)(slash - path));
        parent[slash - path] = '\0';
        if (snapshot_manifest_find(capture->manifest, slice_of(parent)))
            continue;
        r = snapshot_stat(capture->directory, parent, &entry, &target);
        if (r == 0 && entry.kind == SNAPSHOT_ABSENT)
            r = snapshot_manifest_add(capture->manifest, &entry, NULL);
    }
    return r;
}

/* Returns the existing entry; NULL: none. A directory that a .gitignore excluded is captured if it is named. */
static const struct snapshot_entry *find_known(const struct snapshot_manifest *manifest, const char *path)
{
    const struct snapshot_entry *entry = snapshot_manifest_find(manifest, slice_of(path));
    return entry && entry->kind != SNAPSHOT_OTHER ? entry : NULL;
}

/* Whether the path existed when the whole directory was captured. Below a directory that was created later, nothing
 * did. */
static bool existed_before(const struct snapshot_manifest *manifest, const char *path)
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

/* `path` is normalized. -EXDEV: it cannot be captured. */
static int capture_path(struct capture *capture, const char *path)
{
    struct snapshot_entry entry;
    autofree char *target = NULL;
    struct snapshot_manifest *manifest = capture->manifest;
    if (snapshot_is_hidden(capture->hidden, slice_of(path)))
        return -EXDEV;
    if (find_known(manifest, path) || (manifest->whole && !existed_before(manifest, path)))
        return 0;
    int r = snapshot_stat(capture->directory, path, &entry, &target);
    if (r == -ELOOP || r == -EXDEV)
        return -EXDEV;
    if (r == 0 && (entry.kind == SNAPSHOT_DIRECTORY || entry.kind == SNAPSHOT_OTHER))
        return 0; /* not changed like a file */
    if (r == 0)
        r = add_missing_parents(capture, path);
    capture->replaced = capture->replaced || snapshot_manifest_find(manifest, slice_of(path));
    return r < 0 ? r : add_before(capture, &entry);
}

/* --- named paths --- */

/* Writes the path relative to the working directory, without "." and "..", into `ret` of PATH_MAX bytes. False: it is
 * outside. */
static bool normalize(struct slice cwd, const char *path, char *ret)
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
    return snapshot_path_is_valid((struct slice){ret, size});
}

/* Follows links as far as the path exists. Returns a path that the caller frees, or NULL. Files are then opened without
 * following links, so replacing a link meanwhile gains nothing. */
static char *resolve_links(struct slice cwd, const char *path)
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

static int capture_named(struct capture *capture, const char *path)
{
    char plain[PATH_MAX], resolved[PATH_MAX];
    struct slice cwd = capture->manifest->cwd;
    bool below = normalize(cwd, path, plain);
    int r = below ? capture_path(capture, plain) : -EXDEV;
    if (r < 0 && r != -EXDEV)
        return r;
    autofree char *real = resolve_links(cwd, path);
    if (real && normalize(cwd, real, resolved) && (!below || strcmp(resolved, plain) != 0))
        r = capture_path(capture, resolved);
    else if (real && below && !normalize(cwd, real, resolved))
        r = -EXDEV; /* a link out of the working directory */
    if (r == -EXDEV) {
        capture->manifest->complete = false;
        r = 0;
    }
    return r;
}

/* --- whole directory --- */

static int on_found_before(struct snapshot_walk *walk, const struct snapshot_entry *found, bool skipped)
{
    struct capture *capture = walk->user;
    struct snapshot_entry entry = *found;
    const struct snapshot_entry *before = snapshot_manifest_find(capture->manifest, found->path);
    if (before)
        return before->kind == SNAPSHOT_DIRECTORY; /* do not enter a directory that the task created */
    if (capture->manifest->count >= SNAPSHOT_FILES)
        return -ENOBUFS;
    if (skipped)
        entry.kind = SNAPSHOT_OTHER;
    int r = add_before(capture, &entry);
    return r < 0 ? r : entry.kind == SNAPSHOT_DIRECTORY;
}

/* The contents of an unreadable directory must not count as absent. */
static void on_unreadable_before(struct snapshot_walk *walk, struct slice path)
{
    struct capture *capture = walk->user;
    struct snapshot_entry *entry = snapshot_manifest_find(capture->manifest, path);
    if (entry)
        entry->kind = SNAPSHOT_OTHER;
    capture->unreadable = capture->unreadable || !entry;
}

static int capture_all(struct capture *capture)
{
    struct snapshot_manifest *manifest = capture->manifest;
    if (manifest->whole || manifest->cut)
        return 0;
    struct snapshot_walk walk = {.directory = capture->directory,
                                 .hidden = capture->hidden,
                                 .context = capture->context,
                                 .each = on_found_before,
                                 .unreadable = on_unreadable_before,
                                 .user = capture};
    int r = snapshot_walk(&walk);
    bool too_much = r == -ENOBUFS || r == -ETIME || r == -E2BIG || (r == 0 && capture->unreadable);
    if (r < 0 && !too_much)
        return r;
    manifest->whole = !too_much;
    manifest->cut = too_much;
    manifest->complete = manifest->complete && !too_much && !walk.cut;
    return 0;
}

/* --- job --- */

static int capture_paths(struct capture *capture, const struct snapshot_capture *request)
{
    int r = 0;
    for (size_t i = 0; i < request->path_count && r == 0; i++) {
        r = snapshot_context_check(capture->context);
        if (r == 0)
            r = capture_named(capture, request->paths[i].data);
        if (r == -ENOBUFS || r == -ETIME) {
            capture->manifest->complete = false;
            r = 0;
        }
    }
    return r;
}

static int capture_requested(struct snapshot_capture *request, struct capture *capture)
{
    struct snapshot_manifest *manifest = capture->manifest;
    size_t first = manifest->count;
    bool was_whole = manifest->whole, was_complete = manifest->complete;
    int r = request->all ? capture_all(capture) : capture_paths(capture, request);
    if (r < 0)
        return r;
    request->kept = 0;
    for (size_t i = 0; i < manifest->count; i++)
        request->kept += manifest->items[i].stored;
    request->complete = manifest->complete;
    request->captured = manifest->whole || manifest->cut;
    if (manifest->count == first && manifest->whole == was_whole && manifest->complete == was_complete &&
        !capture->replaced)
        return 0;
    return request->all || capture->replaced
               ? snapshot_manifest_save(capture->context->task, "before", manifest)
               : snapshot_manifest_append(capture->context->task, "before", manifest, first);
}

static int open_directory(struct snapshot_manifest *manifest, const char *cwd, int *ret_directory)
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

int snapshot_capture(struct snapshot_capture *request, struct snapshot_context *context,
                     const struct snapshots *snapshots)
{
    struct snapshot_manifest manifest;
    struct snapshot_hidden hidden = {0};
    struct capture capture = {.context = context, .manifest = &manifest, .hidden = &hidden};
    snapshot_manifest_init(&manifest);
    autoclose int directory = -1;
    int r = snapshot_manifest_read(context->task, "before", &manifest);
    if (r == 0 || r == -ENOENT)
        r = open_directory(&manifest, request->cwd, &directory);
    capture.directory = directory;
    if (r == 0)
        r = snapshot_hidden_init(&hidden, snapshots, manifest.cwd.data, context->hide);
    if (r == 0)
        r = capture_requested(request, &capture);
    snapshot_hidden_clear(&hidden);
    snapshot_manifest_clear(&manifest);
    return r;
}

/* --- after the task --- */

struct comparison {
    struct snapshot_context *context;
    struct snapshot_change *change;
};

struct snapshot_entry snapshot_entry_before(const struct snapshot_change *change, const struct snapshot_entry *after)
{
    const struct snapshot_entry *before = snapshot_manifest_find(&change->before, after->path);
    return before ? *before : (struct snapshot_entry){.path = after->path};
}

/* --- comparing --- */

static int has_content(const struct snapshot_context *context, int directory, const struct snapshot_entry *now,
                       const struct snapshot_entry *entry)
{
    autoclose int one = snapshot_open_below(directory, now->path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    autoclose int other = snapshot_open_content(context, entry);
    if (one < 0 || other < 0)
        return one < 0 ? one : other;
    return snapshot_same_content(one, other);
}

int snapshot_matches(const struct snapshot_context *context, int directory, const struct snapshot_entry *now,
                     const struct snapshot_entry *entry)
{
    if (now->kind != entry->kind)
        return 0;
    if (now->kind == SNAPSHOT_LINK)
        return slice_equal(now->target, entry->target);
    if (now->kind != SNAPSHOT_FILE)
        return 1;
    if (now->mode != entry->mode || now->stamp.size != entry->stamp.size)
        return 0;
    bool same_stamp = snapshot_stamp_equal(&now->stamp, &entry->stamp);
    if (same_stamp && !entry->fresh)
        return 1;
    return entry->stored ? has_content(context, directory, now, entry) : same_stamp;
}

/* --- recording --- */

static int add_after(struct comparison *comparison, struct snapshot_entry *now)
{
    struct snapshot_change *change = comparison->change;
    if (now->kind == SNAPSHOT_FILE && !change->is_live) {
        int r = snapshot_store_content(comparison->context, change->directory, now, change->after.contents,
                                       SNAPSHOT_TASK_BYTES - change->after.bytes);
        if (r < 0)
            return r;
    }
    return snapshot_manifest_add(&change->after, now, NULL);
}

/* If a parent directory was replaced by a link, the path counts as removed. */
static int compare_entry(struct comparison *comparison, const struct snapshot_entry *before)
{
    struct snapshot_entry now;
    autofree char *target = NULL;
    struct snapshot_change *change = comparison->change;
    if (before->kind == SNAPSHOT_OTHER)
        return 0;
    int r = snapshot_stat(change->directory, before->path.data, &now, &target);
    if (r == -ELOOP || r == -EXDEV) {
        now = (struct snapshot_entry){.path = before->path};
        r = 0;
    }
    if (r == 0)
        r = snapshot_matches(comparison->context, change->directory, &now, before);
    if (r < 0) { /* unreadable now, so it is unknown whether it changed */
        change->after.complete = false;
        return r == -ENOMEM ? r : 0;
    }
    return r == 1 ? 0 : add_after(comparison, &now);
}

static int on_found_after(struct snapshot_walk *walk, const struct snapshot_entry *found, bool skipped)
{
    struct comparison *comparison = walk->user;
    struct snapshot_entry now = *found;
    const struct snapshot_entry *before = snapshot_manifest_find(&comparison->change->before, found->path);
    bool is_directory = found->kind == SNAPSHOT_DIRECTORY;
    if (before)
        return is_directory && before->kind != SNAPSHOT_OTHER;
    if (skipped || found->kind == SNAPSHOT_OTHER)
        return 0;
    int r = add_after(comparison, &now);
    return r < 0 ? r : is_directory;
}

static void on_unreadable_after(struct snapshot_walk *walk, struct slice path)
{
    (void)path;
    ((struct comparison *)walk->user)->change->after.complete = false;
}

static int find_created(struct comparison *comparison, const struct snapshots *snapshots)
{
    struct snapshot_change *change = comparison->change;
    struct snapshot_hidden hidden = {0};
    int r = snapshot_hidden_init(&hidden, snapshots, change->before.cwd.data, comparison->context->hide);
    struct snapshot_walk walk = {.directory = change->directory,
                                 .hidden = &hidden,
                                 .context = comparison->context,
                                 .each = on_found_after,
                                 .unreadable = on_unreadable_after,
                                 .user = comparison};
    if (r == 0)
        r = snapshot_walk(&walk);
    snapshot_hidden_clear(&hidden);
    return r;
}

static int compare_all(struct snapshot_change *change, struct snapshot_context *context,
                       const struct snapshots *snapshots)
{
    struct comparison comparison = {context, change};
    struct snapshot_manifest *after = &change->after;
    int r = 0;
    change->directory = snapshot_open_same(&change->before);
    if (change->directory < 0)
        return change->directory;
    after->cwd = change->before.cwd;
    after->cwd_ino = change->before.cwd_ino;
    after->contents = change->before.contents;
    for (size_t i = 0; i < change->before.count && r == 0; i++) {
        r = snapshot_context_check(context);
        if (r == 0)
            r = compare_entry(&comparison, &change->before.items[i]);
    }
    if (r == 0 && change->before.whole)
        r = find_created(&comparison, snapshots);
    if (r == -ENOBUFS || r == -ETIME || r == -E2BIG) {
        after->complete = false;
        r = 0;
    }
    return r < 0 || change->is_live ? r : snapshot_manifest_save(context->task, "after", after);
}

/* --- public functions --- */

int snapshot_change_init(struct snapshot_change *change, struct snapshot_context *context,
                         const struct snapshots *snapshots, bool ended)
{
    *change = (struct snapshot_change){.directory = -1, .is_live = !ended};
    snapshot_manifest_init(&change->before);
    snapshot_manifest_init(&change->after);
    int r = snapshot_manifest_read(context->task, "before", &change->before);
    if (r == 0 && change->before.cwd.size == 0)
        r = -ENOENT;
    if (r < 0)
        return r;
    r = ended ? snapshot_manifest_read(context->task, "after", &change->after) : -ENOENT;
    if (r == -ENOENT)
        r = compare_all(change, context, snapshots);
    if (r == 0)
        snapshot_manifest_sort(&change->after);
    return r;
}

void snapshot_change_clear(struct snapshot_change *change)
{
    snapshot_manifest_clear(&change->before);
    snapshot_manifest_clear(&change->after);
    if (change->directory >= 0)
        close(change->directory);
    change->directory = -1;
}
