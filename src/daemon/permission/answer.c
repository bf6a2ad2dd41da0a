/* permission.answer: the first one counts. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "contract/all.h"
#include "daemon/client.h"
#include "daemon/daemon.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/write.h"

enum { ARENA_BYTES = 64 << 20 };

/* --- the rule that comes with it --------------------------------------------------------------- */

/* What the decision makes of it: where it holds. */
static const char *scope(struct permission_rule *rule, enum permission_decision decision,
                         const struct permission_request *record)
{
    if (rule->effect != PERMISSION_EFFECT_ALLOW)
        return "the rule denies, and the answer allows";
    if (decision == PERMISSION_DECISION_ALLOW_SESSION) {
        if (rule->session_id_is == FIELD_SET && !slice_equal(rule->session_id, record->session_id))
            return "the rule is for another session";
        rule->session_id = record->session_id;
        rule->session_id_is = FIELD_SET;
        return NULL;
    }
    if (rule->session_id_is == FIELD_SET)
        return "a rule that holds always is of no session";
    if (rule->cwd_is != FIELD_SET)
        rule->cwd = record->cwd;
    rule->cwd_is = FIELD_SET;
    return NULL;
}

static bool fits(const struct permission_rule *rule, const struct permission_request *record, struct slice home)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct judge_call call;
    struct permission_new_rule wanted = {
        .effect = rule->effect,
        .tool = rule->tool,
        .path = rule->path,
        .path_is = rule->path_is,
        .command = rule->command,
        .command_is = rule->command_is,
        .session_id = rule->session_id,
        .session_id_is = rule->session_id_is,
        .cwd = rule->cwd,
        .cwd_is = rule->cwd_is,
        .expires_at = rule->expires_at,
        .expires_at_is = rule->expires_at_is,
    };
    bool fit = permission_judge(&arena, record, home, &call) == 0 && judge_rule_matches(&wanted, home, &call);
    arena_clear(&arena);
    return fit;
}

static const char *make_rule(const struct permission_answer_params *params, const struct permission_request *record,
                             struct permission_rule *ret_rule)
{
    *ret_rule = permission_rule_of(params->rule_is == FIELD_SET ? &params->rule : &record->suggestion);
    return scope(ret_rule, params->decision, record);
}

/* On the loop: looking at paths may take its time, and the writer has none. True: the rule may be made; else the call
 * is answered. */
static bool check_rule(struct call *call, const struct permission_answer_params *params,
                       const struct permission_wait *wait)
{
    const struct permission_request *record = &wait->row.record;
    struct slice home = slice_of(wait->daemon->permissions.home);
    struct permission_rule rule;
    char problem[256];
    if (params->rule_is != FIELD_SET && record->suggestion_is != FIELD_SET) {
        (void)call_fail(call, ERROR_RULE_REFUSED,
                        "there is no rule that would stand for calls like this one; name one, or allow it once");
        return false;
    }
    const char *wrong = make_rule(params, record, &rule);
    if (!wrong && permission_rule_check(home, &rule, problem) < 0)
        wrong = problem;
    if (!wrong && !fits(&rule, record, home))
        wrong = "the rule does not match the request";
    if (wrong)
        (void)call_fail(call, ERROR_RULE_REFUSED, "%s", wrong);
    return !wrong;
}

/* --- on the writer -------------------------------------------------------------------------------- */

struct answering {
    struct permission_actor actor;
    int64_t rules_max;
    bool makes_rule;
    struct permission_rule rule;
    struct permission_request record;
};

static int settle(struct store_request *request, struct store_tx *tx, const struct store_permission *found)
{
    const struct permission_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    struct permission_request *record = &answering->record;
    struct task_place place = {found->task_no, found->session_no, found->record.task_id, found->record.session_id};
    bool denied = params->decision == PERMISSION_DECISION_DENY;
    record->state = denied ? PERMISSION_REQUEST_STATE_DENIED : PERMISSION_REQUEST_STATE_ALLOWED;
    record->reason = denied ? SLICE("user_denied") : SLICE("user_approved");
    record->note = params->reason;
    record->note_is = params->reason_is;
    record->answered_by = slice_of(answering->actor.name);
    record->answered_by_is = answering->actor.name[0] ? FIELD_SET : FIELD_ABSENT;
    record->answered_at = clock_epoch_ms();
    record->reason_is = record->answered_at_is = FIELD_SET;
    return permission_resolve(tx, &place, record);
}

static int add_rule(struct store_request *request, struct store_tx *tx, const struct store_permission *found)
{
    struct answering *answering = request->more;
    struct permission_rule *rule = &answering->rule;
    if (make_rule(request->call->params, &found->record, rule))
        return -EINVAL; /* it was looked at before */
    rule->created_at = answering->record.answered_at;
    rule->created_by = answering->record.answered_by;
    rule->created_by_is = answering->record.answered_by_is;
    int r = store_rule_add(tx, &request->arena, rule->session_id_is == FIELD_SET ? found->session_no : 0,
                           answering->rules_max, rule);
    return r < 0 ? r : permission_audit_rule(tx, &answering->actor, SLICE("rule.added"), rule);
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
        r = add_rule(request, tx, &found);
    if (r == 0)
        r = permission_audit_answered(tx, &answering->actor, &answering->record, answering->rule.id);
    return r;
}

/* --- the answer to the answer ----------------------------------------------------------------------- */

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
        (void)call_fail(call, ERROR_PERMISSION_ANSWERED, "it was answered already");
    else
        (void)call_fail_text(call, type->code, type->message, buf_slice(&data));
    buf_clear(&data);
}

static void answer(struct store_request *request)
{
    const struct permission_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_PERMISSION_NOT_FOUND, "there is no permission request %.*s",
                        SLICE_ARG(params->request_id));
    } else if (request->status == -ESTALE) {
        fail_late(request->call, &answering->record);
    } else if (request->status == -EDQUOT) {
        (void)call_fail(request->call, ERROR_TOO_MANY_RULES, "there are %lld rules already (permissions.rules)",
                        (long long)answering->rules_max);
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        if (answering->makes_rule)
            permission_rule_made(request->daemon, &answering->rule);
        (void)permission_answer_reply(request->call, &(struct permission_answer_result){
                                                         .request = answering->record,
                                                         .rule = answering->rule,
                                                         .rule_is = answering->makes_rule ? FIELD_SET : FIELD_ABSENT});
    }
}

int permission_answer(struct call *call, const struct permission_answer_params *params)
{
    const struct daemon *daemon = client_of(call)->daemon;
    const struct permission_wait *wait = permission_wait_find(daemon, params->request_id);
    struct answering answering = {.rules_max = daemon->config.settings.permissions.rules};
    answering.makes_rule =
        params->decision == PERMISSION_DECISION_ALLOW_SESSION || params->decision == PERMISSION_DECISION_ALLOW_ALWAYS;
    permission_actor_init(&answering.actor, call);
    if (params->rule_is == FIELD_SET && !answering.makes_rule)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.rule",
                           "params.rule: only with allow_session and allow_always");
    if (!wait) /* the store says why; a rule could not be looked at, and is not made */
        answering.makes_rule = false;
    else if (answering.makes_rule && !check_rule(call, params, wait))
        return 0;
    return store_request_write_with(call, &answering, sizeof answering, answer_request, answer);
}
