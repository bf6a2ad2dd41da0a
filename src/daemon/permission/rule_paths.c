/* Resolves the paths of rules on resolver threads, because they may lie on a file system that hangs: for a client's
 * call that makes a rule, and for rules read from the store. Calls that an open rule might decide are held
 * meanwhile. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cached.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"
#include "json/copy.h"

/* --- the rule of a call --- */

enum { FOLLOW_BYTES = 1 << 20 };

struct following {
    struct resolve_job job;
    struct call *call; /* deferred and held */
    permission_rule_paths_fn then;
    struct arena arena; /* for all strings; used by the thread while it works */
    struct permission_rule rule;
    struct slice home, unknown;
    /* Set by the thread: */
    int status;
    char problem[256];
    struct judge_rule_paths rule_paths;
};

static const char lane_prefix[] = "rule:"; /* a lane of its own, so that rules do not delay sessions */

static void lane_of(struct slice unknown, char ret_lane[static PERMISSION_LANE_SIZE])
{
    memcpy(ret_lane, lane_prefix, sizeof lane_prefix);
    cached_reach(unknown.data, ret_lane + sizeof lane_prefix - 1);
}

static const char *place_of_lane(const char *lane)
{
    return lane + sizeof lane_prefix - 1;
}

static int copy_rule(struct arena *arena, const struct permission_rule *rule, struct permission_rule *ret_copy)
{
    void *block = arena_alloc(arena, json_copy_size(&permission_rule_shape, rule) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&permission_rule_shape, rule, ret_copy, block);
    return 0;
}

void permission_rule_paths_keep(struct permission_rule_paths *kept, const struct judge_rule_paths *rule_paths)
{
    (void)snprintf(kept->path, sizeof kept->path, "%.*s", SLICE_ARG(rule_paths->path));
    (void)snprintf(kept->cwd, sizeof kept->cwd, "%.*s", SLICE_ARG(rule_paths->cwd));
}

struct judge_rule_paths permission_rule_paths_of(const struct permission_rule_paths *kept)
{
    return (struct judge_rule_paths){slice_of(kept->path), slice_of(kept->cwd)};
}

/* 0: the call was taken. 1: it was answered. */
static int continue_call(struct call *call, const struct permission_rule *rule, struct slice home,
                         const struct judge_rule_paths *rule_paths, permission_rule_paths_fn then)
{
    char problem[256];
    int r = judge_rule_check(rule, home, rule_paths, problem);
    if (r == -EINVAL) {
        (void)call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
        return 1;
    }
    if (r < 0)
        return r;
    if (permissions_of(call)->store)
        return then(call, rule_paths);
    (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    return 1;
}

static int fail(struct call *call, const struct following *following, int status)
{
    if (status == -EINVAL)
        return call_fail(call, ERROR_RULE_REFUSED, "%s", following->problem);
    if (status == -ETIMEDOUT || status == -EBUSY)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                         "cannot make the rule: %.512s does not respond (a network mount whose server is down?)",
                         following->unknown.data);
    return call_fail(call, ERROR_INTERNAL_ERROR, "cannot look up %.512s: %s", following->unknown.data,
                     strerror(-status));
}

/* --- on a resolver thread --- */

static void follow(struct resolve_job *job)
{
    struct following *following = list_member(job, struct following, job);
    struct slice unknown;
    following->status = judge_rule_follow(&following->arena, &following->rule, following->home, true,
                                          following->problem, &following->rule_paths, &unknown);
}

static void release_following(struct resolve_job *job)
{
    struct following *following = list_member(job, struct following, job);
    arena_clear(&following->arena);
    free(following);
}

static void on_looked(struct resolve_job *job, int status)
{
    struct following *following = list_member(job, struct following, job);
    struct call *call = following->call;
    int r = status < 0 ? status : following->status;
    if (call->answered) { /* the client has disconnected, and nothing was written */
        (void)call_drop(call);
        return;
    }
    if (r < 0) {
        (void)fail(call, following, r);
        (void)call_drop(call);
        return;
    }
    r = continue_call(call, &following->rule, following->home, &following->rule_paths, following->then);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
}

static struct following *following_new(const struct permission_rule *rule, struct slice home, struct slice unknown,
                                       permission_rule_paths_fn then)
{
    struct following *following = calloc(1, sizeof *following);
    if (!following)
        return NULL;
    following->job = (struct resolve_job){.work = follow, .done = on_looked, .release = release_following};
    following->then = then;
    following->arena = (struct arena)ARENA_LIMITED(FOLLOW_BYTES);
    following->home = arena_copy(&following->arena, home);
    following->unknown = arena_copy(&following->arena, unknown);
    if (following->home.data && following->unknown.data && copy_rule(&following->arena, rule, &following->rule) == 0)
        return following;
    release_following(&following->job);
    return NULL;
}

static int ask_resolver(struct call *call, const struct permission_rule *rule, struct slice unknown,
                        permission_rule_paths_fn then)
{
    struct permissions *permissions = permissions_of(call);
    struct following *following = following_new(rule, slice_of(permissions->home), unknown, then);
    char lane[PERMISSION_LANE_SIZE];
    if (!following)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &following->call);
    if (r < 0) {
        release_following(&following->job);
        return r;
    }
    call = following->call;
    call_hold(call);
    lane_of(unknown, lane);
    r = resolver_start(permissions->resolver, lane, &following->job);
    if (r < 0) {
        (void)fail(call, following, r);
        (void)call_drop(call);
        release_following(&following->job);
    }
    return 0;
}

int permission_follow(struct call *call, const struct permission_rule *rule, permission_rule_paths_fn then)
{
    struct slice home = slice_of(permissions_of(call)->home), unknown = {0};
    struct arena arena = ARENA_LIMITED(FOLLOW_BYTES);
    struct judge_rule_paths rule_paths;
    char problem[256];
    int r = judge_rule_check(rule, home, NULL, problem); /* errors in its text are reported first */
    if (r == 0)
        r = judge_rule_follow(&arena, rule, home, false, problem, &rule_paths, &unknown);
    if (r == 0)
        r = continue_call(call, rule, home, &rule_paths, then);
    else if (r == -EAGAIN)
        r = ask_resolver(call, rule, unknown, then);
    else if (r == -EINVAL)
        r = call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
    arena_clear(&arena);
    return r < 0 ? r : 0;
}

/* --- rules from the store --- */

#define LANE_OF_CACHE "rules"

enum { LOOKUP_BYTES = 1 << 30, RETRY_MS = 1000 };

struct item {
    struct permission_rule rule;
    /* Set by the thread: */
    int status;
    struct slice problem; /* for -EINVAL */
    const char *lane;     /* for -EAGAIN */
    struct judge_rule_paths rule_paths;
};

struct permission_lookup {
    struct resolve_job job;
    struct list link;                /* in permissions->lookups */
    struct permissions *permissions; /* NULL: the result is not wanted any more */
    struct deadline retry;           /* retries a lookup that failed to start */
    bool uses_cache_only;            /* uses only the kernel's caches, to find the lane of each rule */
    bool is_started;                 /* the resolver owns the job */
    bool is_applied;                 /* its results were applied */
    bool is_lost;                    /* the lookup of its rules' paths was abandoned */
    bool has_run;                    /* set by the thread */
    struct arena arena;              /* for all strings; used by the thread while it works */
    struct slice home;
    struct item *items;
    size_t count, room;
    char lane[PERMISSION_LANE_SIZE];
};

static void start(struct permission_lookup *lookup);

/* --- held calls --- */

struct held {
    struct list link; /* in permissions->held, in order of arrival */
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

/* Makes all held calls again. One of them may end others, or be held once more. */
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

/* --- on a resolver thread --- */

static void resolve_item(struct permission_lookup *lookup, struct item *item)
{
    struct slice unknown;
    char problem[256], lane[PERMISSION_LANE_SIZE];
    item->status = judge_rule_follow(&lookup->arena, &item->rule, lookup->home, !lookup->uses_cache_only, problem,
                                     &item->rule_paths, &unknown);
    if (item->status == -EINVAL)
        item->problem = arena_copy(&lookup->arena, slice_of(problem));
    if (item->status != -EAGAIN)
        return;
    lane_of(unknown, lane);
    item->lane = arena_copy(&lookup->arena, slice_of(lane)).data;
    if (!item->lane)
        item->status = -ENOMEM;
}

static void resolve_all(struct resolve_job *job)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    for (size_t i = 0; i < lookup->count; i++)
        resolve_item(lookup, &lookup->items[i]);
    lookup->has_run = true;
}

/* --- results --- */

static void lookup_free(struct permission_lookup *lookup)
{
    if (lookup->permissions)
        timers_unset(&lookup->permissions->rpc->timers, &lookup->retry);
    list_remove(&lookup->link);
    arena_clear(&lookup->arena);
    free(lookup);
}

static void log_lost(const struct permission_lookup *lookup)
{
    if (lookup->uses_cache_only)
        log_warn("permission: cannot look up the paths of %zu rules, retrying", lookup->count);
    else
        log_warn("permission: %s does not respond; of %zu rules for paths below it, ignoring the allow rules, and "
                 "asking a person where a deny rule may match",
                 place_of_lane(lookup->lane), lookup->count);
}

static void give_up(struct permission_lookup *lookup)
{
    struct permissions *permissions = lookup->permissions;
    for (size_t i = 0; i < lookup->count; i++)
        permission_rules_give_up(&permissions->rules, lookup->items[i].rule.id);
    if (!lookup->is_lost)
        log_lost(lookup);
    lookup->is_lost = true;
}

static void refuse(struct permission_rules *rules, const struct permission_rule *rule, struct slice problem)
{
    log_error("permission: ignoring rule %.*s: %.*s", SLICE_ARG(rule->id), SLICE_ARG(problem));
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
    return copy_rule(&lookup->arena, rule, &lookup->items[lookup->count++].rule);
}

/* Splits the open rules into one lookup for each lane. */
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

static void retry_later(struct permission_lookup *lookup)
{
    (void)timers_set(&lookup->permissions->rpc->timers, &lookup->retry, RETRY_MS);
}

/* Applies the results. False: the lookup must be started again. */
static bool apply_results(struct permission_lookup *lookup)
{
    struct permission_rules *rules = &lookup->permissions->rules;
    bool is_complete = true;
    for (size_t i = 0; i < lookup->count; i++) {
        struct item *item = &lookup->items[i];
        char problem[256] = "";
        int r = item->status;
        if (r == 0)
            r = permission_rules_settle(rules, &item->rule, &item->rule_paths, problem);
        if (r == -EINVAL)
            refuse(rules, &item->rule, *problem ? slice_of(problem) : item->problem);
        is_complete &= r != -ENOMEM;
    }
    if (start_parts(lookup) < 0)
        is_complete = false;
    if (!is_complete)
        give_up(lookup);
    else if (lookup->is_lost && !lookup->uses_cache_only)
        log_info("permission: %s responds again, %zu rules are in force", place_of_lane(lookup->lane), lookup->count);
    decide_held(lookup->permissions);
    return is_complete;
}

/* --- lifetime --- */

static void on_done(struct resolve_job *job, int status)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    if (status == 0) {
        lookup->is_applied = apply_results(lookup);
        return;
    }
    give_up(lookup);
    decide_held(lookup->permissions);
}

static void release_lookup(struct resolve_job *job)
{
    struct permission_lookup *lookup = list_member(job, struct permission_lookup, job);
    lookup->is_started = false;
    if (!lookup->permissions || lookup->is_applied || (lookup->has_run && lookup->is_lost && apply_results(lookup)))
        lookup_free(lookup);
    else
        retry_later(lookup);
}

static bool is_wanted(const struct permission_lookup *lookup)
{
    for (size_t i = 0; i < lookup->count; i++)
        if (permission_rules_is_open(&lookup->permissions->rules, lookup->items[i].rule.id))
            return true;
    return false;
}

static void on_retry(struct deadline *deadline)
{
    struct permission_lookup *lookup = list_member(deadline, struct permission_lookup, retry);
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
    lookup->job = (struct resolve_job){.work = resolve_all, .done = on_done, .release = release_lookup};
    lookup->permissions = permissions;
    lookup->retry.expired = on_retry;
    lookup->arena = (struct arena)ARENA_LIMITED(LOOKUP_BYTES);
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
    give_up(lookup);
    retry_later(lookup);
}

int permission_lookup(struct permissions *permissions, const struct permission_rule *rules, size_t count)
{
    struct permission_lookup *lookup = lookup_new(permissions, LANE_OF_CACHE);
    int r = lookup ? 0 : -ENOMEM;
    for (size_t i = 0; i < count && r == 0; i++)
        if (permission_rules_is_open(&permissions->rules, rules[i].id))
            r = add(lookup, &rules[i]);
    if (r == 0 && lookup->count > 0) {
        lookup->uses_cache_only = true;
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
        timers_unset(&lookup->permissions->rpc->timers, &lookup->retry);
        list_remove(&lookup->link);
        lookup->permissions = NULL;
        if (lookup->is_started)
            resolver_forget(&lookup->job);
        else
            lookup_free(lookup);
    }
}
