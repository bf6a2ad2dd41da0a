#include "daemon/task/transitions.h"

#include "contract/task.h"
#include "daemon/store/permissions.h"
#include "json/encode.h"
#include "json/write.h"

/* Of a prompt as a message: six bytes for each of its characters, at worst. */
enum { PROMPT_BYTES = 32 << 20 };

static int tell_state(struct store_tx *tx, const struct task_ids *place, enum task_state state, int64_t now_ms)
{
    return store_event_add(
        tx, &event_task_updated_event, place->session_no, place->no,
        &(struct event_task_updated_params){
            .timestamp = now_ms, .task_id = place->id, .session_id = place->session_id, .state = state});
}

static int tell_prompt(struct store_tx *tx, const struct task_ids *place, const struct task_record *task,
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
        r = store_event_add(tx, &event_message_created_event, place->session_no, place->no,
                            &(struct event_message_created_params){.timestamp = now_ms,
                                                                   .task_id = place->id,
                                                                   .session_id = place->session_id,
                                                                   .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER,
                                                                   .type = SLICE("prompt"),
                                                                   .data = {.text = buf_slice(&data)}});
    buf_clear(&data);
    return r;
}

int task_transition_starting(struct store_tx *tx, const struct task_ids *place, const struct task_record *task,
                             int64_t now_ms)
{
    int r = store_task_move(tx, place->no,
                            &(struct store_task_move){.from = TASK_STATE_BIT(TASK_STATE_QUEUED),
                                                      .to = TASK_STATE_STARTING,
                                                      .started_at = now_ms});
    if (r == 0)
        r = tell_state(tx, place, TASK_STATE_STARTING, now_ms);
    return r < 0 ? r : tell_prompt(tx, place, task, now_ms);
}

int task_transition_running(struct store_tx *tx, const struct task_ids *place, int64_t now_ms)
{
    int r = store_task_move(
        tx, place->no,
        &(struct store_task_move){.from = TASK_STATE_BIT(TASK_STATE_STARTING), .to = TASK_STATE_RUNNING});
    if (r < 0)
        return r;
    return store_event_add(tx, &event_task_started_event, place->session_no, place->no,
                           &(struct event_task_started_params){
                               .timestamp = now_ms, .task_id = place->id, .session_id = place->session_id});
}

int task_transition_waiting(struct store_tx *tx, const struct task_ids *place, bool waits, int64_t now_ms)
{
    enum task_state to = waits ? TASK_STATE_AWAITING_PERMISSION : TASK_STATE_RUNNING;
    unsigned from = TASK_STATE_BIT(waits ? TASK_STATE_RUNNING : TASK_STATE_AWAITING_PERMISSION);
    int r = store_task_move(tx, place->no, &(struct store_task_move){.from = from, .to = to});
    return r < 0 ? r : tell_state(tx, place, to, now_ms);
}

int task_transition_stopping(struct store_tx *tx, const struct task_ids *place, struct slice reason, int64_t now_ms)
{
    int r = store_task_move(
        tx, place->no,
        &(struct store_task_move){.from = TASK_STATES_GOING, .to = TASK_STATE_STOPPING, .stop_reason = reason});
    if (r == 0)
        r = task_questions_withdraw(tx, place, now_ms);
    return r < 0 ? r : tell_state(tx, place, TASK_STATE_STOPPING, now_ms);
}

static int tell_end(struct store_tx *tx, const struct task_ids *place, enum task_state state, struct slice reason,
                    const struct task_result *result, int64_t now_ms)
{
    if (state == TASK_STATE_COMPLETED)
        return store_event_add(tx, &event_task_completed_event, place->session_no, place->no,
                               &(struct event_task_completed_params){.timestamp = now_ms,
                                                                     .task_id = place->id,
                                                                     .session_id = place->session_id,
                                                                     .message_count = result->message_count,
                                                                     .token_usage = result->token_usage,
                                                                     .token_usage_is = result->token_usage_is,
                                                                     .unanswered = result->unanswered,
                                                                     .unanswered_is = result->unanswered_is});
    if (state == TASK_STATE_FAILED)
        return store_event_add(
            tx, &event_task_failed_event, place->session_no, place->no,
            &(struct event_task_failed_params){
                .timestamp = now_ms, .task_id = place->id, .session_id = place->session_id, .error = result->error});
    return store_event_add(
        tx, &event_task_cancelled_event, place->session_no, place->no,
        &(struct event_task_cancelled_params){
            .timestamp = now_ms, .task_id = place->id, .session_id = place->session_id, .reason = reason});
}

int task_transition_ended(struct store_tx *tx, const struct task_ids *place, unsigned from, enum task_state to,
                          struct slice reason, const struct task_result *result, int64_t now_ms)
{
    struct task_result whole = *result;
    struct store_task_move move = {.from = from, .to = to, .ended_at = now_ms, .stop_reason = reason, .result = &whole};
    int r = store_permission_count_unanswered(tx, place->no, &whole.unanswered);
    whole.unanswered_is = r == 0 && whole.unanswered > 0 ? FIELD_SET : FIELD_ABSENT;
    if (r == 0)
        r = store_task_move(tx, place->no, &move);
    if (r == 0)
        r = task_questions_withdraw(tx, place, now_ms);
    return r < 0 ? r : tell_end(tx, place, to, reason, &whole, now_ms);
}

struct slice task_text_cut(struct slice text, size_t bytes)
{
    if (text.size <= bytes)
        return text;
    while (bytes > 0 && ((unsigned char)text.data[bytes] & 0xc0) == 0x80)
        bytes--;
    text.size = bytes;
    return text;
}
