/* Where the paths of a rule lead that a client names. A path that the kernel has not in its caches may hang: a thread
 * of the resolver looks then, and the call waits. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cached.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"
#include "json/copy.h"

enum { ARENA_BYTES = 1 << 20 };

struct following {
    struct resolve_job job;
    struct call *call; /* deferred, and held */
    permission_places_fn then;
    struct arena arena; /* of all texts; the thread's while it works */
    struct permission_rule rule;
    struct slice home, unknown;
    /* Filled by the thread: */
    int status;
    char problem[256];
    struct judge_places places;
};

static const char lane_prefix[] = "rule:"; /* so that rules hold up no session */

void permission_lane(struct slice unknown, char ret_lane[static PERMISSION_LANE_SIZE])
{
    memcpy(ret_lane, lane_prefix, sizeof lane_prefix);
    cached_reach(unknown.data, ret_lane + sizeof lane_prefix - 1);
}

const char *permission_lane_place(const char *lane)
{
    return lane + sizeof lane_prefix - 1;
}

int permission_rule_copy(struct arena *arena, const struct permission_rule *rule, struct permission_rule *ret_copy)
{
    void *block = arena_alloc(arena, json_copy_size(&permission_rule_shape, rule) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&permission_rule_shape, rule, ret_copy, block);
    return 0;
}

void permission_places_keep(struct permission_places *kept, const struct judge_places *places)
{
    (void)snprintf(kept->path, sizeof kept->path, "%.*s", SLICE_ARG(places->path));
    (void)snprintf(kept->cwd, sizeof kept->cwd, "%.*s", SLICE_ARG(places->cwd));
}

struct judge_places permission_places_of(const struct permission_places *kept)
{
    return (struct judge_places){slice_of(kept->path), slice_of(kept->cwd)};
}

/* ------------------------------------------------------------------------------------------ */

/* 0: the call was taken. 1: it was answered. */
static int go_on(struct call *call, const struct permission_rule *rule, struct slice home,
                 const struct judge_places *places, permission_places_fn then)
{
    char problem[256];
    int r = judge_rule_check(rule, home, places, problem);
    if (r == -EINVAL) {
        (void)call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
        return 1;
    }
    if (r < 0)
        return r;
    if (permissions_of(daemon_of(call))->store)
        return then(call, places);
    (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    return 1;
}

static int fail(struct call *call, const struct following *following, int status)
{
    if (status == -EINVAL)
        return call_fail(call, ERROR_RULE_REFUSED, "%s", following->problem);
    if (status == -ETIMEDOUT || status == -EBUSY)
        return call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                         "%.512s does not answer (a network mount whose server is gone?), so the rule cannot be made",
                         following->unknown.data);
    return call_fail(call, ERROR_INTERNAL_ERROR, "%.512s cannot be looked up: %s", following->unknown.data,
                     strerror(-status));
}

/* --- on a thread ------------------------------------------------------------------------------ */

static void look(struct resolve_job *job)
{
    struct following *following = list_member(job, struct following, job);
    struct slice unknown;
    following->status = judge_rule_follow(&following->arena, &following->rule, following->home, true,
                                          following->problem, &following->places, &unknown);
}

static void release(struct resolve_job *job)
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
    if (call->answered) { /* whoever asked is gone, and nothing of it was written */
        (void)call_drop(call);
        return;
    }
    if (r < 0) {
        (void)fail(call, following, r);
        (void)call_drop(call);
        return;
    }
    r = go_on(call, &following->rule, following->home, &following->places, following->then);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
}

static struct following *following_new(const struct permission_rule *rule, struct slice home, struct slice unknown,
                                       permission_places_fn then)
{
    struct following *following = calloc(1, sizeof *following);
    if (!following)
        return NULL;
    following->job = (struct resolve_job){.work = look, .done = on_looked, .release = release};
    following->then = then;
    following->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    following->home = arena_copy(&following->arena, home);
    following->unknown = arena_copy(&following->arena, unknown);
    if (following->home.data && following->unknown.data &&
        permission_rule_copy(&following->arena, rule, &following->rule) == 0)
        return following;
    release(&following->job);
    return NULL;
}

static int ask_resolver(struct call *call, const struct permission_rule *rule, struct slice unknown,
                        permission_places_fn then)
{
    struct permissions *permissions = permissions_of(daemon_of(call));
    struct following *following = following_new(rule, slice_of(permissions->home), unknown, then);
    char lane[PERMISSION_LANE_SIZE];
    if (!following)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &following->call);
    if (r < 0) {
        release(&following->job);
        return r;
    }
    call = following->call;
    call_hold(call);
    permission_lane(unknown, lane);
    r = resolver_start(permissions->resolver, lane, &following->job);
    if (r < 0) {
        (void)fail(call, following, r);
        (void)call_drop(call);
        release(&following->job);
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------ */

int permission_follow(struct call *call, const struct permission_rule *rule, permission_places_fn then)
{
    struct slice home = slice_of(permissions_of(daemon_of(call))->home), unknown = {0};
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct judge_places places;
    char problem[256];
    int r = judge_rule_check(rule, home, NULL, problem); /* what is wrong with its text comes first */
    if (r == 0)
        r = judge_rule_follow(&arena, rule, home, false, problem, &places, &unknown);
    if (r == 0)
        r = go_on(call, rule, home, &places, then);
    else if (r == -EAGAIN)
        r = ask_resolver(call, rule, unknown, then);
    else if (r == -EINVAL)
        r = call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
    arena_clear(&arena);
    return r < 0 ? r : 0;
}
