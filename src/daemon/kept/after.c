/* What a task has changed: how things are now, beside how they were. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/kept/limits.h"
#include "daemon/kept/work.h"

struct taking {
    struct kept_place *place;
    struct kept_change *change;
};

struct kept_entry kept_before_of(const struct kept_change *change, const struct kept_entry *after)
{
    const struct kept_entry *before = kept_manifest_find(&change->before, after->path);
    return before ? *before : (struct kept_entry){.path = after->path};
}

/* --- comparing ---------------------------------------------------------------------------- */

static int has_content(const struct kept_place *place, int directory, const struct kept_entry *now,
                       const struct kept_entry *entry)
{
    autoclose int one = kept_open_below(directory, now->path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    autoclose int other = kept_open_content(place, entry);
    if (one < 0 || other < 0)
        return one < 0 ? one : other;
    return kept_same_content(one, other);
}

int kept_is_as(const struct kept_place *place, int directory, const struct kept_entry *now,
               const struct kept_entry *entry)
{
    if (now->kind != entry->kind)
        return 0;
    if (now->kind == KEPT_LINK)
        return slice_equal(now->target, entry->target);
    if (now->kind != KEPT_FILE)
        return 1;
    if (now->mode != entry->mode || now->stamp.size != entry->stamp.size)
        return 0;
    bool same_stamp = kept_stamp_equal(&now->stamp, &entry->stamp);
    if (same_stamp && !entry->fresh)
        return 1;
    return entry->held ? has_content(place, directory, now, entry) : same_stamp;
}

/* --- taking it down ------------------------------------------------------------------------- */

static int add(struct taking *taking, struct kept_entry *now)
{
    struct kept_change *change = taking->change;
    if (now->kind == KEPT_FILE && !change->is_live) {
        int r = kept_hold(taking->place, change->directory, now, change->after.contents,
                          KEPT_TASK_BYTES - change->after.bytes);
        if (r < 0)
            return r;
    }
    return kept_manifest_add(&change->after, now, NULL);
}

/* A path that led through directories and leads through a link now is gone. */
static int compare(struct taking *taking, const struct kept_entry *before)
{
    struct kept_entry now;
    autofree char *target = NULL;
    struct kept_change *change = taking->change;
    if (before->kind == KEPT_OTHER)
        return 0;
    int r = kept_look(change->directory, before->path.data, &now, &target);
    if (r == -ELOOP || r == -EXDEV) {
        now = (struct kept_entry){.path = before->path};
        r = 0;
    }
    if (r == 0)
        r = kept_is_as(taking->place, change->directory, &now, before);
    if (r < 0) { /* it cannot be read any more: that it is the same is not known */
        change->after.complete = false;
        return r == -ENOMEM ? r : 0;
    }
    return r == 1 ? 0 : add(taking, &now);
}

static int on_found(struct kept_walk *walk, const struct kept_entry *found, bool skipped)
{
    struct taking *taking = walk->user;
    struct kept_entry now = *found;
    const struct kept_entry *before = kept_manifest_find(&taking->change->before, found->path);
    bool is_directory = found->kind == KEPT_DIRECTORY;
    if (before)
        return is_directory && before->kind != KEPT_OTHER;
    if (skipped || found->kind == KEPT_OTHER)
        return 0;
    int r = add(taking, &now);
    return r < 0 ? r : is_directory;
}

static void on_unseen(struct kept_walk *walk, struct slice path)
{
    (void)path;
    ((struct taking *)walk->user)->change->after.complete = false;
}

static int find_new(struct taking *taking, const struct kept *kept)
{
    struct kept_change *change = taking->change;
    struct kept_hidden hidden = {0};
    int r = kept_hidden_init(&hidden, kept, change->before.cwd.data, taking->place->hide);
    struct kept_walk walk = {.directory = change->directory,
                             .hidden = &hidden,
                             .place = taking->place,
                             .each = on_found,
                             .unseen = on_unseen,
                             .user = taking};
    if (r == 0)
        r = kept_walk(&walk);
    kept_hidden_clear(&hidden);
    return r;
}

static int take(struct kept_change *change, struct kept_place *place, const struct kept *kept)
{
    struct taking taking = {place, change};
    struct kept_manifest *after = &change->after;
    int r = 0;
    change->directory = kept_open_same(&change->before);
    if (change->directory < 0)
        return change->directory;
    after->cwd = change->before.cwd;
    after->cwd_ino = change->before.cwd_ino;
    after->contents = change->before.contents;
    for (size_t i = 0; i < change->before.count && r == 0; i++) {
        r = kept_place_check(place);
        if (r == 0)
            r = compare(&taking, &change->before.items[i]);
    }
    if (r == 0 && change->before.whole)
        r = find_new(&taking, kept);
    if (r == -ENOBUFS || r == -ETIME || r == -E2BIG) {
        after->complete = false;
        r = 0;
    }
    return r < 0 || change->is_live ? r : kept_manifest_save(place->task, "after", after);
}

/* --- the whole of it -------------------------------------------------------------------------- */

int kept_change_init(struct kept_change *change, struct kept_place *place, const struct kept *kept, bool ended)
{
    *change = (struct kept_change){.directory = -1, .is_live = !ended};
    kept_manifest_init(&change->before);
    kept_manifest_init(&change->after);
    int r = kept_manifest_read(place->task, "before", &change->before);
    if (r == 0 && change->before.cwd.size == 0)
        r = -ENOENT;
    if (r < 0)
        return r;
    r = ended ? kept_manifest_read(place->task, "after", &change->after) : -ENOENT;
    if (r == -ENOENT)
        r = take(change, place, kept);
    if (r == 0)
        kept_manifest_sort(&change->after);
    return r;
}

void kept_change_clear(struct kept_change *change)
{
    kept_manifest_clear(&change->before);
    kept_manifest_clear(&change->after);
    if (change->directory >= 0)
        close(change->directory);
    change->directory = -1;
}
