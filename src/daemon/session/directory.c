/* Resolves the working directory of a session before anything is stored. */
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

/* A directory that is being resolved on a resolver thread. */
struct resolving {
    struct resolve_job job;
    struct call *call; /* deferred and held */
    session_directory_fn then;
    char *real; /* set by the thread; NULL: it does not exist */
    bool no_memory;
    char path[];
};

static void resolve(struct resolve_job *job)
{
    struct resolving *resolving = list_member(job, struct resolving, job);
    resolving->real = realpath(resolving->path, NULL);
    resolving->no_memory = !resolving->real && errno == ENOMEM;
}

static void release(struct resolve_job *job)
{
    struct resolving *resolving = list_member(job, struct resolving, job);
    free(resolving->real);
    free(resolving);
}

static int fail(struct call *call, const char *path, int status)
{
    if (status == -ETIMEDOUT)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                         "the directory %.512s does not respond (a network mount whose server is down?)", path);
    if (status == -EBUSY)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                         "the directory %.512s responds slowly, and %d requests wait for it already", path,
                         RESOLVE_LANE_JOBS);
    return call_fail(call, ERROR_INTERNAL_ERROR, "cannot look up the directory %.512s: %s", path, strerror(-status));
}

/* 0: the call was taken. 1: it was answered. */
static int continue_call(struct call *call, struct slice real, session_directory_fn then)
{
    if (session_keeper_of(call)->store)
        return then(call, real);
    (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    return 1;
}

static void on_resolved(struct resolve_job *job, int status)
{
    struct resolving *resolving = list_member(job, struct resolving, job);
    struct call *call = resolving->call;
    int r = status < 0 ? status : resolving->no_memory ? -ENOMEM : 0;
    if (call->answered) { /* the client has disconnected, and nothing was written */
        (void)call_drop(call);
        return;
    }
    if (r < 0) {
        (void)fail(call, resolving->path, r);
        (void)call_drop(call);
        return;
    }
    r = continue_call(call, slice_of(resolving->real ? resolving->real : resolving->path), resolving->then);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
}

static int ask_resolver(struct call *call, const char *path, session_directory_fn then)
{
    size_t size = strlen(path) + 1;
    struct resolving *resolving = calloc(1, sizeof *resolving + size);
    if (!resolving)
        return -ENOMEM;
    memcpy(resolving->path, path, size);
    resolving->then = then;
    resolving->job = (struct resolve_job){.work = resolve, .done = on_resolved, .release = release};
    struct session_keeper *keeper = session_keeper_of(call);
    int r = call_defer(call, NULL, NULL, &resolving->call);
    if (r < 0) {
        free(resolving);
        return r;
    }
    call = resolving->call;
    call_hold(call);
    r = resolver_start(keeper->resolver, resolving->path, &resolving->job);
    if (r < 0) {
        (void)fail(call, resolving->path, r);
        (void)call_drop(call);
        release(&resolving->job);
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
    r = continue_call(call, real ? slice_of(real) : cwd, then);
    return r < 0 ? r : 0;
}

struct slice session_default_directory(const struct session_keeper *keeper)
{
    return keeper->options->project ? slice_of(keeper->options->project) : SLICE("");
}
