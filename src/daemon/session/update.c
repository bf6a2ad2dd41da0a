/* session.update: what is absent stays, what is null goes. */
#include <errno.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/client/client.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* In request->more. */
struct updating {
    struct store_session session;
    char problem[256]; /* the new model names a service that there is not; or empty */
};

static int update(struct store_request *request, struct store_tx *tx)
{
    const struct session_update_params *params = request->call->params;
    struct updating *updating = request->more;
    struct store_session *session = &updating->session;
    struct session_record *record = &session->record;
    int r = store_session_find(tx, params->session_id, &request->arena, session);
    if (r < 0)
        return r;
    if (record->state == SESSION_STATE_CLOSED)
        return -ESTALE;
    const struct session_record before = *record;
    bool any = false;
    r = session_set_options(&request->arena, &session_update_params_shape, params, record, &any);
    if (r < 0 || !any)
        return r;
    if (updating->problem[0] && session_uses_services(record->agent_is, record->agent))
        return -ESRCH;
    r = session_audit(request, tx, &before, record);
    if (r < 0)
        return r;
    record->updated_at = clock_epoch_ms();
    r = store_session_save(tx, session);
    if (r < 0)
        return r;
    return store_event_add(tx, &event_session_updated_event, session->no, 0,
                           &(struct event_session_updated_params){
                               .timestamp = record->updated_at, .session_id = record->id, .session = *record});
}

static void answer(struct store_request *request)
{
    const struct session_update_params *params = request->call->params;
    const struct updating *updating = request->more;
    if (request->status == -ESRCH) {
        (void)call_fail(request->call, ERROR_SERVICE_UNKNOWN, "%s", updating->problem);
        return;
    }
    if (request->status < 0) {
        session_fail(request, params->session_id);
        return;
    }
    session_updated(session_keeper_of(request->daemon), &updating->session.record);
    (void)session_update_reply(request->call, &updating->session.record);
}

int session_update(struct call *call, const struct session_update_params *params)
{
    if (params->metadata_is == FIELD_SET && !session_metadata_fits(&params->metadata))
        return session_refuse_metadata(call);
    struct updating updating = {.problem = ""};
    if (params->model_is == FIELD_SET)
        (void)session_model_is_unknown(session_keeper_of(daemon_of(call)), params->model, updating.problem);
    int r = store_request_write_with(call, &updating, sizeof updating, update, answer);
    return r < 0 ? r : 0;
}
