/* session.reopen: a closed session takes tasks again. */
#include "base/clock.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

static int reopen(struct store_request *request, struct store_tx *tx)
{
    const struct session_reopen_params *params = request->call->params;
    struct store_session *session = request->more;
    struct session_record *record = &session->record;
    int r = store_session_find(tx, params->session_id, &request->arena, session);
    if (r < 0 || record->state == SESSION_STATE_OPEN)
        return r;
    record->updated_at = clock_epoch_ms();
    r = store_session_reopen(tx, session->no, record->updated_at);
    if (r < 0)
        return r;
    record->state = SESSION_STATE_OPEN;
    record->closed_at_is = FIELD_ABSENT;
    return store_event_add(tx, &event_session_updated_event, session->no, 0,
                           &(struct event_session_updated_params){
                               .timestamp = record->updated_at, .session_id = record->id, .session = *record});
}

static void answer(struct store_request *request)
{
    const struct session_reopen_params *params = request->call->params;
    const struct store_session *session = request->more;
    if (request->status < 0)
        session_fail(request, params->session_id);
    else
        (void)session_reopen_reply(request->call, &session->record);
}

int session_reopen(struct call *call, const struct session_reopen_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct store_session), reopen, answer);
}
