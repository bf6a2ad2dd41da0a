/* Calls of tools that apps make. An app has no session, no task and no mode: only rules decide, and nobody is asked. */
#include <errno.h>

#include "base/clock.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"

int permission_judge_app(struct permissions *permissions, struct call *call, struct slice tool, struct slice definition,
                         char ret_rule[static ID_SIZE])
{
    struct arena *arena = &permissions->scratch;
    const struct json_any nothing = {0};
    struct judge_call judged;
    struct slice rule = {0};
    int64_t now_ms = clock_epoch_ms();
    ret_rule[0] = '\0';
    if (!permissions->rules.judge)
        return -ESHUTDOWN;
    arena_reset(arena);
    int r = judge_read(arena, tool, &nothing, SLICE(""), slice_of(permissions->home), SLICE(""), false, &judged);
    if (r < 0)
        return r;
    judged.definition = definition;
    enum judge_verdict verdict = judge_rules_ask(permissions->rules.judge, &judged, now_ms, &rule);
    if (verdict == JUDGE_MAY_DENY || verdict == JUDGE_MAY_ALLOW) {
        r = permission_hold(permissions, call);
        return r < 0 ? r : PERMISSION_APP_LATER;
    }
    if (verdict != JUDGE_ALLOW && verdict != JUDGE_DENY)
        return PERMISSION_APP_NO_RULE;
    if (rule.size < ID_SIZE)
        slice_copy(ret_rule, rule);
    permission_rules_count(&permissions->rules, rule, now_ms);
    permission_flush(permissions);
    return verdict == JUDGE_ALLOW ? PERMISSION_APP_ALLOWED : PERMISSION_APP_DENIED;
}
