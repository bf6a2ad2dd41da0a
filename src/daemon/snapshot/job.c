#include "daemon/snapshot/job.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/task/task.h"
#include "rpc/handover_part.h"

enum { HIDE_BYTES = 1 << 20 };

/* The configuration may be read anew while the thread is at work: it gets a copy. */
static int copy_hidden(struct snapshot_job *job)
{
    const struct config_settings_view *settings = &job->kept->settings->view;
    job->hide = (struct buf)BUF_LIMITED(HIDE_BYTES);
    for (size_t i = 0; settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        (void)buf_append_slice(&job->hide, settings->hide.items[i]);
        (void)buf_append_char(&job->hide, '\0');
    }
    return job->hide.error;
}

static int on_begin(struct work_job *job)
{
    struct snapshot_job *kept = list_member(job, struct snapshot_job, job);
    int r = kept->begin ? kept->begin(kept) : 0;
    return r < 0 ? r : copy_hidden(kept);
}

static void on_work(struct work_job *job)
{
    struct snapshot_job *kept = list_member(job, struct snapshot_job, job);
    kept->work(kept);
}

static void on_done(struct work_job *job)
{
    struct snapshot_job *kept = list_member(job, struct snapshot_job, job);
    if (job->status < 0)
        kept->status = job->status; /* it was not begun */
    buf_clear(&kept->hide);
    kept->done(kept);
}

int snapshot_job_start(struct snapshot_job *job)
{
    job->status = 0;
    job->hide = (struct buf){0};
    job->job = (struct work_job){
        .session = job->session, .alone = job->undoes, .begin = on_begin, .work = on_work, .done = on_done};
    return work_start(job->kept->pool, &job->job);
}

bool snapshot_is_undoing(const struct snapshots *kept, int64_t session)
{
    return work_is_alone(kept->pool, session);
}

/* --- for the queue of tasks ------------------------------------------------------------------ */

static bool on_task_ends(void *user, int64_t task, void (*then)(void *user), void *then_user)
{
    return snapshot_task_ends(user, task, then, then_user);
}

static void on_task_stops(void *user, int64_t task)
{
    snapshot_task_stops(user, task);
}

static bool is_session_held(void *user, int64_t session)
{
    return snapshot_is_undoing(user, session);
}

void snapshot_init(struct snapshots *kept)
{
    list_init(&kept->tasks);
    list_init(&kept->ends);
    struct task_hooks *hooks = &kept->tasks_at_work->hooks;
    hooks->snapshots = kept;
    hooks->ends = on_task_ends;
    hooks->stops = on_task_stops;
    hooks->is_held = is_session_held;
}

/* --- life --------------------------------------------------------------------------------- */

void snapshot_stop(struct snapshots *kept)
{
    kept->stopping = true;
}

void snapshot_clear(struct snapshots *kept)
{
    timers_unset(&kept->rpc->timers, &kept->soon);
    while (!list_is_empty(&kept->tasks)) {
        struct snapshot_task *task = list_member(kept->tasks.next, struct snapshot_task, link);
        list_remove(&task->link);
        free(task);
    }
}

/* --- a new program takes over ---------------------------------------------------------------- */

static int ready(void *user, char problem[static 256])
{
    const struct snapshots *kept = user;
    if (work_pool_is_idle(kept->pool) && !kept->sweeping)
        return 0;
    (void)snprintf(problem, 256, "files of a task are being kept or put back");
    return -EAGAIN;
}

static int write_nothing(void *user, struct handover_out *out, struct buf *json)
{
    (void)user;
    (void)out;
    return buf_append_text(json, "{}");
}

static int check_nothing(const yyjson_val *value, struct slice pieces)
{
    (void)value;
    (void)pieces;
    return 0;
}

static int take_nothing(void *user, const yyjson_val *value, struct slice pieces)
{
    (void)user;
    (void)value;
    (void)pieces;
    return 0;
}

const struct handover_part snapshot_handover = {
    .name = "kept", .ready = ready, .write = write_nothing, .check = check_nothing, .take = take_nothing};
