/* permission.list and permission.rules.*. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/copy.h"

enum { PAGE_BYTES = 1 << 20, PREVIEW_CALLS = 10000, PLACES_BYTES = 1 << 20 };

/* --- permission.list --- */

static int list_requests(struct store_request *request, struct store_tx *tx)
{
    const struct permission_list_params *params = request->call->params;
    struct store_permission_filter filter = {
        .has_state = params->state_is == FIELD_SET || !params->all,
        .state = params->state_is == FIELD_SET ? params->state : PERMISSION_REQUEST_STATE_PENDING,
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    if (params->session_id_is == FIELD_SET)
        filter.session_id = params->session_id;
    if (params->after_is == FIELD_SET)
        filter.after = params->after;
    return store_permission_list(tx, &filter, &request->arena, request->more);
}

static void answer_requests(struct store_request *request)
{
    struct store_permission_page *page = request->more;
    if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
        return;
    }
    /* While an approver is connected, no request waits for one; the store may not have recorded that yet. */
    bool approver_seen = permissions_of(request->call)->approvers > 0;
    for (size_t i = 0; approver_seen && i < page->count; i++)
        if (page->items[i].state == PERMISSION_REQUEST_STATE_PENDING)
            page->items[i].approver_by_is = FIELD_ABSENT;
    (void)permission_list_reply(request->call, &(struct permission_list_result){page->items, page->count});
}

int permission_list(struct call *call, const struct permission_list_params *params)
{
    (void)params;
    permission_flush_for(permissions_of(call), client_of(call));
    return store_request_read(call, sizeof(struct store_permission_page), list_requests, answer_requests);
}

/* --- permission.rules.preview --- */

struct preview {
    struct permission_rules_preview_result result;
    struct store_request *request;
    size_t bytes;
    struct permission_rule rule;
    struct judge_rules *present, *together; /* if `rules` is given: the existing rules, and the new ones; else NULL */
    struct permission_rule_paths rule_paths;
    char home[4096]; /* a copy, because the loop thread owns the original */
};

/* Adds a rule whose paths are resolved only from the kernel's caches; an open rule is ignored. */
static int put(struct judge_rules *rules, struct permission_rule rule, struct slice home,
               const struct judge_rule_paths *rule_paths)
{
    struct arena arena = ARENA_LIMITED(PLACES_BYTES);
    struct judge_rule_paths own;
    struct slice unknown;
    char problem[256];
    rule.id = rule.id.size > 0 ? rule.id : SLICE("new");
    bool known = rule_paths || judge_rule_follow(&arena, &rule, home, false, problem, &own, &unknown) == 0;
    int r = judge_rules_put(rules, &rule, rule_paths ? rule_paths : known ? &own : NULL, problem, NULL);
    arena_clear(&arena);
    return r == -ENOMEM ? r : 0;
}

/* Collects the existing rules and the new ones. */
static int gather(struct preview *preview, struct store_tx *tx)
{
    const struct permission_rules_preview_params *params = preview->request->call->params;
    struct slice home = slice_of(preview->home);
    struct judge_rule_paths rule_paths = permission_rule_paths_of(&preview->rule_paths);
    struct store_rules present = {0};
    preview->present = judge_rules_new(home);
    preview->together = judge_rules_new(home);
    if (!preview->present || !preview->together)
        return -ENOMEM;
    int r = store_rule_list(tx, NULL, clock_epoch_ms(), &preview->request->arena, &present);
    for (size_t i = 0; i < present.count && r == 0; i++)
        r = put(preview->present, present.items[i], home, NULL);
    if (r == 0)
        r = put(preview->together, preview->rule, home, &rule_paths);
    for (size_t i = 0; i < params->rules.count && r == 0; i++)
        r = put(preview->together, judge_rule_of(&params->rules.items[i]), home, NULL);
    return r;
}

static bool decide_together(const struct preview *preview, const struct judge_call *call)
{
    int64_t now_ms = clock_epoch_ms();
    struct slice id;
    enum judge_verdict alone = judge_rules_ask(preview->together, call, now_ms, &id);
    if (alone == JUDGE_ALLOW || alone == JUDGE_DENY)
        return true;
    return judge_rules_ask(preview->present, call, now_ms, &id) == JUDGE_NOTHING &&
           judge_rules_allow(preview->together, preview->present, call, now_ms);
}

static int add_match(struct preview *preview, const struct permission_request *record)
{
    struct permission_rules_preview_result_requests *out = &preview->result.requests;
    struct arena *arena = &preview->request->arena;
    void *block = arena_alloc(arena, json_copy_size(&permission_request_shape, record) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&permission_request_shape, record, &out->items[out->count++], block);
    preview->bytes += record->input.text.size + 2 * record->command.size;
    return 0;
}

static int match_record(void *user, struct arena *arena, const struct permission_request *record)
{
    struct preview *preview = user;
    const struct permission_rules_preview_params *params = preview->request->call->params;
    struct slice home = slice_of(preview->home);
    struct judge_rule_paths rule_paths = permission_rule_paths_of(&preview->rule_paths);
    struct judge_call call;
    int r = permission_judge(arena, record, home, &call);
    preview->result.looked_at++;
    if (r == 0 && preview->together && !decide_together(preview, &call))
        return 0;
    if (r < 0 || (!preview->together && !judge_rule_matches(&preview->rule, home, &rule_paths, &call)))
        return r == -ENOMEM ? r : 0;
    preview->result.matched++;
    preview->result.denied +=
        record->state != PERMISSION_REQUEST_STATE_ALLOWED && record->state != PERMISSION_REQUEST_STATE_PENDING;
    bool more = (int64_t)preview->result.requests.count < params->limit && preview->bytes < PAGE_BYTES;
    return more ? add_match(preview, record) : 0;
}

static int preview_rule(struct store_request *request, struct store_tx *tx)
{
    const struct permission_rules_preview_params *params = request->call->params;
    struct preview *preview = request->more;
    struct store_session session;
    int r = 0;
    preview->request = request;
    preview->rule = judge_rule_of(&params->rule);
    if (params->rule.session_id_is == FIELD_SET)
        r = store_session_find(tx, params->rule.session_id, &request->arena, &session);
    if (r < 0)
        return r;
    preview->result.requests.items =
        arena_zeroed(&request->arena, (size_t)params->limit * sizeof *preview->result.requests.items);
    if (!preview->result.requests.items)
        return -ENOMEM;
    if (params->rules.count > 0)
        r = gather(preview, tx);
    if (r == 0)
        r = store_permission_newest(tx, PREVIEW_CALLS, match_record, preview);
    judge_rules_free(preview->present);
    judge_rules_free(preview->together);
    preview->present = preview->together = NULL;
    return r;
}

static void answer_preview(struct store_request *request)
{
    const struct permission_rules_preview_params *params = request->call->params;
    const struct preview *preview = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s",
                        SLICE_ARG(params->rule.session_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)permission_rules_preview_reply(request->call, &preview->result);
}

static int preview_followed(struct call *call, const struct judge_rule_paths *rule_paths)
{
    struct client *client = client_of(call);
    struct preview preview = {0};
    permission_rule_paths_keep(&preview.rule_paths, rule_paths);
    (void)strncpy(preview.home, permissions_of(call)->home, sizeof preview.home - 1);
    permission_flush_for(permissions_of(call), client);
    return store_request_read_with(call, &preview, sizeof preview, preview_rule, answer_preview);
}

int permission_rules_preview(struct call *call, const struct permission_rules_preview_params *params)
{
    struct permission_rule rule = judge_rule_of(&params->rule);
    struct slice home = slice_of(permissions_of(call)->home);
    char problem[256];
    for (size_t i = 0; i < params->rules.count; i++) {
        const struct permission_rule other = judge_rule_of(&params->rules.items[i]);
        if (judge_rule_check(&other, home, NULL, problem) == -EINVAL)
            return call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
    }
    return permission_follow(call, &rule, preview_followed);
}

/* --- permission.rules.list --- */

static int list_rules(struct store_request *request, struct store_tx *tx)
{
    const struct permission_rules_list_params *params = request->call->params;
    struct store_session session;
    bool in_session = params->session_id_is == FIELD_SET;
    int r = in_session ? store_session_find(tx, params->session_id, &request->arena, &session) : 0;
    if (r < 0)
        return r;
    return store_rule_list(tx, in_session ? &session : NULL, clock_epoch_ms(), &request->arena, request->more);
}

static void answer_rules(struct store_request *request)
{
    const struct permission_rules_list_params *params = request->call->params;
    const struct store_rules *rules = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(params->session_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)permission_rules_list_reply(request->call,
                                          &(struct permission_rules_list_result){rules->items, rules->count});
}

int permission_rules_list(struct call *call, const struct permission_rules_list_params *params)
{
    (void)params;
    permission_flush_for(permissions_of(call), client_of(call));
    return store_request_read(call, sizeof(struct store_rules), list_rules, answer_rules);
}

/* --- permission.rules.add --- */

struct adding {
    struct permission_actor actor;
    int64_t rules_max;
    struct permission_rule_paths rule_paths;
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
        r = store_rule_add(tx, &request->arena, session.no, adding->rules_max, rule);
    return r < 0 ? r : permission_audit_rule(tx, &adding->actor, SLICE("rule.added"), rule);
}

static void answer_add(struct store_request *request)
{
    const struct permission_new_rule *params = request->call->params;
    struct adding *adding = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(params->session_id));
    else if (request->status == -ESTALE)
        (void)call_fail(request->call, ERROR_RULE_REFUSED, "session %.*s is closed; a rule for it would have no effect",
                        SLICE_ARG(params->session_id));
    else if (request->status == -EDQUOT)
        (void)call_fail(request->call, ERROR_TOO_MANY_RULES,
                        "too many rules (permissions.rules = %lld); remove one, or raise permissions.rules",
                        (long long)adding->rules_max);
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else {
        struct judge_rule_paths rule_paths = permission_rule_paths_of(&adding->rule_paths);
        permission_rule_made(permissions_of(request->call), &adding->rule, &rule_paths);
        (void)permission_rules_add_reply(request->call, &adding->rule);
    }
}

static int add_followed(struct call *call, const struct judge_rule_paths *rule_paths)
{
    const struct permission_new_rule *params = call->params;
    struct adding adding = {.rules_max = permissions_of(call)->settings->permissions.rules};
    if (params->expires_at_is == FIELD_SET && params->expires_at <= clock_epoch_ms()) {
        (void)call_fail(call, ERROR_RULE_REFUSED, "params.expiresAt is in the past");
        return 1;
    }
    permission_rule_paths_keep(&adding.rule_paths, rule_paths);
    permission_actor_init(&adding.actor, call);
    return store_request_write_with(call, &adding, sizeof adding, add, answer_add);
}

int permission_rules_add(struct call *call, const struct permission_new_rule *params)
{
    struct permission_rule rule = judge_rule_of(params);
    return permission_follow(call, &rule, add_followed);
}

/* --- permission.rules.remove --- */

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
        (void)call_fail(request->call, ERROR_RULE_NOT_FOUND, "no such rule: %.*s", SLICE_ARG(params->rule_id));
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        permission_rules_drop(&permissions_of(request->call)->rules, params->rule_id);
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

/* --- end of a session --- */

void permission_session_over(struct permissions *permissions, struct slice session_id)
{
    permission_rules_drop_session(&permissions->rules, session_id);
}
