/* The daemon: which paths it wants to be watched. */
#include <errno.h>
#include <stdio.h>

#include "contract/watcher.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "watch/rule.h"
#include "watch/watch.h"

enum { RULES_MAX = 20000 };

struct watch *watch_of(const struct call *call)
{
    return list_member((struct helper *)call->peer->user, struct watch, helper);
}

/* The daemon has checked the paths: this is for its mistakes. */
static int refuse(struct watch *watch, struct slice rule_id, const char *problem)
{
    return peer_notify(
        watch->helper.daemon, &watcher_state_method,
        &(struct watcher_state_params){.rule_id = rule_id, .problem = slice_of(problem), .problem_is = FIELD_SET});
}

int watcher_set(struct call *call, const struct watcher_set_params *params)
{
    struct watch *watch = watch_of(call);
    (void)watch_rule_free(watch_rule_find(watch, params->rule_id));
    if (watch->rule_count == RULES_MAX)
        return refuse(watch, params->rule_id, "too many rules wait for files");
    struct watch_rule *rule = watch_rule_new(watch, params->rule_id);
    if (!rule)
        return -ENOMEM;
    for (size_t i = 0; i < params->paths.count; i++) {
        int r = watch_pattern_init(&rule->patterns[i], params->paths.items[i]);
        if (r < 0) {
            (void)watch_rule_free(rule);
            return refuse(watch, params->rule_id,
                          r == -E2BIG ? "a path has too many names"
                                      : "a path is not absolute, or has \".\" or \"..\" in it");
        }
        rule->pattern_count++;
    }
    rule->settle_ms = (uint64_t)params->settle_ms;
    rule->since_ms = params->since_is == FIELD_SET ? params->since : -1;
    watch_tree_add(&watch->tree, rule);
    return 0;
}

int watcher_remove(struct call *call, const struct watcher_remove_params *params)
{
    struct watch *watch = watch_of(call);
    (void)watch_rule_free(watch_rule_find(watch, params->rule_id));
    return 0;
}

int watcher_quiet(struct call *call, const struct watcher_quiet_params *params)
{
    struct watch_rule *rule = watch_rule_find(watch_of(call), params->rule_id);
    if (rule)
        watch_rule_quiet(rule, params->quiet);
    return 0;
}
