/* What a change of a run stands for, on the writer. */
#include <errno.h>

#include "base/fault.h"
#include "contract/task.h"
#include "daemon/task/run.h"

enum { ARENA_BYTES = 64 << 20 };

enum { MESSAGES_AT_ONCE = 32 };

/* Messages on their way into the log, some at a time. */
struct outlet {
    struct store_tx *tx;
    const struct task_ids *place;
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
    int64_t missing = block->missing;
    outlet->sequence += missing;
    for (size_t i = 0; i < block->count && r == 0; i++) {
        const struct task_message *message = &block->items[i];
        outlet->params[outlet->count++] = (struct event_message_created_params){
            .timestamp = message->timestamp,
            .task_id = outlet->place->id,
            .session_id = outlet->place->session_id,
            .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
            .type = message->type,
            .sequence = outlet->sequence++,
            .missing = missing,
            .missing_is = missing > 0 ? FIELD_SET : FIELD_ABSENT,
            .data = {.text = message->data},
        };
        missing = 0;
        if (outlet->count == MESSAGES_AT_ONCE)
            r = let_out(outlet);
    }
    return r;
}

static int write_messages(struct store_tx *tx, const struct task_ids *place, const struct task_change *change)
{
    struct outlet outlet = {.tx = tx, .place = place, .sequence = change->as.messages.first};
    if (fault_point("task.message") < 0)
        return -EMSGSIZE;
    int r = store_task_advance(tx, place->no, outlet.sequence, change->as.messages.last);
    for (const struct task_messages *block = change->as.messages.blocks; block && r == 0; block = block->next)
        r = write_block(&outlet, block);
    return r == 0 ? let_out(&outlet) : r;
}

static int write_progress(struct store_tx *tx, const struct task_ids *place, const struct task_change *change)
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

/* Again, where the key is known: then nothing is. */
static int write_statement(struct store_tx *tx, const struct task_ids *place, struct task_change *change)
{
    const struct task_statement *what = &change->as.stated.what;
    struct store_message *as = &change->as.stated.as;
    change->as.stated.stored = false;
    as->created_at = change->now_ms;
    int r = store_message_add(tx, place->no, what->key, as);
    if (r == 0)
        r = store_event_add(
            tx, &event_message_created_event, place->session_no, place->no,
            &(struct event_message_created_params){.timestamp = as->created_at,
                                                   .task_id = place->id,
                                                   .session_id = place->session_id,
                                                   .role = what->by_user ? EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER
                                                                         : EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
                                                   .type = what->type,
                                                   .message_id = slice_of(as->id),
                                                   .message_id_is = FIELD_SET,
                                                   .data = {.text = what->data}});
    change->as.stated.stored = r >= 0;
    return r < 0 ? r : 0;
}

/* The daemon's own reasons to stop a task are failures, whatever the back end calls what came of it. */
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

static int write_end(struct store_tx *tx, const struct task_ids *place, const struct task_change *change)
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
    int r = store_task_find(tx, place->id, &arena, &task);
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
        r = task_transition_ended(tx, place, TASK_STATES_ACTIVE, to, reason, &result, change->now_ms);
    arena_clear(&arena);
    return r;
}

int task_change_write(struct task_change *change, struct store_tx *tx)
{
    const struct task_ids *place = &change->run->place;
    switch (change->kind) {
    case TASK_CHANGE_STARTED:
        return task_transition_running(tx, place, change->now_ms);
    case TASK_CHANGE_MESSAGES:
        return write_messages(tx, place, change);
    case TASK_CHANGE_STATED:
        return write_statement(tx, place, change);
    case TASK_CHANGE_PROGRESS:
        return write_progress(tx, place, change);
    case TASK_CHANGE_WAITS:
    case TASK_CHANGE_GOES_ON:
        return task_transition_waiting(tx, place, change->kind == TASK_CHANGE_WAITS, change->now_ms);
    case TASK_CHANGE_STOPPING:
        return task_transition_stopping(tx, place, change->as.reason, change->now_ms);
    case TASK_CHANGE_ENDED:
        return write_end(tx, place, change);
    case TASK_CHANGE_BEHIND: /* is never handed over */
        break;
    }
    return -EINVAL;
}
