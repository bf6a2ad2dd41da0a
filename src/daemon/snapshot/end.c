/* The end of a task: how things are then is taken down, so that later changes are not taken for the task's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/snapshot/job.h"
#include "daemon/snapshot/limits.h"
#include "daemon/snapshot/work.h"

enum { ADDED_BYTES = 64 << 20 }; /* after so much more it is looked whether all of it is too much */

struct end {
    struct snapshot_job job;
    struct list link; /* in kept->ends */
    int64_t no;
    struct deadline limit; /* of the wait */
    bool stops;            /* somebody wants it to stop: the limit is short */
    int64_t added;
    void (*then)(void *user);
    void *user;
    char id[];
};

static void work(struct snapshot_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct snapshot_place place = SNAPSHOT_PLACE_INIT;
    struct snapshot_change change;
    place.hurry = &job->kept->pool->hurry;
    place.hide = buf_slice(&job->hide);
    job->status = snapshot_place_init(&place, job->kept->state_fd, end->id, false);
    if (job->status == 0) {
        job->status = snapshot_change_init(&change, &place, job->kept, true);
        snapshot_change_clear(&change);
    }
    end->added = place.added;
    snapshot_place_clear(&place);
}

/* It is called once. */
static void go_on(struct end *end)
{
    void (*then)(void *) = end->then;
    end->then = NULL;
    timers_unset(&end->job.kept->rpc->timers, &end->limit);
    if (then)
        then(end->user);
}

/* Somebody else's change may be taken for the task's from here on, which is better than a task without an end. */
static void on_limit(struct deadline *limit)
{
    struct end *end = list_member(limit, struct end, limit);
    log_warn("task %s: its end no longer waits until what it changed is taken down", end->id);
    go_on(end);
}

static void done(struct snapshot_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct snapshots *kept = job->kept;
    if (job->status < 0 && job->status != -ENOENT && job->status != -ECANCELED)
        log_warn("task %s: what it changed cannot be taken down: %s", end->id, strerror(-job->status));
    kept->added += end->added;
    if (kept->added > ADDED_BYTES)
        snapshot_sweep_soon(kept);
    list_remove(&end->link);
    go_on(end);
    free(end);
}

int snapshot_task_end(struct snapshots *kept, const struct snapshot_task *task, void (*then)(void *user), void *user)
{
    size_t size = strlen(task->id) + 1;
    struct end *end = calloc(1, sizeof *end + size);
    if (!end)
        return -ENOMEM; /* it is made up for when somebody asks, or at the next sweep */
    end->then = then;
    end->user = user;
    end->no = task->no;
    end->limit.expired = on_limit;
    end->job = (struct snapshot_job){.kept = kept, .session = task->session, .work = work, .done = done};
    memcpy(end->id, task->id, size);
    int r = then ? timers_set(&kept->rpc->timers, &end->limit, SNAPSHOT_END_MS) : 0;
    if (r == 0)
        r = snapshot_job_start(&end->job);
    if (r < 0) {
        timers_unset(&kept->rpc->timers, &end->limit);
        free(end);
        return r;
    }
    list_append(&kept->ends, &end->link);
    return 0;
}

void snapshot_task_stops(struct snapshots *kept, int64_t no)
{
    const struct list *all = &kept->ends;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct end *end = list_member(link, struct end, link);
        if (end->no != no || !end->then || end->stops)
            continue;
        end->stops = true;
        (void)timers_set(&kept->rpc->timers, &end->limit, SNAPSHOT_STOP_MS);
    }
}

/* --- the tasks of which something is kept ------------------------------------------------------------ */

struct snapshot_task *snapshot_task_find(const struct snapshots *kept, int64_t no)
{
    const struct list *all = &kept->tasks;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct snapshot_task *task = list_member(link, struct snapshot_task, link);
        if (task->no == no)
            return task;
    }
    return NULL;
}

int snapshot_task_add(struct snapshots *kept, int64_t no, int64_t session, const char *id)
{
    if (snapshot_task_find(kept, no))
        return 0;
    size_t size = strlen(id) + 1;
    struct snapshot_task *task = calloc(1, sizeof *task + size);
    if (!task)
        return -ENOMEM;
    task->no = no;
    task->session = session;
    memcpy(task->id, id, size);
    list_append(&kept->tasks, &task->link);
    return 0;
}

bool snapshot_task_ends(struct snapshots *kept, int64_t no, void (*then)(void *user), void *user)
{
    struct snapshot_task *task = snapshot_task_find(kept, no);
    if (!task)
        return false;
    list_remove(&task->link);
    bool waits = snapshot_task_end(kept, task, then, user) == 0;
    free(task);
    return waits;
}

void snapshot_events(struct snapshots *kept, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && !list_is_empty(&kept->tasks); i++) {
        const struct event_type *type = contract_events[events[i].kind];
        if (type == &event_task_completed_event || type == &event_task_failed_event ||
            type == &event_task_cancelled_event)
            (void)snapshot_task_ends(kept, events[i].task, NULL, NULL);
    }
}
