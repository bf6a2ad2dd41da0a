/* context:query, context:getRecentActivity and context:getContextCard. Activity is rows of the store; this concern has
 * no state of its own. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "contract/context.h"
#include "daemon/context/card.h"
#include "daemon/store/activity.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

#define SEARCH_NS UINT64_C(100000000)

/* Answers a request that has failed. */
static bool has_failed(const struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the activity: %s", strerror(-request->status));
    return request->status < 0;
}

/* --- context:query --- */

static int search(struct store_request *request, struct store_tx *tx)
{
    const struct context_query_params *params = request->call->params;
    return store_activity_search(tx, ACTIVITY_ALL, params->query, params->limit, clock_monotonic_ns() + SEARCH_NS,
                                 &request->arena, request->more);
}

static void answer_search(struct store_request *request)
{
    const struct store_activities *found = request->more;
    if (!has_failed(request))
        (void)context_query_reply(request->call,
                                  &(struct context_query_result){.results = {found->items, found->count}});
}

int context_query(struct call *call, const struct context_query_params *params)
{
    (void)params;
    return store_request_search(call, sizeof(struct store_activities), search, answer_search);
}

/* --- context:getRecentActivity --- */

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct context_get_recent_activity_params *params = request->call->params;
    int64_t since_ms = INT64_MIN;
    int r = params->since_is == FIELD_SET ? clock_parse_iso(params->since, &since_ms) : 0;
    return r < 0 ? r : store_activity_recent(tx, ACTIVITY_ALL, since_ms, params->limit, &request->arena, request->more);
}

static void answer_list(struct store_request *request)
{
    const struct store_activities *found = request->more;
    if (!has_failed(request))
        (void)context_get_recent_activity_reply(
            request->call, &(struct context_get_recent_activity_result){.activities = {found->items, found->count}});
}

int context_get_recent_activity(struct call *call, const struct context_get_recent_activity_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_activities), list, answer_list);
}

/* --- context:getContextCard --- */

static int make_card(struct store_request *request, struct store_tx *tx)
{
    const struct context_get_context_card_params *params = request->call->params;
    return context_card_make(tx, params->cwd_is == FIELD_SET ? params->cwd : SLICE(""), clock_epoch_ms(),
                             &request->arena, request->more);
}

static void answer_card(struct store_request *request)
{
    if (!has_failed(request))
        (void)context_get_context_card_reply(request->call, request->more);
}

int context_get_context_card(struct call *call, const struct context_get_context_card_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct context_card), make_card, answer_card);
}
