#include "daemon/apps/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/remove.h"
#include "daemon/apps/install.h"
#include "daemon/store/apps.h"

enum { NAME_SIZE = 64, ROWS_BYTES = 64 << 20 };

int apps_files_open_all(const char *state_dir, int *ret_fd)
{
    autoclose int state = open(state_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (state < 0 || (mkdirat(state, "apps", 0700) < 0 && errno != EEXIST))
        return -errno;
    int fd = openat(state, "apps", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    *ret_fd = fd;
    return 0;
}

int apps_files_open(const char *state_dir, struct slice directory, int *ret_fd)
{
    autofree char *path = NULL;
    if (asprintf(&path, "apps/%.*s", SLICE_ARG(directory)) < 0) {
        path = NULL;
        return -ENOMEM;
    }
    autoclose int state = open(state_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = state < 0 ? -errno : beneath_open(state, path, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return fd;
    *ret_fd = fd;
    return 0;
}

/* --- removal of one --- */

struct removal {
    struct work_job job;
    const char *state_dir;
    void (*done)(void *user); /* NULL: nobody waits */
    void *user;
    char name[NAME_SIZE];
};

static void remove_one(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    int fd = -1;
    job->status = fault_point("apps.before_remove");
    if (job->status == 0)
        job->status = apps_files_open_all(removal->state_dir, &fd);
    if (job->status < 0)
        return;
    job->status = remove_tree(fd, removal->name, &job->pool->hurry);
    close(fd);
}

static void on_removed(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("apps: cannot remove %s/apps/%s: %s; the next start tries again", removal->state_dir, removal->name,
                 strerror(-job->status));
    if (removal->done)
        removal->done(removal->user);
    free(removal);
}

static int start_removal(struct apps *apps, struct slice directory, void (*done)(void *user), void *user)
{
    struct removal *removal = directory.size > 0 && directory.size < NAME_SIZE ? calloc(1, sizeof *removal) : NULL;
    if (!removal)
        return -ENOMEM;
    removal->state_dir = apps->state_dir;
    removal->done = done;
    removal->user = user;
    memcpy(removal->name, directory.data, directory.size);
    removal->job = (struct work_job){.session = APPS_QUEUE_CHANGE, .work = remove_one, .done = on_removed};
    int r = work_start(apps->work, &removal->job);
    if (r < 0)
        free(removal);
    return r;
}

void apps_files_remove(struct apps *apps, struct slice directory, void (*done)(void *user), void *user)
{
    if (start_removal(apps, directory, done, user) < 0 && done)
        done(user);
}

/* --- removal of what is left over --- */

struct sweep {
    struct apps *apps;
    struct store_query query;
    struct work_job job;
    struct arena arena;
    struct store_apps known;
    size_t removed;
};

static void sweep_end(struct sweep *sweep)
{
    struct apps *apps = sweep->apps;
    arena_clear(&sweep->arena);
    free(sweep);
    apps->sweeping = false;
    apps_installs_go_on(apps);
}

static bool is_known(const struct sweep *sweep, const char *name)
{
    for (size_t i = 0; i < sweep->known.count; i++)
        if (slice_is(sweep->known.items[i].directory, name))
            return true;
    return false;
}

static void remove_unknown(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    int fd = -1;
    job->status = apps_files_open_all(sweep->apps->state_dir, &fd);
    DIR *names = job->status < 0 ? NULL : fdopendir(fd);
    if (!names) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *found; !atomic_load(&job->pool->hurry) && (found = readdir(names));) {
        bool is_dot = strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0;
        if (is_dot || is_known(sweep, found->d_name))
            continue;
        int r = remove_tree(fd, found->d_name, &job->pool->hurry);
        sweep->removed += r == 0;
        if (r < 0)
            job->status = r;
    }
    (void)closedir(names);
}

static void on_swept(struct work_job *job)
{
    struct sweep *sweep = list_member(job, struct sweep, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("apps: cannot remove files that no app needs from %s/apps: %s", sweep->apps->state_dir,
                 strerror(-job->status));
    if (sweep->removed > 0)
        log_info("apps: removed %zu directories that no app needs", sweep->removed);
    sweep_end(sweep);
}

static int find_known(struct store_query *query, struct store_tx *tx)
{
    struct sweep *sweep = list_member(query, struct sweep, query);
    return store_app_all(tx, &sweep->arena, &sweep->known);
}

static void on_known(struct store_query *query)
{
    struct sweep *sweep = list_member(query, struct sweep, query);
    sweep->job = (struct work_job){.session = APPS_QUEUE_CHANGE, .work = remove_unknown, .done = on_swept};
    if (query->failed || query->status < 0 || work_start(sweep->apps->work, &sweep->job) < 0)
        sweep_end(sweep);
}

static void sweep_now(struct apps *apps)
{
    struct sweep *sweep = store_is_open(apps->store) ? calloc(1, sizeof *sweep) : NULL;
    if (!sweep) {
        apps->sweeping = false;
        apps_installs_go_on(apps);
        return;
    }
    sweep->apps = apps;
    sweep->arena = (struct arena)ARENA_LIMITED(ROWS_BYTES);
    sweep->query = (struct store_query){.run = find_known, .done = on_known};
    store_read(apps->store, &sweep->query);
}

/* If nothing was ever installed, no thread is started. */
void apps_files_sweep(struct apps *apps)
{
    autofree char *path = NULL;
    if (apps->sweeping || paths_join(apps->state_dir, "apps", &path) < 0 || access(path, F_OK) < 0)
        return;
    apps->sweeping = true;
    if (service_is_gone(&apps->leftover))
        sweep_now(apps);
    else
        service_stop(&apps->leftover, true); /* apps_files_leftover_gone() follows */
}

void apps_files_leftover_gone(struct apps *apps)
{
    if (apps->sweeping)
        sweep_now(apps);
}
