/* A task at work: how it begins and is stopped, how long it may take. */
#include "daemon/task/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/sandbox/places.h"

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
    timers_unset(timers, &run->executor.later);
    list_remove(&run->link);
    task_changes_clear(run);
    run->executor.places = sandbox_places_free(run->executor.places);
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

/* --- stopping ----------------------------------------------------------------------------------- */

static void on_stop_is_over(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, limit);
    log_warn("task %.*s: does not stop, and is ended", SLICE_ARG(run->place.id));
    task_run_kill(run);
}

/* What is over waits at most until its changes are taken down, and what is held was never begun. */
static bool has_nothing_to_stop(struct task_run *run)
{
    if (run->held) {
        run->held = false;
        run->stopping = true;
        executor_ended(&run->executor, &(struct executor_outcome){.status = EXECUTOR_CANCELLED});
    }
    if (run->over)
        kept_task_stops(run->executor.daemon, run->place.no);
    return run->over;
}

void task_run_kill(struct task_run *run)
{
    if (has_nothing_to_stop(run))
        return;
    run->stopping = true;
    timers_unset(&run->executor.daemon->rpc.timers, &run->limit);
    executor_backend()->kill(&run->executor);
}

void task_run_stop(struct task_run *run, struct slice reason)
{
    if (has_nothing_to_stop(run) || run->stopping)
        return;
    run->stopping = true;
    struct daemon *daemon = run->executor.daemon;
    run->limit.expired = on_stop_is_over;
    if (timers_set(&daemon->rpc.timers, &run->limit, (uint64_t)daemon->config.settings.tasks.stop_ms) < 0)
        task_run_kill(run); /* nobody would see to it later */
    else
        executor_backend()->stop(&run->executor, reason);
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

static void begin(struct task_run *run)
{
    char problem[256] = "";
    int r = fault_point("task.before_start");
    if (r == 0)
        r = task_limit_begin(run);
    if (r == 0)
        r = executor_backend()->start(&run->executor, problem);
    if (r < 0) {
        log_error("task %.*s: cannot be started: %s", SLICE_ARG(run->place.id), *problem ? problem : strerror(-r));
        end_as_failed(run, SLICE("start_failed"), *problem ? problem : strerror(-r));
    }
}

void task_run_start(struct task_run *run)
{
    struct daemon *daemon = run->executor.daemon;
    enter(run);
    if (daemon->tasks.stopped)
        end_as_failed(run, SLICE(TASK_REASON_STOPPED), "the daemon stopped before it could begin");
    else if (kept_is_undoing(daemon, run->place.session_no))
        run->held = true;
    else
        begin(run);
}

void task_queue_let_go(struct daemon *daemon, int64_t session)
{
    struct list *all = &daemon->tasks.runs;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct task_run *run = list_member(link, struct task_run, link);
        if (run->held && run->place.session_no == session) { /* a session has no more than one */
            run->held = false;
            begin(run);
            return;
        }
    }
}

int task_run_adopt(struct task_run *run)
{
    enter(run);
    int r = executor_backend()->adopt(&run->executor);
    if (r < 0) {
        list_remove(&run->link);
        return r;
    }
    if (task_limit_resume(run) < 0)
        task_run_kill(run); /* nobody would see to its end later */
    return 0;
}
