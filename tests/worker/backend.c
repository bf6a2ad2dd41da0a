#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/task/task.h"
#include "worker.h"

static int play(struct task_job *job)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return -ENOMEM;
    worker->job = job;
    worker->fd = -1;
    worker->processes = -1;
    worker->script = job->task->prompt;
    worker->open_handles = 2;
    (void)uv_idle_init(job->queue->rpc->loop, &worker->idle);
    (void)uv_timer_init(job->queue->rpc->loop, &worker->timer);
    worker->idle.data = worker->timer.data = worker;
    job->executor = worker;
    worker_wake(worker);
    return 0;
}

static int start(struct task_job *job, char problem[static 256])
{
    struct slice script = job->task->prompt;
    struct statement first = script_next(&script, worker_verbs, VERB_COUNT);
    if (first.verb == VERB_REFUSE) {
        (void)snprintf(problem, 256, "%.*s", SLICE_ARG(first.rest.size > 0 ? first.rest : SLICE("the script says no")));
        return -ECANCELED;
    }
    return play(job);
}

static bool has_recovered;

static int recover(struct executor_pool *pool)
{
    (void)pool;
    has_recovered = true;
    return 0;
}

/* A task of the agent `survivor` continues after a restart: its script is played again from the beginning, and messages
 * that were reported before are ignored. */
static int adopt(struct task_job *job)
{
    bool survives = job->task->agent_is == FIELD_SET && slice_is(job->task->agent, "survivor");
    return has_recovered && survives ? play(job) : -ENOENT;
}

static void stop(struct task_job *job, struct slice reason)
{
    struct worker *worker = job->executor;
    (void)reason;
    worker->stopped = true;
    if (worker->polls && !worker->stop_begun) { /* stop waiting; the result does not matter any more */
        (void)uv_poll_stop(&worker->poll);
        worker->polls = false;
    }
    worker_wake(worker);
}

static void kill_now(struct task_job *job)
{
    struct worker *worker = job->executor;
    worker->killed = true;
    worker_wake(worker);
}

static void confirmed(struct task_job *job, int64_t sequence)
{
    (void)job;
    (void)sequence; /* it keeps no messages */
}

static void pause_it(struct task_job *job, bool paused)
{
    struct worker *worker = job->executor;
    worker->paused = paused;
    if (!paused)
        worker_wake(worker);
}

const struct task_backend task_backend = {
    .name = "script",
    .start = start,
    .stop = stop,
    .kill = kill_now,
    .confirmed = confirmed,
    .pause = pause_it,
    .recover = recover,
    .adopt = adopt,
};
