/* The directories of sessions that name no working directory: creates and removes them, and sweeps them after a
 * crash. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/id.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/remove.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/rows.h"
#include "daemon/work/work.h"

enum { NAME_BYTES = 64, ATTEMPTS = 100, ATTEMPT_MS = 50 };

/* --- location --- */

/* The shortest hidden path that contains the state directory. */
struct cover {
    const char *state;
    char *path;
};

static int on_hidden(void *user, const char *path, const char *named, bool always)
{
    struct cover *cover = user;
    (void)named;
    (void)always;
    if (!sandbox_is_below(cover->state, slice_of(path)) || strlen(path) >= strlen(cover->path))
        return 0;
    char *copy = strdup(path);
    if (!copy)
        return -ENOMEM;
    free(cover->path);
    cover->path = copy;
    return 0;
}

/* FNV-1a hash; it only distinguishes the daemons of one user. */
static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

int scratch_init(struct session_keeper *keeper)
{
    if (keeper->options->project)
        return 0;
    autofree char *state = realpath(keeper->options->state_dir, NULL);
    if (!state)
        return -errno;
    struct cover cover = {.state = state, .path = strdup(state)};
    autofree char *path = NULL;
    int r = cover.path ? sandbox_hidden_own(keeper->sandbox, on_hidden, &cover) : -ENOMEM;
    if (r == 0 && strcmp(cover.path, state) == 0)
        r = asprintf(&path, "%s-scratch", state) < 0 ? -ENOMEM : 0;
    else if (r == 0)
        r = asprintf(&path, "%s-scratch-%08" PRIx32, cover.path, hash(state)) < 0 ? -ENOMEM : 0;
    free(cover.path);
    if (r < 0)
        return path = NULL, r;
    free(keeper->sandbox->scratch_dir);
    keeper->sandbox->scratch_dir = take_pointer(path);
    return 0;
}

/* O_NOFOLLOW: the directory may have been replaced by a link. */
static int open_parent(const struct session_keeper *keeper)
{
    int fd = open(keeper->sandbox->scratch_dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/* Whether the name can be that of a session's directory. */
static bool is_session_name(struct slice name)
{
    return slice_starts_with(name, SLICE("sess_")) && name.size < NAME_BYTES && !memchr(name.data, '/', name.size);
}

static bool find_name(const struct session_keeper *keeper, struct slice path, struct slice *ret_name)
{
    if (!keeper->sandbox->scratch_dir)
        return false;
    struct slice all = slice_of(keeper->sandbox->scratch_dir);
    if (!slice_starts_with(path, all) || path.size <= all.size || path.data[all.size] != '/')
        return false;
    *ret_name = (struct slice){path.data + all.size + 1, path.size - all.size - 1};
    return is_session_name(*ret_name);
}

bool scratch_is(const struct session_keeper *keeper, struct slice path)
{
    struct slice name;
    return find_name(keeper, path, &name);
}

/* --- creating --- */

static int make(const struct session_keeper *keeper, const char *name)
{
    int r = paths_make_private(keeper->sandbox->scratch_dir);
    autoclose int fd = r < 0 ? r : open_parent(keeper);
    if (fd < 0)
        return fd;
    if (mkdirat(fd, name, 0700) < 0)
        return -errno;
    return fsync(fd) < 0 ? -errno : 0; /* the directory must be on the disk before the session is */
}

int scratch_make(const struct session_keeper *keeper, struct slice id, struct arena *arena, struct slice *ret_path)
{
    autofree char *name = strndup(id.data, id.size), *path = NULL;
    if (!name || paths_join(keeper->sandbox->scratch_dir, name, &path) < 0)
        return -ENOMEM;
    int r = make(keeper, name);
    if (r == 0)
        r = fault_point("scratch.made");
    if (r < 0) {
        log_warn("session: cannot create the directory %s: %s", path, strerror(-r));
        return r;
    }
    *ret_path = arena_copy(arena, slice_of(path));
    return ret_path->data ? 0 : -ENOMEM;
}

void scratch_unmake(struct slice path)
{
    (void)rmdir(path.data);
}

/* --- removing --- */

/* On a work thread. Tries repeatedly, because processes that were just asked to end may still create files. */
static int remove_now(const struct session_keeper *keeper, const char *name)
{
    autoclose int fd = open_parent(keeper);
    int r = fd < 0 ? fd : -ENOTEMPTY;
    for (int attempt = 0; r == -ENOTEMPTY && attempt < ATTEMPTS; attempt++) {
        if (attempt > 0)
            (void)poll(NULL, 0, ATTEMPT_MS);
        r = atomic_load(&keeper->work->hurry) ? -ECANCELED : remove_tree(fd, name, &keeper->work->hurry);
    }
    return r == -ENOENT ? 0 : r;
}

struct removal {
    struct work_job job;
    const struct session_keeper *keeper;
    char name[];
};

static void remove_on_thread(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    job->status = fault_point("scratch.remove");
    if (job->status == 0)
        job->status = remove_now(removal->keeper, removal->name);
}

static void on_removal_done(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    if (job->status < 0)
        log_warn("session %s: cannot remove its directory, the next start retries: %s", removal->name,
                 strerror(-job->status));
    free(removal);
}

void scratch_remove(struct session_keeper *keeper, struct slice path)
{
    struct slice name;
    if (!find_name(keeper, path, &name))
        return;
    struct removal *removal = calloc(1, sizeof *removal + name.size + 1);
    if (!removal)
        return;
    slice_copy(removal->name, name);
    removal->keeper = keeper;
    removal->job = (struct work_job){.work = remove_on_thread, .done = on_removal_done};
    int r = work_start(keeper->work, &removal->job);
    if (r < 0) {
        removal->job.status = r;
        on_removal_done(&removal->job);
    }
}

/* --- sweep --- */

/* NAMES_MAX: the next start finds the rest. SOME: names in one change. SLOW: slow lookups in one change. */
enum { NAMES_MAX = 1 << 20, SOME = 200, SLOW = 4, ARENA_BYTES = 64 << 20 };

struct item {
    char *name;
    bool is_unused; /* no session uses it */
    bool is_spared; /* the store does not know its session, but may have lost it */
};

/* A sweep: a job lists the directories, the store is asked about some at a time, and a job removes the unused ones. The
 * writer is asked, not the reader, because only the writer knows a session whose directory was just created. */
struct sweep {
    struct work_job job;
    struct session_keeper *keeper;
    struct store_change change;
    struct item *items;
    size_t count, capacity;
    size_t asked, next; /* how far the store has been asked, before and after the running change */
    size_t removed;
};

static void sweep_end(struct sweep *sweep)
{
    sweep->keeper->sweeping = false;
    for (size_t i = 0; i < sweep->count; i++)
        free(sweep->items[i].name);
    free(sweep->items);
    free(sweep);
}

/* --- on a work thread --- */

static int add(struct sweep *sweep, const char *name)
{
    if (sweep->count == sweep->capacity) {
        size_t capacity = sweep->capacity > 0 ? 2 * sweep->capacity : 64;
        struct item *items = realloc(sweep->items, capacity * sizeof *items);
        if (!items)
            return -ENOMEM;
        sweep->items = items;
        sweep->capacity = capacity;
    }
    char *copy = strdup(name);
    if (!copy)
        return -ENOMEM;
    sweep->items[sweep->count++] = (struct item){.name = copy};
    return 0;
}

static void list_all(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    int fd = open_parent(sweep->keeper);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    job->status = fd < 0 ? fd : names ? 0 : -errno;
    if (!names) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *found; job->status == 0 && sweep->count < NAMES_MAX && (found = readdir(names));)
        if (is_session_name(slice_of(found->d_name)))
            job->status = atomic_load(&sweep->keeper->work->hurry) ? -ECANCELED : add(sweep, found->d_name);
    (void)closedir(names);
}

static void remove_unused(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    for (size_t i = 0; i < sweep->count && job->status != -ECANCELED; i++) {
        if (!sweep->items[i].is_unused)
            continue;
        int r = remove_now(sweep->keeper, sweep->items[i].name);
        sweep->removed += r == 0;
        if (r < 0)
            job->status = r;
    }
}

/* --- on the loop and the writer thread --- */

static void on_removed(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("session: cannot remove directories that no session uses: %s", strerror(-job->status));
    if (sweep->removed > 0)
        log_info("session: removed %zu directories that no session uses", sweep->removed);
    sweep_end(sweep);
}

/* The contents belong to the user and must not be removed only because the store has lost the session. */
static bool may_be_lost(const struct item *item, int64_t lost_at_ms)
{
    int64_t made_ms;
    return id_time("sess_", item->name, &made_ms) == 0 && made_ms <= lost_at_ms;
}

static int is_unused(struct sweep *sweep, struct store_tx *tx, struct item *item, int64_t lost_at_ms, size_t *slow)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    autofree char *path = NULL;
    bool used = true;
    int r = store_session_find(tx, slice_of(item->name), &arena, &session);
    arena_clear(&arena);
    if (r == -ENOENT) { /* a fork may still use the directory */
        (*slow)++;
        r = paths_join(sweep->keeper->sandbox->scratch_dir, item->name, &path);
        if (r == 0)
            r = store_session_uses(tx, slice_of(path), &used);
    }
    item->is_spared = !used && may_be_lost(item, lost_at_ms);
    item->is_unused = !used && !item->is_spared;
    return r;
}

static int ask_store(struct store_change *change, struct store_tx *tx)
{
    struct sweep *sweep = list_member(change, struct sweep, change);
    size_t slow = 0;
    int64_t lost_at_ms = 0;
    int r = store_lost_at(tx, &lost_at_ms);
    sweep->next = sweep->asked;
    while (r == 0 && sweep->next < sweep->count && sweep->next < sweep->asked + SOME && slow < SLOW)
        r = is_unused(sweep, tx, &sweep->items[sweep->next++], lost_at_ms, &slow);
    return r;
}

static void ask_some(struct sweep *sweep);

static void on_store_answered(struct store_change *change)
{
    struct sweep *sweep = list_member(change, struct sweep, change);
    if (change->failed || change->status < 0 || sweep->keeper->stopping) {
        sweep_end(sweep);
        return;
    }
    sweep->asked = sweep->next;
    ask_some(sweep);
}

static void log_spared(const struct sweep *sweep)
{
    size_t count = 0;
    for (size_t i = 0; i < sweep->count; i++)
        count += sweep->items[i].is_spared;
    if (count > 0)
        log_warn("session: kept %zu directories in %s that no session uses, since the store may have lost their "
                 "sessions; remove "
                 "them if they are not needed",
                 count, sweep->keeper->sandbox->scratch_dir);
}

static void ask_some(struct sweep *sweep)
{
    struct session_keeper *keeper = sweep->keeper;
    if (!store_is_open(keeper->store) || keeper->stopping) {
        sweep_end(sweep);
    } else if (sweep->asked < sweep->count) {
        sweep->change = (struct store_change){.apply = ask_store, .done = on_store_answered};
        (void)store_write(keeper->store, &sweep->change);
    } else {
        log_spared(sweep);
        sweep->job = (struct work_job){.work = remove_unused, .done = on_removed};
        if (work_start(keeper->work, &sweep->job) < 0)
            sweep_end(sweep);
    }
}

static void on_listed(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status == 0) {
        ask_some(sweep);
        return;
    }
    if (job->status != -ECANCELED && job->status != -ENOENT)
        log_warn("session: cannot read the directory %s: %s", sweep->keeper->sandbox->scratch_dir,
                 strerror(-job->status));
    sweep_end(sweep);
}

/* If no directory was ever created, no thread is started. */
void scratch_open(struct session_keeper *keeper)
{
    const char *all = keeper->sandbox->scratch_dir;
    if (!all || access(all, F_OK) < 0 || keeper->sweeping)
        return;
    struct sweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep)
        return;
    sweep->keeper = keeper;
    sweep->job = (struct work_job){.work = list_all, .done = on_listed};
    keeper->sweeping = true; /* one at a time */
    if (work_start(keeper->work, &sweep->job) < 0)
        sweep_end(sweep);
}
