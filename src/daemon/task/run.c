/* A running task: its start, its stop and its time limit. */
#include "daemon/task/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/sandbox/sandbox.h"

/* --- time limit --- */

static void on_timeout(struct deadline *deadline)
{
    task_run_stop_for(list_member(deadline, struct task_run, limit), SLICE(TASK_REASON_TIMEOUT));
}

static int start_clock(struct task_run *run)
{
    run->limit.expired = on_timeout;
    run->time_since = clock_monotonic_ns();
    run->time_paused = false;
    return timers_set(&run->job.queue->rpc->timers, &run->limit, (uint64_t)run->time_left);
}

static void pause_clock(struct task_run *run)
{
    int64_t elapsed = (int64_t)((clock_monotonic_ns() - run->time_since) / 1000000);
    run->time_left = elapsed < run->time_left ? run->time_left - elapsed : 0;
    run->time_paused = true;
    timers_unset(&run->job.queue->rpc->timers, &run->limit);
}

/* Starts the time limit of a new task; resume_limit() is for an adopted one. */
static int begin_limit(struct task_run *run)
{
    run->time_left = run->task.record.timeout_ms;
    return start_clock(run);
}

/* If the wall clock was set back meanwhile, the task gets its whole time again. */
static int resume_limit(struct task_run *run)
{
    const struct task_record *task = &run->task.record;
    int64_t elapsed = run->worked_ms > 0 ? run->worked_ms : 0;
    run->time_left = elapsed < task->timeout_ms ? task->timeout_ms - elapsed : 0;
    run->time_paused = task->state == TASK_STATE_AWAITING_PERMISSION;
    return run->time_paused ? 0 : start_clock(run);
}

/* --- events --- */

void task_limit_handle_event(struct task_queue *queue, const struct store_event *event)
{
    struct task_run *run = task_run_find(queue, event->task);
    enum task_state state = ((const struct event_task_updated_params *)event->params)->state;
    if (!run || run->stopping || run->over) /* `limit` is the limit of the stop then */
        return;
    if (state == TASK_STATE_AWAITING_PERMISSION && !run->time_paused)
        pause_clock(run);
    else if (state == TASK_STATE_RUNNING && run->time_paused && start_clock(run) < 0)
        task_run_kill(run); /* without a timer nothing would end it */
}

enum { ARENA_BYTES = 64 << 20 };

/* --- lifetime --- */

struct task_run *task_run_new(struct task_queue *queue)
{
    struct task_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->job.queue = queue;
    run->job.pool = queue->pool;
    run->processes = -1;
    run->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    list_init(&run->link);
    list_init(&run->changes);
    return run;
}

struct task_run *task_run_free(struct task_run *run)
{
    if (!run)
        return NULL;
    struct timers *timers = &run->job.queue->rpc->timers;
    timers_unset(timers, &run->limit);
    timers_unset(timers, &run->retry);
    timers_unset(timers, &run->job.later);
    list_remove(&run->link);
    task_changes_clear(run);
    run->job.resolved = sandbox_resolved_free(run->job.resolved);
    arena_clear(&run->arena);
    free(run->ended_block);
    free(run);
    return NULL;
}

struct task_run *task_run_find(const struct task_queue *queue, int64_t task)
{
    for (struct list *link = queue->runs.next; link != &queue->runs; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        if (run->ids.no == task)
            return run;
    }
    return NULL;
}

const struct task_ids *task_ids_of_job(const struct task_job *job)
{
    return &((const struct task_run *)(const void *)((const char *)job - offsetof(struct task_run, job)))->ids;
}

void task_queue_session_updated(void *user, const struct session_record *session)
{
    struct task_queue *queue = user;
    struct list *all = &queue->runs;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        struct session_record *record = &run->session.record;
        if (!slice_equal(record->id, session->id))
            continue;
        record->permission_mode = session->permission_mode;
        record->permission_timeout_ms = session->permission_timeout_ms;
        record->permission_timeout_ms_is = session->permission_timeout_ms_is;
    }
}

void task_run_finish(struct task_run *run)
{
    struct task_queue *queue = run->job.queue;
    if (run->job.queue->backend->stored)
        run->job.queue->backend->stored(&run->job);
    (void)task_run_free(run);
    queue->run_count--;
    task_queue_wake(queue);
    queue->settled(queue->user);
}

/* --- stopping --- */

static void on_stop_expired(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, limit);
    log_warn("task %.*s: did not stop within tasks.stopMs, killing it", SLICE_ARG(run->ids.id));
    task_run_kill(run);
}

/* A task that has ended waits at most for the recording of its changes; a held task was never started. */
static bool has_nothing_to_stop(struct task_run *run)
{
    if (run->held) {
        run->held = false;
        run->stopping = true;
        task_job_ended(&run->job, &(struct task_outcome){.status = TASK_OUTCOME_CANCELLED});
    }
    const struct task_hooks *hooks = &run->job.queue->hooks;
    if (run->over && hooks->stops)
        hooks->stops(hooks->snapshots, run->ids.no);
    return run->over;
}

void task_run_kill(struct task_run *run)
{
    if (has_nothing_to_stop(run))
        return;
    run->stopping = true;
    timers_unset(&run->job.queue->rpc->timers, &run->limit);
    run->job.queue->backend->kill(&run->job);
}

void task_run_stop(struct task_run *run, struct slice reason)
{
    if (has_nothing_to_stop(run) || run->stopping)
        return;
    run->stopping = true;
    struct task_queue *queue = run->job.queue;
    run->limit.expired = on_stop_expired;
    if (timers_set(&queue->rpc->timers, &run->limit, (uint64_t)queue->settings->tasks.stop_ms) < 0)
        task_run_kill(run); /* without a timer nothing would end it */
    else
        run->job.queue->backend->stop(&run->job, reason);
}

void task_run_stop_for(struct task_run *run, struct slice reason)
{
    if (run->stopping || run->over) {
        task_run_stop(run, reason);
        return;
    }
    struct task_change *change = task_change_new(run, TASK_CHANGE_STOPPING, sizeof *change + reason.size);
    if (change) {
        memcpy(change + 1, reason.data, reason.size);
        change->as.reason = (struct slice){(const char *)(change + 1), reason.size};
        task_change_push(run, change);
    }
    task_run_stop(run, reason);
}

/* --- starting --- */

static void end_as_failed(struct task_run *run, struct slice reason, const char *message)
{
    task_job_ended(&run->job,
                   &(struct task_outcome){
                       .status = TASK_OUTCOME_FAILED,
                       .result = {.error = {.reason = reason, .message = slice_of(message)}, .error_is = FIELD_SET},
                   });
}

/* The records are loaded and do not change any more. */
static void enter(struct task_run *run)
{
    run->ids = task_ids_of(&run->task);
    run->job.task = &run->task.record;
    run->job.session = &run->session.record;
    run->job.reported = run->task.last_sequence;
    list_append(&run->job.queue->runs, &run->link);
}

static void begin(struct task_run *run)
{
    char problem[256] = "";
    int r = fault_point("task.before_start");
    if (r == 0)
        r = begin_limit(run);
    if (r == 0)
        r = run->job.queue->backend->start(&run->job, problem);
    if (r < 0) {
        log_error("task %.*s: cannot start: %s", SLICE_ARG(run->ids.id), *problem ? problem : strerror(-r));
        end_as_failed(run, SLICE("start_failed"), *problem ? problem : strerror(-r));
    }
}

void task_run_start(struct task_run *run)
{
    struct task_queue *queue = run->job.queue;
    enter(run);
    if (queue->stopped)
        end_as_failed(run, SLICE(TASK_REASON_STOPPED), "the daemon stopped before the task started");
    else if (queue->hooks.is_held && queue->hooks.is_held(queue->hooks.snapshots, run->ids.session_no))
        run->held = true;
    else
        begin(run);
}

void task_queue_let_go(struct task_queue *queue, int64_t session)
{
    struct list *all = &queue->runs;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        if (run->held && run->ids.session_no == session) { /* a session has at most one */
            run->held = false;
            begin(run);
            return;
        }
    }
}

int task_run_adopt(struct task_run *run)
{
    enter(run);
    int r = run->job.queue->backend->adopt(&run->job);
    if (r < 0) {
        list_remove(&run->link);
        return r;
    }
    if (resume_limit(run) < 0)
        task_run_kill(run); /* without a timer nothing would end it */
    return 0;
}

const struct task_ids *task_queue_at_work(const struct task_queue *queue, int64_t session)
{
    for (const struct list *link = queue->runs.next; link != &queue->runs; link = link->next) {
        const struct task_run *run = list_member(link, struct task_run, link);
        if (run->ids.session_no == session)
            return &run->ids;
    }
    return NULL;
}
