/* What a task has asked and people have not answered, on the writer: one conditional write decides, and its event tells
 * everybody. */
#include <errno.h>

#include "base/arena.h"
#include "contract/permission.h"
#include "daemon/store/permissions.h"
#include "daemon/task/transitions.h"

static int tell_resolved(struct store_tx *tx, const struct task_ids *place, const struct permission_request *answer)
{
    return store_event_add(tx, &event_permission_resolved_event, place->session_no, place->no,
                           &(struct event_permission_resolved_params){
                               .timestamp = answer->answered_at,
                               .session_id = place->session_id,
                               .task_id = place->id,
                               .request_id = answer->id,
                               .state = answer->state,
                               .reason = answer->reason,
                               .note = answer->note,
                               .note_is = answer->note_is,
                               .answered_by = answer->answered_by,
                               .answered_by_is = answer->answered_by_is,
                           });
}

int task_question_answer(struct store_tx *tx, const struct task_ids *place, const struct permission_request *answer)
{
    int r = store_permission_resolve(tx, answer);
    if (r == 0)
        r = tell_resolved(tx, place, answer);
    if (r == 0)
        r = store_permission_is_pending(tx, place->no);
    if (r != 0)
        return r < 0 ? r : 0;
    r = task_transition_waiting(tx, place, false, answer->answered_at);
    return r == -ESTALE ? 0 : r; /* it is to stop */
}

/* The task is on its way to another state, which is why it does not go back to running. */
int task_questions_withdraw(struct store_tx *tx, const struct task_ids *place, int64_t now_ms)
{
    struct arena arena = ARENA_LIMITED(1 << 30);
    struct store_permissions found = {0};
    int r = store_permission_is_pending(tx, place->no);
    if (r <= 0)
        return r;
    r = store_permission_pending(tx, place->no, &arena, &found);
    for (size_t i = 0; i < found.count && r == 0; i++) {
        struct permission_request *answer = &found.items[i].record;
        answer->state = PERMISSION_REQUEST_STATE_WITHDRAWN;
        answer->reason = SLICE("withdrawn");
        answer->answered_at = now_ms;
        answer->reason_is = answer->answered_at_is = FIELD_SET;
        r = store_permission_resolve(tx, answer);
        if (r == 0)
            r = tell_resolved(tx, place, answer);
    }
    arena_clear(&arena);
    return r;
}
