/* The queue itself lies in the store. Here is who takes from it: a claim is a change that moves the next task from
 * queued to starting, and what it has claimed runs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/task/moves.h"
#include "daemon/task/run.h"

enum { AGAIN_MS = 1000, AT_ONCE_MIN = 3, ARENA_BYTES = 1 << 30 };

static void on_again(struct deadline *deadline);

void task_queue_init(struct task_queue *queue)
{
    *queue = (struct task_queue){.again = {.expired = on_again}};
    list_init(&queue->runs);
}

static size_t at_once(const struct daemon *daemon)
{
    size_t wanted = (size_t)daemon->config.settings.tasks.at_once;
    size_t cores = uv_available_parallelism();
    return wanted > 0 ? wanted : cores > AT_ONCE_MIN ? cores : AT_ONCE_MIN;
}

/* The store could not write a claim: the next is tried when it had time to recover. */
static void try_again(struct daemon *daemon)
{
    if (!daemon->tasks.closed && daemon->tasks.again.index == 0)
        (void)timers_set(&daemon->rpc.timers, &daemon->tasks.again, AGAIN_MS);
}

static void on_again(struct deadline *deadline)
{
    struct daemon *daemon = list_member(deadline, struct daemon, tasks.again);
    if (daemon->tasks.open)
        task_queue_wake(daemon);
    else
        task_queue_open(daemon);
}

/* --- a claim ------------------------------------------------------------------------------------ */

static int claim(struct store_change *change, struct store_tx *tx)
{
    struct task_run *run = list_member(change, struct task_run, claim);
    struct task_record *record = &run->task.record;
    int64_t now_ms = clock_epoch_ms();
    arena_reset(&run->arena);
    int r = store_task_next(tx, &run->arena, &run->task);
    if (r < 0)
        return r;
    r = store_session_find(tx, record->session_id, &run->arena, &run->session);
    if (r == -ENOENT)
        return -EUCLEAN;
    struct task_place place = task_place_of(&run->task);
    if (r == 0)
        r = task_move_starting(tx, &place, record->prompt, now_ms);
    record->state = TASK_STATE_STARTING;
    record->started_at = now_ms;
    record->started_at_is = FIELD_SET;
    return r;
}

static void on_claimed(struct store_change *change)
{
    struct task_run *run = list_member(change, struct task_run, claim);
    struct daemon *daemon = run->executor.daemon;
    if (change->status == 0) {
        task_run_start(run);
        task_queue_step(daemon); /* where there was one there may be more */
        return;
    }
    if (change->status == -ENOENT && !change->failed)
        daemon->tasks.maybe_more = false;
    else
        try_again(daemon);
    (void)task_run_free(run);
    daemon->tasks.run_count--;
    daemon_stop_step(daemon);
}

/* One claim at a call: each that succeeds makes the next. */
void task_queue_step(struct daemon *daemon)
{
    struct task_queue *queue = &daemon->tasks;
    if (!queue->open || queue->closed || !queue->maybe_more || queue->run_count >= at_once(daemon))
        return;
    if (!executor_backend()) {
        queue->starved = true;
        return;
    }
    struct task_run *run = task_run_new(daemon);
    if (!run) {
        try_again(daemon);
        return;
    }
    run->claim = (struct store_change){.apply = claim, .done = on_claimed};
    queue->run_count++;
    (void)store_write(daemon->store, &run->claim);
}

void task_queue_wake(struct daemon *daemon)
{
    daemon->tasks.maybe_more = true;
    task_queue_step(daemon);
}

/* --- the start ------------------------------------------------------------------------------------ */

struct opening {
    struct store_change change;
    struct daemon *daemon;
    struct arena arena;
    size_t settled;
    int64_t queued;
};

/* What the daemon before this one left at work. Somebody's wish to stop it has come true; everything else has failed.
 */
static int settle(struct store_tx *tx, const struct store_task *task)
{
    struct task_place place = task_place_of(task);
    struct task_result result = {.message_count = task->last_sequence};
    struct slice reason = task->stop_reason;
    enum task_state to = TASK_STATE_FAILED;
    if (reason.size > 0 && !task_reason_is_failure(reason)) {
        to = TASK_STATE_CANCELLED;
    } else {
        result.error = (struct task_failure){
            .reason = reason.size > 0 ? reason : SLICE("daemon_died"),
            .message = SLICE("the daemon ended while it was at work"),
        };
        result.error_is = FIELD_SET;
    }
    return task_move_ended(tx, &place, TASK_STATES_ACTIVE, to, reason, &result, clock_epoch_ms());
}

static int settle_all(struct store_change *change, struct store_tx *tx)
{
    struct opening *opening = list_member(change, struct opening, change);
    struct store_tasks_found found = {0};
    int64_t counts[TASK_STATE_COUNT];
    arena_reset(&opening->arena);
    int r = store_task_in_states(tx, TASK_STATES_ACTIVE, 0, INT64_MAX, &opening->arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++)
        r = settle(tx, &found.items[i]);
    if (r == 0)
        r = store_task_counts(tx, counts);
    if (r == 0) {
        opening->settled = found.count;
        opening->queued = counts[TASK_STATE_QUEUED];
    }
    return r;
}

static void on_opened(struct store_change *change)
{
    struct opening *opening = list_member(change, struct opening, change);
    struct daemon *daemon = opening->daemon;
    if (change->status < 0) {
        log_error("tasks: what was left at work cannot be settled yet, and nothing is started: %s",
                  strerror(-change->status));
        try_again(daemon);
    } else {
        if (opening->settled > 0)
            log_warn("tasks: %zu were at work when the daemon before this one ended", opening->settled);
        daemon->tasks.open = true;
        /* Further ones follow those that could be claimed. */
        for (int64_t i = 0; i < opening->queued && daemon->tasks.run_count < at_once(daemon); i++) {
            task_queue_wake(daemon);
            if (daemon->tasks.closed || daemon->tasks.starved)
                break;
        }
    }
    arena_clear(&opening->arena);
    free(opening);
}

void task_queue_open(struct daemon *daemon)
{
    struct opening *opening = daemon->tasks.closed ? NULL : calloc(1, sizeof *opening);
    if (!opening) {
        try_again(daemon);
        return;
    }
    opening->change = (struct store_change){.apply = settle_all, .done = on_opened};
    opening->daemon = daemon;
    opening->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    (void)store_write(daemon->store, &opening->change);
}

/* --- the end ----------------------------------------------------------------------------------------- */

void task_queue_close(struct daemon *daemon)
{
    daemon->tasks.closed = true;
    timers_unset(&daemon->rpc.timers, &daemon->tasks.again);
}

void task_queue_stop_all(struct daemon *daemon, struct slice reason, bool now)
{
    struct task_queue *queue = &daemon->tasks;
    queue->stopped = true;
    for (struct list *link = queue->runs.next, *next; link != &queue->runs; link = next) {
        struct task_run *run = list_member(link, struct task_run, link);
        next = link->next;
        task_run_stop_for(run, reason);
        if (now)
            task_run_kill(run);
    }
}

void task_queue_clear(struct daemon *daemon)
{
    struct task_queue *queue = &daemon->tasks;
    while (queue->runs.next && !list_is_empty(&queue->runs))
        (void)task_run_free(list_member(queue->runs.next, struct task_run, link));
    free(queue->waiters.slots);
    queue->waiters = (struct task_waiters){0};
}
