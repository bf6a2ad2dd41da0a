/* Runs jobs on the work threads, and records the changes of a task when it ends. */
#include "daemon/snapshot/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/task/task.h"
#include "rpc/handover_part.h"

/* --- jobs --- */

enum { HIDE_BYTES = 1 << 20 };

/* The job gets a copy, because the configuration may be reloaded while it runs. */
static int copy_hidden(struct snapshot_job *job)
{
    const struct config_settings_view *settings = &job->snapshots->settings->view;
    job->hide = (struct buf)BUF_LIMITED(HIDE_BYTES);
    for (size_t i = 0; settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        (void)buf_append_slice(&job->hide, settings->hide.items[i]);
        (void)buf_append_char(&job->hide, '\0');
    }
    return job->hide.error;
}

static int on_begin(struct work_job *job)
{
    struct snapshot_job *snapshot = list_member(job, struct snapshot_job, job);
    int r = snapshot->begin ? snapshot->begin(snapshot) : 0;
    return r < 0 ? r : copy_hidden(snapshot);
}

static void on_work(struct work_job *job)
{
    struct snapshot_job *snapshot = list_member(job, struct snapshot_job, job);
    snapshot->work(snapshot);
}

static void on_done(struct work_job *job)
{
    struct snapshot_job *snapshot = list_member(job, struct snapshot_job, job);
    if (job->status < 0)
        snapshot->status = job->status; /* it did not start */
    buf_clear(&snapshot->hide);
    snapshot->done(snapshot);
}

int snapshot_job_start(struct snapshot_job *job)
{
    job->status = 0;
    job->hide = (struct buf){0};
    job->job = (struct work_job){
        .session = job->session, .alone = job->undoes, .begin = on_begin, .work = on_work, .done = on_done};
    return work_start(job->snapshots->pool, &job->job);
}

bool snapshot_is_undoing(const struct snapshots *snapshots, int64_t session)
{
    return work_is_alone(snapshots->pool, session);
}

/* --- callbacks for the task queue --- */

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

void snapshot_init(struct snapshots *snapshots)
{
    list_init(&snapshots->tasks);
    list_init(&snapshots->ends);
    struct task_hooks *hooks = &snapshots->tasks_at_work->hooks;
    hooks->snapshots = snapshots;
    hooks->ends = on_task_ends;
    hooks->stops = on_task_stops;
    hooks->is_held = is_session_held;
}

/* --- lifetime --- */

void snapshot_stop(struct snapshots *snapshots)
{
    snapshots->stopping = true;
}

void snapshot_clear(struct snapshots *snapshots)
{
    timers_unset(&snapshots->rpc->timers, &snapshots->soon);
    while (!list_is_empty(&snapshots->tasks)) {
        struct snapshot_task *task = list_member(snapshots->tasks.next, struct snapshot_task, link);
        list_remove(&task->link);
        free(task);
    }
}

/* --- handover --- */

static int ready(void *user, char problem[static 256])
{
    const struct snapshots *snapshots = user;
    if (work_pool_is_idle(snapshots->pool) && !snapshots->sweeping)
        return 0;
    (void)snprintf(problem, 256, "files of a task are being saved or restored; try again when that has ended");
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

static int import_nothing(void *user, const yyjson_val *value, struct slice pieces)
{
    (void)user;
    (void)value;
    (void)pieces;
    return 0;
}

const struct handover_part snapshot_handover = {
    .name = "kept", .ready = ready, .write = write_nothing, .check = check_nothing, .take = import_nothing};

/* --- end of a task --- */

enum { ADDED_BYTES = 64 << 20 }; /* after copying this much, a sweep checks the total size */

struct end {
    struct snapshot_job job;
    struct list link; /* in snapshots->ends */
    int64_t no;
    struct deadline limit; /* the time limit */
    bool stops;            /* the task is being stopped, so the limit is short */
    int64_t added;
    void (*then)(void *user);
    void *user;
    char id[];
};

static void compare_at_end(struct snapshot_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct snapshot_context context = SNAPSHOT_CONTEXT_INIT;
    struct snapshot_change change;
    context.hurry = &job->snapshots->pool->hurry;
    context.hide = buf_slice(&job->hide);
    job->status = snapshot_context_init(&context, job->snapshots->state_fd, end->id, false);
    if (job->status == 0) {
        job->status = snapshot_change_init(&change, &context, job->snapshots, true);
        snapshot_change_clear(&change);
    }
    end->added = context.added;
    snapshot_context_clear(&context);
}

/* Calls `then` at most once. */
static void call_then(struct end *end)
{
    void (*then)(void *) = end->then;
    end->then = NULL;
    timers_unset(&end->job.snapshots->rpc->timers, &end->limit);
    if (then)
        then(end->user);
}

/* From here on, later changes may be attributed to the task; a task without an end would be worse. */
static void on_limit(struct deadline *limit)
{
    struct end *end = list_member(limit, struct end, limit);
    log_warn("task %s: recording its changes takes too long, ending the task without waiting for it", end->id);
    call_then(end);
}

static void on_compared(struct snapshot_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct snapshots *snapshots = job->snapshots;
    if (job->status < 0 && job->status != -ENOENT && job->status != -ECANCELED)
        log_warn("task %s: cannot record its changes: %s", end->id, strerror(-job->status));
    snapshots->added += end->added;
    if (snapshots->added > ADDED_BYTES)
        snapshot_sweep_soon(snapshots);
    list_remove(&end->link);
    call_then(end);
    free(end);
}

/* Records the changes of a task that has ended, on a work thread. `then`, which may be NULL, is called afterwards.
 * Negative: the job was not started. */
static int record_end(struct snapshots *snapshots, const struct snapshot_task *task, void (*then)(void *user),
                      void *user)
{
    size_t size = strlen(task->id) + 1;
    struct end *end = calloc(1, sizeof *end + size);
    if (!end)
        return -ENOMEM; /* recorded later: on a request, or by the next sweep */
    end->then = then;
    end->user = user;
    end->no = task->no;
    end->limit.expired = on_limit;
    end->job = (struct snapshot_job){
        .snapshots = snapshots, .session = task->session, .work = compare_at_end, .done = on_compared};
    memcpy(end->id, task->id, size);
    int r = then ? timers_set(&snapshots->rpc->timers, &end->limit, SNAPSHOT_END_MS) : 0;
    if (r == 0)
        r = snapshot_job_start(&end->job);
    if (r < 0) {
        timers_unset(&snapshots->rpc->timers, &end->limit);
        free(end);
        return r;
    }
    list_append(&snapshots->ends, &end->link);
    return 0;
}

void snapshot_task_stops(struct snapshots *snapshots, int64_t no)
{
    const struct list *all = &snapshots->ends;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct end *end = list_member(link, struct end, link);
        if (end->no != no || !end->then || end->stops)
            continue;
        end->stops = true;
        (void)timers_set(&snapshots->rpc->timers, &end->limit, SNAPSHOT_STOP_MS);
    }
}

/* --- tasks with a snapshot --- */

struct snapshot_task *snapshot_task_find(const struct snapshots *snapshots, int64_t no)
{
    const struct list *all = &snapshots->tasks;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct snapshot_task *task = list_member(link, struct snapshot_task, link);
        if (task->no == no)
            return task;
    }
    return NULL;
}

int snapshot_task_add(struct snapshots *snapshots, int64_t no, int64_t session, const char *id)
{
    if (snapshot_task_find(snapshots, no))
        return 0;
    size_t size = strlen(id) + 1;
    struct snapshot_task *task = calloc(1, sizeof *task + size);
    if (!task)
        return -ENOMEM;
    task->no = no;
    task->session = session;
    memcpy(task->id, id, size);
    list_append(&snapshots->tasks, &task->link);
    return 0;
}

bool snapshot_task_ends(struct snapshots *snapshots, int64_t no, void (*then)(void *user), void *user)
{
    struct snapshot_task *task = snapshot_task_find(snapshots, no);
    if (!task)
        return false;
    list_remove(&task->link);
    bool waits = record_end(snapshots, task, then, user) == 0;
    free(task);
    return waits;
}

void snapshot_events(struct snapshots *snapshots, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && !list_is_empty(&snapshots->tasks); i++) {
        const struct event_type *type = contract_events[events[i].kind];
        if (type == &event_task_completed_event || type == &event_task_failed_event ||
            type == &event_task_cancelled_event)
            (void)snapshot_task_ends(snapshots, events[i].task, NULL, NULL);
    }
}
