/* Writes the changes of a run to the store, in order. Several changes with messages may be in flight at once, because
 * the store rejects a message that is out of sequence. Any other change is written alone. A change that could not be
 * written stays in the list and is retried, so nothing is lost, and nothing is confirmed before it is stored. */
#include "daemon/task/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/task.h"
#include "daemon/store/threads.h"
#include "daemon/task/said.h"

/* --- on the writer thread --- */

enum { ARENA_BYTES = 64 << 20 };

enum { MESSAGES_AT_ONCE = 32 };

/* Messages that are added to the event log together. */
struct message_batch {
    struct store_tx *tx;
    const struct task_ids *ids;
    int64_t sequence; /* of the next message */
    struct event_message_created_params params[MESSAGES_AT_ONCE];
    enum said_kind kinds[MESSAGES_AT_ONCE];
    size_t count;
    bool any_said; /* one of them is part of the conversation */
    struct arena arena;
};

static int flush_said(struct message_batch *batch, size_t count, int64_t first_seq)
{
    struct task_said said = {.tx = batch->tx, .ids = batch->ids, .arena = &batch->arena};
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        if (batch->kinds[i] != SAID_OTHER)
            r = task_said_note(&said, first_seq + (int64_t)i, batch->kinds[i], batch->params[i].data.text);
    if (r == 0)
        r = task_said_flush(&said);
    arena_reset(&batch->arena);
    return r;
}

static int flush_batch(struct message_batch *batch)
{
    size_t count = batch->count;
    int64_t first_seq = store_event_last(batch->tx) + 1;
    bool any_said = batch->any_said;
    batch->count = 0;
    batch->any_said = false;
    int r = store_event_add_many(batch->tx, &event_message_created_event, batch->ids->session_no, batch->ids->no,
                                 batch->params, count);
    return r == 0 && any_said ? flush_said(batch, count, first_seq) : r;
}

static int write_block(struct message_batch *batch, const struct task_messages *block)
{
    int r = 0;
    int64_t missing = block->missing;
    batch->sequence += missing;
    for (size_t i = 0; i < block->count && r == 0; i++) {
        const struct task_message *message = &block->items[i];
        enum said_kind kind = said_kind_of(message->type);
        batch->kinds[batch->count] = kind;
        batch->any_said = batch->any_said || kind != SAID_OTHER;
        batch->params[batch->count++] = (struct event_message_created_params){
            .timestamp = message->timestamp,
            .task_id = batch->ids->id,
            .session_id = batch->ids->session_id,
            .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
            .type = message->type,
            .sequence = batch->sequence++,
            .missing = missing,
            .missing_is = missing > 0 ? FIELD_SET : FIELD_ABSENT,
            .data = {.text = message->data},
        };
        missing = 0;
        if (batch->count == MESSAGES_AT_ONCE)
            r = flush_batch(batch);
    }
    return r;
}

static int write_messages(struct store_tx *tx, const struct task_ids *ids, const struct task_change *change)
{
    struct message_batch batch = {
        .tx = tx, .ids = ids, .sequence = change->as.messages.first, .arena = ARENA_LIMITED(ARENA_BYTES)};
    if (fault_point("task.message") < 0)
        return -EMSGSIZE;
    int r = store_task_advance(tx, ids->no, batch.sequence, change->as.messages.last);
    for (const struct task_messages *block = change->as.messages.blocks; block && r == 0; block = block->next)
        r = write_block(&batch, block);
    if (r == 0)
        r = flush_batch(&batch);
    arena_clear(&batch.arena);
    return r;
}

static int write_progress(struct store_tx *tx, const struct task_ids *ids, const struct task_change *change)
{
    int r = store_task_save_progress(tx, ids->no, &change->as.progress);
    if (r < 0)
        return r;
    return store_event_add(tx, &event_task_progress_event, ids->session_no, ids->no,
                           &(struct event_task_progress_params){.timestamp = change->now_ms,
                                                                .task_id = ids->id,
                                                                .session_id = ids->session_id,
                                                                .progress = change->as.progress});
}

/* Does nothing if the key is known already. */
static int write_statement(struct store_tx *tx, const struct task_ids *ids, struct task_change *change)
{
    const struct task_statement *what = &change->as.stated.what;
    struct store_message *as = &change->as.stated.as;
    change->as.stated.stored = false;
    as->created_at = change->now_ms;
    int r = store_message_add(tx, ids->no, what->key, as);
    if (r == 0)
        r = store_event_add(
            tx, &event_message_created_event, ids->session_no, ids->no,
            &(struct event_message_created_params){.timestamp = as->created_at,
                                                   .task_id = ids->id,
                                                   .session_id = ids->session_id,
                                                   .role = what->by_user ? EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER
                                                                         : EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
                                                   .type = what->type,
                                                   .message_id = slice_of(as->id),
                                                   .message_id_is = FIELD_SET,
                                                   .data = {.text = what->data}});
    if (r == 0)
        r = task_said_state(tx, ids, what);
    change->as.stated.stored = r >= 0;
    return r < 0 ? r : 0;
}

/* A stop by the daemon itself is a failure, whatever the back end reports as the outcome. */
static void blame_stop(const struct store_task *task, struct task_result *result,
                       char sentence[static TASK_SENTENCE_SIZE])
{
    task_reason_explain(task, sentence);
    if (result->error_is != FIELD_SET)
        result->error = (struct task_failure){0};
    result->error.reason = task->stop_reason;
    result->error.message = slice_of(sentence);
    result->error_is = FIELD_SET;
}

static int write_end(struct store_tx *tx, const struct task_ids *ids, const struct task_change *change)
{
    if (fault_point("task.end") < 0)
        return -EMSGSIZE;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct task_result result = change->as.outcome.result;
    enum task_outcome_status status = change->as.outcome.status;
    enum task_state to = TASK_STATE_COMPLETED;
    struct slice reason = {0};
    struct store_task task = {0};
    char sentence[TASK_SENTENCE_SIZE];
    int r = store_task_find(tx, ids->id, &arena, &task);
    if (status == TASK_OUTCOME_COMPLETED && !task_reason_is_limit(task.stop_reason)) {
        result.error_is = FIELD_ABSENT;
    } else if (task_reason_is_failure(task.stop_reason)) {
        to = TASK_STATE_FAILED;
        blame_stop(&task, &result, sentence);
    } else if (status == TASK_OUTCOME_FAILED) {
        to = TASK_STATE_FAILED;
    } else {
        to = TASK_STATE_CANCELLED;
        reason = task.stop_reason.size > 0 ? task.stop_reason : SLICE("agent_cancelled");
    }
    if (r == 0)
        r = task_transition_ended(tx, ids, TASK_STATES_ACTIVE, to, reason, &result, change->now_ms);
    arena_clear(&arena);
    return r;
}

/* Writes the change, on the writer thread. */
static int write_change(struct task_change *change, struct store_tx *tx)
{
    const struct task_ids *ids = &change->run->ids;
    switch (change->kind) {
    case TASK_CHANGE_STARTED:
        return task_transition_running(tx, ids, change->now_ms);
    case TASK_CHANGE_MESSAGES:
        return write_messages(tx, ids, change);
    case TASK_CHANGE_STATED:
        return write_statement(tx, ids, change);
    case TASK_CHANGE_PROGRESS:
        return write_progress(tx, ids, change);
    case TASK_CHANGE_WAITS:
    case TASK_CHANGE_GOES_ON:
        return task_transition_waiting(tx, ids, change->kind == TASK_CHANGE_WAITS, change->now_ms);
    case TASK_CHANGE_STOPPING:
        return task_transition_stopping(tx, ids, change->as.reason, change->now_ms);
    case TASK_CHANGE_ENDED:
        return write_end(tx, ids, change);
    case TASK_CHANGE_CALLBACK: /* never given to the store */
        break;
    }
    return -EINVAL;
}

/* --- on the loop thread --- */

enum {
    RETRY_MS = 1000,
    IN_FLIGHT_MAX = 4,        /* changes with messages: those being written, and those that the store takes next */
    GATHER_BYTES = 256 << 10, /* bytes of messages in one change */
    GATHER_COUNT = 1000,
    PAUSE_BYTES = 8 << 20, /* back-pressure: above this, the back end is paused, even for few messages */
    RESUME_BYTES = 4 << 20,
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    return write_change(list_member(change, struct task_change, change), tx);
}

/* --- back-pressure --- */

static void settle_pause(struct task_run *run)
{
    const struct config_settings_pool *pool = &run->job.queue->settings->pool;
    bool above = run->waiting > (size_t)pool->pause_at || run->bytes > PAUSE_BYTES || run->stalled;
    bool below = run->waiting < (size_t)pool->resume_at && run->bytes < RESUME_BYTES && !run->stalled;
    if (run->over || run->paused == above || (run->paused && !below))
        return;
    run->paused = above;
    run->job.queue->backend->pause(&run->job, above);
}

/* Counts a change that waits. Changes in flight do not count: they keep the store busy. */
static size_t count_of(const struct task_change *change)
{
    return change->kind == TASK_CHANGE_MESSAGES ? change->as.messages.count : 1;
}

static void write_more(struct task_run *run);

static void on_retry(struct deadline *deadline)
{
    struct task_run *run = list_member(deadline, struct task_run, retry);
    if (run->in_flight > 0 && timers_set(&run->job.queue->rpc->timers, &run->retry, RETRY_MS) == 0)
        return;
    run->stalled = false;
    write_more(run);
    settle_pause(run);
}

/* Stops writing until a retry, to let the store recover. */
static void stall(struct task_run *run, const struct task_change *change)
{
    if (run->stalled)
        return;
    log_warn("task %.*s: cannot store its reports, retrying: %s", SLICE_ARG(run->ids.id),
             strerror(-change->change.status));
    run->retry.expired = on_retry;
    run->stalled = timers_set(&run->job.queue->rpc->timers, &run->retry, RETRY_MS) == 0;
}

/* --- results of the store --- */

/* A statement that was dropped without being written (`stored` is false) gets -ECANCELED. */
static void answer_statement(struct task_change *change)
{
    int status = change->change.status < 0 ? change->change.status : change->as.stated.stored ? 0 : -ECANCELED;
    change->as.stated.answer(change->as.stated.user, status, change->as.stated.as.id, change->as.stated.as.created_at);
}

static void drop(struct task_run *run, struct task_change *change)
{
    list_remove(&change->link);
    if (!change->in_flight)
        run->waiting -= count_of(change);
    run->bytes -= change->bytes;
    if (change->kind == TASK_CHANGE_STATED)
        answer_statement(change);
    if (change->kind == TASK_CHANGE_MESSAGES)
        for (struct task_messages *block = change->as.messages.blocks, *next; block; block = next) {
            next = block->next;
            free(block);
        }
    if (change != &run->ended)
        free(change);
}

/* Gives changes to the store as far as possible. The changes in flight are few and at the beginning of the list; the
 * waiting ones may be very many, so the search starts at the beginning. */
static void write_more(struct task_run *run)
{
    struct task_queue *queue = run->job.queue;
    if (run->stalled || !store_is_open(queue->store))
        return;
    struct list *link = run->changes.next;
    while (link != &run->changes && list_member(link, struct task_change, link)->in_flight)
        link = link->next;
    for (struct list *next; link != &run->changes; link = next) {
        struct task_change *change = list_member(link, struct task_change, link);
        next = link->next;
        if (change->kind == TASK_CHANGE_CALLBACK) {
            change->as.callback.go(change->as.callback.user);
            drop(run, change);
            continue;
        }
        bool exclusive = change->kind != TASK_CHANGE_MESSAGES;
        if (run->in_flight > 0 && (exclusive || run->exclusive || run->in_flight >= IN_FLIGHT_MAX))
            return;
        run->exclusive = exclusive;
        run->in_flight++;
        change->in_flight = true;
        run->waiting -= count_of(change);
        (void)store_write(queue->store, &change->change);
    }
}

/* The store failed, or an earlier change was not written, so this one was out of sequence. */
static bool is_to_be_repeated(const struct task_run *run, const struct task_change *change)
{
    int status = change->change.status;
    return change->change.failed || status == -ENOMEM || (status == -ESTALE && run->changes.next != &change->link);
}

/* The change can never be written. That is harmless for a transition that the state does not allow any more, and minor
 * for progress; the caller of a statement gets the error. But no message may be missing, so the run is killed. */
static void refuse(struct task_run *run, const struct task_change *change)
{
    bool is_step = change->kind > TASK_CHANGE_PROGRESS || change->kind == TASK_CHANGE_STARTED;
    if ((is_step && change->change.status == -ESTALE) || run->broken)
        return;
    log_error("task %.*s: cannot store a report: %s", SLICE_ARG(run->ids.id), strerror(-change->change.status));
    if (change->kind != TASK_CHANGE_MESSAGES)
        return;
    run->broken = true;
    task_run_kill(run);
}

/* If the result cannot be stored, the task must end anyway: replaces it by a minimal one. True: it was replaced. */
static bool use_minimal_result(struct task_run *run, struct task_change *change)
{
    int status = change->change.status;
    if (change->kind != TASK_CHANGE_ENDED || !run->ended_block || status == -ESTALE || status == -ENOENT)
        return false;
    log_error("task %.*s: cannot store its result: %s", SLICE_ARG(run->ids.id), strerror(-status));
    free(run->ended_block);
    run->ended_block = NULL;
    change->as.outcome = (struct task_outcome){
        .status = TASK_OUTCOME_FAILED,
        .result = {.message_count = run->job.reported - run->missing,
                   .error = {.reason = SLICE("error"), .message = SLICE("its result could not be stored")},
                   .error_is = FIELD_SET},
    };
    return true;
}

static void on_done(struct store_change *change)
{
    (void)change; /* the events of the group are sent first; on_confirmed() follows */
}

static void on_confirmed(struct store_change *store_change)
{
    struct task_change *change = list_member(store_change, struct task_change, change);
    struct task_run *run = change->run;
    change->in_flight = false;
    run->waiting += count_of(change);
    run->in_flight--;
    if (change->change.status < 0 && is_to_be_repeated(run, change)) {
        stall(run, change);
    } else if (change->change.status == 0 || !use_minimal_result(run, change)) {
        bool is_end = change->kind == TASK_CHANGE_ENDED;
        int64_t last =
            change->kind == TASK_CHANGE_MESSAGES && change->change.status == 0 ? change->as.messages.last : 0;
        if (change->change.status < 0)
            refuse(run, change);
        drop(run, change);
        if (is_end) {
            task_run_finish(run);
            return;
        }
        if (last > 0 && !run->over)
            run->job.queue->backend->confirmed(&run->job, last);
    }
    write_more(run);
    settle_pause(run);
}

/* --- adding changes --- */

static void init(struct task_change *change, struct task_run *run, enum task_change_kind kind, size_t bytes)
{
    *change = (struct task_change){
        .change = {.apply = apply,
                   .done = on_done,
                   .confirmed = on_confirmed,
                   .lazy = kind != TASK_CHANGE_ENDED && kind != TASK_CHANGE_STATED},
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
    run->waiting += count_of(change);
    run->bytes += change->bytes;
    write_more(run);
    settle_pause(run);
}

bool task_change_is_any_waiting(const struct task_run *run)
{
    return run->waiting > 0 && !run->stalled;
}

void task_change_drop_progress(struct task_run *run)
{
    struct task_change *last =
        list_is_empty(&run->changes) ? NULL : list_member(run->changes.previous, struct task_change, link);
    if (last && last->kind == TASK_CHANGE_PROGRESS && !last->in_flight && last->change.ticket == 0)
        drop(run, last);
}

static struct slice put_text(char **at, struct slice text)
{
    struct slice copy = {*at, text.size};
    if (text.size > 0)
        memcpy(*at, text.data, text.size);
    *at += text.size;
    return copy;
}

static struct task_messages *copy_messages(const struct task_message *messages, size_t count, size_t *ret_bytes)
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
        block->items[i] = (struct task_message){
            .timestamp = messages[i].timestamp > 0 ? messages[i].timestamp : now_ms,
            .type = put_text(&at, messages[i].type),
            .data = put_text(&at, messages[i].data),
        };
    *ret_bytes = head + text;
    return block;
}

/* The last change, if more messages can be added to it: not given to the store yet, and not full. */
static struct task_change *gathering(const struct task_run *run)
{
    if (list_is_empty(&run->changes))
        return NULL;
    struct task_change *last = list_member(run->changes.previous, struct task_change, link);
    bool open = last->kind == TASK_CHANGE_MESSAGES && !last->in_flight && last->change.ticket == 0;
    return open && last->bytes < GATHER_BYTES && last->as.messages.count < GATHER_COUNT ? last : NULL;
}

int task_change_push_messages(struct task_run *run, int64_t missing, const struct task_message *messages, size_t count)
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
        change->as.messages.first = run->job.reported + 1;
        change->as.messages.end = &change->as.messages.blocks;
    }
    block->missing = missing;
    *change->as.messages.end = block;
    change->as.messages.end = &block->next;
    change->as.messages.count += count;
    change->bytes += bytes;
    run->missing += missing;
    run->job.reported += missing + (int64_t)count;
    change->as.messages.last = run->job.reported;
    if (is_new) {
        task_change_push(run, change);
        return 0;
    }
    run->waiting += count;
    run->bytes += bytes;
    settle_pause(run);
    return 0;
}

void task_changes_clear(struct task_run *run)
{
    while (!list_is_empty(&run->changes))
        drop(run, list_member(run->changes.next, struct task_change, link));
}
