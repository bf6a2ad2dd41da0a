/* Rules that were read from the store, until it is known where their paths lead.
 *
 * A thread that never waits sorts them first: it finds those that the kernel has in its caches, and of each other one
 * the place behind which a lookup may wait. All rules behind one place are then looked up by one thread, which may hang
 * with it. What holds meanwhile:
 *
 *  - A rule that denies is never missed. It denies what it names as it is written; any other call that it could deny,
 * if its path were a link, is held until the thread is back, for RESOLVE_MS at most, and is then for a person.
 *  - A rule that allows does not count. A call that only such a rule might allow is held as well, and then for a
 * person.
 *  - Calls that no such rule can be about are decided as ever.
 *
 * A file system that answers at last is heard: the thread that hung in it comes back, and those that waited behind it
 * are started again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"

#define LANE_OF_SORTING "rules"

enum { ARENA_BYTES = 1 << 30, AGAIN_MS = 1000 };

struct item {
    struct permission_rule rule;
    /* Filled by the thread: */
    int status;
    struct slice problem; /* of -EINVAL */
    const char *lane;     /* of -EAGAIN */
    struct judge_places places;
};

struct permission_lookup {
    struct resolve_job job;
    struct list link;                /* in permissions->lookups */
    struct permissions *permissions; /* NULL: nobody wants to know any more */
    struct deadline again;           /* it could not be started, or never was at work */
    bool sorts;                      /* looks only in the caches */
    bool is_started;                 /* the resolver has it */
    bool is_taken;                   /* what it has found */
    bool is_lost;                    /* its rules were given up */
    bool has_run;                    /* set by the thread */
    struct arena arena;              /* of all texts; the thread's while it works */
    struct slice home;
    struct item *items;
    size_t count, room;
    char lane[PERMISSION_LANE_SIZE];
};

static void start(struct permission_lookup *lookup);

/* --- calls that wait ------------------------------------------------------------------------- */

struct held {
    struct list link; /* in permissions->held, in the order in which they came */
    struct call *call;
};

static void on_abandoned(struct call *call)
{
    struct held *held = call->user;
    list_remove(&held->link);
    free(held);
}

int permission_hold(struct permissions *permissions, struct call *call)
{
    struct held *held = calloc(1, sizeof *held);
    if (!held)
        return -ENOMEM;
    int r = call->deferred ? 0 : call_defer(call, on_abandoned, held, &call);
    if (r < 0) {
        free(held);
        return r;
    }
    call->abandoned = on_abandoned;
    call->user = held;
    held->call = call;
    list_append(&permissions->held, &held->link);
    return 0;
}

/* A call that is decided may take others with it, or be held once more. */
static void decide_held(struct permissions *permissions)
{
    struct list all;
    list_init(&all);
    while (!list_is_empty(&permissions->held)) {
        struct list *link = permissions->held.next;
        list_remove(link);
        list_append(&all, link);
    }
    while (!list_is_empty(&all)) {
        struct held *held = list_member(all.next, struct held, link);
        struct call *call = held->call;
        list_remove(&held->link);
        free(held);
        call->abandoned = NULL;
        call_repeat(call);
    }
}

/* --- on the thread --------------------------------------------------------------------------- */

static void look_at(struct permission_lookup *lookup, struct item *item)
{
    struct slice unknown;
    char problem[256], lane[PERMISSION_LANE_SIZE];
    item->status =
        judge_rule_follow(&lookup->arena, &item->rule, lookup->home, !lookup->sorts, problem, &item->places, &unknown);
    if (item->status == -EINVAL)
        item->problem = arena_copy(&lookup->arena, slice_of(problem));
    if (item->status != -EAGAIN)
        return;
    permission_lane(unknown, lane);
    item->lane = arena_copy(&lookup->arena, slice_of(lane)).data;
    if (!item->lane)
        item->status = -ENOMEM;
}

static void look(struct resolve_job *job)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    for (size_t i = 0; i < lookup->count; i++)
        look_at(lookup, &lookup->items[i]);
    lookup->has_run = true;
}

/* --- what it has found ------------------------------------------------------------------------- */

static void lookup_free(struct permission_lookup *lookup)
{
    if (lookup->permissions)
        timers_unset(&lookup->permissions->rpc->timers, &lookup->again);
    list_remove(&lookup->link);
    arena_clear(&lookup->arena);
    free(lookup);
}

static void say_lost(const struct permission_lookup *lookup)
{
    if (lookup->sorts)
        log_warn("permission: the paths of %zu rules cannot be looked up at present", lookup->count);
    else
        log_warn("permission: %s does not answer; of the %zu rules for paths below it, those that allow do not count, "
                 "and a person is asked where one that denies may apply",
                 permission_lane_place(lookup->lane), lookup->count);
}

static void lose(struct permission_lookup *lookup)
{
    struct permissions *permissions = lookup->permissions;
    for (size_t i = 0; i < lookup->count; i++)
        permission_rules_give_up(&permissions->rules, lookup->items[i].rule.id);
    if (!lookup->is_lost)
        say_lost(lookup);
    lookup->is_lost = true;
}

static void refuse(struct permission_rules *rules, const struct permission_rule *rule, struct slice problem)
{
    log_error("permission: rule %.*s does not count: %.*s", SLICE_ARG(rule->id), SLICE_ARG(problem));
    if (rule->effect == PERMISSION_EFFECT_ALLOW)
        permission_rules_drop(rules, rule->id);
    else
        permission_rules_give_up(rules, rule->id);
}

static struct permission_lookup *lookup_new(struct permissions *permissions, const char *lane);

static int add(struct permission_lookup *lookup, const struct permission_rule *rule)
{
    if (lookup->count == lookup->room) {
        size_t room = lookup->room ? 2 * lookup->room : 8, size = sizeof *lookup->items;
        struct item *items = arena_realloc(&lookup->arena, lookup->items, lookup->room * size, room * size);
        if (!items)
            return -ENOMEM;
        lookup->items = items;
        lookup->room = room;
    }
    lookup->items[lookup->count] = (struct item){0};
    return permission_rule_copy(&lookup->arena, rule, &lookup->items[lookup->count++].rule);
}

/* One for each lane, of the rules that are not known yet. */
static int split(struct permission_lookup *lookup, struct list *ret_parts)
{
    int r = 0;
    for (size_t i = 0; i < lookup->count && r == 0; i++) {
        struct permission_lookup *part = NULL;
        if (lookup->items[i].status != -EAGAIN)
            continue;
        for (struct list *link = ret_parts->next; link != ret_parts && !part; link = link->next) {
            part = list_member(link, struct permission_lookup, link);
            part = strcmp(part->lane, lookup->items[i].lane) == 0 ? part : NULL;
        }
        if (!part && (part = lookup_new(lookup->permissions, lookup->items[i].lane)))
            list_append(ret_parts, &part->link);
        r = part ? add(part, &lookup->items[i].rule) : -ENOMEM;
    }
    return r;
}

static int start_parts(struct permission_lookup *lookup)
{
    struct permissions *permissions = lookup->permissions;
    struct list parts;
    list_init(&parts);
    int r = split(lookup, &parts);
    while (!list_is_empty(&parts)) {
        struct permission_lookup *part = list_member(parts.next, struct permission_lookup, link);
        list_remove(&part->link);
        list_append(&permissions->lookups, &part->link);
        part->is_lost = lookup->is_lost;
        if (r < 0)
            lookup_free(part);
        else
            start(part);
    }
    return r;
}

static void look_again(struct permission_lookup *lookup)
{
    (void)timers_set(&lookup->permissions->rpc->timers, &lookup->again, AGAIN_MS);
}

/* False: it is to be started once more. */
static bool take(struct permission_lookup *lookup)
{
    struct permission_rules *rules = &lookup->permissions->rules;
    bool is_whole = true;
    for (size_t i = 0; i < lookup->count; i++) {
        struct item *item = &lookup->items[i];
        char problem[256] = "";
        int r = item->status;
        if (r == 0)
            r = permission_rules_settle(rules, &item->rule, &item->places, problem);
        if (r == -EINVAL)
            refuse(rules, &item->rule, *problem ? slice_of(problem) : item->problem);
        is_whole &= r != -ENOMEM;
    }
    if (start_parts(lookup) < 0)
        is_whole = false;
    if (!is_whole)
        lose(lookup);
    else if (lookup->is_lost && !lookup->sorts)
        log_info("permission: %s answers again, and so %zu rules count", permission_lane_place(lookup->lane),
                 lookup->count);
    decide_held(lookup->permissions);
    return is_whole;
}

/* --- its life ------------------------------------------------------------------------------------ */

static void on_done(struct resolve_job *job, int status)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    if (status == 0) {
        lookup->is_taken = take(lookup);
        return;
    }
    lose(lookup);
    decide_held(lookup->permissions);
}

static void release(struct resolve_job *job)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    lookup->is_started = false;
    if (!lookup->permissions || lookup->is_taken || (lookup->has_run && lookup->is_lost && take(lookup)))
        lookup_free(lookup);
    else
        look_again(lookup);
}

static bool is_wanted(const struct permission_lookup *lookup)
{
    for (size_t i = 0; i < lookup->count; i++)
        if (permission_rules_is_open(&lookup->permissions->rules, lookup->items[i].rule.id))
            return true;
    return false;
}

static void on_again(struct deadline *deadline)
{
    struct permission_lookup *lookup = list_member(deadline, struct permission_lookup, again);
    if (is_wanted(lookup))
        start(lookup);
    else
        lookup_free(lookup);
}

static struct permission_lookup *lookup_new(struct permissions *permissions, const char *lane)
{
    struct permission_lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup)
        return NULL;
    lookup->job = (struct resolve_job){.work = look, .done = on_done, .release = release};
    lookup->permissions = permissions;
    lookup->again.expired = on_again;
    lookup->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    lookup->home = arena_copy(&lookup->arena, slice_of(permissions->home));
    list_init(&lookup->link);
    (void)snprintf(lookup->lane, sizeof lookup->lane, "%s", lane);
    if (lookup->home.data)
        return lookup;
    lookup_free(lookup);
    return NULL;
}

static void start(struct permission_lookup *lookup)
{
    lookup->has_run = false;
    lookup->is_started = resolver_start(lookup->permissions->resolver, lookup->lane, &lookup->job) == 0;
    if (lookup->is_started)
        return;
    lose(lookup);
    look_again(lookup);
}

int permission_lookup(struct permissions *permissions, const struct permission_rule *rules, size_t count)
{
    struct permission_lookup *lookup = lookup_new(permissions, LANE_OF_SORTING);
    int r = lookup ? 0 : -ENOMEM;
    for (size_t i = 0; i < count && r == 0; i++)
        if (permission_rules_is_open(&permissions->rules, rules[i].id))
            r = add(lookup, &rules[i]);
    if (r == 0 && lookup->count > 0) {
        lookup->sorts = true;
        list_append(&permissions->lookups, &lookup->link);
        start(lookup);
    } else if (lookup) {
        lookup_free(lookup);
    }
    return r;
}

void permission_lookup_clear(struct permissions *permissions)
{
    while (!list_is_empty(&permissions->lookups)) {
        struct permission_lookup *lookup = list_member(permissions->lookups.next, struct permission_lookup, link);
        timers_unset(&lookup->permissions->rpc->timers, &lookup->again);
        list_remove(&lookup->link);
        lookup->permissions = NULL;
        if (lookup->is_started)
            resolver_forget(&lookup->job);
        else
            lookup_free(lookup);
    }
}
