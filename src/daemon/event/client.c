/* Manages the subscriptions of a client: adding, removing, reporting their cursors, and the handover to the
 * next program. */
#include <errno.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/event.h"
#include "contract/handover_types.h"
#include "contract/permission.h"
#include "contract/question.h"
#include "contract/task.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "rpc/peer.h"

enum { CURSOR_LINE_BYTES = 1024 };

static void remove_unwanted_kinds(struct subscription *subscription)
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
    subscription->announced = seq;
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
    struct buf line = BUF_LIMITED(CURSOR_LINE_BYTES);
    int r = rpc_format_event(&line, &event_cursor_event, &params);
    if (r == 0)
        r = peer_push(client->peer, buf_slice(&line));
    else
        peer_cut(client->peer, "out of memory for event.cursor");
    buf_clear(&line);
    return r;
}

int subscription_tell_if_due(struct subscription *subscription, int64_t seq, bool live)
{
    bool due = (live && subscription->owes_live) || seq - subscription->announced >= SUBSCRIPTION_TELL;
    return due ? subscription_tell(subscription, seq, live, NULL) : 0;
}

/* --- subscriptions of a client --- */

/* The events that a client receives without any subscription of its own. */
static const struct event_type *const life_cycle[] = {
    &event_task_queued_event,    &event_task_started_event, &event_task_updated_event,
    &event_task_completed_event, &event_task_failed_event,  &event_task_cancelled_event,
};

int64_t event_last_pushed(const struct event_hub *hub)
{
    return store_is_open(hub->store) ? store_position(hub->store)->last : 0;
}

static const struct event_type *const approval_types[] = {
    &event_permission_requested_event,
    &event_permission_resolved_event,
    &event_question_asked_event,
    &event_question_answered_event,
};

static void begin(struct client *client, struct subscription *own, const struct event_type *const *types, size_t count)
{
    *own = (struct subscription){.client = client};
    own->cursor = own->announced = event_last_pushed(client->events->hub);
    for (size_t i = 0; i < count; i++)
        for (unsigned kind = 0; kind < contract_event_count; kind++)
            if (contract_events[kind] == types[i])
                store_kinds_add(&own->filter.kinds, kind);
    remove_unwanted_kinds(own);
    list_append(&client->events->subscriptions, &own->link);
}

static void begin_implied(struct client *client)
{
    begin(client, &client->events->implied, life_cycle, sizeof life_cycle / sizeof *life_cycle);
}

void event_client_approves(struct client *client)
{
    begin(client, &client->events->approval, approval_types, sizeof approval_types / sizeof *approval_types);
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

/* The remaining live subscriptions may have started later than the removed one. */
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
    remove_unwanted_kinds(subscription);
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

static int client_init(struct event_hub *hub, struct client *client)
{
    struct event_client *events = malloc(sizeof *events);
    if (!events)
        return -ENOMEM;
    *events = (struct event_client){.hub = hub, .client = client, .retry.expired = on_retry};
    list_init(&events->subscriptions);
    list_append(&hub->clients, &events->link);
    client->events = events;
    return 0;
}

int event_client_open(void *hub, struct client *client)
{
    int r = client_init(hub, client);
    if (r == 0)
        begin_implied(client);
    return r;
}

void event_client_close(void *hub, struct client *client)
{
    (void)hub;
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
        remove_unwanted_kinds(subscription);
        event_page_drop(subscription);
    }
}

/* --- handover --- */

/* Subscription ids start with "sub_", so this cannot be one. */
#define APPROVAL SLICE("approval")

/* --- export --- */

static int export_kinds(const struct store_kinds *kinds, struct arena *arena, struct handover_subscription_kinds *ret)
{
    *ret = (struct handover_subscription_kinds){
        .items = arena_zeroed(arena, (contract_event_count + 1) * sizeof(struct slice))};
    if (!ret->items)
        return -ENOMEM;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (store_kinds_has(kinds, kind))
            ret->items[ret->count++] = contract_events[kind]->name;
    return 0;
}

static int export_one(const struct subscription *subscription, struct arena *arena, struct handover_subscription *ret)
{
    const struct store_event_filter *filter = &subscription->filter;
    *ret = (struct handover_subscription){
        .id = subscription == &subscription->client->events->approval ? APPROVAL : slice_of(subscription->id),
        .all_kinds = filter->all_kinds,
        .session = filter->session,
        .task = filter->task,
        .replays = subscription->replays,
        .owes_live = subscription->owes_live,
        .cursor = subscription->cursor,
        .told = subscription->announced,
    };
    return export_kinds(&filter->kinds, arena, &ret->kinds);
}

int event_client_export(const struct client *client, struct arena *arena, struct handover_client *ret_state)
{
    const struct event_client *events = client->events;
    struct handover_client_subscriptions *out = &ret_state->subscriptions;
    out->count = 0;
    out->items = arena_zeroed(arena, event_client_count(events) * sizeof *out->items);
    if (!out->items)
        return -ENOMEM;
    ret_state->behind = events->behind;
    ret_state->cursor = events->cursor;
    for (const struct list *link = events->subscriptions.next; link != &events->subscriptions; link = link->next) {
        int r = export_one(list_member(link, struct subscription, link), arena, &out->items[out->count++]);
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- import --- */

/* Ignores names of events that this program does not know: it will not emit them. */
static struct store_kinds import_kinds(const struct handover_subscription_kinds *names)
{
    struct store_kinds kinds = {0};
    for (size_t i = 0; i < names->count; i++)
        for (unsigned kind = 0; kind < contract_event_count; kind++)
            if (slice_equal(contract_events[kind]->name, names->items[i]))
                store_kinds_add(&kinds, kind);
    return kinds;
}

static int import_one(struct client *client, const struct handover_subscription *state)
{
    struct event_client *events = client->events;
    bool approval = slice_equal(state->id, APPROVAL);
    struct subscription *subscription = approval ? &events->approval : &events->implied;
    if (state->id.size >= sizeof subscription->id)
        return -EINVAL;
    if (state->id.size > 0 && !approval) {
        subscription = malloc(sizeof *subscription);
        if (!subscription)
            return -ENOMEM;
        events->made_count++;
    }
    *subscription = (struct subscription){
        .client = client,
        .filter = {.kinds = import_kinds(&state->kinds),
                   .all_kinds = state->all_kinds,
                   .session = state->session,
                   .task = state->task},
        .replays = state->replays,
        .owes_live = state->owes_live,
        .cursor = state->cursor,
        .announced = state->told,
    };
    if (!approval)
        memcpy(subscription->id, state->id.data, state->id.size);
    list_append(&events->subscriptions, &subscription->link);
    return 0;
}

int event_client_import(void *hub, struct client *client, const struct handover_client *state)
{
    int r = client_init(hub, client);
    if (r < 0)
        return r;
    client->events->behind = state->behind;
    client->events->cursor = state->cursor;
    for (size_t i = 0; i < state->subscriptions.count && r == 0; i++)
        r = import_one(client, &state->subscriptions.items[i]);
    return r;
}

void event_client_resume(struct client *client)
{
    event_client_go_on(client);
}
