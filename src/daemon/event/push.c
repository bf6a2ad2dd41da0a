/* Live: the events of each group, to whoever follows them. */
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "rpc/peer.h"

enum { RUN_BYTES = 64 << 10 }; /* of lines that are pushed together */

void event_hub_init(struct event_hub *hub, struct clients *clients, struct store *store, struct rpc *rpc,
                    const struct config_settings *settings)
{
    *hub = (struct event_hub){
        .store = store,
        .rpc = rpc,
        .settings = settings,
        .part = {.opened = event_client_open,
                 .closed = event_client_close,
                 .drained = event_client_drained,
                 .write = event_client_export,
                 .take = event_client_import},
    };
    client_add_part(clients, &hub->part);
    list_init(&hub->clients);
}

size_t event_high_mark(const struct rpc_limits *limits)
{
    size_t most = limits->output_bytes / 4;
    return most < SUBSCRIPTION_HIGH ? most : SUBSCRIPTION_HIGH;
}

/* Whether any of the live ones lets it pass. */
static bool matches(const struct event_client *client, const struct store_event *event)
{
    bool wanted = false;
    for (struct list *link = client->subscriptions.next; link != &client->subscriptions; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->replays &&
            subscription_matches(&subscription->filter, event->kind, event->session, event->task)) {
            subscription->told = event->seq;
            wanted = true;
        }
    }
    return wanted;
}

static void tell_where_they_stand(struct client *client, int64_t seq)
{
    struct list *all = &client->events->subscriptions;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->replays && subscription_tell_if_due(subscription, seq, true) < 0)
            return;
    }
}

/* The lines of a group lie one behind the other: those that follow each other and all match leave together. */
static int push_run(struct peer *peer, struct slice *run)
{
    struct slice lines = *run;
    *run = (struct slice){0};
    return lines.size > 0 ? peer_push_lines(peer, lines) : 0;
}

static void push_to(struct client *client, const struct store_event *events, size_t count)
{
    struct peer *peer = client->peer;
    struct slice run = {0};
    size_t high = event_high_mark(&peer->rpc->limits);
    for (size_t i = 0; i < count; i++) {
        bool wanted = matches(client->events, &events[i]);
        bool enough = run.size > RUN_BYTES || peer_unsent(peer) + run.size > high;
        if ((!wanted || enough) && push_run(peer, &run) < 0)
            return;
        if (!wanted)
            continue;
        if (run.size == 0 && peer_unsent(peer) > high) {
            client->events->behind = true;
            client->events->cursor = events[i].seq - 1;
            event_client_go_on(client);
            return;
        }
        run = (struct slice){run.size > 0 ? run.data : events[i].line.data, run.size + events[i].line.size};
    }
    if (push_run(peer, &run) == 0)
        tell_where_they_stand(client, events[count - 1].seq);
}

void event_push(struct event_hub *hub, const struct store_event *events, size_t count)
{
    const struct list *all = &hub->clients;
    for (struct list *link = all->next; link != all && count > 0; link = link->next) {
        struct client *client = list_member(link, struct event_client, link)->client;
        if (!client->events->behind)
            push_to(client, events, count);
    }
}
