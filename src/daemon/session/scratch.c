/* Directories of sessions that name none: made, removed, and swept after a crash. */
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

/* --- where they are --- */

/* The shortest hidden path in which the state lies. */
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

/* FNV-1a: it only has to tell the daemons of one user apart. */
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

/* Nobody leads us elsewhere by a link that he puts in its place. */
static int open_all(const struct session_keeper *keeper)
{
    int fd = open(keeper->sandbox->scratch_dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/* Whether one may be called so. */
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

/* --- one begins --- */

static int make(const struct session_keeper *keeper, const char *name)
{
    int r = paths_make_private(keeper->sandbox->scratch_dir);
    autoclose int fd = r < 0 ? r : open_all(keeper);
    if (fd < 0)
        return fd;
    if (mkdirat(fd, name, 0700) < 0)
        return -errno;
    return fsync(fd) < 0 ? -errno : 0; /* it is on the disk before the session is */
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
        log_warn("session: the directory %s cannot be made: %s", path, strerror(-r));
        return r;
    }
    *ret_path = arena_copy(arena, slice_of(path));
    return ret_path->data ? 0 : -ENOMEM;
}

void scratch_unmake(struct slice path)
{
    (void)rmdir(path.data);
}

/* --- one ends --- */

/* On another thread: removes one of them; processes that have just been told to end may still add to it. */
static int remove_now(const struct session_keeper *keeper, const char *name)
{
    autoclose int fd = open_all(keeper);
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
        log_warn("session: the directory of %s is left for the next start to remove: %s", removal->name,
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

/* --- the sweep --- */

/* What is more is found by the next start. The second: in one change; the third: of those that take long to ask for. */
enum { NAMES_MAX = 1 << 20, SOME = 200, SLOW = 4, ARENA_BYTES = 64 << 20 };

struct item {
    char *name;
    bool is_gone;   /* says the store */
    bool is_spared; /* the store does not know it, but may have lost it */
};

/* First a job that lists, then the store, some at a time, then a job that removes. The writer is asked, not the reader:
 * it alone knows of a session whose directory it has just made. */
struct sweep {
    struct work_job job;
    struct session_keeper *keeper;
    struct store_change change;
    struct item *items;
    size_t count, capacity;
    size_t asked, next; /* before and behind the change that asks */
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

/* --- on the thread --- */

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
    int fd = open_all(sweep->keeper);
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

static void remove_gone(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    for (size_t i = 0; i < sweep->count && job->status != -ECANCELED; i++) {
        if (!sweep->items[i].is_gone)
            continue;
        int r = remove_now(sweep->keeper, sweep->items[i].name);
        sweep->removed += r == 0;
        if (r < 0)
            job->status = r;
    }
}

/* --- on the loop, and what the store says --- */

static void on_removed(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("session: directories that no session uses cannot be removed: %s", strerror(-job->status));
    if (sweep->removed > 0)
        log_info("session: %zu directories that no session uses were removed", sweep->removed);
    sweep_end(sweep);
}

/* What a session has written is the user's, and not removed because the store has lost the session. */
static bool may_be_lost(const struct item *item, int64_t lost_at_ms)
{
    int64_t made_ms;
    return id_time("sess_", item->name, &made_ms) == 0 && made_ms <= lost_at_ms;
}

static int is_gone(struct sweep *sweep, struct store_tx *tx, struct item *item, int64_t lost_at_ms, size_t *slow)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    autofree char *path = NULL;
    bool used = true;
    int r = store_session_find(tx, slice_of(item->name), &arena, &session);
    arena_clear(&arena);
    if (r == -ENOENT) { /* a fork of it may be there */
        (*slow)++;
        r = paths_join(sweep->keeper->sandbox->scratch_dir, item->name, &path);
        if (r == 0)
            r = store_session_uses(tx, slice_of(path), &used);
    }
    item->is_spared = !used && may_be_lost(item, lost_at_ms);
    item->is_gone = !used && !item->is_spared;
    return r;
}

static int ask(struct store_change *change, struct store_tx *tx)
{
    struct sweep *sweep = list_member(change, struct sweep, change);
    size_t slow = 0;
    int64_t lost_at_ms = 0;
    int r = store_lost_at(tx, &lost_at_ms);
    sweep->next = sweep->asked;
    while (r == 0 && sweep->next < sweep->count && sweep->next < sweep->asked + SOME && slow < SLOW)
        r = is_gone(sweep, tx, &sweep->items[sweep->next++], lost_at_ms, &slow);
    return r;
}

static void ask_some(struct sweep *sweep);

static void on_told(struct store_change *change)
{
    struct sweep *sweep = list_member(change, struct sweep, change);
    if (change->failed || change->status < 0 || sweep->keeper->stopping) {
        sweep_end(sweep);
        return;
    }
    sweep->asked = sweep->next;
    ask_some(sweep);
}

static void tell_of_spared(const struct sweep *sweep)
{
    size_t count = 0;
    for (size_t i = 0; i < sweep->count; i++)
        count += sweep->items[i].is_spared;
    if (count > 0)
        log_warn(
            "session: %zu directories in %s stay: no session uses them, but the store may have lost theirs; remove "
            "them if nobody needs them",
            count, sweep->keeper->sandbox->scratch_dir);
}

static void ask_some(struct sweep *sweep)
{
    struct session_keeper *keeper = sweep->keeper;
    if (!store_is_open(keeper->store) || keeper->stopping) {
        sweep_end(sweep);
    } else if (sweep->asked < sweep->count) {
        sweep->change = (struct store_change){.apply = ask, .done = on_told};
        (void)store_write(keeper->store, &sweep->change);
    } else {
        tell_of_spared(sweep);
        sweep->job = (struct work_job){.work = remove_gone, .done = on_removed};
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
        log_warn("session: the directory %s cannot be read: %s", sweep->keeper->sandbox->scratch_dir,
                 strerror(-job->status));
    sweep_end(sweep);
}

/* Where none was ever made, there is nothing to do, and no thread. */
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
    keeper->sweeping = true; /* one at a time: that of what is kept comes after it */
    if (work_start(keeper->work, &sweep->job) < 0)
        sweep_end(sweep);
}
