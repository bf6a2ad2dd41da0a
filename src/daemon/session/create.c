/* session.create, and what every way to a new session shares. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/client/client.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- a new session ------------------------------------------------------------------- */

static int give_directory(struct store_request *request, struct store_tx *tx, struct session_record *record)
{
    int r = store_session_name(tx, &request->arena, &record->id);
    if (r == 0 && scratch_make(session_keeper_of(request->daemon), record->id, &request->arena, &record->cwd) < 0)
        r = -ENOTDIR;
    return r;
}

int session_add(struct store_request *request, struct store_tx *tx, struct store_session *session)
{
    bool has_directory = session->record.cwd.size > 0;
    session->record.id = (struct slice){0};
    int r = has_directory ? 0 : give_directory(request, tx, &session->record);
    if (r < 0)
        return r;
    session->record.state = SESSION_STATE_OPEN;
    session->record.created_at = session->record.updated_at = clock_epoch_ms();
    session->record.closed_at_is = FIELD_ABSENT;
    r = store_session_add(tx, &request->arena, session);
    if (r < 0 && !has_directory)
        scratch_unmake(session->record.cwd);
    return r;
}

int session_tell_created(const struct store_request *request, struct store_tx *tx, const struct store_session *session)
{
    int r = session_audit(request, tx, NULL, &session->record);
    if (r < 0)
        return r;
    return store_event_add(tx, &event_session_created_event, session->no, 0,
                           &(struct event_session_created_params){.timestamp = session->record.created_at,
                                                                  .session_id = session->record.id,
                                                                  .session = session->record});
}

int session_fail_directory(struct call *call)
{
    return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                     "no directory can be made for the session in %.512s: see the daemon's log, or name one (cwd)",
                     session_keeper_of(daemon_of(call))->sandbox->scratch_dir);
}

void session_fail(struct store_request *request, struct slice id)
{
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s", SLICE_ARG(id));
    else if (request->status == -ESTALE)
        (void)call_fail(request->call, ERROR_SESSION_CLOSED, "the session %.*s is closed", SLICE_ARG(id));
    else if (request->status == -ENOTDIR)
        (void)session_fail_directory(request->call);
    else
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "session %.*s: %s", SLICE_ARG(id),
                        strerror(-request->status));
}

/* --- session.create ------------------------------------------------------------------ */

/* In request->more. */
struct creating {
    struct store_session session;
    char cwd[PATH_MAX + 1]; /* as far as it goes */
};

static int create(struct store_request *request, struct store_tx *tx)
{
    const struct session_create_params *params = request->call->params;
    struct creating *creating = request->more;
    struct store_session *session = &creating->session;
    bool any = false;
    int r = session_set_options(&request->arena, &session_create_params_shape, params, &session->record, &any);
    session->record.cwd = slice_of(creating->cwd);
    if (r == 0)
        r = session_add(request, tx, session);
    return r < 0 ? r : session_tell_created(request, tx, session);
}

static void answer(struct store_request *request)
{
    const struct creating *creating = request->more;
    if (request->status < 0)
        session_fail(request, SLICE("(new)"));
    else
        (void)session_create_reply(request->call, &creating->session.record);
}

static int create_in(struct call *call, struct slice cwd)
{
    const struct config_settings *settings = session_keeper_of(daemon_of(call))->settings;
    struct creating creating = {
        .session = {.record = {.network = settings->network, .keys = settings->keys.access}},
    };
    if (cwd.size >= sizeof creating.cwd) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "Invalid params: params.cwd is too long");
        return 1;
    }
    slice_copy(creating.cwd, cwd);
    return store_request_write_with(call, &creating, offsetof(struct creating, cwd) + cwd.size + 1, create, answer);
}

int session_create(struct call *call, const struct session_create_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd",
                           "Invalid params: params.cwd must be an absolute path");
    if (params->metadata_is == FIELD_SET && !session_metadata_fits(&params->metadata))
        return session_refuse_metadata(call);
    char problem[256];
    if (params->model_is == FIELD_SET && session_uses_services(params->agent_is, params->agent) &&
        session_model_is_unknown(session_keeper_of(daemon_of(call)), params->model, problem))
        return call_fail(call, ERROR_SERVICE_UNKNOWN, "%s", problem);
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, create_in);
    int r = create_in(call, session_default_directory(session_keeper_of(daemon_of(call))));
    return r < 0 ? r : 0;
}
