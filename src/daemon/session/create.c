/* session.create, and what every way to a new session shares. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "contract/session.h"
#include "daemon/client.h"
#include "daemon/daemon.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- a new session ------------------------------------------------------------------- */

int session_resolve(struct arena *arena, struct slice *cwd)
{
    autofree char *path = strndup(cwd->data, cwd->size), *real = path ? realpath(path, NULL) : NULL;
    if (!real)
        return path && errno != ENOMEM ? 0 : -ENOMEM;
    *cwd = arena_copy(arena, slice_of(real));
    return cwd->data ? 0 : -ENOMEM;
}

int session_add(struct store_tx *tx, struct arena *arena, struct store_session *session)
{
    int r = session_resolve(arena, &session->record.cwd);
    if (r < 0)
        return r;
    session->record.state = SESSION_STATE_OPEN;
    session->record.created_at = session->record.updated_at = clock_epoch_ms();
    session->record.closed_at_is = FIELD_ABSENT;
    return store_session_add(tx, arena, session);
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

void session_fail(struct store_request *request, struct slice id)
{
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s", SLICE_ARG(id));
    else if (request->status == -ESTALE)
        (void)call_fail(request->call, ERROR_SESSION_CLOSED, "the session %.*s is closed", SLICE_ARG(id));
    else
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "session %.*s: %s", SLICE_ARG(id),
                        strerror(-request->status));
}

/* --- session.create ------------------------------------------------------------------ */

static int create(struct store_request *request, struct store_tx *tx)
{
    const struct session_create_params *params = request->call->params;
    struct store_session *session = request->more;
    bool any = false;
    int r = session_set_options(&request->arena, &session_create_params_shape, params, &session->record, &any);
    if (r == 0)
        r = session_add(tx, &request->arena, session);
    return r < 0 ? r : session_tell_created(request, tx, session);
}

static void answer(struct store_request *request)
{
    const struct store_session *session = request->more;
    if (request->status < 0)
        session_fail(request, SLICE("(new)"));
    else
        (void)session_create_reply(request->call, &session->record);
}

int session_create(struct call *call, const struct session_create_params *params)
{
    if (params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd",
                           "Invalid params: params.cwd must be an absolute path");
    if (params->metadata_is == FIELD_SET && !session_metadata_fits(&params->metadata))
        return session_refuse_metadata(call);
    const struct config_settings *settings = &client_of(call)->daemon->config.settings;
    const struct store_session session = {.record = {.network = settings->network, .keys = settings->keys.access}};
    return store_request_write_with(call, &session, sizeof session, create, answer);
}
