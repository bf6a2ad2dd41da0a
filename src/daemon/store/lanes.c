/* Queues queries so that a connection with many of them delays only itself. A lane is the list of an owner's
 * queries, represented by its first query. */
#include "daemon/store/internal.h"

static struct store_query **bucket_of(struct store_lanes *lanes, const void *owner)
{
    uint64_t mixed = (uint64_t)(uintptr_t)owner * UINT64_C(0x9e3779b97f4a7c15);
    return &lanes->buckets[(mixed >> 32) % STORE_LANES_BUCKETS];
}

/* Returns the link to the first query of the owner's lane, or the link where a new lane is to be added. */
static struct store_query **find(struct store_lanes *lanes, const void *owner)
{
    struct store_query **link = bucket_of(lanes, owner);
    while (*link && (*link)->owner != owner)
        link = &(*link)->next_found;
    return link;
}

static void append_lane(struct store_lanes *lanes, struct store_query *first)
{
    first->next_lane = NULL;
    if (lanes->first)
        lanes->end->next_lane = first;
    else
        lanes->first = first;
    lanes->end = first;
}

void store_lanes_add(struct store_lanes *lanes, struct store_query *query)
{
    struct store_query **link = find(lanes, query->owner);
    query->next = query->next_found = NULL;
    if (*link) {
        (*link)->last->next = query;
        (*link)->last = query;
        return;
    }
    *link = query->last = query;
    append_lane(lanes, query);
}

struct store_query *store_lanes_take(struct store_lanes *lanes)
{
    struct store_query *query = lanes->first;
    if (!query)
        return NULL;
    struct store_query **link = find(lanes, query->owner), *second = query->next;
    lanes->first = query->next_lane;
    *link = query->next_found;
    if (second) {
        second->last = query->last;
        second->next_found = *link;
        *link = second;
        append_lane(lanes, second);
    }
    query->next = NULL;
    return query;
}
