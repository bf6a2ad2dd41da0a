/* The state transitions of tasks, the reasons for a stop, and the end of permission requests. */
#include "daemon/task/transitions.h"

#include <errno.h>
#include <stdio.h>

#include "base/arena.h"
#include "contract/permission.h"
#include "contract/task.h"
#include "daemon/store/permissions.h"
#include "daemon/task/said.h"
#include "json/encode.h"
#include "json/write.h"

/* --- reasons --- */

/* A limit: how the task exceeded it, its name in the configuration, and its offset in the task's record. */
struct limit_reason {
    const char *word, *message, *setting, *unit;
    size_t value, is;
};

#define OF_LIMIT(field) offsetof(struct task_limits, field), offsetof(struct task_limits, field##_is)

static const struct limit_reason limits[] = {
    {"memory_limit", "its processes exceeded the memory limit", "tasks.memoryBytes", "bytes", OF_LIMIT(memory_bytes)},
    {"process_limit", "it exceeded the limit of processes", "tasks.processes", "processes", OF_LIMIT(processes)},
    {"output_limit", "its output exceeded the limit", "tasks.outputBytes", "bytes", OF_LIMIT(output_bytes)},
    {"token_limit", "it exceeded the token limit", "tasks.tokens", "tokens", OF_LIMIT(tokens)},
};

static const struct limit_reason *find_limit(struct slice word)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (slice_is(word, limits[i].word))
            return &limits[i];
    return NULL;
}

bool task_reason_is_failure(struct slice reason)
{
    return slice_is(reason, TASK_REASON_TIMEOUT) || slice_is(reason, TASK_REASON_STOPPED) || find_limit(reason);
}

bool task_reason_is_limit(struct slice reason)
{
    return find_limit(reason) != NULL;
}

static void explain_limit(const struct task_record *task, const struct limit_reason *reason,
                          char sentence[static TASK_SENTENCE_SIZE])
{
    enum field_is is = FIELD_ABSENT;
    int64_t value = 0;
    memcpy(&is, (const char *)&task->limits + reason->is, sizeof is);
    memcpy(&value, (const char *)&task->limits + reason->value, sizeof value);
    if (task->limits_is == FIELD_SET && is == FIELD_SET)
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "%s (limit: %lld %s)", reason->message, (long long)value,
                       reason->unit);
    else
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "%s (limit: %s in the configuration)", reason->message,
                       reason->setting);
}

void task_reason_explain(const struct store_task *task, char sentence[static TASK_SENTENCE_SIZE])
{
    const struct limit_reason *reason = find_limit(task->stop_reason);
    if (reason)
        explain_limit(&task->record, reason, sentence);
    else if (slice_is(task->stop_reason, TASK_REASON_TIMEOUT))
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "it exceeded its time limit (%lld ms)",
                       (long long)task->record.timeout_ms);
    else
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "the daemon stopped while the task was running");
}

/* --- permission requests --- */

static int add_resolved_event(struct store_tx *tx, const struct task_ids *ids, const struct permission_request *answer)
{
    return store_event_add(tx, &event_permission_resolved_event, ids->session_no, ids->no,
                           &(struct event_permission_resolved_params){
                               .timestamp = answer->answered_at,
                               .session_id = ids->session_id,
                               .task_id = ids->id,
                               .request_id = answer->id,
                               .state = answer->state,
                               .reason = answer->reason,
                               .note = answer->note,
                               .note_is = answer->note_is,
                               .answered_by = answer->answered_by,
                               .answered_by_is = answer->answered_by_is,
                           });
}

int task_question_answer(struct store_tx *tx, const struct task_ids *ids, const struct permission_request *answer)
{
    int r = store_permission_resolve(tx, answer);
    if (r == 0)
        r = add_resolved_event(tx, ids, answer);
    if (r == 0)
        r = store_permission_is_pending(tx, ids->no);
    if (r != 0)
        return r < 0 ? r : 0;
    r = task_transition_waiting(tx, ids, false, answer->answered_at);
    return r == -ESTALE ? 0 : r; /* the task is stopping */
}

/* Does not set the task back to running, because it is about to enter another state. */
int task_questions_withdraw(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms)
{
    struct arena arena = ARENA_LIMITED(1 << 30);
    struct store_permissions found = {0};
    int r = store_permission_is_pending(tx, ids->no);
    if (r <= 0)
        return r;
    r = store_permission_pending(tx, ids->no, &arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        struct permission_request *answer = &found.items[i].record;
        answer->state = PERMISSION_REQUEST_STATE_WITHDRAWN;
        answer->reason = SLICE("withdrawn");
        answer->answered_at = now_ms;
        answer->reason_is = answer->answered_at_is = FIELD_SET;
        r = store_permission_resolve(tx, answer);
        if (r == 0)
            r = add_resolved_event(tx, ids, answer);
    }
    arena_clear(&arena);
    return r;
}

/* --- states --- */

/* A prompt as JSON: six bytes for each character at worst. */
enum { PROMPT_BYTES = 32 << 20 };

static int add_state_event(struct store_tx *tx, const struct task_ids *ids, enum task_state state, int64_t now_ms)
{
    return store_event_add(tx, &event_task_updated_event, ids->session_no, ids->no,
                           &(struct event_task_updated_params){
                               .timestamp = now_ms, .task_id = ids->id, .session_id = ids->session_id, .state = state});
}

static int add_prompt_event(struct store_tx *tx, const struct task_ids *ids, const struct task_record *task,
                            int64_t now_ms)
{
    struct buf data = BUF_LIMITED(PROMPT_BYTES);
    buf_append_text(&data, "{\"text\":");
    json_write_string(&data, task->prompt);
    if (task->attachments_is == FIELD_SET && task->attachments.count > 0) {
        buf_append_text(&data, ",\"attachments\":");
        (void)json_encode(&data, &task_attachments_shape, &task->attachments);
    }
    int r = buf_append_char(&data, '}');
    if (r == 0)
        r = store_event_add(tx, &event_message_created_event, ids->session_no, ids->no,
                            &(struct event_message_created_params){.timestamp = now_ms,
                                                                   .task_id = ids->id,
                                                                   .session_id = ids->session_id,
                                                                   .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER,
                                                                   .type = SLICE("prompt"),
                                                                   .data = {.text = buf_slice(&data)}});
    buf_clear(&data);
    if (r == 0)
        r = task_said_prompt(tx, ids, task->prompt);
    return r;
}

int task_transition_starting(struct store_tx *tx, const struct task_ids *ids, const struct task_record *task,
                             int64_t now_ms)
{
    int r = store_task_move(tx, ids->no,
                            &(struct store_task_move){.from = TASK_STATE_BIT(TASK_STATE_QUEUED),
                                                      .to = TASK_STATE_STARTING,
                                                      .started_at = now_ms});
    if (r == 0)
        r = add_state_event(tx, ids, TASK_STATE_STARTING, now_ms);
    return r < 0 ? r : add_prompt_event(tx, ids, task, now_ms);
}

int task_transition_running(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms)
{
    int r = store_task_move(
        tx, ids->no, &(struct store_task_move){.from = TASK_STATE_BIT(TASK_STATE_STARTING), .to = TASK_STATE_RUNNING});
    if (r < 0)
        return r;
    return store_event_add(
        tx, &event_task_started_event, ids->session_no, ids->no,
        &(struct event_task_started_params){.timestamp = now_ms, .task_id = ids->id, .session_id = ids->session_id});
}

int task_transition_waiting(struct store_tx *tx, const struct task_ids *ids, bool waits, int64_t now_ms)
{
    enum task_state to = waits ? TASK_STATE_AWAITING_PERMISSION : TASK_STATE_RUNNING;
    unsigned from = TASK_STATE_BIT(waits ? TASK_STATE_RUNNING : TASK_STATE_AWAITING_PERMISSION);
    int r = store_task_move(tx, ids->no, &(struct store_task_move){.from = from, .to = to});
    return r < 0 ? r : add_state_event(tx, ids, to, now_ms);
}

int task_transition_stopping(struct store_tx *tx, const struct task_ids *ids, struct slice reason, int64_t now_ms)
{
    int r = store_task_move(
        tx, ids->no,
        &(struct store_task_move){.from = TASK_STATES_GOING, .to = TASK_STATE_STOPPING, .stop_reason = reason});
    if (r == 0)
        r = task_questions_withdraw(tx, ids, now_ms);
    return r < 0 ? r : add_state_event(tx, ids, TASK_STATE_STOPPING, now_ms);
}

static int add_end_event(struct store_tx *tx, const struct task_ids *ids, enum task_state state, struct slice reason,
                         const struct task_result *result, int64_t now_ms)
{
    if (state == TASK_STATE_COMPLETED)
        return store_event_add(tx, &event_task_completed_event, ids->session_no, ids->no,
                               &(struct event_task_completed_params){.timestamp = now_ms,
                                                                     .task_id = ids->id,
                                                                     .session_id = ids->session_id,
                                                                     .message_count = result->message_count,
                                                                     .token_usage = result->token_usage,
                                                                     .token_usage_is = result->token_usage_is,
                                                                     .unanswered = result->unanswered,
                                                                     .unanswered_is = result->unanswered_is});
    if (state == TASK_STATE_FAILED)
        return store_event_add(
            tx, &event_task_failed_event, ids->session_no, ids->no,
            &(struct event_task_failed_params){
                .timestamp = now_ms, .task_id = ids->id, .session_id = ids->session_id, .error = result->error});
    return store_event_add(
        tx, &event_task_cancelled_event, ids->session_no, ids->no,
        &(struct event_task_cancelled_params){
            .timestamp = now_ms, .task_id = ids->id, .session_id = ids->session_id, .reason = reason});
}

int task_transition_ended(struct store_tx *tx, const struct task_ids *ids, unsigned from, enum task_state to,
                          struct slice reason, const struct task_result *result, int64_t now_ms)
{
    struct task_result whole = *result;
    struct store_task_move move = {.from = from, .to = to, .ended_at = now_ms, .stop_reason = reason, .result = &whole};
    int r = store_permission_count_unanswered(tx, ids->no, &whole.unanswered);
    whole.unanswered_is = r == 0 && whole.unanswered > 0 ? FIELD_SET : FIELD_ABSENT;
    if (r == 0)
        r = store_task_move(tx, ids->no, &move);
    if (r == 0)
        r = task_questions_withdraw(tx, ids, now_ms);
    if (r == 0)
        r = task_said_cut(tx, ids);
    if (r == 0)
        r = add_end_event(tx, ids, to, reason, &whole, now_ms);
    return r < 0 || to == TASK_STATE_CANCELLED ? r : task_said_end(tx, ids, &whole);
}
