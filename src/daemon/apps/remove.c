/* apps:remove. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "contract/apps.h"
#include "contract/session.h"
#include "daemon/apps/apps.h"
#include "daemon/apps/events.h"
#include "daemon/apps/files.h"
#include "daemon/store/apps.h"
#include "daemon/store/permissions.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* An app may have many sessions. Each change deletes some, and lets others go between. */
enum { SOME = 100, SOME_BYTES = 4 << 20 };

struct removed_session {
    struct slice id;
    struct slice directory; /* of its own; empty: none, or another session uses it */
};

struct removing {
    struct apps *apps;
    struct store_app app;
    struct removed_session sessions[SOME];
    size_t count;
    bool has_begun;    /* a change before this one has removed sessions */
    bool is_last;      /* the app itself was removed too */
    struct slice busy; /* a session with a task that has not ended */
};

/* --- on the writer thread --- */

static int remove_session(struct removing *removing, struct store_request *request, struct store_tx *tx,
                          struct slice id)
{
    struct removed_session *removed = &removing->sessions[removing->count];
    struct store_session session;
    bool used = true;
    int r = store_session_find(tx, id, &request->arena, &session);
    if (r == 0)
        r = store_session_remove(tx, session.no);
    if (r == -EBUSY)
        removing->busy = session.record.id;
    if (r == 0)
        r = store_rule_remove_session(tx, session.no);
    if (r == 0 && scratch_is(removing->apps->sessions, session.record.cwd))
        r = store_session_uses(tx, session.record.cwd, &used);
    if (r < 0)
        return r;
    *removed = (struct removed_session){.id = session.record.id};
    if (!used)
        removed->directory = session.record.cwd;
    removing->count++;
    return store_event_add(
        tx, &event_session_deleted_event, session.no, 0,
        &(struct event_session_deleted_params){.timestamp = clock_epoch_ms(), .session_id = session.record.id});
}

static int remove_some(struct store_request *request, struct store_tx *tx)
{
    const struct apps_remove_params *params = request->call->params;
    struct removing *removing = request->more;
    struct store_session_filter filter = {.app_id = params->app_id, .limit = SOME, .bytes = SOME_BYTES};
    struct store_sessions sessions = {0};
    removing->count = 0;
    int r = store_app_find(tx, params->app_id, &request->arena, &removing->app);
    if (r == 0 && !removing->has_begun) /* all or nothing, as far as one can tell before */
        r = store_session_busy_of_app(tx, params->app_id, &request->arena, &removing->busy);
    if (r == 0)
        r = store_session_list(tx, &filter, &request->arena, &sessions);
    for (size_t i = 0; r == 0 && i < sessions.count; i++)
        r = remove_session(removing, request, tx, sessions.items[i].id);
    removing->is_last = r == 0 && sessions.count == 0;
    if (!removing->is_last)
        return r;
    r = store_app_remove(tx, params->app_id);
    if (r == 0)
        r = apps_event_add(tx, params->app_id, EVENT_APPS_CHANGED_PARAMS_CHANGE_REMOVED, NULL);
    return r < 0 ? r : apps_audit_add(tx, &request->actor, "app.removed", &removing->app.record);
}

/* --- on the loop --- */

static void forget_sessions(const struct removing *removing)
{
    struct session_keeper *keeper = removing->apps->sessions;
    for (size_t i = 0; i < removing->count; i++) {
        session_over(keeper, removing->sessions[i].id);
        if (removing->sessions[i].directory.size > 0)
            scratch_remove(keeper, removing->sessions[i].directory);
    }
    if (removing->count > 0)
        session_deleted(keeper);
}

static void on_removed(void *user)
{
    (void)apps_remove_reply(user, &(struct apps_remove_result){.success = true});
    (void)call_drop(user);
}

static void answer_remove(struct store_request *request)
{
    const struct apps_remove_params *params = request->call->params;
    struct removing *removing = request->more;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_APP_NOT_FOUND, "no app %.*s is installed", SLICE_ARG(params->app_id));
    } else if (request->status == -EBUSY) {
        (void)call_fail(request->call, ERROR_SESSION_BUSY,
                        "session %.*s of the app has queued or running tasks; close it first: weir session close %.*s",
                        SLICE_ARG(removing->busy), SLICE_ARG(removing->busy));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the app: %s", strerror(-request->status));
    } else if (!removing->is_last) {
        forget_sessions(removing);
        removing->has_begun = true;
        store_request_again(request);
    } else {
        apps_disconnect(removing->apps, params->app_id, "the app was removed");
        apps_files_remove(removing->apps, removing->app.directory, on_removed, store_request_keep_call(request));
    }
}

int apps_remove(struct call *call, const struct apps_remove_params *params)
{
    const struct removing removing = {.apps = apps_of(call)};
    (void)params;
    return store_request_write_with(call, &removing, sizeof removing, remove_some, answer_remove);
}
