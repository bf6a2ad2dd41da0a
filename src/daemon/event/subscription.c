#include "daemon/event/subscription.h"
#include "daemon/event/event.h"

#include "contract/all.h"
#include "contract/event.h"
#include "daemon/client/client.h"
#include "rpc/peer.h"

enum { LINE_BYTES = 1024 };

void subscription_opt_out(struct subscription *subscription)
{
    struct store_event_filter *filter = &subscription->filter;
    if (!subscription->client->opted_out)
        return;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (filter->all_kinds)
            store_kinds_add(&filter->kinds, kind);
    filter->all_kinds = false;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (!client_wants(subscription->client, contract_events[kind]))
            store_kinds_remove(&filter->kinds, kind);
}

int subscription_tell(struct subscription *subscription, int64_t seq, bool live, const struct event_gap *gap)
{
    const struct client *client = subscription->client;
    subscription->told = seq;
    subscription->owes_live = !live;
    if (!subscription->id[0] || !client_wants(client, &event_cursor_event))
        return 0;
    struct event_cursor_params params = {
        .subscription_id = slice_of(subscription->id),
        .seq = seq,
        .epoch = slice_of(store_position(client->events->hub->store)->epoch),
        .live = live,
    };
    if (gap) {
        params.gap = *gap;
        params.gap_is = FIELD_SET;
    }
    struct buf line = BUF_LIMITED(LINE_BYTES);
    int r = rpc_format_event(&line, &event_cursor_event, &params);
    if (r == 0)
        r = peer_push(client->peer, buf_slice(&line));
    else
        peer_cut(client->peer, "no memory to say where its subscription stands");
    buf_clear(&line);
    return r;
}

int subscription_tell_if_due(struct subscription *subscription, int64_t seq, bool live)
{
    bool due = (live && subscription->owes_live) || seq - subscription->told >= SUBSCRIPTION_TELL;
    return due ? subscription_tell(subscription, seq, live, NULL) : 0;
}
