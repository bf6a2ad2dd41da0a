/* A task at work: how it begins and is stopped, how long it may take. */
#include "daemon/task/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/daemon.h"

enum { ARENA_BYTES = 64 << 20 };

/* --- life ------------------------------------------------------------------------------------ */

struct task_run *task_run_new(struct daemon *daemon)
{
    struct task_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->executor.daemon = daemon;
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
    struct timers *timers = &run->executor.daemon->rpc.timers;
    timers_unset(timers, &run->limit);
    timers_unset(timers, &run->again);
    list_remove(&run->link);
    task_changes_clear(run);
    arena_clear(&run->arena);
    free(run->ended_block);
    free(run);
    return NULL;
}

struct task_run *task_run_find(const struct task_queue *queue, int64_t task)
{
    for (struct list *link = queue->runs.next; link != &queue->runs; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        if (run->place.no == task)
            return run;
    }
    return NULL;
}

const struct task_place *task_place_of_run(const struct executor_run *run)
{
    return &((const struct task_run *)(const void *)((const char *)run - offsetof(struct task_run, executor)))->place;
}

void task_session_updated(struct daemon *daemon, const struct session_record *session)
{
    struct list *all = &daemon->tasks.runs;
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
    struct daemon *daemon = run->executor.daemon;
    if (executor_backend()->stored)
        executor_backend()->stored(&run->executor);
    (void)task_run_free(run);
    daemon->tasks.run_count--;
    task_queue_wake(daemon);
    daemon_stop_step(daemon);
}

/* --- how long it may take ----------------------------------------------------------------------- */

static void on_stop_is_over(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, limit);
    log_warn("task %.*s: does not stop, and is ended", SLICE_ARG(run->place.id));
    task_run_kill(run);
}

static void on_timeout(struct deadline *deadline)
{
    task_run_stop_for(list_member(deadline, struct task_run, limit), SLICE(TASK_REASON_TIMEOUT));
}

static int set_limit(struct task_run *run, int64_t ms, void (*expired)(struct deadline *))
{
    run->limit.expired = expired;
    return timers_set(&run->executor.daemon->rpc.timers, &run->limit, (uint64_t)ms);
}

void task_run_kill(struct task_run *run)
{
    if (run->over)
        return;
    run->stopping = true;
    timers_unset(&run->executor.daemon->rpc.timers, &run->limit);
    executor_backend()->kill(&run->executor);
}

void task_run_stop(struct task_run *run, struct slice reason)
{
    if (run->stopping || run->over)
        return;
    run->stopping = true;
    if (set_limit(run, run->executor.daemon->config.settings.tasks.stop_ms, on_stop_is_over) < 0)
        task_run_kill(run); /* nobody would see to it later */
    else
        executor_backend()->stop(&run->executor, reason);
}

void task_run_stop_for(struct task_run *run, struct slice reason)
{
    if (run->stopping || run->over)
        return;
    struct task_change *change = task_change_new(run, TASK_CHANGE_STOPPING, sizeof *change + reason.size);
    if (change) {
        memcpy(change + 1, reason.data, reason.size);
        change->as.reason = (struct slice){(const char *)(change + 1), reason.size};
        task_change_push(run, change);
    }
    task_run_stop(run, reason);
}

/* --- the beginning -------------------------------------------------------------------------------- */

static void end_as_failed(struct task_run *run, struct slice reason, const char *message)
{
    executor_ended(&run->executor,
                   &(struct executor_outcome){
                       .status = EXECUTOR_FAILED,
                       .result = {.error = {.reason = reason, .message = slice_of(message)}, .error_is = FIELD_SET},
                   });
}

/* Its records are there, and stay. */
static void enter(struct task_run *run)
{
    run->place = task_place_of(&run->task);
    run->executor.task = &run->task.record;
    run->executor.session = &run->session.record;
    run->executor.reported = run->task.last_sequence;
    list_append(&run->executor.daemon->tasks.runs, &run->link);
}

void task_run_start(struct task_run *run)
{
    struct daemon *daemon = run->executor.daemon;
    char problem[256] = "";
    enter(run);
    if (daemon->tasks.stopped) {
        end_as_failed(run, SLICE(TASK_REASON_STOPPED), "the daemon stopped before it could begin");
        return;
    }
    int r = fault_point("task.before_start");
    if (r == 0)
        r = set_limit(run, run->task.record.timeout_ms, on_timeout);
    if (r == 0)
        r = executor_backend()->start(&run->executor, problem);
    if (r < 0) {
        log_error("task %.*s: cannot be started: %s", SLICE_ARG(run->place.id), *problem ? problem : strerror(-r));
        end_as_failed(run, SLICE("start_failed"), *problem ? problem : strerror(-r));
    }
}

/* What is left of its time. The clock may have been set back meanwhile: then it has all of it once more. */
static int64_t time_left(const struct task_record *task)
{
    int64_t gone = task->started_at_is == FIELD_SET ? clock_epoch_ms() - task->started_at : 0;
    return gone <= 0 ? task->timeout_ms : gone < task->timeout_ms ? task->timeout_ms - gone : 0;
}

int task_run_adopt(struct task_run *run)
{
    enter(run);
    int r = executor_backend()->adopt(&run->executor);
    if (r < 0) {
        list_remove(&run->link);
        return r;
    }
    if (set_limit(run, time_left(&run->task.record), on_timeout) < 0)
        task_run_kill(run); /* nobody would see to its end later */
    return 0;
}
