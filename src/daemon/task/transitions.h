/* A task's way from state to state. Each step is one conditional write with its event, done inside of a change. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "daemon/store/rows.h"

/* Which task: what every step and every event needs. */
struct task_ids {
    int64_t no, session_no;
    struct slice id, session_id;
};

static inline struct task_ids task_ids_of(const struct store_task *task)
{
    return (struct task_ids){task->no, task->session_no, task->record.id, task->record.session_id};
}

/* At work, and nobody has asked it to stop. */
enum {
    TASK_STATES_GOING = TASK_STATES_ACTIVE & ~TASK_STATE_BIT(TASK_STATE_STOPPING),
};

static inline bool task_state_is_final(enum task_state state)
{
    return (TASK_STATE_BIT(state) & TASK_STATES_FINAL) != 0;
}

/* The words that make a stopped task a failed one; any other makes it a cancelled one. */
#define TASK_REASON_TIMEOUT "timeout"
#define TASK_REASON_STOPPED "daemon_stopped"

bool task_reason_is_failure(struct slice reason);
/* Whether it has used more than it may: no word of its own makes that good. */
bool task_reason_is_limit(struct slice reason);

/* A sentence for people about a task that was stopped with such a word. */
enum { TASK_SENTENCE_SIZE = 160 };
void task_reason_explain(const struct store_task *task, char sentence[static TASK_SENTENCE_SIZE]);

/* queued → starting; its prompt is a message from here on. */
int task_transition_starting(struct store_tx *tx, const struct task_ids *ids, const struct task_record *task,
                             int64_t now_ms);

/* starting → running. */
int task_transition_running(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms);

/* To and from awaiting_permission. */
int task_transition_waiting(struct store_tx *tx, const struct task_ids *ids, bool waits, int64_t now_ms);

int task_transition_stopping(struct store_tx *tx, const struct task_ids *ids, struct slice reason, int64_t now_ms);

/* To a final state. `reason` is that of a cancelled one; a failed one has an error in its result. */
int task_transition_ended(struct store_tx *tx, const struct task_ids *ids, unsigned from, enum task_state to,
                          struct slice reason, const struct task_result *result, int64_t now_ms);

/* --- questions --- */

struct permission_request;

/* The first of all answers; its event; the task goes on where nothing of it waits any more. -ESTALE, -ENOENT. */
int task_question_answer(struct store_tx *tx, const struct task_ids *ids, const struct permission_request *answer);

/* The task is to stop or is over: nobody has to answer what it asked. */
int task_questions_withdraw(struct store_tx *tx, const struct task_ids *ids, int64_t now_ms);

/* Of a text at most this many bytes, and no half character. */
struct slice task_text_cut(struct slice text, size_t bytes);
