/* The sweep: removes snapshots of deleted tasks, and the oldest ones if all of them are too large. It also records the
 * changes of tasks that ended without it, because the daemon died before. */
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
    bool is_deleted, has_ended; /* results of the store */
    bool is_spared;             /* the store does not know the task, but may have lost it */
    int64_t no, session;
};

/* A job lists the snapshots, the store is asked about some at a time, and a job removes the unnecessary ones. */
struct sweep {
    struct snapshot_job job;
    struct store_query query;
    struct item *items; /* sorted by id, and so by age */
    size_t count, capacity;
    size_t asked;      /* tasks that the store was asked about */
    int64_t max_bytes; /* limit of all snapshots together; 0: none */
    size_t removed;
    size_t spared;
    size_t ends; /* tasks whose changes are being recorded; nothing is removed before that */
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

/* --- directories, on a work thread --- */

/* Calls `each` for every name in the directory. */
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

/* --- sizes --- */

/* The size of all files whose number of links is in the range. */
static int64_t sum_sizes(const struct sweep *sweep, int directory, nlink_t least, nlink_t most)
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

/* --- removing --- */

static int remove_one(struct sweep *sweep, int directory, const char *name)
{
    (void)sweep;
    return unlinkat(directory, name, 0) < 0 && errno != ENOENT ? -errno : 0;
}

/* Removes the manifests first, so that an interrupted removal leaves no incomplete snapshot that looks valid. */
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
    return r == -ENOTEMPTY ? 0 : r; /* a job is using it; the next sweep removes it */
}

static int remove_from_pool(struct sweep *sweep, int directory, const char *name)
{
    struct stat about;
    (void)sweep;
    if (fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1)
        (void)unlinkat(directory, name, 0);
    return 0;
}

/* The bytes that only this task uses, or with `going`, that are freed if it is removed: those whose only other link is
 * in the pool. */
static int64_t sum_task_sizes(const struct sweep *sweep, const struct item *item, bool going)
{
    int fd = item->is_deleted || item->is_spared
                 ? -1
                 : openat(sweep->context.root, item->id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int64_t bytes = fd < 0 ? 0 : sum_sizes(sweep, fd, 1, going ? 2 : 1);
    if (fd >= 0)
        close(fd);
    return bytes;
}

/* Removes the oldest snapshots until the rest is small enough, but none of a running task. */
static int shrink(struct sweep *sweep)
{
    /* Files that only the pool has are removed in any case. */
    int64_t bytes = sum_sizes(sweep, sweep->context.pool, 2, (nlink_t)-1);
    int r = 0;
    for (size_t i = 0; i < sweep->count; i++)
        bytes += sum_task_sizes(sweep, &sweep->items[i], false);
    if (atomic_load(sweep->context.hurry))
        return -ECANCELED;
    for (size_t i = 0; i < sweep->count && r == 0 && bytes > sweep->max_bytes; i++) {
        struct item *item = &sweep->items[i];
        if (item->is_deleted || !item->has_ended)
            continue;
        bytes -= sum_task_sizes(sweep, item, true);
        r = remove_task(sweep, item->id);
    }
    return r;
}

static void remove_all(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    int r = snapshot_context_init(&sweep->context, job->snapshots->state_fd, NULL, false);
    for (size_t i = 0; i < sweep->count && r == 0; i++)
        if (sweep->items[i].is_deleted)
            r = remove_task(sweep, sweep->items[i].id);
    if (r == 0 && sweep->max_bytes > 0)
        r = shrink(sweep);
    if (r == 0)
        r = each_name(sweep->context.pool, remove_from_pool, sweep);
    job->status = r;
    snapshot_context_clear(&sweep->context);
}

/* --- on the loop and the reader thread --- */

static void on_removed(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("snapshot: cannot remove old snapshots: %s", strerror(-job->status));
    if (sweep->removed > 0)
        log_info("snapshot: removed the snapshots of %zu tasks", sweep->removed);
    sweep_end(sweep);
}

/* All recordings of ended tasks are done: starts the removal. */
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

static void record_and_remove(struct sweep *sweep)
{
    struct snapshots *snapshots = sweep->job.snapshots;
    if (sweep->spared > 0 && !snapshots->spared_logged)
        log_warn(
            "snapshot: kept the snapshots of %zu tasks in %s/kept that the store does not know, since it may have lost "
            "them; remove them if they are not needed",
            sweep->spared, snapshots->sandbox->options->state_dir);
    snapshots->spared_logged = sweep->spared > 0;
    sweep->ends = 1;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct item *item = &sweep->items[i];
        if (item->is_deleted || item->is_spared || item->has_after)
            continue;
        int r = snapshot_task_add(snapshots, item->no, item->session, item->id);
        if (r == 0 && item->has_ended)
            sweep->ends += snapshot_task_ends(snapshots, item->no, on_end, sweep);
    }
    snapshots->added = 0;
    on_end(sweep);
}

/* The store does not know the task. If the store may have lost it, its snapshot is kept, because it still shows the
 * task's changes. */
static void handle_unknown(struct sweep *sweep, struct item *item, int64_t lost_at_ms)
{
    int64_t made_ms;
    item->is_spared = id_time("task_", item->id, &made_ms) == 0 && made_ms <= lost_at_ms;
    item->is_deleted = !item->is_spared;
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
            handle_unknown(sweep, item, lost_at_ms);
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

static void on_store_answered(struct store_query *query)
{
    struct sweep *sweep = list_member(query, struct sweep, query);
    if (query->failed || query->status < 0 || sweep->job.snapshots->stopping)
        sweep_end(sweep);
    else if (sweep->asked < sweep->count)
        ask_some(sweep);
    else
        record_and_remove(sweep);
}

static void ask_some(struct sweep *sweep)
{
    struct snapshots *snapshots = sweep->job.snapshots;
    if (!store_is_open(snapshots->store) || snapshots->stopping) {
        sweep_end(sweep);
        return;
    }
    sweep->query = (struct store_query){.run = ask_store, .done = on_store_answered};
    store_read(snapshots->store, &sweep->query);
}

static void on_listed(struct snapshot_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0) {
        if (job->status != -ECANCELED)
            log_warn("snapshot: cannot list the snapshots: %s", strerror(-job->status));
        sweep_end(sweep);
    } else {
        ask_some(sweep);
    }
}

/* If nothing was ever captured, no thread is started. */
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
