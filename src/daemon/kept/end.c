/* The end of a task: how things are then is taken down, so that later changes are not taken for the task's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/daemon.h"
#include "daemon/kept/job.h"
#include "daemon/kept/work.h"

enum { ADDED_BYTES = 64 << 20 }; /* after so much more it is looked whether all of it is too much */

struct end {
    struct kept_job job;
    int64_t added;
    void (*then)(void *user);
    void *user;
    char id[];
};

static void work(struct kept_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct kept_place place = KEPT_PLACE_INIT;
    struct kept_change change;
    place.hurry = &job->daemon->kept.hurry;
    place.hide = buf_slice(&job->hide);
    job->status = kept_place_init(&place, job->daemon->state_fd, end->id, false);
    if (job->status == 0) {
        job->status = kept_change_init(&change, &place, job->daemon, true);
        kept_change_clear(&change);
    }
    end->added = place.added;
    kept_place_clear(&place);
}

static void done(struct kept_job *job)
{
    struct end *end = list_member(job, struct end, job);
    struct daemon *daemon = job->daemon;
    if (job->status < 0 && job->status != -ENOENT && job->status != -ECANCELED)
        log_warn("task %s: what it changed cannot be taken down: %s", end->id, strerror(-job->status));
    daemon->kept.added += end->added;
    if (daemon->kept.added > ADDED_BYTES)
        kept_sweep_soon(daemon);
    if (end->then)
        end->then(end->user);
    free(end);
}

int kept_task_end(struct daemon *daemon, const char *id, void (*then)(void *user), void *user)
{
    size_t size = strlen(id) + 1;
    struct end *end = calloc(1, sizeof *end + size);
    if (!end)
        return -ENOMEM; /* it is made up for when somebody asks, or at the next sweep */
    end->then = then;
    end->user = user;
    end->job = (struct kept_job){.daemon = daemon, .work = work, .done = done};
    memcpy(end->id, id, size);
    int r = kept_job_start(&end->job);
    if (r < 0)
        free(end);
    return r;
}

int kept_task_add(struct daemon *daemon, int64_t no, const char *id)
{
    struct kept *kept = &daemon->kept;
    for (struct list *link = kept->tasks.next; link != &kept->tasks; link = link->next)
        if (list_member(link, struct kept_task, link)->no == no)
            return 0;
    size_t size = strlen(id) + 1;
    struct kept_task *task = malloc(sizeof *task + size);
    if (!task)
        return -ENOMEM;
    task->no = no;
    memcpy(task->id, id, size);
    list_append(&kept->tasks, &task->link);
    return 0;
}

/* Forgets it. NULL: nothing is kept of it. */
static struct kept_task *take_task(struct daemon *daemon, int64_t no)
{
    struct list *all = &daemon->kept.tasks;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct kept_task *task = list_member(link, struct kept_task, link);
        if (task->no == no) {
            list_remove(link);
            return task;
        }
    }
    return NULL;
}

bool kept_task_ends(struct daemon *daemon, int64_t no, void (*then)(void *user), void *user)
{
    struct kept_task *task = take_task(daemon, no);
    bool waits = task && kept_task_end(daemon, task->id, then, user) == 0;
    free(task);
    return waits;
}

void kept_events(struct daemon *daemon, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && !list_is_empty(&daemon->kept.tasks); i++) {
        const struct event_type *type = contract_events[events[i].kind];
        if (type == &event_task_completed_event || type == &event_task_failed_event ||
            type == &event_task_cancelled_event)
            (void)kept_task_ends(daemon, events[i].task, NULL, NULL);
    }
}
