/* session.get and session.list. */
#include "contract/session.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { PAGE_BYTES = 1 << 20 };

/* --- session.get --------------------------------------------------------------------- */

static int find(struct store_request *request, struct store_tx *tx)
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
    return store_request_read(call, sizeof(struct store_session), find, answer_get);
}

/* --- session.list -------------------------------------------------------------------- */

/* The commands and models of an agent are many, and of no use in a list. */
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
