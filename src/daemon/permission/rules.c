/* permission.rules.list, .add, .remove. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- permission.rules.list --------------------------------------------------------------- */

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct permission_rules_list_params *params = request->call->params;
    struct store_session session;
    bool in_session = params->session_id_is == FIELD_SET;
    int r = in_session ? store_session_find(tx, params->session_id, &request->arena, &session) : 0;
    if (r < 0)
        return r;
    return store_rule_list(tx, in_session ? &session : NULL, clock_epoch_ms(), &request->arena, request->more);
}

static void answer_list(struct store_request *request)
{
    const struct permission_rules_list_params *params = request->call->params;
    const struct store_rules *rules = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s",
                        SLICE_ARG(params->session_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)permission_rules_list_reply(request->call,
                                          &(struct permission_rules_list_result){rules->items, rules->count});
}

int permission_rules_list(struct call *call, const struct permission_rules_list_params *params)
{
    (void)params;
    permission_flush_for(client_of(call));
    return store_request_read(call, sizeof(struct store_rules), list, answer_list);
}

/* --- permission.rules.add ------------------------------------------------------------------ */

struct adding {
    struct permission_actor actor;
    int64_t most;
    struct permission_places places;
    struct permission_rule rule;
};

static int add(struct store_request *request, struct store_tx *tx)
{
    const struct permission_new_rule *params = request->call->params;
    struct adding *adding = request->more;
    struct permission_rule *rule = &adding->rule;
    struct store_session session = {0};
    int r = 0;
    *rule = judge_rule_of(params);
    rule->created_at = clock_epoch_ms();
    rule->created_by = slice_of(adding->actor.name);
    rule->created_by_is = adding->actor.name[0] ? FIELD_SET : FIELD_ABSENT;
    if (params->session_id_is == FIELD_SET)
        r = store_session_find(tx, params->session_id, &request->arena, &session);
    if (r == 0 && params->session_id_is == FIELD_SET && session.record.state == SESSION_STATE_CLOSED)
        r = -ESTALE;
    if (r == 0)
        r = store_rule_remove_expired(tx, rule->created_at);
    if (r == 0)
        r = store_rule_add(tx, &request->arena, session.no, adding->most, rule);
    return r < 0 ? r : permission_audit_rule(tx, &adding->actor, SLICE("rule.added"), rule);
}

static void answer_add(struct store_request *request)
{
    const struct permission_new_rule *params = request->call->params;
    struct adding *adding = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s",
                        SLICE_ARG(params->session_id));
    else if (request->status == -ESTALE)
        (void)call_fail(request->call, ERROR_RULE_REFUSED, "the session %.*s is closed: the rule would never count",
                        SLICE_ARG(params->session_id));
    else if (request->status == -EDQUOT)
        (void)call_fail(request->call, ERROR_TOO_MANY_RULES, "there are %lld rules already (permissions.rules)",
                        (long long)adding->most);
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else {
        struct judge_places places = permission_places_of(&adding->places);
        permission_rule_made(permissions_of(request->daemon), &adding->rule, &places);
        (void)permission_rules_add_reply(request->call, &adding->rule);
    }
}

static int add_followed(struct call *call, const struct judge_places *places)
{
    const struct permission_new_rule *params = call->params;
    struct adding adding = {.most = permissions_of(daemon_of(call))->settings->permissions.rules};
    if (params->expires_at_is == FIELD_SET && params->expires_at <= clock_epoch_ms()) {
        (void)call_fail(call, ERROR_RULE_REFUSED, "it has expired already");
        return 1;
    }
    permission_places_keep(&adding.places, places);
    permission_actor_init(&adding.actor, call);
    return store_request_write_with(call, &adding, sizeof adding, add, answer_add);
}

int permission_rules_add(struct call *call, const struct permission_new_rule *params)
{
    struct permission_rule rule = judge_rule_of(params);
    return permission_follow(call, &rule, add_followed);
}

/* --- permission.rules.remove ----------------------------------------------------------------- */

static int remove_rule(struct store_request *request, struct store_tx *tx)
{
    const struct permission_rules_remove_params *params = request->call->params;
    const struct permission_actor *actor = request->more;
    struct permission_rule rule;
    int r = store_rule_find(tx, params->rule_id, &request->arena, &rule);
    if (r == 0)
        r = store_rule_remove(tx, params->rule_id);
    return r < 0 ? r : permission_audit_rule(tx, actor, SLICE("rule.removed"), &rule);
}

static void answer_remove(struct store_request *request)
{
    const struct permission_rules_remove_params *params = request->call->params;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_RULE_NOT_FOUND, "there is no rule %.*s", SLICE_ARG(params->rule_id));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        permission_rules_drop(&permissions_of(request->daemon)->rules, params->rule_id);
        (void)permission_rules_remove_reply(request->call, &(struct permission_rules_remove_result){.removed = true});
    }
}

int permission_rules_remove(struct call *call, const struct permission_rules_remove_params *params)
{
    struct permission_actor actor;
    (void)params;
    permission_actor_init(&actor, call);
    return store_request_write_with(call, &actor, sizeof actor, remove_rule, answer_remove);
}

/* --- its session is over ------------------------------------------------------------------------ */

void permission_session_over(struct permissions *permissions, struct slice session_id)
{
    permission_rules_drop_session(&permissions->rules, session_id);
}
