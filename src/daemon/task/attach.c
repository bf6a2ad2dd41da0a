#include "daemon/task/attach.h"
#include "daemon/resolve/resolve.h"
#include "daemon/task/task.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "daemon/client/client.h"
#include "rpc/call.h"

/* A prompt whose files are looked at. */
struct looking {
    struct call *call; /* deferred, and held */
    task_attached_fn then;
    char cwd[PATH_MAX + 1];
    size_t count, at, bytes;
    struct task_attached found;
    char *paths[ATTACHMENTS_MAX];
};

/* One of them. A thread that hangs keeps it beyond the call's end. */
struct look {
    struct resolve_job job;
    struct looking *looking;
    int error;
    size_t size;
    const char *mime;
    char problem[ATTACHMENT_PROBLEM_SIZE];
    char path[];
};

static void look_at_next(struct looking *looking);

static struct looking *looking_free(struct looking *looking)
{
    for (size_t i = 0; i < looking->count; i++)
        free(looking->paths[i]);
    free(looking);
    return NULL;
}

/* --- on a thread ----------------------------------------------------------------------------- */

static void work(struct resolve_job *job)
{
    struct look *look = list_member(job, struct look, job);
    struct attachment attachment = {0};
    look->error = attachment_read(look->path, &attachment, look->problem);
    look->size = attachment.size;
    look->mime = attachment.mime;
    attachment_clear(&attachment);
}

/* --- on the loop ------------------------------------------------------------------------------ */

static void fail(struct looking *looking, const char *path, int status)
{
    struct call *call = looking->call;
    if (status == -ETIMEDOUT)
        (void)call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                        "the directory of %.512s does not answer (a network mount whose server is gone?)", path);
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%.512s cannot be looked at: %s", path, strerror(-status));
    (void)call_drop(call);
    looking_free(looking);
}

static void go_on(struct looking *looking)
{
    struct call *call = looking->call;
    int r = 1;
    if (task_queue_of(daemon_of(call))->store)
        r = looking->then(call, slice_of(looking->cwd), &looking->found);
    else
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
    looking_free(looking);
}

static void take(struct looking *looking, const struct look *look)
{
    struct task_attached *found = &looking->found;
    looking->bytes += look->size;
    found->mimes[looking->at] = look->mime;
    if (look->error < 0)
        (void)snprintf(found->problem, sizeof found->problem, "%s", look->problem);
    else if (looking->bytes > ATTACHMENTS_BYTES_MAX)
        (void)snprintf(found->problem, sizeof found->problem,
                       "the attached files have %zu KiB together; they may have %d KiB", (looking->bytes + 1023) / 1024,
                       ATTACHMENTS_BYTES_MAX >> 10);
    looking->at = found->problem[0] ? looking->count : looking->at + 1;
}

static void on_done(struct resolve_job *job, int status)
{
    struct look *look = list_member(job, struct look, job);
    struct looking *looking = look->looking;
    if (looking->call->answered) { /* whoever asked is gone, and nothing of it was written */
        (void)call_drop(looking->call);
        looking_free(looking);
        return;
    }
    if (status < 0) {
        fail(looking, look->path, status);
        return;
    }
    take(looking, look);
    look_at_next(looking);
}

static void release(struct resolve_job *job)
{
    free(list_member(job, struct look, job));
}

static void look_at_next(struct looking *looking)
{
    if (looking->at == looking->count) {
        go_on(looking);
        return;
    }
    const char *path = looking->paths[looking->at];
    size_t size = strlen(path) + 1;
    struct look *look = calloc(1, sizeof *look + size);
    autofree char *copy = strdup(path);
    if (!look || !copy) {
        free(look);
        fail(looking, path, -ENOMEM);
        return;
    }
    memcpy(look->path, path, size);
    look->looking = looking;
    look->job = (struct resolve_job){.work = work, .done = on_done, .release = release};
    int r = resolver_start(task_queue_of(daemon_of(looking->call))->resolver, dirname(copy), &look->job);
    if (r < 0) {
        free(look);
        fail(looking, path, r);
    }
}

/* --- its beginning ----------------------------------------------------------------------------- */

/* Files are opened by their names: one with a NUL in it would be another. */
static bool is_path(struct slice path)
{
    return path.size > 0 && path.data[0] == '/' && !memchr(path.data, '\0', path.size);
}

static int copy_paths(struct looking *looking, const struct task_attachments *attachments)
{
    for (size_t i = 0; i < attachments->count; i++) {
        looking->paths[i] = strndup(attachments->items[i].path.data, attachments->items[i].path.size);
        if (!looking->paths[i])
            return -ENOMEM;
        looking->count++;
    }
    return 0;
}

int task_look_at_attachments(struct call *call, const struct task_attachments *attachments, struct slice cwd,
                             task_attached_fn then)
{
    char field[64];
    for (size_t i = 0; i < attachments->count; i++)
        if (!is_path(attachments->items[i].path)) {
            (void)snprintf(field, sizeof field, "params.attachments[%zu].path", i);
            (void)call_refuse(call, ERROR_INVALID_PARAMS, field,
                              "Invalid params: the path of an attachment must be absolute");
            return 1;
        }
    struct looking *looking = calloc(1, sizeof *looking);
    if (!looking || cwd.size >= sizeof looking->cwd) {
        free(looking);
        return -ENOMEM;
    }
    slice_copy(looking->cwd, cwd);
    looking->then = then;
    int r = copy_paths(looking, attachments);
    if (r == 0 && !call->deferred)
        r = call_defer(call, NULL, NULL, &call);
    if (r < 0) {
        looking_free(looking);
        return r;
    }
    looking->call = call;
    call_hold(call);
    look_at_next(looking);
    return 0;
}
