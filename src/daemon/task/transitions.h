/* The state transitions of a task. Each is one conditional write with its event, within a change. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "daemon/store/rows.h"

/* The ids of a task, for transitions and events. */
struct task_ids {
    int64_t no, session_no;
    struct slice id, session_id;
};

static inline struct task_ids task_ids_of(const struct store_task *task)
{
    return (struct task_ids){task->no, task->session_no, task->record.id, task->record.session_id};
}

/* Running, and not asked to stop. */
enum {
    TASK_STATES_GOING = TASK_STATES_ACTIVE & ~TASK_STATE_BIT(TASK_STATE_STOPPING),
};

static inline bool task_state_is_final(enum task_state state)
{
    return (TASK_STATE_BIT(state) & TASK_STATES_FINAL) != 0;
}

/* Reasons that make a stopped task `failed`; any other makes it `cancelled`. */
#define TASK_REASON_TIMEOUT "timeout"
#define TASK_REASON_STOPPED "daemon_stopped"

bool task_reason_is_failure(struct slice reason);
/* Whether the reason is an exceeded limit; the task then fails, whatever its outcome is. */
bool task_reason_is_limit(struct slice reason);

/* Writes a sentence that explains why the task was stopped. */
enum { TASK_SENTENCE_SIZE = 160 };
void task_reason_explain(const struct store_task *task, char sentence[static TASK_SENTENCE_SIZE]);

/* queued → starting; also adds the prompt as a message. */
int task_transition_starting(struct store_tx *tx, const struct task_ids *ids, const struct task_record *task,
                             int64_t now_ms);

/* starting → running. */
int task_transition_running(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms);

/* To or from awaiting_permission. */
int task_transition_waiting(struct store_tx *tx, const struct task_ids *ids, bool waits, int64_t now_ms);

int task_transition_stopping(struct store_tx *tx, const struct task_ids *ids, struct slice reason, int64_t now_ms);

/* To a final state. `reason` is for a cancelled task; a failed task has an error in its result. */
int task_transition_ended(struct store_tx *tx, const struct task_ids *ids, unsigned from, enum task_state to,
                          struct slice reason, const struct task_result *result, int64_t now_ms);

/* --- permission requests --- */

struct permission_request;

/* Stores an answer if it is the first, with its event. If no other request of the task is pending, the task continues.
 * -ESTALE, -ENOENT. */
int task_question_answer(struct store_tx *tx, const struct task_ids *ids, const struct permission_request *answer);

/* Withdraws all pending requests of a task that is stopping or has ended. */
int task_questions_withdraw(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms);
