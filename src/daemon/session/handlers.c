/* session.create, get, list, update, fork, reopen and delete. session.close is in src/daemon/task/cancel.c. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/client/client.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/apps.h"
#include "daemon/store/permissions.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- new sessions --- */

static int create_directory(const struct session_keeper *keeper, struct store_tx *tx, struct arena *arena,
                            struct session_record *record)
{
    int r = store_session_name(tx, arena, &record->id);
    if (r == 0 && scratch_make(keeper, record->id, arena, &record->cwd) < 0)
        r = -ENOTDIR;
    return r;
}

int session_add(const struct session_keeper *keeper, struct store_tx *tx, struct arena *arena,
                struct store_session *session)
{
    bool has_directory = session->record.cwd.size > 0;
    session->record.id = (struct slice){0};
    int r = has_directory ? 0 : create_directory(keeper, tx, arena, &session->record);
    if (r < 0)
        return r;
    session->record.state = SESSION_STATE_OPEN;
    session->record.created_at = session->record.updated_at = clock_epoch_ms();
    session->record.closed_at_is = FIELD_ABSENT;
    r = store_session_add(tx, arena, session);
    if (r < 0 && !has_directory)
        scratch_unmake(session->record.cwd);
    return r;
}

int session_add_created_event(struct store_tx *tx, const struct audit_note *actor, const struct store_session *session)
{
    int r = session_audit(tx, actor, NULL, &session->record);
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
                     "cannot create a directory for the session in %.512s; see the daemon's log, or pass cwd",
                     session_keeper_of(call)->sandbox->scratch_dir);
}

void session_fail(struct store_request *request, struct slice id)
{
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(id));
    else if (request->status == -ESTALE)
        (void)call_fail(request->call, ERROR_SESSION_CLOSED, "session %.*s is closed", SLICE_ARG(id));
    else if (request->status == -ENOTDIR)
        (void)session_fail_directory(request->call);
    else
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "session %.*s: %s", SLICE_ARG(id),
                        strerror(-request->status));
}

/* --- session.create --- */

/* stored in request->more */
struct creating {
    struct store_session session;
    char cwd[PATH_MAX + 1]; /* only the used part is copied */
};

static int create(struct store_request *request, struct store_tx *tx)
{
    const struct session_create_params *params = request->call->params;
    struct creating *creating = request->more;
    struct store_session *session = &creating->session;
    struct store_app app;
    bool any = false;
    int r = params->app_id_is == FIELD_SET ? store_app_find(tx, params->app_id, &request->arena, &app) : 0;
    if (r < 0)
        return r == -ENOENT ? -ENXIO : r;
    r = session_set_options(&request->arena, &session_create_params_shape, params, &session->record, &any);
    session->record.cwd = slice_of(creating->cwd);
    if (r == 0)
        r = session_add(session_keeper_of(request->call), tx, &request->arena, session);
    return r < 0 ? r : session_add_created_event(tx, &request->actor, session);
}

static void answer_create(struct store_request *request)
{
    const struct session_create_params *params = request->call->params;
    const struct creating *creating = request->more;
    if (request->status == -ENXIO)
        (void)call_fail(request->call, ERROR_APP_NOT_FOUND, "no app %.*s is installed; see: weir apps list",
                        SLICE_ARG(params->app_id));
    else if (request->status < 0)
        session_fail(request, SLICE("(new)"));
    else
        (void)session_create_reply(request->call, &creating->session.record);
}

static int create_in(struct call *call, struct slice cwd)
{
    const struct config_settings *settings = session_keeper_of(call)->settings;
    struct creating creating = {
        .session = {.record = {.network = settings->network, .keys = settings->keys.access}},
    };
    if (cwd.size >= sizeof creating.cwd) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "Invalid params: params.cwd is too long");
        return 1;
    }
    slice_copy(creating.cwd, cwd);
    return store_request_write_with(call, &creating, offsetof(struct creating, cwd) + cwd.size + 1, create,
                                    answer_create);
}

int session_create(struct call *call, const struct session_create_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd",
                           "Invalid params: params.cwd must be an absolute path");
    const char *wrong = params->metadata_is == FIELD_SET ? session_metadata_problem(&params->metadata) : NULL;
    if (wrong)
        return session_refuse_metadata(call, wrong);
    char problem[256];
    if (params->model_is == FIELD_SET && session_uses_services(params->agent_is, params->agent) &&
        session_model_is_unknown(session_keeper_of(call), params->model, problem))
        return call_fail(call, ERROR_SERVICE_UNKNOWN, "%s", problem);
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, create_in);
    int r = create_in(call, session_default_directory(session_keeper_of(call)));
    return r < 0 ? r : 0;
}

enum { PAGE_BYTES = 1 << 20 };

/* --- session.get --- */

static int find_session(struct store_request *request, struct store_tx *tx)
{
    const struct session_get_params *params = request->call->params;
    return store_session_find(tx, params->session_id, &request->arena, request->more);
}

static void answer_get(struct store_request *request)
{
    const struct session_get_params *params = request->call->params;
    const struct store_session *session = request->more;
    if (request->status < 0)
        session_fail(request, params->session_id);
    else
        (void)session_get_reply(request->call, &session->record);
}

int session_get(struct call *call, const struct session_get_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_session), find_session, answer_get);
}

/* --- session.list --- */

/* Lists of commands and models are long and of no use here. */
static int list(struct store_request *request, struct store_tx *tx)
{
    const struct session_list_params *params = request->call->params;
    struct store_session_filter filter = {
        .has_state = params->state_is == FIELD_SET,
        .state = params->state,
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    if (params->after_is == FIELD_SET)
        filter.after = params->after;
    if (params->app_id_is == FIELD_SET)
        filter.app_id = params->app_id;
    struct store_sessions *sessions = request->more;
    int r = store_session_list(tx, &filter, &request->arena, sessions);
    for (size_t i = 0; r == 0 && i < sessions->count; i++)
        sessions->items[i].agent_commands_is = sessions->items[i].agent_models_is = FIELD_ABSENT;
    return r;
}

static void answer_list(struct store_request *request)
{
    const struct store_sessions *sessions = request->more;
    if (request->status < 0)
        session_fail(request, SLICE("(list)"));
    else
        (void)session_list_reply(request->call, &(struct session_list_result){sessions->items, sessions->count});
}

int session_list(struct call *call, const struct session_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_sessions), list, answer_list);
}

/* --- session.update --- */

/* stored in request->more */
struct updating {
    struct store_session session;
    char problem[256]; /* the new model names an unknown service; or empty */
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
    r = session_audit(tx, &request->actor, &before, record);
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

static void answer_update(struct store_request *request)
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
    session_updated(session_keeper_of(request->call), &updating->session.record);
    (void)session_update_reply(request->call, &updating->session.record);
}

int session_update(struct call *call, const struct session_update_params *params)
{
    const char *wrong = params->metadata_is == FIELD_SET ? session_metadata_problem(&params->metadata) : NULL;
    if (wrong)
        return session_refuse_metadata(call, wrong);
    struct updating updating = {.problem = ""};
    if (params->model_is == FIELD_SET)
        (void)session_model_is_unknown(session_keeper_of(call), params->model, updating.problem);
    int r = store_request_write_with(call, &updating, sizeof updating, update, answer_update);
    return r < 0 ? r : 0;
}

/* --- session.fork --- */

struct forking {
    struct store_session fork;
    bool parent_found; /* so -ENOENT means that the event is missing */
};

/* The parent's strings are in the request's arena and live as long as the fork's record. */
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
    record->close_when_idle_is = FIELD_ABSENT; /* a person created the fork and wants to keep it */
    record->sandbox_is = FIELD_ABSENT;         /* nothing was started in it yet */
    record->last_task_at_is = record->last_agent_is = FIELD_ABSENT;
    record->app_id_is = FIELD_ABSENT; /* it is the person's, and stays when the app is removed */
    if (params->title_is != FIELD_ABSENT) {
        record->title = params->title;
        record->title_is = params->title_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT;
    }
    int r = session_add(session_keeper_of(request->call), tx, &request->arena, &forking->fork);
    if (r == 0)
        r = store_session_inherit(tx, forking->fork.no, parent->no, params->at_seq_is == FIELD_SET ? params->at_seq : 0,
                                  &seq);
    if (r < 0)
        return r;
    record->fork_seq = seq;
    record->fork_seq_is = seq > 0 ? FIELD_SET : FIELD_ABSENT; /* retention may have removed the whole history */
    return session_add_created_event(tx, &request->actor, &forking->fork);
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

static void answer_fork(struct store_request *request)
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
    return store_request_write(call, sizeof(struct forking), fork_session, answer_fork);
}

/* --- session.reopen --- */

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

static void answer_reopen(struct store_request *request)
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
    return store_request_write(call, sizeof(struct store_session), reopen, answer_reopen);
}

/* --- session.delete; db/retention.c removes the rows in small steps --- */

/* stored in request->more */
struct deleting {
    struct slice directory; /* a directory of its own that no other session uses; or empty */
};

/* A fork works in the same directory as its parent. */
static int find_unused_directory(struct store_request *request, struct store_tx *tx, struct slice cwd)
{
    struct deleting *deleting = request->more;
    bool used = true;
    int r = scratch_is(session_keeper_of(request->call), cwd) ? store_session_uses(tx, cwd, &used) : 0;
    deleting->directory = (struct slice){0};
    if (!used)
        deleting->directory = cwd;
    return r;
}

static int delete_session(struct store_request *request, struct store_tx *tx)
{
    const struct session_delete_params *params = request->call->params;
    struct store_session session;
    int r = store_session_find(tx, params->session_id, &request->arena, &session);
    if (r == 0)
        r = store_session_remove(tx, session.no);
    if (r == 0)
        r = store_rule_remove_session(tx, session.no);
    if (r == 0)
        r = find_unused_directory(request, tx, session.record.cwd);
    if (r < 0)
        return r;
    return store_event_add(
        tx, &event_session_deleted_event, session.no, 0,
        &(struct event_session_deleted_params){.timestamp = clock_epoch_ms(), .session_id = session.record.id});
}

static void answer_delete(struct store_request *request)
{
    const struct session_delete_params *params = request->call->params;
    const struct deleting *deleting = request->more;
    if (request->status == -EBUSY) {
        (void)call_fail(request->call, ERROR_SESSION_BUSY, "session %.*s has queued or running tasks; close it first",
                        SLICE_ARG(params->session_id));
    } else if (request->status < 0) {
        session_fail(request, params->session_id);
    } else {
        struct session_keeper *keeper = session_keeper_of(request->call);
        session_over(keeper, params->session_id);
        session_deleted(keeper);
        if (deleting->directory.size > 0)
            scratch_remove(keeper, deleting->directory);
        (void)session_delete_reply(request->call, &(struct session_delete_result){.deleted = true});
    }
}

int session_delete(struct call *call, const struct session_delete_params *params)
{
    (void)params;
    return store_request_write(call, sizeof(struct deleting), delete_session, answer_delete);
}
