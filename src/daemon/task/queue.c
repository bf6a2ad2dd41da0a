/* The queue itself is in the store. This file takes tasks from it: a claim is a change that moves the next task from
 * queued to starting; the claimed task then runs. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include "base/clock.h"
#include "daemon/task/run.h"
#include "daemon/task/transitions.h"

enum { RETRY_MS = 1000, AT_ONCE_MIN = 3 };

/* Descriptors that the start of a task needs at most: for the jail and both connections. */
enum { START_DESCRIPTORS = 16 };

static void on_retry(struct deadline *deadline);

static size_t max_running(const struct task_queue *queue)
{
    size_t wanted = (size_t)queue->settings->tasks.at_once;
    size_t cores = uv_available_parallelism();
    return wanted > 0 ? wanted : cores > AT_ONCE_MIN ? cores : AT_ONCE_MIN;
}

void task_queue_retry_later(struct task_queue *queue)
{
    if (!queue->closed && queue->retry.index == 0)
        (void)timers_set(&queue->rpc->timers, &queue->retry, RETRY_MS);
}

static void on_retry(struct deadline *deadline)
{
    struct task_queue *queue = list_member(deadline, struct task_queue, retry);
    if (queue->open)
        task_queue_wake(queue);
    else
        task_queue_open(queue);
}

/* --- claims --- */

/* No task of a closed session is started: session.close is still cancelling them in steps, or the previous daemon died
 * between two steps. */
static int drop_closed(struct task_run *run, struct store_tx *tx)
{
    int64_t at_work = 0;
    bool more = false;
    run->task.no = 0;
    return task_cancel_session(tx, run->session.no, SLICE(TASK_REASON_SESSION_CLOSED), &at_work, &more);
}

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
    if (r == 0 && run->session.record.state != SESSION_STATE_OPEN)
        return drop_closed(run, tx);
    struct task_ids ids = task_ids_of(&run->task);
    if (r == 0)
        r = task_transition_starting(tx, &ids, record, now_ms);
    record->state = TASK_STATE_STARTING;
    record->started_at = now_ms;
    record->started_at_is = FIELD_SET;
    return r;
}

static void on_claimed(struct store_change *change)
{
    struct task_run *run = list_member(change, struct task_run, claim);
    struct task_queue *queue = run->job.queue;
    if (change->status == 0 && run->task.no != 0) {
        task_run_start(run);
        task_queue_step(queue); /* there may be more */
        return;
    }
    bool dropped = change->status == 0;
    if (change->status == -ENOENT && !change->failed)
        queue->maybe_more = false;
    else if (!dropped)
        task_queue_retry_later(queue);
    (void)task_run_free(run);
    queue->run_count--;
    if (dropped)
        task_queue_step(queue);
    queue->settled(queue->user);
}

/* Whether enough descriptors are free to start a task; otherwise it stays in the queue. */
static bool has_room(const struct task_queue *queue)
{
    int fds[START_DESCRIPTORS], count = 0;
    while (count < START_DESCRIPTORS && (fds[count] = fcntl(queue->state_fd, F_DUPFD_CLOEXEC, 0)) >= 0)
        count++;
    bool enough = count == START_DESCRIPTORS;
    while (count > 0)
        close(fds[--count]);
    return enough;
}

/* Starts one claim; a successful claim starts the next. */
void task_queue_step(struct task_queue *queue)
{
    if (!queue->open || queue->closed || queue->rpc->frozen || queue->held || !queue->maybe_more ||
        queue->run_count >= max_running(queue))
        return;
    struct task_run *run = has_room(queue) ? task_run_new(queue) : NULL;
    if (!run) {
        task_queue_retry_later(queue);
        return;
    }
    run->claim = (struct store_change){.apply = claim, .done = on_claimed};
    queue->run_count++;
    (void)store_write(queue->store, &run->claim);
}

void task_queue_wake(struct task_queue *queue)
{
    queue->maybe_more = true;
    task_queue_step(queue);
}

void task_queue_begin(struct task_queue *queue, int64_t queued)
{
    queue->open = true;
    /* Each successful claim starts the next one. */
    for (int64_t i = 0; i < queued && queue->run_count < max_running(queue) && !queue->closed; i++)
        task_queue_wake(queue);
}

/* --- lifetime --- */

void task_queue_init(struct task_queue *queue, struct session_keeper *sessions)
{
    queue->retry.expired = on_retry;
    list_init(&queue->runs);
    queue->watcher = (struct session_watcher){.user = queue, .updated = task_queue_session_updated};
    session_add_watcher(sessions, &queue->watcher);
}

void task_queue_hold(struct task_queue *queue, bool held)
{
    queue->held = held;
}

/* --- stopping --- */

void task_queue_close(struct task_queue *queue)
{
    queue->closed = true;
    timers_unset(&queue->rpc->timers, &queue->retry);
}

bool task_queue_is_at_rest(const struct task_queue *queue)
{
    for (const struct list *link = queue->runs.next; link != &queue->runs; link = link->next)
        if (!list_is_empty(&list_member(link, struct task_run, link)->changes))
            return false;
    return true;
}

void task_queue_stop_all(struct task_queue *queue, struct slice reason, bool now)
{
    queue->stopped = true;
    queue->ended = queue->ended || now;
    for (struct list *link = queue->runs.next, *next; link != &queue->runs; link = next) {
        struct task_run *run = list_member(link, struct task_run, link);
        next = link->next;
        task_run_stop_for(run, reason);
        if (now)
            task_run_kill(run);
    }
}

void task_queue_clear(struct task_queue *queue)
{
    while (queue->runs.next && !list_is_empty(&queue->runs))
        (void)task_run_free(list_member(queue->runs.next, struct task_run, link));
    free(queue->waiters.slots);
    queue->waiters = (struct task_waiters){0};
}
