/* What a task has changed: how things are now, beside how they were. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/snapshot/limits.h"
#include "daemon/snapshot/work.h"

struct taking {
    struct snapshot_place *place;
    struct snapshot_change *change;
};

struct snapshot_entry snapshot_before_of(const struct snapshot_change *change, const struct snapshot_entry *after)
{
    const struct snapshot_entry *before = snapshot_manifest_find(&change->before, after->path);
    return before ? *before : (struct snapshot_entry){.path = after->path};
}

/* --- comparing ---------------------------------------------------------------------------- */

static int has_content(const struct snapshot_place *place, int directory, const struct snapshot_entry *now,
                       const struct snapshot_entry *entry)
{
    autoclose int one = snapshot_open_below(directory, now->path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    autoclose int other = snapshot_open_content(place, entry);
    if (one < 0 || other < 0)
        return one < 0 ? one : other;
    return snapshot_same_content(one, other);
}

int snapshot_is_as(const struct snapshot_place *place, int directory, const struct snapshot_entry *now,
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
    return entry->held ? has_content(place, directory, now, entry) : same_stamp;
}

/* --- taking it down ------------------------------------------------------------------------- */

static int add(struct taking *taking, struct snapshot_entry *now)
{
    struct snapshot_change *change = taking->change;
    if (now->kind == SNAPSHOT_FILE && !change->is_live) {
        int r = snapshot_hold(taking->place, change->directory, now, change->after.contents,
                              SNAPSHOT_TASK_BYTES - change->after.bytes);
        if (r < 0)
            return r;
    }
    return snapshot_manifest_add(&change->after, now, NULL);
}

/* A path that led through directories and leads through a link now is gone. */
static int compare(struct taking *taking, const struct snapshot_entry *before)
{
    struct snapshot_entry now;
    autofree char *target = NULL;
    struct snapshot_change *change = taking->change;
    if (before->kind == SNAPSHOT_OTHER)
        return 0;
    int r = snapshot_look(change->directory, before->path.data, &now, &target);
    if (r == -ELOOP || r == -EXDEV) {
        now = (struct snapshot_entry){.path = before->path};
        r = 0;
    }
    if (r == 0)
        r = snapshot_is_as(taking->place, change->directory, &now, before);
    if (r < 0) { /* it cannot be read any more: that it is the same is not known */
        change->after.complete = false;
        return r == -ENOMEM ? r : 0;
    }
    return r == 1 ? 0 : add(taking, &now);
}

static int on_found(struct snapshot_walk *walk, const struct snapshot_entry *found, bool skipped)
{
    struct taking *taking = walk->user;
    struct snapshot_entry now = *found;
    const struct snapshot_entry *before = snapshot_manifest_find(&taking->change->before, found->path);
    bool is_directory = found->kind == SNAPSHOT_DIRECTORY;
    if (before)
        return is_directory && before->kind != SNAPSHOT_OTHER;
    if (skipped || found->kind == SNAPSHOT_OTHER)
        return 0;
    int r = add(taking, &now);
    return r < 0 ? r : is_directory;
}

static void on_unseen(struct snapshot_walk *walk, struct slice path)
{
    (void)path;
    ((struct taking *)walk->user)->change->after.complete = false;
}

static int find_new(struct taking *taking, const struct snapshots *kept)
{
    struct snapshot_change *change = taking->change;
    struct snapshot_hidden hidden = {0};
    int r = snapshot_hidden_init(&hidden, kept, change->before.cwd.data, taking->place->hide);
    struct snapshot_walk walk = {.directory = change->directory,
                                 .hidden = &hidden,
                                 .place = taking->place,
                                 .each = on_found,
                                 .unseen = on_unseen,
                                 .user = taking};
    if (r == 0)
        r = snapshot_walk(&walk);
    snapshot_hidden_clear(&hidden);
    return r;
}

static int take(struct snapshot_change *change, struct snapshot_place *place, const struct snapshots *kept)
{
    struct taking taking = {place, change};
    struct snapshot_manifest *after = &change->after;
    int r = 0;
    change->directory = snapshot_open_same(&change->before);
    if (change->directory < 0)
        return change->directory;
    after->cwd = change->before.cwd;
    after->cwd_ino = change->before.cwd_ino;
    after->contents = change->before.contents;
    for (size_t i = 0; i < change->before.count && r == 0; i++) {
        r = snapshot_place_check(place);
        if (r == 0)
            r = compare(&taking, &change->before.items[i]);
    }
    if (r == 0 && change->before.whole)
        r = find_new(&taking, kept);
    if (r == -ENOBUFS || r == -ETIME || r == -E2BIG) {
        after->complete = false;
        r = 0;
    }
    return r < 0 || change->is_live ? r : snapshot_manifest_save(place->task, "after", after);
}

/* --- the whole of it -------------------------------------------------------------------------- */

int snapshot_change_init(struct snapshot_change *change, struct snapshot_place *place, const struct snapshots *kept,
                         bool ended)
{
    *change = (struct snapshot_change){.directory = -1, .is_live = !ended};
    snapshot_manifest_init(&change->before);
    snapshot_manifest_init(&change->after);
    int r = snapshot_manifest_read(place->task, "before", &change->before);
    if (r == 0 && change->before.cwd.size == 0)
        r = -ENOENT;
    if (r < 0)
        return r;
    r = ended ? snapshot_manifest_read(place->task, "after", &change->after) : -ENOENT;
    if (r == -ENOENT)
        r = take(change, place, kept);
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
