/* The subscriptions of a client, from one program to the next. Kinds of events go by their names: their numbers are a
 * program's own. */
#include <errno.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/handover_types.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"

/* No id that one could have. */
#define APPROVAL SLICE("approval")

/* --- out ------------------------------------------------------------------------------- */

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
        .told = subscription->told,
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

/* --- in -------------------------------------------------------------------------------- */

/* One that this program does not know will not happen in it. */
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
        .told = state->told,
    };
    if (!approval)
        memcpy(subscription->id, state->id.data, state->id.size);
    list_append(&events->subscriptions, &subscription->link);
    return 0;
}

int event_client_import(struct client *client, const struct handover_client *state)
{
    int r = event_client_init(client);
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
