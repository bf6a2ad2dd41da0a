/* session.fork: a new session with the settings and the history of another. */
#include <errno.h>

#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

struct forking {
    struct store_session fork;
    bool parent_found; /* so that what is missing is the event */
};

/* The parent's slices lie in the request's arena, and so live as long as the fork's record. */
static int add_fork(struct store_request *request, struct store_tx *tx, const struct store_session *parent)
{
    const struct session_fork_params *params = request->call->params;
    struct forking *forking = request->more;
    struct session_record *record = &forking->fork.record;
    int64_t seq = 0;
    *record = parent->record;
    record->parent_id = parent->record.id;
    record->parent_id_is = FIELD_SET;
    record->fork_seq_is = FIELD_ABSENT;
    record->close_when_idle_is = FIELD_ABSENT; /* a person wants it */
    record->sandbox_is = FIELD_ABSENT;         /* nothing of it was started yet */
    record->last_task_at_is = record->last_agent_is = FIELD_ABSENT;
    if (params->title_is == FIELD_SET) {
        record->title = params->title;
        record->title_is = FIELD_SET;
    }
    int r = session_add(request, tx, &forking->fork);
    if (r == 0)
        r = store_session_inherit(tx, forking->fork.no, parent->no, params->at_seq_is == FIELD_SET ? params->at_seq : 0,
                                  &seq);
    if (r < 0)
        return r;
    record->fork_seq = seq;
    record->fork_seq_is = seq > 0 ? FIELD_SET : FIELD_ABSENT; /* retention may have left nothing */
    return session_tell_created(request, tx, &forking->fork);
}

static int fork_session(struct store_request *request, struct store_tx *tx)
{
    const struct session_fork_params *params = request->call->params;
    struct forking *forking = request->more;
    struct store_session parent;
    int r = store_session_find(tx, params->session_id, &request->arena, &parent);
    if (r < 0)
        return r;
    forking->parent_found = true;
    return add_fork(request, tx, &parent);
}

static void answer(struct store_request *request)
{
    const struct session_fork_params *params = request->call->params;
    const struct forking *forking = request->more;
    if (request->status == -ENOENT && forking->parent_found)
        (void)call_fail(request->call, ERROR_EVENT_NOT_FOUND, "the history of session %.*s has no event %lld",
                        SLICE_ARG(params->session_id), (long long)params->at_seq);
    else if (request->status < 0)
        session_fail(request, params->session_id);
    else
        (void)session_fork_reply(request->call, &forking->fork.record);
}

int session_fork(struct call *call, const struct session_fork_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct forking), fork_session, answer);
}
