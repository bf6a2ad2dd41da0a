/* session.delete: gone for everybody at once; the rows go little by little (src/daemon/db/keeper.c). */
#include <errno.h>

#include "base/clock.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/permissions.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* In request->more. */
struct deleting {
    struct slice directory; /* that was made for it, and that nobody else uses; or empty */
};

/* A fork works where its parent did. */
static int find_directory(struct store_request *request, struct store_tx *tx, struct slice cwd)
{
    struct deleting *deleting = request->more;
    bool used = true;
    int r = scratch_is(session_keeper_of(request->daemon), cwd) ? store_session_uses(tx, cwd, &used) : 0;
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
        r = find_directory(request, tx, session.record.cwd);
    if (r < 0)
        return r;
    return store_event_add(
        tx, &event_session_deleted_event, session.no, 0,
        &(struct event_session_deleted_params){.timestamp = clock_epoch_ms(), .session_id = session.record.id});
}

static void answer(struct store_request *request)
{
    const struct session_delete_params *params = request->call->params;
    const struct deleting *deleting = request->more;
    if (request->status == -EBUSY) {
        (void)call_fail(request->call, ERROR_SESSION_BUSY,
                        "the session %.*s has tasks that wait or are at work; close it first",
                        SLICE_ARG(params->session_id));
    } else if (request->status < 0) {
        session_fail(request, params->session_id);
    } else {
        struct session_keeper *keeper = session_keeper_of(request->daemon);
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
    return store_request_write(call, sizeof(struct deleting), delete_session, answer);
}
