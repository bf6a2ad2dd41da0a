/* request_permission. A request is decided in this order:
 *
 * 1. refused, if the task's list of tools does not have the tool;
 * 2. refused by a deny rule;
 * 3. refused by the mode `plan`, if the call changes anything;
 * 4. allowed by the mode `bypassPermissions`;
 * 5. allowed by an allow rule;
 * 6. allowed by another mode: reading in the working directory, and editing there with `acceptEdits`;
 * 7. decided by a person.
 *
 * While the paths of a rule are being resolved, calls that it might decide are held (rule_paths.c). */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/utf8.h"
#include "daemon/executor/executor.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"
#include "json/encode.h"
#include "json/write.h"

enum { SCRATCH_KEPT = 1 << 20 };

struct judging;

/* A request while it is being decided. */
struct question {
    struct call *call;
    const struct request_permission_params *params;
    struct permissions *permissions;
    struct executor *executor;
    struct task_ids ids; /* its strings, and `cwd`, live as long as the task runs */
    struct slice cwd;
    struct judge_call judged;
    const struct judging *known;      /* the result of a resolver thread; NULL: use the kernel's caches only */
    const struct permission_mcp *mcp; /* a call of an MCP tool; or NULL */
    permission_decided_fn decided;    /* for such a call */
    struct slice input_text;
    struct store_permission row;
    char reason[PERMISSION_REASON_SIZE];
};

static int reply(const struct question *question, bool approved, const char *reason)
{
    const struct request_permission_result result = {
        .approved = approved, .reason = slice_of(reason), .reason_is = FIELD_SET};
    return question->decided ? question->decided(question->call, &result, question->mcp->about->definition)
                             : request_permission_reply(question->call, &result);
}

/* --- the call --- */

static void digest(struct question *question)
{
    static const unsigned char between = 0;
    crypto_generichash_state state;
    struct slice tool = question->params->tool_name, input = question->input_text;
    (void)crypto_generichash_init(&state, NULL, 0, STORE_DIGEST_SIZE);
    (void)crypto_generichash_update(&state, (const unsigned char *)tool.data, tool.size);
    (void)crypto_generichash_update(&state, &between, 1);
    (void)crypto_generichash_update(&state, (const unsigned char *)input.data, input.size);
    (void)crypto_generichash_final(&state, question->row.digest, STORE_DIGEST_SIZE);
}

/* --- resolving paths on a thread --- */

enum { JUDGING_BYTES = 64 << 20 };

/* A job for a resolver thread, which parses the input again and may block on the file systems of its paths. All strings
 * are in the arena. */
struct judging {
    struct resolve_job job;
    struct call *call; /* deferred */
    struct arena arena;
    struct slice tool, input, cwd, home, session_id;
    /* Set by the thread: */
    int status;
    struct judge_call judged;
};

static int decide_call(struct call *call, const struct judging *known);

static int take_judged(struct question *question)
{
    question->judged = question->known->judged;
    return question->known->status;
}

static void judge(struct resolve_job *job)
{
    struct judging *judging = list_member(job, struct judging, job);
    const struct json_any input = {.text = judging->input};
    judging->status = judge_read(&judging->arena, judging->tool, &input, judging->cwd, judging->home,
                                 judging->session_id, true, &judging->judged);
}

static void on_judged(struct resolve_job *job, int status)
{
    struct judging *judging = list_member(job, struct judging, job);
    struct call *call = judging->call;
    struct request_permission_result refusal = {.reason = SLICE("path_unavailable"), .reason_is = FIELD_SET};
    call->abandoned = NULL;
    call->user = NULL;
    int r = status < 0 ? request_permission_reply(call, &refusal) : decide_call(call, judging);
    if (status == 0 && r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
}

static void release(struct resolve_job *job)
{
    struct judging *judging = list_member(job, struct judging, job);
    arena_clear(&judging->arena);
    free(judging);
}

static void on_abandoned(struct call *call)
{
    struct judging *judging = call->user;
    resolver_forget(&judging->job);
}

static struct judging *judging_new(const struct question *question)
{
    const struct task_record *task = question->executor->job->task;
    struct judging *judging = calloc(1, sizeof *judging);
    if (!judging)
        return NULL;
    judging->job = (struct resolve_job){.work = judge, .done = on_judged, .release = release};
    judging->arena = (struct arena)ARENA_LIMITED(JUDGING_BYTES);
    judging->tool = arena_copy(&judging->arena, question->params->tool_name);
    judging->input = arena_copy(&judging->arena, question->input_text);
    judging->cwd = arena_copy(&judging->arena, task->cwd);
    judging->home = arena_copy(&judging->arena, slice_of(question->permissions->home));
    judging->session_id = arena_copy(&judging->arena, task->session_id);
    if (judging->tool.data && judging->input.data && judging->cwd.data && judging->home.data &&
        judging->session_id.data)
        return judging;
    release(&judging->job);
    return NULL;
}

/* Each session has a resolver lane of its own, so a path that hangs does not delay other sessions. */
static int ask_resolver(struct question *question)
{
    struct judging *judging = judging_new(question);
    if (!judging)
        return -ENOMEM;
    int r = resolver_start(question->permissions->resolver, judging->session_id.data, &judging->job);
    if (r < 0) {
        release(&judging->job);
        return r == -ENOMEM ? r : reply(question, false, "path_unavailable");
    }
    r = call_defer(question->call, on_abandoned, judging, &judging->call);
    if (r < 0)
        resolver_forget(&judging->job);
    return r;
}

static int read_question(struct question *question)
{
    struct permissions *permissions = question->permissions;
    const struct request_permission_params *params = question->params;
    const struct task_job *job = question->executor->job;
    const struct json_any nothing = {0};
    const struct json_any *input = params->tool_input_is == FIELD_SET ? &params->tool_input : &nothing;
    buf_reset(&permissions->text, SCRATCH_KEPT);
    arena_reset(&permissions->scratch);
    int r = params->tool_input_is == FIELD_SET ? json_write_any(&permissions->text, input) : 0;
    question->input_text = r == 0 && permissions->text.size > 0 ? buf_slice(&permissions->text) : SLICE("");
    if (r == 0 && question->known)
        r = take_judged(question);
    else if (r == 0)
        r = judge_read(&permissions->scratch, params->tool_name, input, job->task->cwd, slice_of(permissions->home),
                       job->task->session_id, false, &question->judged);
    if (r < 0)
        return r;
    if (question->mcp)
        question->judged.definition = question->mcp->about->definition;
    digest(question);
    question->row.task_no = question->ids.no;
    question->row.session_no = question->ids.session_no;
    question->row.key = params->request_id_is == FIELD_SET ? params->request_id : SLICE("");
    return 0;
}

/* A rule may allow the tool as it was defined before. */
static void describe_mcp(struct question *question)
{
    enum { SHOWN_BYTES = 64 << 10 };
    const struct permission_mcp *mcp = question->mcp;
    const struct judge_rules *rules = question->permissions->rules.judge;
    struct permission_mcp_call *about = &question->row.record.mcp;
    *about = *mcp->about;
    question->row.record.mcp_is = FIELD_SET;
    question->row.definition = mcp->definition;
    about->changed = judge_rules_outdated(rules, &question->judged, clock_epoch_ms(), &question->row.allowed);
    about->after = mcp->definition;
    about->after_is = about->changed && mcp->definition.size <= SHOWN_BYTES ? FIELD_SET : FIELD_ABSENT;
}

/* `input_bytes` 0: without the input. */
static int describe(struct question *question, size_t input_bytes)
{
    const struct request_permission_params *params = question->params;
    struct permission_request *record = &question->row.record;
    int r = permission_describe(&question->permissions->scratch, &question->judged,
                                params->tool_input_is == FIELD_SET && input_bytes > 0 ? &params->tool_input : NULL,
                                question->input_text, input_bytes, record);
    record->session_id = question->ids.session_id;
    record->task_id = question->ids.id;
    record->cwd = question->cwd;
    record->created_at = clock_epoch_ms();
    if (question->mcp)
        describe_mcp(question);
    return r;
}

/* --- decisions by rules and modes --- */

static enum judge_verdict set_reason(struct question *question, enum judge_verdict verdict, const char *kind,
                                     struct slice word)
{
    (void)snprintf(question->reason, sizeof question->reason, "%s%.*s", kind, SLICE_ARG(word));
    return verdict;
}

static enum judge_verdict decide(struct question *question)
{
    struct permission_rules *rules = &question->permissions->rules;
    enum session_permission_mode mode = question->executor->job->session->permission_mode;
    struct slice mode_word = session_permission_mode_shape.of.words.items[mode], rule = {0};
    int64_t now_ms = clock_epoch_ms();
    enum judge_verdict by_rule = judge_rules_ask(rules->judge, &question->judged, now_ms, &rule);
    enum judge_verdict by_mode = judge_mode(mode, &question->judged);
    bool bypasses = mode == SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS && by_mode == JUDGE_ALLOW;
    if (by_rule == JUDGE_MAY_DENY && by_mode != JUDGE_DENY)
        return JUDGE_MAY_DENY;
    if (by_rule == JUDGE_MAY_ALLOW && by_mode == JUDGE_NOTHING)
        return JUDGE_MAY_ALLOW;
    if (by_rule == JUDGE_UNKNOWN && by_mode != JUDGE_DENY)
        return JUDGE_NOTHING;
    if (by_rule == JUDGE_DENY || (by_rule == JUDGE_ALLOW && by_mode != JUDGE_DENY && !bypasses)) {
        permission_rules_count(rules, rule, now_ms);
        return set_reason(question, by_rule, "rule:", rule);
    }
    return by_mode == JUDGE_NOTHING ? JUDGE_NOTHING : set_reason(question, by_mode, "mode=", mode_word);
}

/* If the command is too long to be stored, only its beginning is. */
static int describe_decided(struct question *question)
{
    enum { DECIDED_INPUT_BYTES = 16 << 10 };
    struct permission_request *record = &question->row.record;
    int r = describe(question, DECIDED_INPUT_BYTES);
    if (r != -E2BIG)
        return r;
    r = describe(question, 0);
    record->command = utf8_cut(record->command, DECIDED_INPUT_BYTES);
    record->parts_is = FIELD_ABSENT;
    return r;
}

/* Records the decision for the audit log and for previews of rules, and answers at once. The executor's id is not
 * stored, so each call gets an entry of its own. */
static int decided(struct question *question, enum permission_request_state state)
{
    struct permission_request *record = &question->row.record;
    question->row.key = SLICE("");
    if (describe_decided(question) < 0) {
        question->permissions->dropped++;
    } else {
        record->state = state;
        record->reason = slice_of(question->reason);
        record->answered_at = record->created_at;
        record->reason_is = record->answered_at_is = FIELD_SET;
        permission_record(question->permissions, &question->row, question->executor->process.id);
    }
    return reply(question, state == PERMISSION_REQUEST_STATE_ALLOWED, question->reason);
}

/* --- asking people --- */

/* The executor repeats a request, usually over a new connection: the call waits for the same answer. */
static int repeat(struct question *question, struct permission_pending *pending)
{
    if (memcmp(pending->row.digest, question->row.digest, sizeof pending->row.digest) != 0)
        return reply(question, false, "request_id_reused");
    return permission_pending_attach(pending, question->call, question->decided);
}

/* A task of an automation rule waits for a person whether or not one is connected. */
static bool waits_for_person(const struct question *question)
{
    return question->executor->job->task->cause_is == FIELD_SET;
}

/* While a front end that can answer is connected, only the timeout applies; the approver limit is never set again. */
static void set_limits(struct question *question)
{
    const struct session_record *session = question->executor->job->session;
    const struct permissions *permissions = question->permissions;
    struct store_permission *row = &question->row;
    int64_t timeout_ms = session->permission_timeout_ms_is == FIELD_SET ? session->permission_timeout_ms
                                                                        : permissions->settings->permissions.timeout_ms;
    bool alone = permissions->approvers == 0 && !waits_for_person(question);
    row->timeout_at = timeout_ms > 0 ? row->record.created_at + timeout_ms : 0;
    row->approver_at = alone ? row->record.created_at + permissions->settings->permissions.approver_ms : 0;
    store_permission_set_limit(row);
}

static int suggest(struct question *question)
{
    struct permissions *permissions = question->permissions;
    struct permission_request *record = &question->row.record;
    struct permission_new_rule *rules = arena_zeroed(&permissions->scratch, JUDGE_SUGGESTIONS * sizeof *rules);
    size_t count = 0;
    if (!rules)
        return -ENOMEM;
    record->suggestion_is =
        judge_suggest(&permissions->scratch, &question->judged, &record->suggestion) == 0 ? FIELD_SET : FIELD_ABSENT;
    int r = judge_suggest_all(&permissions->scratch, permissions->rules.judge, &question->judged, clock_epoch_ms(),
                              rules, &count);
    record->suggestions.items = rules;
    record->suggestions.count = count;
    record->suggestions_is = r == 0 ? FIELD_SET : FIELD_ABSENT;
    return r == -ENOMEM ? r : 0;
}

static void store_pending(void *user)
{
    permission_pending_store(user);
}

static int ask(struct question *question)
{
    struct permissions *permissions = question->permissions;
    if (permissions->approvers == 0 && permissions->settings->permissions.approver_ms == 0 &&
        !waits_for_person(question)) {
        (void)snprintf(question->reason, sizeof question->reason, "no_approver");
        return decided(question, PERMISSION_REQUEST_STATE_EXPIRED);
    }
    if (permissions->count >= PERMISSION_PENDING_ALL || permissions->bytes > PERMISSION_PENDING_BYTES ||
        permission_pending_count(permissions, question->ids.no) >= PERMISSION_PENDING_TASK)
        return reply(question, false, "too_many_pending");
    int r = question->judged.path_count > PERMISSION_PATHS ? -E2BIG : describe(question, PERMISSION_INPUT_BYTES);
    if (r < 0)
        return r == -E2BIG ? reply(question, false, "too_large") : r;
    set_limits(question);
    r = suggest(question);
    if (r < 0)
        return r;
    struct permission_pending *pending = permission_pending_new(permissions, &question->ids, &question->row);
    if (!pending)
        return -ENOMEM;
    pending->reuses_id = permission_pending_is_used_up(permissions, question->ids.no, question->row.key);
    r = permission_pending_attach(pending, question->call, question->decided);
    if (r < 0 || list_is_empty(&pending->askers)) {
        (void)permission_pending_free(pending);
        return r;
    }
    if (!task_job_call_in_order(question->executor->job, store_pending, pending))
        permission_pending_store(pending);
    return 0;
}

static int answer(struct question *question)
{
    struct permissions *permissions = question->permissions;
    const struct request_permission_params *params = question->params;
    if (!executor_lists_tool(question->executor->job, params->tool_name))
        return reply(question, false, "tool_not_listed");
    if (!permissions->rules.judge || !store_is_open(permissions->store))
        return call_fail(question->call, ERROR_SUBSYSTEM_UNAVAILABLE, "the permission rules are not loaded; try again");
    int r = read_question(question);
    if (r == -EAGAIN)
        return ask_resolver(question);
    if (r == -ENOBUFS || r == -ENOMEM)
        return reply(question, false, "too_large");
    if (r < 0)
        return r;
    struct permission_pending *pending =
        question->row.key.size > 0 ? permission_pending_find_key(permissions, question->ids.no, question->row.key)
                                   : NULL;
    enum judge_verdict verdict = decide(question);
    if (pending && verdict != JUDGE_DENY)
        return repeat(question, pending);
    if (verdict == JUDGE_MAY_DENY || verdict == JUDGE_MAY_ALLOW)
        return permission_hold(permissions, question->call);
    if (verdict == JUDGE_NOTHING)
        return ask(question);
    return decided(question,
                   verdict == JUDGE_ALLOW ? PERMISSION_REQUEST_STATE_ALLOWED : PERMISSION_REQUEST_STATE_DENIED);
}

static int decide_call(struct call *call, const struct judging *known)
{
    const struct request_permission_params *params = call->params;
    struct executor *executor = executor_of(call);
    if (!executor_token_admits(executor, params->session_token, NULL, "request_permission"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
    struct question question = {
        .call = call,
        .params = params,
        .permissions = permissions_of(call),
        .executor = executor,
        .ids = *task_ids_of_job(executor->job),
        .cwd = executor->job->task->cwd,
        .known = known,
    };
    int r = answer(&question);
    struct arena *scratch = &question.permissions->scratch;
    if (scratch->used > SCRATCH_KEPT)
        arena_clear(scratch);
    return r;
}

int request_permission(struct call *call, const struct request_permission_params *params)
{
    (void)params;
    return decide_call(call, NULL);
}

int permission_judge_mcp(struct executor *executor, struct call *call, const struct permission_mcp *mcp,
                         permission_decided_fn then)
{
    const struct request_permission_params params = {
        .tool_name = mcp->tool,
        .tool_input = mcp->argument,
        .tool_input_is = FIELD_SET,
        .request_id = mcp->key,
        .request_id_is = mcp->key.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    struct question question = {
        .call = call,
        .params = &params,
        .permissions = permissions_of(call),
        .executor = executor,
        .ids = *task_ids_of_job(executor->job),
        .cwd = executor->job->task->cwd,
        .mcp = mcp,
        .decided = then,
    };
    int r = answer(&question);
    struct arena *scratch = &question.permissions->scratch;
    if (scratch->used > SCRATCH_KEPT)
        arena_clear(scratch);
    return r;
}

int permission_judge_alone(struct permissions *permissions, struct slice tool, struct slice definition,
                           const struct json_any *input, struct slice *ret_reason)
{
    struct judge_call judged = {0};
    struct slice rule = {0};
    int64_t now_ms = clock_epoch_ms();
    if (!permissions->rules.judge)
        return -EAGAIN;
    arena_reset(&permissions->scratch);
    int r = judge_read(&permissions->scratch, tool, input, SLICE("/"), slice_of(permissions->home), SLICE(""), false,
                       &judged);
    if (r < 0)
        return r;
    judged.definition = definition;
    enum judge_verdict verdict = judge_rules_ask(permissions->rules.judge, &judged, now_ms, &rule);
    if (verdict == JUDGE_MAY_ALLOW || verdict == JUDGE_MAY_DENY)
        return -EAGAIN;
    if (verdict != JUDGE_ALLOW && verdict != JUDGE_DENY)
        return -ENOENT;
    permission_rules_count(&permissions->rules, rule, now_ms);
    *ret_reason = arena_copy(&permissions->scratch, rule);
    return verdict == JUDGE_DENY ? -EACCES : 0;
}

bool permission_is_asked(const struct permissions *permissions, int64_t task, struct slice key)
{
    return permission_pending_find_key(permissions, task, key);
}

/* A request without an id gets the one that the daemon gave it. */
int permission_repeat_params(const struct call *call, struct buf *out)
{
    struct request_permission_params params = *(const struct request_permission_params *)call->params;
    struct slice id = permission_pending_id_of(call);
    if (params.request_id_is != FIELD_SET || params.request_id.size == 0) {
        params.request_id = id;
        params.request_id_is = id.size > 0 ? FIELD_SET : FIELD_ABSENT;
    }
    return out ? json_encode(out, call->method->params, &params) : 0;
}
