/* What is left of sessions that are gone, or never came to be: the daemon died in between. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/id.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/rows.h"
#include "daemon/work/work.h"

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

/* --- on the thread ----------------------------------------------------------------------- */

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
    int fd = scratch_open_all(sweep->keeper);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    job->status = fd < 0 ? fd : names ? 0 : -errno;
    if (!names) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *found; job->status == 0 && sweep->count < NAMES_MAX && (found = readdir(names));)
        if (scratch_is_name(slice_of(found->d_name)))
            job->status = atomic_load(&sweep->keeper->work->hurry) ? -ECANCELED : add(sweep, found->d_name);
    (void)closedir(names);
}

static void remove_gone(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    for (size_t i = 0; i < sweep->count && job->status != -ECANCELED; i++) {
        if (!sweep->items[i].is_gone)
            continue;
        int r = scratch_remove_now(sweep->keeper, sweep->items[i].name);
        sweep->removed += r == 0;
        if (r < 0)
            job->status = r;
    }
}

/* --- on the loop, and what the store says --------------------------------------------------- */

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
