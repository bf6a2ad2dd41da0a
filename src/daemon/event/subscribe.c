/* event.subscribe and event.unsubscribe. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "contract/event.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"

static struct event_selection selection_of(const struct event_subscribe_params *params)
{
    return (struct event_selection){
        .topics = params->topics_is == FIELD_SET ? &params->topics : NULL,
        .session_id = params->session_id_is == FIELD_SET ? params->session_id : SLICE(""),
        .task_id = params->task_id_is == FIELD_SET ? params->task_id : SLICE(""),
    };
}

static int find(struct store_request *request, struct store_tx *tx)
{
    struct event_selection selection = selection_of(request->call->params);
    return event_selection_find(&selection, tx, &request->arena, (void *)request->more);
}

/* Whether it may be made; if not, the call is answered. */
static bool check(struct store_request *request, const struct client *client)
{
    const struct event_subscribe_params *params = request->call->params;
    struct event_selection selection = selection_of(params);
    int64_t most = event_hub_of(request->daemon)->settings->limits.subscriptions;
    if (request->status < 0) {
        event_selection_fail(&selection, (const void *)request->more, request->call);
        return false;
    }
    if (!event_check_epoch(request->call, params->epoch_is, params->epoch, store_position(request->store)))
        return false;
    if (client->events->made_count >= (uint64_t)most) {
        (void)call_fail(request->call, ERROR_TOO_MANY_SUBSCRIPTIONS,
                        "this connection has %zu subscriptions already; limits.subscriptions says how many it may have",
                        client->events->made_count);
        return false;
    }
    return true;
}

/* Where it begins, as the answer says it. */
static struct event_subscribe_result begin(struct subscription *subscription, struct event_hub *hub,
                                           const struct event_subscribe_params *params)
{
    const struct store_position *position = store_position(hub->store);
    int64_t from = position->last + 1;
    struct event_gap gap = {0};
    if (params->from_seq_is == FIELD_SET)
        gap = event_begin(position, params->from_seq, &from);
    (void)snprintf(subscription->id, sizeof subscription->id, "sub_%llu", (unsigned long long)++hub->last_id);
    subscription->cursor = subscription->told = from - 1;
    subscription->replays = from <= position->last;
    subscription->owes_live = params->from_seq_is == FIELD_SET;
    return (struct event_subscribe_result){
        .subscription_id = slice_of(subscription->id),
        .epoch = slice_of(position->epoch),
        .from_seq = from,
        .gap = gap,
        .gap_is = gap.to_seq > 0 ? FIELD_SET : FIELD_ABSENT,
    };
}

/* It is answered first, and only then gets events. */
static void answer(struct store_request *request)
{
    if (request->call->answered) /* nobody is there any more */
        return;
    struct client *client = client_of(request->call);
    if (!check(request, client))
        return;
    struct subscription *subscription = calloc(1, sizeof *subscription);
    if (!subscription) {
        (void)store_fail_call(request->store, request->call, -ENOMEM);
        return;
    }
    struct event_subscribe_result result = begin(subscription, event_hub_of(request->daemon), request->call->params);
    subscription->filter = *(const struct store_event_filter *)(const void *)request->more;
    if (event_subscribe_reply(request->call, &result) < 0) {
        free(subscription);
        return;
    }
    event_client_add(client, subscription);
    if (subscription->replays || subscription_tell_if_due(subscription, subscription->cursor, true) == 0)
        event_client_go_on(client);
}

int event_subscribe(struct call *call, const struct event_subscribe_params *params)
{
    struct event_selection selection = selection_of(params);
    if (!event_selection_check(&selection, call))
        return 0;
    return store_request_read(call, sizeof(struct store_event_filter), find, answer);
}

int event_unsubscribe(struct call *call, const struct event_unsubscribe_params *params)
{
    struct client *client = client_of(call);
    struct list *all = &client->events->subscriptions;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!event_client_owns(subscription) && slice_is(params->subscription_id, subscription->id)) {
            event_client_remove(subscription);
            return event_unsubscribe_reply(call, &(struct event_unsubscribe_result){.unsubscribed = true});
        }
    }
    return call_fail(call, ERROR_SUBSCRIPTION_NOT_FOUND, "this connection has no subscription %.*s",
                     SLICE_ARG(params->subscription_id));
}
