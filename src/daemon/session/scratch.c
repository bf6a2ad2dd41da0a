#include "daemon/session/scratch.h"

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
#include "base/places.h"
#include "base/remove.h"
#include "daemon/daemon.h"
#include "daemon/kept/job.h"
#include "daemon/sandbox/hidden.h"
#include "daemon/sandbox/program.h"

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

int scratch_init(struct daemon *daemon)
{
    if (daemon->options.project)
        return 0;
    autofree char *state = realpath(daemon->options.state_dir, NULL);
    if (!state)
        return -errno;
    struct cover cover = {.state = state, .path = strdup(state)};
    autofree char *path = NULL;
    int r = cover.path ? sandbox_hidden_own(daemon, on_hidden, &cover) : -ENOMEM;
    if (r == 0 && strcmp(cover.path, state) == 0)
        r = asprintf(&path, "%s-scratch", state) < 0 ? -ENOMEM : 0;
    else if (r == 0)
        r = asprintf(&path, "%s-scratch-%08" PRIx32, cover.path, hash(state)) < 0 ? -ENOMEM : 0;
    free(cover.path);
    if (r < 0)
        return path = NULL, r;
    free(daemon->options.scratch_dir);
    daemon->options.scratch_dir = take_pointer(path);
    return 0;
}

/* Nobody leads us elsewhere by a link that he puts in its place. */
int scratch_open_all(const struct daemon *daemon)
{
    int fd = open(daemon->options.scratch_dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool scratch_is_name(struct slice name)
{
    return slice_starts_with(name, SLICE("sess_")) && name.size < NAME_BYTES && !memchr(name.data, '/', name.size);
}

static bool find_name(const struct daemon *daemon, struct slice path, struct slice *ret_name)
{
    if (!daemon->options.scratch_dir)
        return false;
    struct slice all = slice_of(daemon->options.scratch_dir);
    if (!slice_starts_with(path, all) || path.size <= all.size || path.data[all.size] != '/')
        return false;
    *ret_name = (struct slice){path.data + all.size + 1, path.size - all.size - 1};
    return scratch_is_name(*ret_name);
}

bool scratch_is(const struct daemon *daemon, struct slice path)
{
    struct slice name;
    return find_name(daemon, path, &name);
}

/* --- one begins -------------------------------------------------------------------------- */

static int make(const struct daemon *daemon, const char *name)
{
    int r = places_make_private(daemon->options.scratch_dir);
    autoclose int fd = r < 0 ? r : scratch_open_all(daemon);
    if (fd < 0)
        return fd;
    if (mkdirat(fd, name, 0700) < 0)
        return -errno;
    return fsync(fd) < 0 ? -errno : 0; /* it is on the disk before the session is */
}

int scratch_make(const struct daemon *daemon, struct slice id, struct arena *arena, struct slice *ret_path)
{
    autofree char *name = strndup(id.data, id.size), *path = NULL;
    if (!name || places_join(daemon->options.scratch_dir, name, &path) < 0)
        return -ENOMEM;
    int r = make(daemon, name);
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

int scratch_remove_now(const struct daemon *daemon, const char *name)
{
    autoclose int fd = scratch_open_all(daemon);
    int r = fd < 0 ? fd : -ENOTEMPTY;
    for (int attempt = 0; r == -ENOTEMPTY && attempt < ATTEMPTS; attempt++) {
        if (attempt > 0)
            (void)poll(NULL, 0, ATTEMPT_MS);
        r = atomic_load(&daemon->kept.hurry) ? -ECANCELED : remove_tree(fd, name, &daemon->kept.hurry);
    }
    return r == -ENOENT ? 0 : r;
}

struct removal {
    struct kept_job job;
    char name[];
};

static void work(struct kept_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    job->status = fault_point("scratch.remove");
    if (job->status == 0)
        job->status = scratch_remove_now(job->daemon, removal->name);
}

static void done(struct kept_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    if (job->status < 0)
        log_warn("session: the directory of %s is left for the next start to remove: %s", removal->name,
                 strerror(-job->status));
    free(removal);
}

void scratch_remove(struct daemon *daemon, struct slice path)
{
    struct slice name;
    if (!find_name(daemon, path, &name))
        return;
    struct removal *removal = calloc(1, sizeof *removal + name.size + 1);
    if (!removal)
        return;
    slice_copy(removal->name, name);
    removal->job = (struct kept_job){.daemon = daemon, .work = work, .done = done};
    int r = kept_job_start(&removal->job);
    if (r < 0) {
        removal->job.status = r;
        done(&removal->job);
    }
}
