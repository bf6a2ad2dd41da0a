#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"

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
#include "base/log.h"
#include "base/paths.h"
#include "base/remove.h"
#include "daemon/work/work.h"

enum { NAME_BYTES = 64, ATTEMPTS = 100, ATTEMPT_MS = 50 };

/* --- where they are ---------------------------------------------------------------------- */

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
int scratch_open_all(const struct session_keeper *keeper)
{
    int fd = open(keeper->sandbox->scratch_dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool scratch_is_name(struct slice name)
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
    return scratch_is_name(*ret_name);
}

bool scratch_is(const struct session_keeper *keeper, struct slice path)
{
    struct slice name;
    return find_name(keeper, path, &name);
}

/* --- one begins -------------------------------------------------------------------------- */

static int make(const struct session_keeper *keeper, const char *name)
{
    int r = paths_make_private(keeper->sandbox->scratch_dir);
    autoclose int fd = r < 0 ? r : scratch_open_all(keeper);
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

/* --- one ends ----------------------------------------------------------------------------- */

int scratch_remove_now(const struct session_keeper *keeper, const char *name)
{
    autoclose int fd = scratch_open_all(keeper);
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

static void work(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    job->status = fault_point("scratch.remove");
    if (job->status == 0)
        job->status = scratch_remove_now(removal->keeper, removal->name);
}

static void done(struct work_job *job)
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
    removal->job = (struct work_job){.work = work, .done = done};
    int r = work_start(keeper->work, &removal->job);
    if (r < 0) {
        removal->job.status = r;
        done(&removal->job);
    }
}
