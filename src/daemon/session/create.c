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
#include "json/write.h"

/* --- metadata ------------------------------------------------------------------------ */

/* The limit comes from the buffer: what is longer is not even written to its end. */
static int write_metadata(const struct json_any *metadata, struct buf *text)
{
    *text = (struct buf)BUF_LIMITED(SESSION_METADATA_MAX);
    return json_write_any(text, metadata);
}

bool session_metadata_fits(const struct json_any *metadata)
{
    struct buf text;
    int r = write_metadata(metadata, &text);
    buf_clear(&text);
    return r != -ENOBUFS;
}

int session_metadata_copy(struct arena *arena, const struct json_any *metadata, struct json_any *ret_metadata,
                          enum field_is *ret_is)
{
    struct buf text;
    int r = write_metadata(metadata, &text);
    if (r == 0 && slice_is(buf_slice(&text), "null")) {
        *ret_metadata = (struct json_any){0};
        *ret_is = FIELD_ABSENT;
    } else if (r == 0) {
        struct slice copy = arena_copy(arena, buf_slice(&text));
        r = copy.data ? 0 : -ENOMEM;
        if (r == 0) {
            *ret_metadata = (struct json_any){.text = copy};
            *ret_is = FIELD_SET;
        }
    }
    buf_clear(&text);
    return r;
}

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
    struct session_record *record = &session->record;
    int r = 0;
    *record = (struct session_record){
        .network = params->network_is == FIELD_SET ? params->network : record->network,
        .keys = params->keys_is == FIELD_SET ? params->keys : record->keys,
        .services = params->services,
        .services_is = params->services_is,
        .permission_timeout_ms = params->permission_timeout_ms,
        .permission_timeout_ms_is = params->permission_timeout_ms_is,
        .budget = params->budget,
        .budget_is = params->budget_is,
        .thinking_tokens = params->thinking_tokens,
        .thinking_tokens_is = params->thinking_tokens_is,
        .context_files = params->context_files,
        .context_files_is = params->context_files_is,
        .cwd = params->cwd,
        .permission_mode = params->permission_mode,
        .agent = params->agent,
        .agent_is = params->agent_is,
        .model = params->model,
        .model_is = params->model_is,
        .title = params->title,
        .title_is = params->title_is,
    };
    if (params->metadata_is == FIELD_SET)
        r = session_metadata_copy(&request->arena, &params->metadata, &record->metadata, &record->metadata_is);
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
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.metadata",
                           "Invalid params: params.metadata must have at most 64 KiB of JSON");
    const struct config_settings *settings = &client_of(call)->daemon->config.settings;
    const struct store_session session = {.record = {.network = settings->network, .keys = settings->keys.access}};
    return store_request_write_with(call, &session, sizeof session, create, answer);
}
