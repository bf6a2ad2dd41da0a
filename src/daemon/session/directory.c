/* Where a working directory is, before anything is written of it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cached.h"
#include "base/cleanup.h"
#include "daemon/client/client.h"
#include "daemon/resolve/resolve.h"
#include "daemon/session/session.h"
#include "rpc/call.h"

/* A directory that the kernel has not in its caches. */
struct looking {
    struct resolve_job job;
    struct call *call; /* deferred, and held */
    session_directory_fn then;
    char *real; /* filled by the thread; NULL: it is not there */
    bool no_memory;
    char path[];
};

static void look(struct resolve_job *job)
{
    struct looking *looking = list_member(job, struct looking, job);
    looking->real = realpath(looking->path, NULL);
    looking->no_memory = !looking->real && errno == ENOMEM;
}

static void release(struct resolve_job *job)
{
    struct looking *looking = list_member(job, struct looking, job);
    free(looking->real);
    free(looking);
}

static int fail(struct call *call, const char *path, int status)
{
    if (status == -ETIMEDOUT)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                         "the directory %.512s does not answer (a network mount whose server is gone?)", path);
    if (status == -EBUSY)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE, "the directory %.512s is slow: %d requests wait for it",
                         path, RESOLVE_LANE_JOBS);
    return call_fail(call, ERROR_INTERNAL_ERROR, "the directory %.512s cannot be looked up: %s", path,
                     strerror(-status));
}

/* 0: the call was taken. 1: it was answered. */
static int go_on(struct call *call, struct slice real, session_directory_fn then)
{
    if (session_keeper_of(daemon_of(call))->store)
        return then(call, real);
    (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    return 1;
}

static void on_looked(struct resolve_job *job, int status)
{
    struct looking *looking = list_member(job, struct looking, job);
    struct call *call = looking->call;
    int r = status < 0 ? status : looking->no_memory ? -ENOMEM : 0;
    if (call->answered) { /* whoever asked is gone, and nothing of it was written */
        (void)call_drop(call);
        return;
    }
    if (r < 0) {
        (void)fail(call, looking->path, r);
        (void)call_drop(call);
        return;
    }
    r = go_on(call, slice_of(looking->real ? looking->real : looking->path), looking->then);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
}

static int ask_resolver(struct call *call, const char *path, session_directory_fn then)
{
    size_t size = strlen(path) + 1;
    struct looking *looking = calloc(1, sizeof *looking + size);
    if (!looking)
        return -ENOMEM;
    memcpy(looking->path, path, size);
    looking->then = then;
    looking->job = (struct resolve_job){.work = look, .done = on_looked, .release = release};
    struct session_keeper *keeper = session_keeper_of(daemon_of(call));
    int r = call_defer(call, NULL, NULL, &looking->call);
    if (r < 0) {
        free(looking);
        return r;
    }
    call = looking->call;
    call_hold(call);
    r = resolver_start(keeper->resolver, looking->path, &looking->job);
    if (r < 0) {
        (void)fail(call, looking->path, r);
        (void)call_drop(call);
        release(&looking->job);
    }
    return 0;
}

int session_find_directory(struct call *call, struct slice cwd, session_directory_fn then)
{
    autofree char *path = strndup(cwd.data, cwd.size), *real = NULL;
    if (!path)
        return -ENOMEM;
    int r = cached_resolve(path, &real);
    if (r == -EAGAIN)
        return ask_resolver(call, path, then);
    if (r == -ENOMEM)
        return r;
    r = go_on(call, real ? slice_of(real) : cwd, then);
    return r < 0 ? r : 0;
}

struct slice session_default_directory(const struct session_keeper *keeper)
{
    return keeper->options->project ? slice_of(keeper->options->project) : SLICE("");
}
