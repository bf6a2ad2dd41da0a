/* How the state directory is. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/health/health.h"
#include "daemon/resolve/resolve.h"
#include "rpc/rpc.h"

enum {
    FRESH_MS = 100,
    AWAIT_MS = 20, /* once for a disk that hangs: nobody waits for a look that is under way */
};

struct looking {
    struct resolve_job job;
    struct health *health;
    uint64_t begun_ms;         /* of the loop */
    struct health_state found; /* by the thread */
    char path[];
};

static int64_t now_ms(void)
{
    return (int64_t)(clock_monotonic_ns() / 1000000);
}

static void look_at(const char *path, struct health_state *found)
{
    struct statvfs space;
    if (statvfs(path, &space) < 0 || faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) < 0) {
        found->error = -errno;
        return;
    }
    found->is_read_only = space.f_flag & ST_RDONLY;
    found->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
}

static void look(struct resolve_job *job)
{
    struct looking *looking = list_member(job, struct looking, job);
    look_at(looking->path, &looking->found);
}

static void know(struct health *health, const struct health_state *found)
{
    health->state = *found;
    health->state.looked_ms = now_ms();
}

static void on_looked(struct resolve_job *job, int status)
{
    struct looking *looking = list_member(job, struct looking, job);
    struct health *health = looking->health;
    health->state.is_looking = false;
    if (status == 0)
        know(health, &looking->found);
    else if (uv_now(health->rpc->loop) - looking->begun_ms >=
             RESOLVE_MS) /* else the daemon ends, and waits no longer */
        know(health, &(struct health_state){.error = status});
}

static void release(struct resolve_job *job)
{
    free(list_member(job, struct looking, job));
}

void health_init(struct health *health)
{
    struct health_state found = {0};
    look_at(health->state_dir, &found);
    know(health, &found);
}

void health_look(struct health *health)
{
    struct health_state *state = &health->state;
    const char *path = health->state_dir;
    size_t size = strlen(path) + 1;
    if (state->is_looking || now_ms() - state->looked_ms < FRESH_MS)
        return;
    struct looking *looking = calloc(1, sizeof *looking + size);
    if (!looking)
        return;
    memcpy(looking->path, path, size);
    looking->health = health;
    looking->begun_ms = uv_now(health->rpc->loop);
    looking->job = (struct resolve_job){.work = look, .done = on_looked, .release = release};
    int r = resolver_start(health->resolver, path, &looking->job);
    if (r < 0) {
        if (r == -ETIMEDOUT)
            know(health, &(struct health_state){.error = r});
        free(looking);
        return;
    }
    state->is_looking = true;
    resolver_await(&looking->job, AWAIT_MS);
}
