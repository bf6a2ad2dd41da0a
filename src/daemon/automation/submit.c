/* The tasks of runs: their session, their prompt, and what they may use. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "daemon/automation/internal.h"
#include "json/encode.h"

enum { TITLE_BYTES = 200 };

static int fail(struct decision *d, struct begun *begun, const char *reason, const char *message)
{
    *begun = (struct begun){true, arena_copy(d->arena, slice_of(reason)), arena_copy(d->arena, slice_of(message))};
    return begun->reason.data && begun->message.data ? 0 : -ENOMEM;
}

/* --- the session of a rule --- */

static bool is_same(enum field_is one_is, struct slice one, enum field_is other_is, struct slice other)
{
    return (one_is == FIELD_SET) == (other_is == FIELD_SET) && (one_is != FIELD_SET || slice_equal(one, other));
}

static void set_terms(const struct automation_action_task *action, struct session_record *record)
{
    record->agent = action->agent;
    record->agent_is = action->agent_is;
    record->model = action->model;
    record->model_is = action->model_is;
    record->permission_mode =
        action->permission_mode_is == FIELD_SET ? action->permission_mode : SESSION_PERMISSION_MODE_DEFAULT;
}

/* What the session may cost: what it has cost before the run, and the budget of the run. weir-broker keeps it, which
 * knows what a call can cost before it makes the call. */
static int set_budget(struct decision *d, struct store_run *run, const struct store_session *session,
                      struct session_record *record)
{
    struct store_account account = {0};
    if (record->budget_is == FIELD_SET)
        record->keys = d->submission.keys;
    record->budget_is = FIELD_ABSENT;
    if (run->budget_is != FIELD_SET || run->budget.cost_micros_is != FIELD_SET)
        return 0;
    int r = store_usage_account(d->tx, session->no, "", &account);
    if (r < 0)
        return r;
    if (run->spent_before < 0)
        run->spent_before = account.cost_micros;
    record->budget = (struct session_budget){.cost_micros = run->spent_before + run->budget.cost_micros,
                                             .cost_micros_is = FIELD_SET};
    record->budget_is = FIELD_SET;
    record->keys = SESSION_KEYS_BROKER;
    return 0;
}

/* The session of the rule gets what the action asks for, and its budget. */
static int adapt(struct decision *d, struct store_run *run, const struct automation_action_task *action,
                 struct store_session *session)
{
    struct session_record next = session->record;
    set_terms(action, &next);
    int r = set_budget(d, run, session, &next);
    bool same = is_same(next.agent_is, next.agent, session->record.agent_is, session->record.agent) &&
                is_same(next.model_is, next.model, session->record.model_is, session->record.model) &&
                next.permission_mode == session->record.permission_mode && next.budget_is != FIELD_SET &&
                session->record.budget_is != FIELD_SET;
    if (r < 0 || same)
        return r;
    next.updated_at = clock_epoch_ms();
    r = session_audit(d->tx, &d->actor, &session->record, &next);
    session->record = next;
    return r < 0 ? r : store_session_save(d->tx, session);
}

static int make_session(struct decision *d, struct store_run *run, struct store_automation *rule,
                        const struct automation_action_task *action, struct store_session *ret_session)
{
    struct slice cwd = action->cwd_is == FIELD_SET ? action->cwd : session_default_directory(d->sessions);
    *ret_session = (struct store_session){
        .record = {.cwd = cwd,
                   .network = d->submission.network,
                   .keys = d->submission.keys,
                   .title = utf8_cut(rule->record.name, TITLE_BYTES),
                   .title_is = FIELD_SET},
    };
    set_terms(action, &ret_session->record);
    int r = session_add(d->sessions, d->tx, d->arena, ret_session);
    if (r == 0)
        r = session_add_created_event(d->tx, &d->actor, ret_session);
    if (r < 0)
        return r;
    rule->session_id = ret_session->record.id;
    r = store_automation_save(d->tx, rule);
    return r < 0 ? r : adapt(d, run, action, ret_session);
}

static int own_session(struct decision *d, struct store_run *run, const struct automation_action_task *action,
                       struct slice *ret_id)
{
    struct store_automation rule;
    struct store_session session;
    int r = store_automation_find_no(d->tx, run->rule_no, d->arena, &rule);
    if (r < 0)
        return r;
    r = rule.session_id.size > 0 ? store_session_find(d->tx, rule.session_id, d->arena, &session) : -ENOENT;
    if (r == 0 && session.record.state != SESSION_STATE_OPEN)
        r = -ENOENT;
    r = r == -ENOENT ? make_session(d, run, &rule, action, &session) : r < 0 ? r : adapt(d, run, action, &session);
    if (r == 0)
        *ret_id = session.record.id;
    return r;
}

/* --- the task --- */

static int expand_prompt(struct decision *d, const struct store_run *run, struct slice prompt, struct slice *ret_prompt,
                         struct begun *begun)
{
    struct buf out = BUF_LIMITED(AUTOMATION_PROMPT_MAX);
    char problem[TEMPLATE_PROBLEM_SIZE] = "";
    struct template_values values;
    int r = todo_values(d, run, &values);
    if (r == 0)
        r = template_expand(&out, prompt, &values, true, problem);
    if (r == 0)
        *ret_prompt = arena_copy(d->arena, out.size > 0 ? buf_slice(&out) : SLICE(" "));
    buf_clear(&out);
    if (r == -EINVAL)
        return fail(d, begun, "template", problem);
    if (r == -ENOBUFS)
        return fail(d, begun, "template", "the prompt with its values is longer than 1 MiB");
    return r < 0 ? r : ret_prompt->data ? 0 : -ENOMEM;
}

/* What is left of the budget. */
static int64_t tokens_left(const struct store_run *run)
{
    int64_t left = run->budget.tokens;
    for (size_t i = 0; i < run->record.actions.count; i++)
        if (run->record.actions.items[i].tokens_is == FIELD_SET)
            left -= run->record.actions.items[i].tokens;
    return left;
}

static int write_task(struct decision *d, struct store_run *run, const struct automation_action_task *action,
                      const struct task_submit_params *params, struct begun *begun)
{
    struct automation_action_run *done = &run->record.actions.items[run->step];
    struct submission *submission = &d->submission;
    char sentence[256];
    submission->cause =
        (struct task_cause){.rule_id = run->record.rule_id, .run_id = run->record.run_id, .depth = run->depth};
    submission->cause_is = FIELD_SET;
    submission->cwd[0] = '\0';
    if (action->cwd_is == FIELD_SET && action->cwd.size < sizeof submission->cwd) {
        memcpy(submission->cwd, action->cwd.data, action->cwd.size);
        submission->cwd[action->cwd.size] = '\0';
    }
    int r = submission_write(d->tx, d->arena, submission, params);
    if (r == -ECANCELED) {
        submission_explain(submission, NULL, r, sentence);
        return fail(d, begun, contract_errors[submission->error].word.data, sentence);
    }
    if (r < 0)
        return r;
    run->task_no = submission->task_no;
    done->task_id = submission->task_id;
    done->session_id = submission->session_id;
    done->task_id_is = done->session_id_is = FIELD_SET;
    d->submitted = true;
    return 0;
}

int submit_task(struct decision *d, struct store_run *run, const struct automation_action_task *action,
                struct begun *ret_begun)
{
    bool has_tokens = run->budget_is == FIELD_SET && run->budget.tokens_is == FIELD_SET;
    struct task_submit_params params = {
        .agent = action->agent,
        .agent_is = action->agent_is,
        .session_id = action->session_id,
        .session_id_is = FIELD_SET,
        .cwd_is = action->cwd_is,
        .timeout_ms = action->timeout_ms,
        .timeout_ms_is = action->timeout_ms_is,
        .tools = action->tools,
        .tools_is = action->tools_is,
        .limits = {.tokens = has_tokens ? tokens_left(run) : 0, .tokens_is = FIELD_SET},
        .limits_is = has_tokens ? FIELD_SET : FIELD_ABSENT,
    };
    if (has_tokens && params.limits.tokens <= 0)
        return fail(d, ret_begun, "budget", "the tasks of the run have used its tokens");
    int r = expand_prompt(d, run, action->prompt, &params.prompt, ret_begun);
    if (r < 0 || ret_begun->failed)
        return r;
    if (action->session_id_is != FIELD_SET)
        r = own_session(d, run, action, &params.session_id);
    if (r == -ENOTDIR)
        return fail(d, ret_begun, "directory_unavailable", "cannot create a directory for the session of the rule");
    if (r == -ENOENT)
        return fail(d, ret_begun, "deleted", "the rule was deleted");
    return r < 0 ? r : write_task(d, run, action, &params, ret_begun);
}
