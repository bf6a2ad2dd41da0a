/* session.close: answered once no task of the session is at work any more. */
#include <errno.h>
#include <stdalign.h>
#include <stdlib.h>

#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "daemon/task/task.h"
#include "rpc/call.h"
#include "json/copy.h"

struct closing {
    struct store_session session;
    int64_t task; /* at work; 0: none */
    bool more;    /* tasks wait that are not cancelled yet */
    bool told;    /* everybody knows that it is closed */
};

/* A call that waits for the end of the task, with its answer. */
struct waiting {
    struct task_waiter waiter;
    struct session_record record;
    max_align_t block[]; /* what it points to */
};

/* --- on the writer ------------------------------------------------------------------ */

/* One step. Of a session that is closed already a task may still be stopping: that is waited for, too. Where the daemon
 * dies between two steps, the queue cancels the rest when it meets it. */
static int close_session(struct store_request *request, struct store_tx *tx)
{
    const struct session_close_params *params = request->call->params;
    struct closing *closing = request->more;
    struct store_session *session = &closing->session;
    int r = store_session_find(tx, params->session_id, &request->arena, session);
    if (r == 0 && session->record.state == SESSION_STATE_OPEN)
        r = session_close_open(tx, session);
    if (r == 0)
        r = task_cancel_session(tx, session->no, SLICE(TASK_REASON_SESSION_CLOSED), &closing->task, &closing->more);
    return r;
}

/* --- the answer ----------------------------------------------------------------------- */

static void on_ended(struct task_waiter *waiter, int status, enum task_state state)
{
    struct waiting *waiting = list_member(waiter, struct waiting, waiter);
    (void)status;
    (void)state; /* whatever became of it, it is over */
    (void)session_close_reply(waiter->call, &waiting->record);
    free(waiting);
}

static void on_gone(struct task_waiter *waiter)
{
    free(list_member(waiter, struct waiting, waiter));
}

static int wait_for_task(struct store_request *request, const struct closing *closing)
{
    const struct session_record *record = &closing->session.record;
    struct waiting *waiting = malloc(sizeof *waiting + json_copy_size(&session_record_shape, record));
    if (!waiting)
        return -ENOMEM;
    waiting->waiter =
        (struct task_waiter){.task = closing->task, .session = closing->session.no, .ended = on_ended, .gone = on_gone};
    json_copy(&session_record_shape, record, &waiting->record, waiting->block);
    if (task_waiter_add(task_queue_of(request->daemon), &waiting->waiter, store_request_keep_call(request)) < 0)
        free(waiting);
    return 0;
}

/* With the first step, whatever becomes of the others. */
static void tell(struct store_request *request, struct slice session_id)
{
    struct closing *closing = request->more;
    if (closing->told)
        return;
    closing->told = true;
    session_over(session_keeper_of(request->daemon), session_id);
}

static void answer(struct store_request *request)
{
    const struct session_close_params *params = request->call->params;
    const struct closing *closing = request->more;
    if (request->status < 0) {
        session_fail(request, params->session_id);
        return;
    }
    tell(request, params->session_id);
    if (closing->more) {
        if (closing->task > 0)
            task_stop(task_queue_of(request->daemon), closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
        store_request_again(request);
        return;
    }
    if (closing->task == 0) {
        (void)session_close_reply(request->call, &closing->session.record);
        return;
    }
    request->status = wait_for_task(request, closing);
    if (request->status < 0)
        session_fail(request, params->session_id);
    task_stop(task_queue_of(request->daemon), closing->task, SLICE(TASK_REASON_SESSION_CLOSED));
}

int session_close(struct call *call, const struct session_close_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct closing), close_session, answer);
}
