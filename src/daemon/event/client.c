/* The subscriptions of one client. */
#include <errno.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/permission.h"
#include "contract/task.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"

/* What every client hears of that has asked for nothing. */
static const struct event_type *const life_cycle[] = {
    &event_task_queued_event,    &event_task_started_event, &event_task_updated_event,
    &event_task_completed_event, &event_task_failed_event,  &event_task_cancelled_event,
};

int64_t event_last_pushed(const struct event_hub *hub)
{
    return store_is_open(hub->store) ? store_position(hub->store)->last : 0;
}

static const struct event_type *const approval[] = {&event_permission_requested_event,
                                                    &event_permission_resolved_event};

static void begin(struct client *client, struct subscription *own, const struct event_type *const *types, size_t count)
{
    *own = (struct subscription){.client = client};
    own->cursor = own->told = event_last_pushed(client->events->hub);
    for (size_t i = 0; i < count; i++)
        for (unsigned kind = 0; kind < contract_event_count; kind++)
            if (contract_events[kind] == types[i])
                store_kinds_add(&own->filter.kinds, kind);
    subscription_opt_out(own);
    list_append(&client->events->subscriptions, &own->link);
}

static void begin_implied(struct client *client)
{
    begin(client, &client->events->implied, life_cycle, sizeof life_cycle / sizeof *life_cycle);
}

void event_client_approves(struct client *client)
{
    begin(client, &client->events->approval, approval, sizeof approval / sizeof *approval);
}

bool event_client_owns(const struct subscription *subscription)
{
    const struct event_client *events = subscription->client->events;
    return subscription == &events->implied || subscription == &events->approval;
}

size_t event_client_count(const struct event_client *events)
{
    size_t count = 0;
    for (const struct list *link = events->subscriptions.next; link != &events->subscriptions; link = link->next)
        count++;
    return count;
}

/* Those that are left may have begun later than the one that has gone. */
static void settle_cursor(struct client *client)
{
    struct event_client *events = client->events;
    int64_t from = INT64_MAX;
    if (!events->behind)
        return;
    for (struct list *link = events->subscriptions.next; link != &events->subscriptions; link = link->next) {
        const struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->replays && subscription->cursor < from)
            from = subscription->cursor;
    }
    if (from >= event_last_pushed(client->events->hub))
        events->behind = false;
    else if (from > events->cursor)
        events->cursor = from;
}

static void leave(struct subscription *subscription)
{
    event_page_drop(subscription);
    list_remove(&subscription->link);
    settle_cursor(subscription->client);
}

void event_client_add(struct client *client, struct subscription *subscription)
{
    struct event_client *events = client->events;
    subscription->client = client;
    subscription_opt_out(subscription);
    list_append(&events->subscriptions, &subscription->link);
    if (events->made_count++ == 0)
        leave(&events->implied);
}

void event_client_remove(struct subscription *subscription)
{
    struct client *client = subscription->client;
    leave(subscription);
    free(subscription);
    if (--client->events->made_count == 0)
        begin_implied(client);
}

static void on_retry(struct deadline *deadline)
{
    event_client_go_on(list_member(deadline, struct event_client, retry)->client);
}

int event_client_init(struct client *client)
{
    struct event_hub *hub = event_hub_of(client->daemon);
    struct event_client *events = malloc(sizeof *events);
    if (!events)
        return -ENOMEM;
    *events = (struct event_client){.hub = hub, .client = client, .retry.expired = on_retry};
    list_init(&events->subscriptions);
    list_append(&hub->clients, &events->link);
    client->events = events;
    return 0;
}

int event_client_open(struct client *client)
{
    int r = event_client_init(client);
    if (r == 0)
        begin_implied(client);
    return r;
}

void event_client_close(struct client *client)
{
    struct event_client *events = client->events;
    if (!events)
        return;
    list_remove(&events->link);
    timers_unset(&client->events->hub->rpc->timers, &events->retry);
    event_page_abandon(events->page);
    events->page = NULL;
    while (!list_is_empty(&events->subscriptions)) {
        struct subscription *subscription = list_member(events->subscriptions.next, struct subscription, link);
        list_remove(&subscription->link);
        if (!event_client_owns(subscription))
            free(subscription);
    }
    free(events);
    client->events = NULL;
}

void event_client_opted_out(struct client *client)
{
    struct list *all = &client->events->subscriptions;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        subscription_opt_out(subscription);
        event_page_drop(subscription);
    }
}
