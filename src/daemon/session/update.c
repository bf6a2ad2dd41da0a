/* session.update: what is absent stays, what is null goes. */
#include <errno.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "daemon/task/task.h"
#include "rpc/call.h"

static bool changes_something(const struct session_update_params *params)
{
    return params->agent_is != FIELD_ABSENT || params->model_is != FIELD_ABSENT ||
           params->permission_mode_is != FIELD_ABSENT || params->title_is != FIELD_ABSENT ||
           params->metadata_is != FIELD_ABSENT || params->network_is != FIELD_ABSENT ||
           params->keys_is != FIELD_ABSENT || params->services_is != FIELD_ABSENT ||
           params->permission_timeout_ms_is != FIELD_ABSENT || params->budget_is != FIELD_ABSENT ||
           params->thinking_tokens_is != FIELD_ABSENT || params->context_files_is != FIELD_ABSENT;
}

static void set_text(struct slice wanted, enum field_is wanted_is, struct slice *text, enum field_is *is)
{
    if (wanted_is == FIELD_ABSENT)
        return;
    *text = wanted_is == FIELD_SET ? wanted : (struct slice){0};
    *is = wanted_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
}

static void change_terms(const struct session_update_params *params, struct session_record *record)
{
    if (params->network_is == FIELD_SET)
        record->network = params->network;
    if (params->keys_is == FIELD_SET)
        record->keys = params->keys;
    if (params->services_is != FIELD_ABSENT) {
        record->services = (struct session_services){params->services.items, params->services.count};
        record->services_is = params->services_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
    }
    if (params->permission_timeout_ms_is != FIELD_ABSENT) {
        record->permission_timeout_ms = params->permission_timeout_ms;
        record->permission_timeout_ms_is = params->permission_timeout_ms_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
    }
    if (params->budget_is == FIELD_SET) {
        record->budget = params->budget;
        record->budget_is = FIELD_SET;
    }
}

static void change_context(const struct session_update_params *params, struct session_record *record)
{
    if (params->thinking_tokens_is != FIELD_ABSENT) {
        record->thinking_tokens = params->thinking_tokens;
        record->thinking_tokens_is = params->thinking_tokens_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
    }
    if (params->context_files_is == FIELD_SET) {
        record->context_files = params->context_files;
        record->context_files_is = params->context_files.count > 0 ? FIELD_SET : FIELD_ABSENT;
    }
}

static int change(const struct session_update_params *params, struct arena *arena, struct session_record *record)
{
    set_text(params->agent, params->agent_is, &record->agent, &record->agent_is);
    set_text(params->model, params->model_is, &record->model, &record->model_is);
    set_text(params->title, params->title_is, &record->title, &record->title_is);
    if (params->permission_mode_is == FIELD_SET)
        record->permission_mode = params->permission_mode;
    change_terms(params, record);
    change_context(params, record);
    if (params->metadata_is != FIELD_ABSENT)
        return session_metadata_copy(arena, &params->metadata, &record->metadata, &record->metadata_is);
    return 0;
}

static int update(struct store_request *request, struct store_tx *tx)
{
    const struct session_update_params *params = request->call->params;
    struct store_session *session = request->more;
    struct session_record *record = &session->record;
    int r = store_session_find(tx, params->session_id, &request->arena, session);
    if (r < 0)
        return r;
    if (record->state == SESSION_STATE_CLOSED)
        return -ESTALE;
    if (!changes_something(params))
        return 0;
    const struct session_record before = *record;
    r = change(params, &request->arena, record);
    if (r == 0)
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
    const struct store_session *session = request->more;
    if (request->status < 0) {
        session_fail(request, params->session_id);
        return;
    }
    task_session_updated(request->daemon, &session->record);
    (void)session_update_reply(request->call, &session->record);
}

int session_update(struct call *call, const struct session_update_params *params)
{
    if (params->metadata_is == FIELD_SET && !session_metadata_fits(&params->metadata))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.metadata",
                           "Invalid params: params.metadata must have at most 64 KiB of JSON");
    return store_request_write(call, sizeof(struct store_session), update, answer);
}
