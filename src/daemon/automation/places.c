#include "daemon/automation/places.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cached.h"
#include "base/cleanup.h"
#include "daemon/automation/internal.h"
#include "daemon/resolve/resolve.h"
#include "rpc/call.h"

enum { PLACES_BYTES = 64 << 10 };

struct finding {
    struct resolve_job job;
    struct call *call; /* deferred and held */
    places_fn then;
    struct buf found;
    size_t size;
    char paths[]; /* each with a NUL */
};

/* Appends the path without links; one that does not exist as it is. */
static int append_real(struct buf *out, const char *path, const char *real)
{
    const char *text = real ? real : path;
    return buf_append(out, text, strlen(text) + 1);
}

static void look_up(struct resolve_job *job)
{
    struct finding *finding = list_member(job, struct finding, job);
    for (const char *path = finding->paths; path < finding->paths + finding->size; path += strlen(path) + 1) {
        autofree char *real = realpath(path, NULL);
        (void)append_real(&finding->found, path, real);
    }
    (void)buf_append_char(&finding->found, '\0');
}

static void release(struct resolve_job *job)
{
    struct finding *finding = list_member(job, struct finding, job);
    buf_clear(&finding->found);
    free(finding);
}

static void on_found(struct resolve_job *job, int status)
{
    struct finding *finding = list_member(job, struct finding, job);
    struct call *call = finding->call;
    int r = status < 0 ? status : finding->found.error;
    if (call->answered) { /* the client has disconnected, and nothing was written */
        (void)call_drop(call);
        return;
    }
    if (r == -ETIMEDOUT)
        (void)call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                        "a working directory does not respond (a network mount whose server is down?)");
    else if (r == 0)
        r = finding->then(call, finding->found.data, finding->found.size);
    if (r < 0 && !call->answered)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0 || call->answered)
        (void)call_drop(call);
}

static int ask_resolver(struct call *call, const struct buf *paths, places_fn then)
{
    struct finding *finding = calloc(1, sizeof *finding + paths->size + 1);
    if (!finding)
        return -ENOMEM;
    memcpy(finding->paths, paths->data, paths->size);
    finding->size = paths->size;
    finding->then = then;
    finding->found = (struct buf)BUF_LIMITED(PLACES_BYTES);
    finding->job = (struct resolve_job){.work = look_up, .done = on_found, .release = release};
    struct resolver *resolver = automation_of(call)->sessions->resolver;
    int r = call_defer(call, NULL, NULL, &finding->call);
    if (r < 0) {
        free(finding);
        return r;
    }
    call = finding->call;
    call_hold(call);
    r = resolver_start(resolver, finding->paths, &finding->job);
    if (r < 0) {
        (void)call_fail(call, ERROR_DIRECTORY_UNAVAILABLE, "cannot look up %.512s: %s", finding->paths, strerror(-r));
        (void)call_drop(call);
        release(&finding->job);
    }
    return 0;
}

/* Appends one path from the caches. -EAGAIN: it is not there. */
static int append_cached(struct buf *out, struct slice cwd)
{
    autofree char *path = strndup(cwd.data, cwd.size), *real = NULL;
    int r = path ? cached_resolve(path, &real) : -ENOMEM;
    return r == -EAGAIN || r == -ENOMEM ? r : append_real(out, path, real);
}

static int refuse(struct call *call, size_t index)
{
    char path[64];
    (void)snprintf(path, sizeof path, "params.actions[%zu].cwd", index);
    return call_refuse(call, ERROR_INVALID_PARAMS, path, "the working directory of an action must be an absolute path");
}

int places_find(struct call *call, const struct automation_actions *actions, places_fn then)
{
    AUTO(buf_clear) struct buf paths = BUF_LIMITED(PLACES_BYTES), found = BUF_LIMITED(PLACES_BYTES);
    int r = 0;
    bool waits = false;
    for (size_t i = 0; i < actions->count && r == 0; i++) {
        const struct automation_action *action = &actions->items[i];
        if (action->kind != AUTOMATION_ACTION_KIND_TASK || action->as.task.cwd_is != FIELD_SET)
            continue;
        if (action->as.task.cwd.data[0] != '/')
            return refuse(call, i);
        r = buf_append(&paths, action->as.task.cwd.data, action->as.task.cwd.size);
        if (r == 0)
            r = buf_append_char(&paths, '\0');
        if (r == 0 && !waits)
            r = append_cached(&found, action->as.task.cwd);
        waits |= r == -EAGAIN;
        r = r == -EAGAIN ? 0 : r;
    }
    if (r == 0)
        r = buf_append_char(&found, '\0');
    if (r < 0)
        return r;
    return waits ? ask_resolver(call, &paths, then) : then(call, found.data, found.size);
}
