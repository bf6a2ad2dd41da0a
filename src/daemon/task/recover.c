/* Starts the queue: settles the tasks that were running when the previous daemon ended. A first change finds them; then
 * the back end adopts those that it can continue, on the loop thread; a second change settles the others. Only then are
 * tasks started. The recovery counts as a run, so a stop of the daemon waits for it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/store/permissions.h"
#include "daemon/task/run.h"
#include "daemon/task/transitions.h"

enum { ARENA_BYTES = 1 << 30 };

/* An adopted task, and its stored stop reason. */
struct adopted {
    int64_t task;
    struct slice stop_reason;
};

struct recovery {
    struct store_change change;
    struct task_queue *queue;
    struct arena arena;
    struct list found; /* struct task_run */
    struct adopted *adopted;
    size_t adopted_count;
    size_t settled;
    bool is_settled; /* no task was running */
    int64_t queued;
};

static void forget_found(struct recovery *recovery)
{
    while (!list_is_empty(&recovery->found))
        (void)task_run_free(list_member(recovery->found.next, struct task_run, link));
}

static struct recovery *recovery_free(struct recovery *recovery)
{
    forget_found(recovery);
    arena_clear(&recovery->arena);
    free(recovery->adopted);
    free(recovery);
    return NULL;
}

/* Ends the recovery, whatever its result. */
static void finish(struct recovery *recovery)
{
    struct task_queue *queue = recovery->queue;
    (void)recovery_free(recovery);
    queue->run_count--;
    queue->settled(queue->user);
}

static void give_up(struct recovery *recovery, int status)
{
    struct task_queue *queue = recovery->queue;
    log_error("tasks: cannot settle the tasks of the previous daemon, starting none until a retry succeeds: %s",
              strerror(-status));
    finish(recovery);
    task_queue_retry_later(queue);
}

/* --- settling --- */

/* A task that was being stopped is cancelled; any other has failed. */
static int settle(struct store_tx *tx, const struct store_task *task)
{
    struct task_ids ids = task_ids_of(task);
    struct task_result result = {.message_count = task->last_sequence};
    struct slice reason = task->stop_reason;
    enum task_state to = TASK_STATE_FAILED;
    if (reason.size > 0 && !task_reason_is_failure(reason)) {
        to = TASK_STATE_CANCELLED;
    } else {
        result.error = (struct task_failure){
            .reason = reason.size > 0 ? reason : SLICE("daemon_died"),
            .message = SLICE("the daemon ended while the task was running"),
        };
        result.error_is = FIELD_SET;
    }
    return task_transition_ended(tx, &ids, TASK_STATES_ACTIVE, to, reason, &result, clock_epoch_ms());
}

static struct adopted *find_adopted(const struct recovery *recovery, int64_t task)
{
    for (size_t i = 0; i < recovery->adopted_count; i++)
        if (recovery->adopted[i].task == task)
            return &recovery->adopted[i];
    return NULL;
}

static int settle_others(struct store_change *change, struct store_tx *tx)
{
    struct recovery *recovery = list_member(change, struct recovery, change);
    struct store_tasks_found found = {0};
    int64_t counts[TASK_STATE_COUNT];
    arena_reset(&recovery->arena);
    recovery->settled = 0;
    int r = store_task_in_states(tx, TASK_STATES_ACTIVE, 0, INT64_MAX, &recovery->arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        struct adopted *adopted = find_adopted(recovery, found.items[i].no);
        if (adopted) {
            adopted->stop_reason = found.items[i].stop_reason;
        } else {
            r = settle(tx, &found.items[i]);
            recovery->settled++;
        }
    }
    if (r == 0)
        r = store_task_counts(tx, counts);
    if (r == 0)
        recovery->queued = counts[TASK_STATE_QUEUED];
    return r;
}

/* Stops adopted tasks again: the stop was requested before the previous daemon ended, or before this one adopted the
 * task. */
static void stop_again(struct recovery *recovery)
{
    struct task_queue *queue = recovery->queue;
    for (size_t i = 0; i < recovery->adopted_count; i++) {
        struct task_run *run = task_run_find(queue, recovery->adopted[i].task);
        if (run && recovery->adopted[i].stop_reason.size > 0)
            task_run_stop(run, recovery->adopted[i].stop_reason);
    }
    if (queue->stopped)
        task_queue_stop_all(recovery->queue, SLICE(TASK_REASON_STOPPED), queue->ended);
}

static void begin(struct recovery *recovery)
{
    struct task_queue *queue = recovery->queue;
    int64_t queued = recovery->queued;
    finish(recovery);
    task_queue_begin(queue, queued);
}

static void on_settled(struct store_change *change)
{
    struct recovery *recovery = list_member(change, struct recovery, change);
    if (change->status < 0) {
        give_up(recovery, change->status);
        return;
    }
    if (recovery->adopted_count > 0)
        log_info("tasks: %zu of the previous daemon continue", recovery->adopted_count);
    if (recovery->settled > 0)
        log_warn("tasks: %zu could not continue after the end of the previous daemon", recovery->settled);
    stop_again(recovery);
    begin(recovery);
}

/* All existing runs are adopted ones, from this recovery or from an earlier one that failed later. */
static int note_adopted(struct recovery *recovery)
{
    const struct task_queue *queue = recovery->queue;
    recovery->adopted = calloc(queue->run_count, sizeof *recovery->adopted);
    if (!recovery->adopted)
        return -ENOMEM;
    for (struct list *link = queue->runs.next; link != &queue->runs; link = link->next)
        recovery->adopted[recovery->adopted_count++].task = list_member(link, struct task_run, link)->ids.no;
    return 0;
}

static void settle_rest(struct recovery *recovery)
{
    int r = note_adopted(recovery);
    if (r < 0) {
        give_up(recovery, r);
        return;
    }
    recovery->change = (struct store_change){.apply = settle_others, .done = on_settled};
    (void)store_write(recovery->queue->store, &recovery->change);
}

/* --- adopting --- */

/* Loads the records of the task and its session. A task without a session is left to be settled. */
static int load(struct recovery *recovery, struct store_tx *tx, struct slice id)
{
    struct task_run *run = task_run_new(recovery->queue);
    if (!run)
        return -ENOMEM;
    list_append(&recovery->found, &run->link);
    int64_t now_ms = clock_epoch_ms(), waited_ms = 0;
    int r = store_task_find(tx, id, &run->arena, &run->task);
    if (r == 0)
        r = store_session_find(tx, run->task.record.session_id, &run->arena, &run->session);
    if (r == 0)
        r = store_permission_waited(tx, run->task.no, now_ms, &waited_ms);
    if (r == 0 && run->task.record.started_at_is == FIELD_SET)
        run->worked_ms = now_ms - run->task.record.started_at - waited_ms;
    if (r == -ENOENT) {
        (void)task_run_free(run);
        r = 0;
    }
    return r;
}

static int find_all(struct store_change *change, struct store_tx *tx)
{
    struct recovery *recovery = list_member(change, struct recovery, change);
    struct store_tasks_found found = {0};
    int64_t counts[TASK_STATE_COUNT] = {0};
    forget_found(recovery);
    arena_reset(&recovery->arena);
    int r = store_task_in_states(tx, TASK_STATES_ACTIVE, 0, INT64_MAX, &recovery->arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++)
        r = load(recovery, tx, found.items[i].record.id);
    recovery->is_settled = found.count == 0;
    if (r == 0 && recovery->is_settled)
        r = store_task_counts(tx, counts);
    recovery->queued = counts[TASK_STATE_QUEUED];
    return r;
}

static void adopt(struct recovery *recovery, struct task_run *run)
{
    struct task_queue *queue = recovery->queue;
    list_remove(&run->link);
    queue->run_count++;
    if (!task_run_find(queue, run->task.no) && task_run_adopt(run) == 0)
        return;
    queue->run_count--;
    (void)task_run_free(run);
}

static void on_found(struct store_change *change)
{
    struct recovery *recovery = list_member(change, struct recovery, change);
    if (change->status < 0) {
        give_up(recovery, change->status);
        return;
    }
    while (!list_is_empty(&recovery->found))
        adopt(recovery, list_member(recovery->found.next, struct task_run, link));
    if (recovery->queue->backend->recovered)
        recovery->queue->backend->recovered(recovery->queue->pool);
    if (recovery->is_settled)
        begin(recovery);
    else
        settle_rest(recovery);
}

/* --- public functions --- */

void task_queue_recover(struct task_queue *queue)
{
    const struct task_backend *backend = queue->backend;
    if (queue->recovered || !backend->recover)
        return;
    queue->recovered = true;
    int r = backend->recover(queue->pool);
    if (r < 0)
        log_error("tasks: cannot find the executors of the previous daemon: %s", strerror(-r));
}

void task_queue_open(struct task_queue *queue)
{
    if (queue->closed)
        return;
    task_queue_recover(queue);
    struct recovery *recovery = calloc(1, sizeof *recovery);
    if (!recovery) {
        task_queue_retry_later(queue);
        return;
    }
    recovery->queue = queue;
    recovery->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    list_init(&recovery->found);
    queue->run_count++;
    if (!queue->backend->adopt) {
        settle_rest(recovery);
        return;
    }
    recovery->change = (struct store_change){.apply = find_all, .done = on_found};
    (void)store_write(queue->store, &recovery->change);
}
