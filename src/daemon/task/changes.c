/* What is written of a run, in its order. Messages follow one another into the store without waiting, since the store
 * itself refuses one that comes out of turn. Anything else waits until all before it is stored, and all behind waits
 * for it. What the store could not write stays in the list and is tried again: nothing is lost, and nothing is
 * confirmed before it is stored. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/daemon.h"
#include "daemon/task/run.h"

enum {
    AGAIN_MS = 1000,
    IN_FLIGHT_MAX = 2,        /* changes of messages: one that is being written, one that is next */
    GATHER_BYTES = 256 << 10, /* of messages in one change */
    GATHER_COUNT = 1000,
    PAUSE_COUNT = 100, /* unconfirmed above this: the back end shall report nothing more */
    RESUME_COUNT = 50,
    PAUSE_BYTES = 8 << 20,
    RESUME_BYTES = 4 << 20,
    ARENA_BYTES = 64 << 20,
};

/* --- on the writer -------------------------------------------------------------------------- */

enum { MESSAGES_AT_ONCE = 32 };

/* Messages on their way into the log, some at a time. */
struct outlet {
    struct store_tx *tx;
    const struct task_place *place;
    int64_t sequence; /* of the next */
    struct event_message_created_params params[MESSAGES_AT_ONCE];
    size_t count;
};

static int let_out(struct outlet *outlet)
{
    size_t count = outlet->count;
    outlet->count = 0;
    return store_event_add_many(outlet->tx, &event_message_created_event, outlet->place->session_no, outlet->place->no,
                                outlet->params, count);
}

static int write_block(struct outlet *outlet, const struct task_messages *block)
{
    int r = 0;
    for (size_t i = 0; i < block->count && r == 0; i++) {
        const struct executor_message *message = &block->items[i];
        outlet->params[outlet->count++] = (struct event_message_created_params){
            .timestamp = message->timestamp,
            .task_id = outlet->place->id,
            .session_id = outlet->place->session_id,
            .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
            .type = message->type,
            .sequence = outlet->sequence++,
            .data = {.text = message->data},
        };
        if (outlet->count == MESSAGES_AT_ONCE)
            r = let_out(outlet);
    }
    return r;
}

static int64_t last_of(const struct task_change *change)
{
    return change->as.messages.first + (int64_t)change->as.messages.count - 1;
}

static int write_messages(struct store_tx *tx, const struct task_place *place, const struct task_change *change)
{
    struct outlet outlet = {.tx = tx, .place = place, .sequence = change->as.messages.first};
    if (fault_point("task.message") < 0)
        return -EMSGSIZE;
    int r = store_task_advance(tx, place->no, outlet.sequence, last_of(change));
    for (const struct task_messages *block = change->as.messages.blocks; block && r == 0; block = block->next)
        r = write_block(&outlet, block);
    return r == 0 ? let_out(&outlet) : r;
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
    if (fault_point("task.end") < 0)
        return -EMSGSIZE;
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
        if (run->in_flight > 0 && (alone || run->alone || run->in_flight >= IN_FLIGHT_MAX))
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
    if (change->kind == TASK_CHANGE_MESSAGES)
        for (struct task_messages *block = change->as.messages.blocks, *next; block; block = next) {
            next = block->next;
            free(block);
        }
    if (change != &run->ended)
        free(change);
}

/* The store is to blame, or a change before this one was not written: then this one came too early. */
static bool is_to_be_repeated(const struct task_run *run, const struct task_change *change)
{
    int status = change->change.status;
    return change->change.failed || status == -ENOMEM || (status == -ESTALE && run->changes.next != &change->link);
}

/* It will never be written. A step that the task's state does not allow any more is nothing, a progress is not much.
 * But a message must not be missing: the run is ended. */
static void refuse(struct task_run *run, const struct task_change *change)
{
    bool is_step = change->kind != TASK_CHANGE_MESSAGES && change->kind != TASK_CHANGE_PROGRESS;
    if ((is_step && change->change.status == -ESTALE) || run->broken)
        return;
    log_error("task %.*s: what it says cannot be stored: %s", SLICE_ARG(run->place.id),
              strerror(-change->change.status));
    if (change->kind != TASK_CHANGE_MESSAGES)
        return;
    run->broken = true;
    task_run_kill(run);
}

/* An end that cannot be stored as it is: the task must end all the same. True: there is a plainer one now. */
static bool make_plainer(struct task_run *run, struct task_change *change)
{
    int status = change->change.status;
    if (change->kind != TASK_CHANGE_ENDED || !run->ended_block || status == -ESTALE || status == -ENOENT)
        return false;
    log_error("task %.*s: its result cannot be stored: %s", SLICE_ARG(run->place.id), strerror(-status));
    free(run->ended_block);
    run->ended_block = NULL;
    change->as.outcome = (struct executor_outcome){
        .status = EXECUTOR_FAILED,
        .result = {.message_count = run->reported,
                   .error = {.reason = SLICE("error"), .message = SLICE("its result could not be stored")},
                   .error_is = FIELD_SET},
    };
    return true;
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
    } else if (change->change.status == 0 || !make_plainer(run, change)) {
        bool is_end = change->kind == TASK_CHANGE_ENDED;
        int64_t last = change->kind == TASK_CHANGE_MESSAGES && change->change.status == 0 ? last_of(change) : 0;
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

static struct slice put_text(char **at, struct slice text)
{
    struct slice copy = {*at, text.size};
    if (text.size > 0)
        memcpy(*at, text.data, text.size);
    *at += text.size;
    return copy;
}

static struct task_messages *copy_messages(const struct executor_message *messages, size_t count, size_t *ret_bytes)
{
    size_t head = sizeof(struct task_messages) + count * sizeof *messages, text = 0;
    for (size_t i = 0; i < count; i++)
        text += messages[i].type.size + messages[i].data.size;
    struct task_messages *block = malloc(head + text);
    if (!block)
        return NULL;
    char *at = (char *)block + head;
    int64_t now_ms = clock_epoch_ms();
    block->next = NULL;
    block->count = count;
    for (size_t i = 0; i < count; i++)
        block->items[i] = (struct executor_message){
            .timestamp = messages[i].timestamp > 0 ? messages[i].timestamp : now_ms,
            .type = put_text(&at, messages[i].type),
            .data = put_text(&at, messages[i].data),
        };
    *ret_bytes = head + text;
    return block;
}

/* The change in which messages gather: the last one, while it is neither on its way nor full. */
static struct task_change *gathering(const struct task_run *run)
{
    if (list_is_empty(&run->changes))
        return NULL;
    struct task_change *last = list_member(run->changes.previous, struct task_change, link);
    bool open = last->kind == TASK_CHANGE_MESSAGES && !last->in_flight && last->change.ticket == 0;
    return open && last->bytes < GATHER_BYTES && last->as.messages.count < GATHER_COUNT ? last : NULL;
}

int task_change_push_messages(struct task_run *run, const struct executor_message *messages, size_t count)
{
    size_t bytes = 0;
    struct task_change *change = gathering(run);
    bool is_new = !change;
    struct task_messages *block = copy_messages(messages, count, &bytes);
    if (block && is_new)
        change = task_change_new(run, TASK_CHANGE_MESSAGES, sizeof *change);
    if (!block || !change) {
        free(block);
        return -ENOMEM;
    }
    if (is_new) {
        change->as.messages.first = run->reported + 1;
        change->as.messages.end = &change->as.messages.blocks;
    }
    *change->as.messages.end = block;
    change->as.messages.end = &block->next;
    change->as.messages.count += count;
    run->reported += (int64_t)count;
    change->bytes += bytes;
    if (is_new) {
        task_change_push(run, change);
        return 0;
    }
    run->bytes += bytes;
    settle_pause(run);
    return 0;
}

void task_changes_clear(struct task_run *run)
{
    while (!list_is_empty(&run->changes))
        drop(run, list_member(run->changes.next, struct task_change, link));
}
