/* permission.answer: the first answer to a request decides it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "contract/all.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/write.h"

enum { ARENA_BYTES = 64 << 20 };

/* --- rules of the answer --- */

/* Limits a rule to the session or to the working directory, depending on the decision. Returns the reason if the rule
 * does not fit the decision. */
static const char *scope(struct permission_rule *rule, enum permission_decision decision,
                         const struct permission_request *record)
{
    if (rule->effect != PERMISSION_EFFECT_ALLOW)
        return "the rule is a deny rule, but the answer allows the call";
    if (record->mcp_is == FIELD_SET) { /* the server can change what its tool is */
        rule->definition = record->mcp.definition;
        rule->definition_is = FIELD_SET;
    }
    if (decision == PERMISSION_DECISION_ALLOW_SESSION) {
        if (rule->session_id_is == FIELD_SET && !slice_equal(rule->session_id, record->session_id))
            return "the rule names another session than the request";
        rule->session_id = record->session_id;
        rule->session_id_is = FIELD_SET;
        return NULL;
    }
    if (rule->session_id_is == FIELD_SET)
        return "allow_always makes a rule for all sessions, but the rule names one";
    if (rule->cwd_is != FIELD_SET)
        rule->cwd = record->cwd;
    rule->cwd_is = FIELD_SET;
    return NULL;
}

/* The rules to make: those of the answer, else the suggested ones. */
static size_t wanted(const struct permission_answer_params *params, const struct permission_request *record,
                     const struct permission_new_rule **ret_rules)
{
    *ret_rules = params->rules_is == FIELD_SET         ? params->rules.items
                 : params->rule_is == FIELD_SET        ? &params->rule
                 : record->suggestions_is == FIELD_SET ? record->suggestions.items
                                                       : &record->suggestion;
    if (params->rules_is == FIELD_SET)
        return params->rules.count;
    if (params->rule_is == FIELD_SET)
        return 1;
    return record->suggestions_is == FIELD_SET ? record->suggestions.count : record->suggestion_is == FIELD_SET;
}

/* Returns NULL, or a reason that can be known before the rules' paths are resolved. */
static const char *make_rules(const struct permission_answer_params *params, const struct permission_request *record,
                              struct permission_rule ret_rules[static JUDGE_SUGGESTIONS], size_t *ret_count)
{
    const struct permission_new_rule *rules;
    const char *wrong = NULL;
    *ret_count = wanted(params, record, &rules);
    if (*ret_count == 0 || *ret_count > JUDGE_SUGGESTIONS)
        return "no rule can be suggested for this call; name a rule, or allow the call once";
    for (size_t i = 0; i < *ret_count && !wrong; i++) {
        ret_rules[i] = judge_rule_of(&rules[i]);
        wrong = scope(&ret_rules[i], params->decision, record);
    }
    return wrong;
}

/* Only the first rule's paths were resolved on a thread. The other rules usually name the same paths, which are in the
 * kernel's caches then. */
static int put(struct judge_rules *made, struct permission_rule rule, struct slice home,
               const struct judge_rule_paths *rule_paths, char problem[static 256])
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct judge_rule_paths own;
    struct slice unknown;
    int r = 0;
    rule.id = SLICE("1");
    rule.expires_at_is = FIELD_ABSENT;
    if (!rule_paths) {
        r = judge_rule_check(&rule, home, NULL, problem);
        if (r == 0)
            r = judge_rule_follow(&arena, &rule, home, false, problem, &own, &unknown);
        rule_paths = &own;
    }
    if (r == 0)
        r = judge_rules_put(made, &rule, rule_paths, problem, NULL);
    arena_clear(&arena);
    return r;
}

/* Together with the existing rules, the new ones must allow the call, and each must match a part of it. -EINVAL: with a
 * reason. */
static int check_fit(const struct permissions *permissions, const struct permission_request *record,
                     const struct permission_rule *rules, size_t count, const struct judge_rule_paths *rule_paths,
                     char problem[static 256])
{
    struct slice home = slice_of(permissions->home);
    const struct judge_rules *present = permissions->rules.judge;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct judge_rules *made = judge_rules_new(home);
    struct judge_call call;
    int r = made ? 0 : -ENOMEM;
    for (size_t i = 0; i < count && r == 0; i++)
        r = put(made, rules[i], home, i == 0 ? rule_paths : NULL, problem);
    if (r == 0 && (permission_judge(&arena, record, home, &call) < 0 || !judge_rules_all_fit(made, &call) ||
                   !judge_rules_allow(made, present, &call, clock_epoch_ms()))) {
        (void)snprintf(problem, 256, "%s",
                       count == 1
                           ? "the rule does not match the request"
                           : "each rule must match a part of the request, and together they must allow all of it");
        r = -EINVAL;
    }
    arena_clear(&arena);
    judge_rules_free(made);
    return r;
}

/* --- on the writer thread --- */

struct answering {
    struct permission_actor actor;
    int64_t rules_max;
    bool makes_rule;
    struct permission_rule_paths rule_paths; /* of the first rule */
    struct permission_rule rules[JUDGE_SUGGESTIONS];
    size_t count;
    struct permission_request record;
};

static int settle(struct store_request *request, struct store_tx *tx, const struct store_permission *found)
{
    const struct permission_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    struct permission_request *record = &answering->record;
    struct task_ids place = {found->task_no, found->session_no, found->record.task_id, found->record.session_id};
    bool denied = params->decision == PERMISSION_DECISION_DENY;
    record->state = denied ? PERMISSION_REQUEST_STATE_DENIED : PERMISSION_REQUEST_STATE_ALLOWED;
    record->reason = denied ? SLICE("user_denied") : SLICE("user_approved");
    record->note = params->reason;
    record->note_is = params->reason_is;
    record->answered_by = slice_of(answering->actor.name);
    record->answered_by_is = answering->actor.name[0] ? FIELD_SET : FIELD_ABSENT;
    record->answered_at = clock_epoch_ms();
    record->reason_is = record->answered_at_is = FIELD_SET;
    return task_question_answer(tx, &place, record);
}

static int add_rules(struct store_request *request, struct store_tx *tx, const struct store_permission *found)
{
    struct answering *answering = request->more;
    int r = 0;
    if (make_rules(request->call->params, &found->record, answering->rules, &answering->count))
        return -EINVAL; /* checked before; cannot happen */
    for (size_t i = 0; i < answering->count && r == 0; i++) {
        struct permission_rule *rule = &answering->rules[i];
        rule->created_at = answering->record.answered_at;
        rule->created_by = answering->record.answered_by;
        rule->created_by_is = answering->record.answered_by_is;
        r = store_rule_add(tx, &request->arena, rule->session_id_is == FIELD_SET ? found->session_no : 0,
                           answering->rules_max, rule);
        if (r == 0)
            r = permission_audit_rule(tx, &answering->actor, SLICE("rule.added"), rule);
    }
    return r;
}

static int answer_request(struct store_request *request, struct store_tx *tx)
{
    const struct permission_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    struct store_permission found;
    int r = fault_point("permission.before_answer");
    if (r == 0)
        r = store_permission_find(tx, params->request_id, &request->arena, &found);
    if (r < 0)
        return r;
    answering->record = found.record;
    if (found.record.state != PERMISSION_REQUEST_STATE_PENDING)
        return -ESTALE;
    r = settle(request, tx, &found);
    if (r == 0 && answering->makes_rule)
        r = add_rules(request, tx, &found);
    if (r == 0)
        r = permission_audit_answered(tx, &answering->actor, &answering->record, answering->rules[0].id);
    return r;
}

/* --- response --- */

static void fail_late(struct call *call, const struct permission_request *record)
{
    const struct error_type *type = &contract_errors[ERROR_PERMISSION_ANSWERED];
    struct buf data = BUF_LIMITED(64 << 10);
    buf_append_text(&data, "{\"code\":");
    json_write_string(&data, type->word);
    buf_append_text(&data, ",\"state\":");
    json_write_string(&data, permission_request_state_shape.of.words.items[record->state]);
    buf_append_text(&data, ",\"reason\":");
    json_write_string(&data, record->reason);
    if (record->answered_by_is == FIELD_SET) {
        buf_append_text(&data, ",\"answeredBy\":");
        json_write_string(&data, record->answered_by);
    }
    buf_append_char(&data, '}');
    if (data.error)
        (void)call_fail(call, ERROR_PERMISSION_ANSWERED, "the request is already answered");
    else
        (void)call_fail_text(call, type->code, type->message, buf_slice(&data));
    buf_clear(&data);
}

/* If the kernel has dropped the paths of a further rule from its caches, the rule stays open until a thread has looked
 * them up. */
static void keep(struct permissions *permissions, const struct permission_rule *rule,
                 const struct judge_rule_paths *rule_paths)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct judge_rule_paths own;
    struct slice unknown;
    char problem[256];
    bool known =
        rule_paths || judge_rule_follow(&arena, rule, slice_of(permissions->home), false, problem, &own, &unknown) == 0;
    permission_rule_made(permissions, rule, rule_paths ? rule_paths : known ? &own : NULL);
    if (!known && permissions->rules.judge)
        (void)permission_lookup(permissions, rule, 1);
    arena_clear(&arena);
}

static void answer(struct store_request *request)
{
    const struct permission_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_PERMISSION_NOT_FOUND, "no such permission request: %.*s",
                        SLICE_ARG(params->request_id));
    } else if (request->status == -ESTALE) {
        fail_late(request->call, &answering->record);
    } else if (request->status == -EDQUOT) {
        (void)call_fail(request->call, ERROR_TOO_MANY_RULES,
                        "too many rules (permissions.rules = %lld); remove one, or raise permissions.rules",
                        (long long)answering->rules_max);
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        struct judge_rule_paths rule_paths = permission_rule_paths_of(&answering->rule_paths);
        for (size_t i = 0; i < answering->count; i++)
            keep(permissions_of(request->call), &answering->rules[i], i == 0 ? &rule_paths : NULL);
        (void)permission_answer_reply(request->call, &(struct permission_answer_result){
                                                         .request = answering->record,
                                                         .rule = answering->rules[0],
                                                         .rule_is = answering->count == 1 ? FIELD_SET : FIELD_ABSENT,
                                                         .rules = {answering->rules, answering->count},
                                                         .rules_is = answering->count > 0 ? FIELD_SET : FIELD_ABSENT});
    }
}

/* `rule_paths`: of the rule to make; NULL: none. */
static int write_answer(struct call *call, const struct judge_rule_paths *rule_paths)
{
    const struct permission_answer_params *params = call->params;
    struct client *client = client_of(call);
    const struct permissions *permissions = permissions_of(call);
    struct permission_pending *pending = permission_pending_find(permissions, params->request_id);
    struct answering answering = {.rules_max = permissions->settings->permissions.rules};
    answering.makes_rule = pending && rule_paths; /* otherwise the store reports why not */
    permission_actor_init(&answering.actor, call);
    if (answering.makes_rule)
        permission_rule_paths_keep(&answering.rule_paths, rule_paths);
    if (pending && pending->end_unstored) { /* the executor was told this end, so no other one may be stored */
        fail_late(call, &pending->given);
        return 1;
    }
    int r = store_request_write_with(call, &answering, sizeof answering, answer_request, answer);
    if (pending && r == 0)
        pending->answer = client->written;
    return r;
}

static int answer_followed(struct call *call, const struct judge_rule_paths *rule_paths)
{
    const struct permission_answer_params *params = call->params;
    const struct permissions *permissions = permissions_of(call);
    const struct permission_pending *pending = permission_pending_find(permissions, params->request_id);
    struct permission_rule rules[JUDGE_SUGGESTIONS];
    size_t count = 0;
    char problem[256] = "";
    int r = !pending || make_rules(params, &pending->row.record, rules, &count)
                ? 0 /* the store reports why */
                : check_fit(permissions, &pending->row.record, rules, count, rule_paths, problem);
    if (r == -EINVAL)
        (void)call_fail(call, ERROR_RULE_REFUSED, "%s", problem);
    else if (r == -EAGAIN)
        (void)call_fail(call, ERROR_DIRECTORY_UNAVAILABLE, "a path of the rule is still being looked up; answer again");
    else
        return r < 0 ? r : write_answer(call, rule_paths);
    return 1;
}

int permission_answer(struct call *call, const struct permission_answer_params *params)
{
    const struct permission_pending *pending = permission_pending_find(permissions_of(call), params->request_id);
    bool makes_rule =
        params->decision == PERMISSION_DECISION_ALLOW_SESSION || params->decision == PERMISSION_DECISION_ALLOW_ALWAYS;
    struct permission_rule rules[JUDGE_SUGGESTIONS];
    size_t count;
    if (params->rule_is == FIELD_SET && !makes_rule)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.rule",
                           "params.rule: allowed only with allow_session and allow_always");
    if (params->rules_is == FIELD_SET && (!makes_rule || params->rule_is == FIELD_SET))
        return call_refuse(
            call, ERROR_INVALID_PARAMS, "params.rules",
            "params.rules: allowed only with allow_session and allow_always, and not together with rule");
    if (!pending || !makes_rule) { /* if the request is not pending, there is no call to check a rule against */
        int r = write_answer(call, NULL);
        return r < 0 ? r : 0;
    }
    const char *wrong = make_rules(params, &pending->row.record, rules, &count);
    return wrong ? call_fail(call, ERROR_RULE_REFUSED, "%s", wrong) : permission_follow(call, rules, answer_followed);
}
