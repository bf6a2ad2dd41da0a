/* What is written of a run, in its order. Messages follow one another into the store without waiting, since the store
 * itself refuses one that comes out of turn. Anything else waits until all before it is stored, and all behind waits
 * for it. What the store could not write stays in the list and is tried again: nothing is lost, and nothing is
 * confirmed before it is stored. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/daemon.h"
#include "daemon/task/run.h"

enum {
    AGAIN_MS = 1000,
    PAUSE_COUNT = 100, /* unconfirmed above this: the back end shall report nothing more */
    RESUME_COUNT = 50,
    PAUSE_BYTES = 8 << 20,
    RESUME_BYTES = 4 << 20,
    ARENA_BYTES = 64 << 20,
};

/* --- on the writer -------------------------------------------------------------------------- */

static int write_messages(struct store_tx *tx, const struct task_place *place, const struct task_change *change)
{
    int64_t first = change->as.messages.first;
    size_t count = change->as.messages.count;
    int r = store_task_advance(tx, place->no, first, first + (int64_t)count - 1);
    for (size_t i = 0; i < count && r == 0; i++) {
        const struct executor_message *message = &change->as.messages.items[i];
        r = store_event_add(tx, &event_message_created_event, place->session_no, place->no,
                            &(struct event_message_created_params){
                                .timestamp = message->timestamp,
                                .task_id = place->id,
                                .session_id = place->session_id,
                                .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
                                .type = message->type,
                                .sequence = first + (int64_t)i,
                                .data = {.text = message->data},
                            });
    }
    return r;
}

static int write_progress(struct store_tx *tx, const struct task_place *place, const struct task_change *change)
{
    int r = store_task_save_progress(tx, place->no, &change->as.progress);
    if (r < 0)
        return r;
    return store_event_add(tx, &event_task_progress_event, place->session_no, place->no,
                           &(struct event_task_progress_params){.timestamp = change->now_ms,
                                                                .task_id = place->id,
                                                                .session_id = place->session_id,
                                                                .progress = change->as.progress});
}

/* The daemon's own reasons to stop a task are failures, whatever the back end calls what came of it. */
static void blame_stop(const struct store_task *task, struct task_result *result, char sentence[static 128])
{
    if (slice_is(task->stop_reason, TASK_REASON_TIMEOUT))
        (void)snprintf(sentence, 128, "it ran for longer than it may (%lld ms)", (long long)task->record.timeout_ms);
    else
        (void)snprintf(sentence, 128, "the daemon stopped while it was at work");
    if (result->error_is != FIELD_SET)
        result->error = (struct task_failure){0};
    result->error.reason = task->stop_reason;
    result->error.message = slice_of(sentence);
    result->error_is = FIELD_SET;
}

static int write_end(struct store_tx *tx, const struct task_place *place, const struct task_change *change)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct task_result result = change->as.outcome.result;
    enum executor_status status = change->as.outcome.status;
    enum task_state to = TASK_STATE_COMPLETED;
    struct slice reason = {0};
    struct store_task task = {0};
    char sentence[128];
    int r = store_task_find(tx, place->id, &arena, &task);
    if (status == EXECUTOR_COMPLETED) {
        result.error_is = FIELD_ABSENT;
    } else if (task_reason_is_failure(task.stop_reason)) {
        to = TASK_STATE_FAILED;
        blame_stop(&task, &result, sentence);
    } else if (status == EXECUTOR_FAILED) {
        to = TASK_STATE_FAILED;
    } else {
        to = TASK_STATE_CANCELLED;
        reason = task.stop_reason.size > 0 ? task.stop_reason : SLICE("agent_cancelled");
    }
    if (r == 0)
        r = task_move_ended(tx, place, TASK_STATES_ACTIVE, to, reason, &result, change->now_ms);
    arena_clear(&arena);
    return r;
}

static int apply(struct store_change *store_change, struct store_tx *tx)
{
    const struct task_change *change = list_member(store_change, struct task_change, change);
    const struct task_place *place = &change->run->place;
    switch (change->kind) {
    case TASK_CHANGE_STARTED:
        return task_move_running(tx, place, change->now_ms);
    case TASK_CHANGE_MESSAGES:
        return write_messages(tx, place, change);
    case TASK_CHANGE_PROGRESS:
        return write_progress(tx, place, change);
    case TASK_CHANGE_WAITS:
    case TASK_CHANGE_GOES_ON:
        return task_move_waiting(tx, place, change->kind == TASK_CHANGE_WAITS, change->now_ms);
    case TASK_CHANGE_STOPPING:
        return task_move_stopping(tx, place, change->as.reason, change->now_ms);
    case TASK_CHANGE_ENDED:
        return write_end(tx, place, change);
    }
    return -EINVAL;
}

/* --- flow ------------------------------------------------------------------------------------ */

static void settle_pause(struct task_run *run)
{
    bool above = run->count > PAUSE_COUNT || run->bytes > PAUSE_BYTES || run->stalled;
    bool below = run->count < RESUME_COUNT && run->bytes < RESUME_BYTES && !run->stalled;
    if (run->over || run->paused == above || (run->paused && !below))
        return;
    run->paused = above;
    executor_backend()->pause(&run->executor, above);
}

/* Hands to the store whatever may go now. What is in flight is the beginning of the list. */
static void write_more(struct task_run *run)
{
    struct daemon *daemon = run->executor.daemon;
    if (run->stalled || !daemon->store || daemon->stop_phase >= STOP_STORE)
        return;
    struct list *link = &run->changes;
    while (link->previous != &run->changes && !list_member(link->previous, struct task_change, link)->in_flight)
        link = link->previous;
    for (; link != &run->changes; link = link->next) {
        struct task_change *change = list_member(link, struct task_change, link);
        bool alone = change->kind != TASK_CHANGE_MESSAGES;
        if (run->in_flight > 0 && (alone || run->alone))
            return;
        run->alone = alone;
        run->in_flight++;
        change->in_flight = true;
        (void)store_write(daemon->store, &change->change);
    }
}

static void on_again(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, again);
    if (run->in_flight > 0 && timers_set(&run->executor.daemon->rpc.timers, &run->again, AGAIN_MS) == 0)
        return;
    run->stalled = false;
    write_more(run);
    settle_pause(run);
}

/* Everything stays where it is until the store had time to recover. */
static void stall(struct task_run *run, const struct task_change *change)
{
    if (run->stalled)
        return;
    log_warn("task %.*s: what it says cannot be stored for now, and waits: %s", SLICE_ARG(run->place.id),
             strerror(-change->change.status));
    run->again.expired = on_again;
    run->stalled = timers_set(&run->executor.daemon->rpc.timers, &run->again, AGAIN_MS) == 0;
}

/* --- back from the store ------------------------------------------------------------------------ */

static void drop(struct task_run *run, struct task_change *change)
{
    list_remove(&change->link);
    run->count--;
    run->bytes -= change->bytes;
    if (change != &run->ended)
        free(change);
}

/* The store is to blame, or a change before this one was not written: then this one came too early. */
static bool is_to_be_repeated(const struct task_run *run, const struct task_change *change)
{
    int status = change->change.status;
    return change->change.failed || status == -ENOMEM || (status == -ESTALE && run->changes.next != &change->link);
}

/* Written never: a step that the task's state does not allow any more, which is nothing, or something that the store
 * cannot hold. */
static void refuse(struct task_run *run, const struct task_change *change)
{
    bool is_step = change->kind != TASK_CHANGE_MESSAGES && change->kind != TASK_CHANGE_PROGRESS;
    if ((is_step && change->change.status == -ESTALE) || run->broken)
        return;
    log_error("task %.*s: what it says cannot be stored: %s", SLICE_ARG(run->place.id),
              strerror(-change->change.status));
    run->broken = true;
    task_run_kill(run);
}

static void on_done(struct store_change *change)
{
    (void)change; /* the events of the group go first */
}

static void on_confirmed(struct store_change *store_change)
{
    struct task_change *change = list_member(store_change, struct task_change, change);
    struct task_run *run = change->run;
    change->in_flight = false;
    run->in_flight--;
    if (change->change.status < 0 && is_to_be_repeated(run, change)) {
        stall(run, change);
    } else {
        bool is_end = change->kind == TASK_CHANGE_ENDED;
        int64_t last = change->kind == TASK_CHANGE_MESSAGES && change->change.status == 0
                           ? change->as.messages.first + (int64_t)change->as.messages.count - 1
                           : 0;
        if (change->change.status < 0)
            refuse(run, change);
        drop(run, change);
        if (is_end) {
            task_run_finish(run);
            return;
        }
        if (last > 0 && !run->over)
            executor_backend()->confirmed(&run->executor, last);
    }
    write_more(run);
    settle_pause(run);
}

/* --- a new one ------------------------------------------------------------------------------------ */

static void init(struct task_change *change, struct task_run *run, enum task_change_kind kind, size_t bytes)
{
    *change = (struct task_change){
        .change = {.apply = apply, .done = on_done, .confirmed = on_confirmed, .lazy = kind != TASK_CHANGE_ENDED},
        .run = run,
        .kind = kind,
        .now_ms = clock_epoch_ms(),
        .bytes = bytes,
    };
}

struct task_change *task_change_new(struct task_run *run, enum task_change_kind kind, size_t size)
{
    struct task_change *change = malloc(size);
    if (change)
        init(change, run, kind, size);
    return change;
}

struct task_change *task_change_end(struct task_run *run)
{
    init(&run->ended, run, TASK_CHANGE_ENDED, sizeof run->ended);
    return &run->ended;
}

void task_change_push(struct task_run *run, struct task_change *change)
{
    list_append(&run->changes, &change->link);
    run->count++;
    run->bytes += change->bytes;
    write_more(run);
    settle_pause(run);
}

void task_changes_clear(struct task_run *run)
{
    while (!list_is_empty(&run->changes))
        drop(run, list_member(run->changes.next, struct task_change, link));
}
