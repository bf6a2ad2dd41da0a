/* What need not be kept any more goes: of tasks that are gone, and of the oldest where all of it is too much. The same
 * look finds tasks that have ended without its being taken down: the daemon died before it could. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/id.h"
#include "base/log.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/snapshot/internal.h"
#include "daemon/store/rows.h"
#include "daemon/task/transitions.h"

enum { SOME = 200, ARENA_BYTES = 64 << 20, SOON_MS = 20 };

struct item {
    char *id;
    bool has_after;
    bool is_gone, has_ended; /* says the store */
    bool is_spared;          /* the store does not know it, but may have lost it */
    int64_t no, session;
};

/* First a job that lists, then the store, some at a time, then a job that removes. */
struct sweep {
    struct snapshot_job job;
    struct store_query query;
    struct item *items; /* by id, which is by age */
    size_t count, capacity;
    size_t asked;      /* how many of them the store was asked about */
    int64_t max_bytes; /* of all of it; 0: no limit */
    size_t removed;
    size_t spared;
    size_t ends; /* that are taken down before anything is removed */
    struct snapshot_context context;
};

static void sweep_end(struct sweep *sweep)
{
    struct snapshots *snapshots = sweep->job.snapshots;
    for (size_t i = 0; i < sweep->count; i++)
        free(sweep->items[i].id);
    free(sweep->items);
    free(sweep);
    snapshots->sweeping = false;
}

/* --- directories, on the thread ------------------------------------------------------------------ */

/* Calls `each` with every name in there. */
static int each_name(int directory, int (*each)(struct sweep *sweep, int directory, const char *name),
                     struct sweep *sweep)
{
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), r = 0;
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *found;
    if (!names) {
        r = -errno;
        if (fd >= 0)
            close(fd);
        return r;
    }
    while (r == 0 && (found = readdir(names)))
        if (strcmp(found->d_name, ".") != 0 && strcmp(found->d_name, "..") != 0)
            r = atomic_load(sweep->context.hurry) ? -ECANCELED : each(sweep, dirfd(names), found->d_name);
    (void)closedir(names);
    return r;
}

static int list_one(struct sweep *sweep, int directory, const char *name)
{
    char after[512];
    struct stat about;
    if (!snapshot_name_is_valid(slice_of(name)) || sweep->count >= SNAPSHOT_TASKS)
        return 0;
    if (sweep->count == sweep->capacity) {
        size_t capacity = sweep->capacity > 0 ? 2 * sweep->capacity : 64;
        struct item *items = realloc(sweep->items, capacity * sizeof *items);
        if (!items)
            return -ENOMEM;
        sweep->items = items;
        sweep->capacity = capacity;
    }
    (void)snprintf(after, sizeof after, "%s/after", name);
    struct item item = {.id = strdup(name), .has_after = fstatat(directory, after, &about, AT_SYMLINK_NOFOLLOW) == 0};
    if (!item.id)
        return -ENOMEM;
    sweep->items[sweep->count++] = item;
    return 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->id, ((const struct item *)b)->id);
}

static void list_all(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    job->status = snapshot_context_init(&sweep->context, job->snapshots->state_fd, NULL, false);
    if (job->status == 0)
        job->status = each_name(sweep->context.root, list_one, sweep);
    if (sweep->count > 0)
        qsort(sweep->items, sweep->count, sizeof *sweep->items, compare);
    snapshot_context_clear(&sweep->context);
}

/* --- sizes ------------------------------------------------------------------------------------------ */

/* Of the files in there that have so many links. */
static int64_t weigh(const struct sweep *sweep, int directory, nlink_t least, nlink_t most)
{
    int64_t bytes = 0;
    struct stat about;
    const struct dirent *found;
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    if (!names) {
        if (fd >= 0)
            close(fd);
        return 0;
    }
    while (!atomic_load(sweep->context.hurry) && (found = readdir(names)))
        if (fstatat(dirfd(names), found->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
            about.st_nlink >= least && about.st_nlink <= most)
            bytes += about.st_size;
    (void)closedir(names);
    return bytes;
}

/* --- removing ------------------------------------------------------------------------------------------ */

static int remove_one(struct sweep *sweep, int directory, const char *name)
{
    (void)sweep;
    return unlinkat(directory, name, 0) < 0 && errno != ENOENT ? -errno : 0;
}

/* The manifests first: what is left of a directory says nothing. */
static int remove_task(struct sweep *sweep, const char *id)
{
    int fd = openat(sweep->context.root, id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    (void)unlinkat(fd, "before", 0);
    (void)unlinkat(fd, "after", 0);
    int r = fault_point("kept.remove");
    if (r == 0)
        r = each_name(fd, remove_one, sweep);
    close(fd);
    if (r == 0 && unlinkat(sweep->context.root, id, AT_REMOVEDIR) < 0)
        r = -errno;
    sweep->removed += r == 0;
    return r == -ENOTEMPTY ? 0 : r; /* somebody just looks at it; the next sweep finds it again */
}

static int remove_from_pool(struct sweep *sweep, int directory, const char *name)
{
    struct stat about;
    (void)sweep;
    if (fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1)
        (void)unlinkat(directory, name, 0);
    return 0;
}

/* What a task alone has; or, of one that is about to go, what goes with it: that also of which the pool has the only
 * other link. */
static int64_t weigh_task(const struct sweep *sweep, const struct item *item, bool going)
{
    int fd = item->is_gone || item->is_spared
                 ? -1
                 : openat(sweep->context.root, item->id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int64_t bytes = fd < 0 ? 0 : weigh(sweep, fd, 1, going ? 2 : 1);
    if (fd >= 0)
        close(fd);
    return bytes;
}

/* The oldest go until the rest is small enough; never one that is at work. */
static int shrink(struct sweep *sweep)
{
    int64_t bytes = weigh(sweep, sweep->context.pool, 2, (nlink_t)-1); /* what is in there alone goes anyway */
    int r = 0;
    for (size_t i = 0; i < sweep->count; i++)
        bytes += weigh_task(sweep, &sweep->items[i], false);
    if (atomic_load(sweep->context.hurry))
        return -ECANCELED;
    for (size_t i = 0; i < sweep->count && r == 0 && bytes > sweep->max_bytes; i++) {
        struct item *item = &sweep->items[i];
        if (item->is_gone || !item->has_ended)
            continue;
        bytes -= weigh_task(sweep, item, true);
        r = remove_task(sweep, item->id);
    }
    return r;
}

static void remove_all(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    int r = snapshot_context_init(&sweep->context, job->snapshots->state_fd, NULL, false);
    for (size_t i = 0; i < sweep->count && r == 0; i++)
        if (sweep->items[i].is_gone)
            r = remove_task(sweep, sweep->items[i].id);
    if (r == 0 && sweep->max_bytes > 0)
        r = shrink(sweep);
    if (r == 0)
        r = each_name(sweep->context.pool, remove_from_pool, sweep);
    job->status = r;
    snapshot_context_clear(&sweep->context);
}

/* --- on the loop, and what the store says ---------------------------------------------------------------- */

static void on_removed(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("snapshot: what is old cannot be removed: %s", strerror(-job->status));
    if (sweep->removed > 0)
        log_info("snapshot: the files of %zu tasks were removed", sweep->removed);
    sweep_end(sweep);
}

/* Those that have ended are taken down before anything is removed. */
static void on_end(void *user)
{
    struct sweep *sweep = user;
    struct snapshots *snapshots = sweep->job.snapshots;
    if (--sweep->ends > 0)
        return;
    sweep->job.work = remove_all;
    sweep->job.done = on_removed;
    sweep->max_bytes = snapshots->settings->retention.kept_bytes;
    if (snapshot_job_start(&sweep->job) < 0)
        sweep_end(sweep);
}

static void go_on(struct sweep *sweep)
{
    struct snapshots *snapshots = sweep->job.snapshots;
    if (sweep->spared > 0 && !snapshots->spared_said)
        log_warn(
            "snapshot: the files of %zu tasks in %s/kept stay: the store does not know these tasks, but may have lost "
            "them; remove them if nobody needs them",
            sweep->spared, snapshots->sandbox->options->state_dir);
    snapshots->spared_said = sweep->spared > 0;
    sweep->ends = 1;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct item *item = &sweep->items[i];
        if (item->is_gone || item->is_spared || item->has_after)
            continue;
        int r = snapshot_task_add(snapshots, item->no, item->session, item->id);
        if (r == 0 && item->has_ended)
            sweep->ends += snapshot_task_ends(snapshots, item->no, on_end, sweep);
    }
    snapshots->added = 0;
    on_end(sweep);
}

/* Of a task that is not in the store. What it has changed can still be seen in what is kept. */
static void judge_unknown(struct sweep *sweep, struct item *item, int64_t lost_at_ms)
{
    int64_t made_ms;
    item->is_spared = id_time("task_", item->id, &made_ms) == 0 && made_ms <= lost_at_ms;
    item->is_gone = !item->is_spared;
    sweep->spared += item->is_spared;
}

static int ask_store(struct store_query *query, struct store_tx *tx)
{
    struct sweep *sweep = list_member(query, struct sweep, query);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    int64_t lost_at_ms = 0;
    int r = store_lost_at(tx, &lost_at_ms);
    for (size_t i = 0; i < SOME && r == 0 && sweep->asked < sweep->count; i++) {
        struct item *item = &sweep->items[sweep->asked];
        struct store_task task;
        r = store_task_find(tx, slice_of(item->id), &arena, &task);
        if (r == -ENOENT)
            judge_unknown(sweep, item, lost_at_ms);
        if (r == 0) {
            item->has_ended = task_state_is_final(task.record.state);
            item->no = task.no;
            item->session = task.session_no;
        }
        r = r == -ENOENT ? 0 : r;
        sweep->asked += r == 0;
        arena_reset(&arena);
    }
    arena_clear(&arena);
    return r;
}

static void ask_some(struct sweep *sweep);

static void on_told(struct store_query *query)
{
    struct sweep *sweep = list_member(query, struct sweep, query);
    if (query->failed || query->status < 0 || sweep->job.snapshots->stopping)
        sweep_end(sweep);
    else if (sweep->asked < sweep->count)
        ask_some(sweep);
    else
        go_on(sweep);
}

static void ask_some(struct sweep *sweep)
{
    struct snapshots *snapshots = sweep->job.snapshots;
    if (!store_is_open(snapshots->store) || snapshots->stopping) {
        sweep_end(sweep);
        return;
    }
    sweep->query = (struct store_query){.run = ask_store, .done = on_told};
    store_read(snapshots->store, &sweep->query);
}

static void on_listed(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0) {
        if (job->status != -ECANCELED)
            log_warn("snapshot: what is there cannot be listed: %s", strerror(-job->status));
        sweep_end(sweep);
    } else {
        ask_some(sweep);
    }
}

/* Where nothing was ever kept, there is nothing to do, and no thread. */
static bool is_empty(const struct snapshots *snapshots)
{
    return faccessat(snapshots->state_fd, "kept", F_OK, 0) < 0;
}

static void on_soon(struct deadline *deadline)
{
    struct snapshots *snapshots = list_member(deadline, struct snapshots, soon);
    if (snapshots->stopping || !store_is_open(snapshots->store) || is_empty(snapshots))
        return;
    if (snapshots->sweeping) {
        snapshot_sweep_soon(snapshots);
        return;
    }
    struct sweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep)
        return;
    sweep->job = (struct snapshot_job){.snapshots = snapshots, .work = list_all, .done = on_listed};
    sweep->context = (struct snapshot_context)SNAPSHOT_CONTEXT_INIT;
    sweep->context.hurry = &snapshots->pool->hurry;
    snapshots->sweeping = true;
    if (snapshot_job_start(&sweep->job) < 0)
        sweep_end(sweep);
}

void snapshot_sweep_soon(struct snapshots *snapshots)
{
    snapshots->soon.expired = on_soon;
    if (!snapshots->stopping)
        (void)timers_set(&snapshots->rpc->timers, &snapshots->soon, SOON_MS);
}

void snapshot_open(struct snapshots *snapshots)
{
    if (!is_empty(snapshots))
        snapshot_sweep_soon(snapshots);
}
