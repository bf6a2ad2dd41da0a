/* Calls that wait before anything is done for them: for the terminals of a daemon before this one, until their
 * executors have handed them over; and those that would open one, for the end of a restart. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"

/* An executor that does not answer holds up nobody for longer. */
enum { HANDED_MS = 1000 };

struct hold {
    struct list link; /* in the set, in the order in which they came */
    struct terminal_set *set;
    struct call *call;
    struct deadline deadline; /* where it waits for executors */
    bool for_restart;
    char id[ID_SIZE]; /* of the terminal; empty: it waits for all of them */
};

static void hold_free(struct hold *hold)
{
    timers_unset(&hold->set->rpc->timers, &hold->deadline);
    list_remove(&hold->link);
    free(hold);
}

static void on_abandoned(struct call *call)
{
    hold_free(call->user);
}

static void repeat(struct hold *hold)
{
    struct call *call = hold->call;
    hold_free(hold);
    call_repeat(call);
}

static void on_deadline(struct deadline *deadline)
{
    struct hold *hold = list_member(deadline, struct hold, deadline);
    struct terminal_set *set = hold->set;
    set->is_late = true;
    repeat(hold);
    set->is_late = false;
}

static bool are_handed_over(const struct terminal_set *set)
{
    const struct list *all = &set->terminals;
    for (const struct list *link = all->next; link != all; link = link->next)
        if (list_member(link, struct terminal, link)->is_handed)
            return false;
    return !executor_hands_over(set->executors);
}

static int hold(struct call *call, struct slice id, bool for_restart)
{
    struct terminal_set *set = terminal_set_of(daemon_of(call));
    struct hold *hold = calloc(1, sizeof *hold);
    if (!hold)
        return -ENOMEM;
    hold->set = set;
    hold->for_restart = for_restart;
    hold->deadline.expired = on_deadline;
    memcpy(hold->id, id.data ? id.data : "", id.size < sizeof hold->id ? id.size : 0);
    int r = for_restart ? 0 : timers_set(&set->rpc->timers, &hold->deadline, HANDED_MS);
    if (r == 0)
        r = call_defer(call, on_abandoned, hold, &hold->call);
    list_append(&set->held, &hold->link);
    if (r < 0)
        hold_free(hold);
    return r;
}

bool terminal_hold(struct call *call, struct slice id)
{
    const struct terminal_set *set = terminal_set_of(daemon_of(call));
    if (set->is_late || set->stopping || are_handed_over(set))
        return false;
    return hold(call, id, false) == 0 || call->answered;
}

bool terminal_hold_for_restart(struct call *call)
{
    const struct terminal_set *set = terminal_set_of(daemon_of(call));
    return set->restarts && !set->stopping && (hold(call, (struct slice){0}, true) == 0 || call->answered);
}

bool terminal_is_held(const struct call *call)
{
    return call->abandoned == on_abandoned;
}

void terminal_release(struct terminal_set *set)
{
    struct list *held = &set->held;
    bool handed_over = are_handed_over(set);
    struct list looked_at;
    list_init(&looked_at);
    /* A call that is answered may take others with it, from either list. */
    while (!list_is_empty(held)) {
        struct hold *hold = list_member(held->next, struct hold, link);
        bool over =
            hold->for_restart ? !set->restarts : handed_over || (hold->id[0] && terminal_find(set, slice_of(hold->id)));
        if (over) {
            repeat(hold);
            continue;
        }
        list_remove(&hold->link);
        list_append(&looked_at, &hold->link);
    }
    while (!list_is_empty(&looked_at)) {
        struct list *link = looked_at.next;
        list_remove(link);
        list_append(held, link);
    }
}
