/* request_permission. The order in which it is decided:
 *
 *  1. a tool that the task was not given is refused;
 *  2. a rule that denies;
 *  3. the mode `plan`, which refuses whatever changes something;
 *  4. the mode `bypassPermissions`, which allows the rest;
 *  5. a rule that allows;
 *  6. what the other modes allow: reading inside of the working directory, with `acceptEdits` editing there;
 *  7. people.
 */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/executor/internal.h"
#include "daemon/permission/internal.h"
#include "rpc/call.h"
#include "json/encode.h"
#include "json/write.h"

enum { SCRATCH_KEPT = 1 << 20 };

/* What is known of a request while it is decided. */
struct question {
    struct call *call;
    const struct request_permission_params *params;
    struct daemon *daemon;
    struct executor *executor;
    struct task_place place; /* its texts, and cwd, live as long as the run does */
    struct slice cwd;
    struct judge_call judged;
    struct slice input_text;
    struct store_permission row;
    char reason[PERMISSION_REASON_SIZE];
};

static int reply(const struct question *question, bool approved, const char *reason)
{
    return request_permission_reply(
        question->call,
        &(struct request_permission_result){.approved = approved, .reason = slice_of(reason), .reason_is = FIELD_SET});
}

/* --- what it is about --------------------------------------------------------------------- */

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

static int read_question(struct question *question)
{
    struct permission_desk *desk = &question->daemon->permissions;
    const struct request_permission_params *params = question->params;
    const struct executor_run *run = question->executor->run;
    const struct json_any nothing = {0};
    const struct json_any *input = params->tool_input_is == FIELD_SET ? &params->tool_input : &nothing;
    buf_reset(&desk->text, SCRATCH_KEPT);
    arena_reset(&desk->scratch);
    int r = params->tool_input_is == FIELD_SET ? json_write_any(&desk->text, input) : 0;
    question->input_text = r == 0 && desk->text.size > 0 ? buf_slice(&desk->text) : SLICE("");
    if (r == 0)
        r = judge_read(&desk->scratch, params->tool_name, input, run->task->cwd, slice_of(desk->home),
                       run->task->session_id, &question->judged);
    if (r < 0)
        return r;
    digest(question);
    question->row.task_no = question->place.no;
    question->row.session_no = question->place.session_no;
    question->row.key = params->request_id_is == FIELD_SET ? params->request_id : SLICE("");
    return 0;
}

/* `input_bytes` 0: without its input. */
static int describe(struct question *question, size_t input_bytes)
{
    const struct request_permission_params *params = question->params;
    struct permission_request *record = &question->row.record;
    int r = permission_describe(&question->daemon->permissions.scratch, &question->judged,
                                params->tool_input_is == FIELD_SET && input_bytes > 0 ? &params->tool_input : NULL,
                                question->input_text, input_bytes, record);
    record->session_id = question->place.session_id;
    record->task_id = question->place.id;
    record->cwd = question->cwd;
    record->created_at = record->expires_at = clock_epoch_ms();
    return r;
}

/* --- decided at once ------------------------------------------------------------------------- */

static enum judge_verdict say(struct question *question, enum judge_verdict verdict, const char *kind,
                              struct slice word)
{
    (void)snprintf(question->reason, sizeof question->reason, "%s%.*s", kind, SLICE_ARG(word));
    return verdict;
}

static enum judge_verdict decide(struct question *question)
{
    struct permission_rules *rules = &question->daemon->permissions.rules;
    enum session_permission_mode mode = question->executor->run->session->permission_mode;
    struct slice mode_word = session_permission_mode_shape.of.words.items[mode], rule = {0};
    int64_t now_ms = clock_epoch_ms();
    enum judge_verdict by_rule = judge_rules_ask(rules->judge, &question->judged, now_ms, &rule);
    enum judge_verdict by_mode = judge_mode(mode, &question->judged);
    bool bypasses = mode == SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS && by_mode == JUDGE_ALLOW;
    if (by_rule == JUDGE_DENY || (by_rule == JUDGE_ALLOW && by_mode != JUDGE_DENY && !bypasses)) {
        permission_rules_count(rules, rule, now_ms);
        return say(question, by_rule, "rule:", rule);
    }
    return by_mode == JUDGE_NOTHING ? JUDGE_NOTHING : say(question, by_mode, "mode=", mode_word);
}

/* Of a command that is too long to be kept only the beginning is. */
static int describe_decided(struct question *question)
{
    enum { DECIDED_INPUT_BYTES = 16 << 10 };
    struct permission_request *record = &question->row.record;
    int r = describe(question, DECIDED_INPUT_BYTES);
    if (r != -E2BIG)
        return r;
    r = describe(question, 0);
    record->command = task_text_cut(record->command, DECIDED_INPUT_BYTES);
    record->parts_is = FIELD_ABSENT;
    return r;
}

/* Noted for the preview of rules and for the audit, but nobody waits for that. */
static int decided(struct question *question, enum permission_request_state state)
{
    struct permission_request *record = &question->row.record;
    if (describe_decided(question) < 0) {
        question->daemon->permissions.forgotten++;
    } else {
        record->state = state;
        record->reason = slice_of(question->reason);
        record->answered_at = record->created_at;
        record->reason_is = record->answered_at_is = FIELD_SET;
        permission_record(question->daemon, &question->row, question->executor->process.id);
    }
    return reply(question, state == PERMISSION_REQUEST_STATE_ALLOWED, question->reason);
}

/* --- asking ------------------------------------------------------------------------------------- */

/* The same once more, on another connection mostly: it goes on waiting. */
static int ask_again(struct question *question, struct permission_wait *wait)
{
    if (memcmp(wait->row.digest, question->row.digest, sizeof wait->row.digest) != 0)
        return reply(question, false, "request_id_reused");
    return permission_wait_attach(wait, question->call);
}

static int64_t timeout_of(const struct question *question)
{
    const struct session_record *session = question->executor->run->session;
    return session->permission_timeout_ms_is == FIELD_SET ? session->permission_timeout_ms
                                                          : question->daemon->config.settings.permissions.timeout_ms;
}

static void store_it(void *user)
{
    permission_wait_store(user);
}

static int ask(struct question *question)
{
    struct daemon *daemon = question->daemon;
    const struct permission_desk *desk = &daemon->permissions;
    struct permission_request *record = &question->row.record;
    if (desk->approvers == 0 && daemon->config.settings.permissions.approver_ms == 0) {
        (void)snprintf(question->reason, sizeof question->reason, "no_approver");
        return decided(question, PERMISSION_REQUEST_STATE_EXPIRED);
    }
    if (desk->count >= PERMISSION_WAITS_ALL || desk->bytes > PERMISSION_WAITS_BYTES ||
        permission_wait_count(daemon, question->place.no) >= PERMISSION_WAITS_TASK)
        return reply(question, false, "too_many_pending");
    int r = describe(question, PERMISSION_INPUT_BYTES);
    if (r < 0)
        return r == -E2BIG ? reply(question, false, "too_large") : r;
    record->expires_at = record->created_at + timeout_of(question);
    record->suggestion_is = judge_suggest(&daemon->permissions.scratch, &question->judged, &record->suggestion) == 0
                                ? FIELD_SET
                                : FIELD_ABSENT;
    struct permission_wait *wait = permission_wait_new(daemon, &question->place, &question->row);
    if (!wait)
        return -ENOMEM;
    r = permission_wait_attach(wait, question->call);
    if (r < 0 || list_is_empty(&wait->askers)) {
        (void)permission_wait_free(wait);
        return r;
    }
    if (!executor_behind(question->executor->run, store_it, wait))
        permission_wait_store(wait);
    return 0;
}

static int answer(struct question *question)
{
    struct daemon *daemon = question->daemon;
    const struct request_permission_params *params = question->params;
    if (!executor_lists_tool(params->tool_name))
        return reply(question, false, "tool_not_listed");
    if (!daemon->permissions.rules.judge || !daemon->store || daemon->stop_phase >= STOP_STORE)
        return call_fail(question->call, ERROR_SUBSYSTEM_UNAVAILABLE, "the rules cannot be read at present");
    int r = read_question(question);
    if (r == -ENOBUFS || r == -ENOMEM)
        return reply(question, false, "too_large");
    if (r < 0)
        return r;
    struct permission_wait *wait =
        question->row.key.size > 0 ? permission_wait_find_key(daemon, question->place.no, question->row.key) : NULL;
    enum judge_verdict verdict = decide(question);
    if (wait && verdict != JUDGE_DENY)
        return ask_again(question, wait);
    if (verdict == JUDGE_NOTHING)
        return ask(question);
    return decided(question,
                   verdict == JUDGE_ALLOW ? PERMISSION_REQUEST_STATE_ALLOWED : PERMISSION_REQUEST_STATE_DENIED);
}

int request_permission(struct call *call, const struct request_permission_params *params)
{
    struct executor *executor = executor_of(call);
    if (!executor_token_admits(executor, params->session_token, NULL, "request_permission"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token is not the one of this executor's task");
    struct question question = {
        .call = call,
        .params = params,
        .daemon = executor->daemon,
        .executor = executor,
        .place = *task_place_of_run(executor->run),
        .cwd = executor->run->task->cwd,
    };
    int r = answer(&question);
    struct arena *scratch = &question.daemon->permissions.scratch;
    if (scratch->used > SCRATCH_KEPT)
        arena_clear(scratch);
    return r;
}

/* A request without an id of its own gets the one that we gave it. */
int permission_ask_again(const struct call *call, struct buf *out)
{
    struct request_permission_params params = *(const struct request_permission_params *)call->params;
    struct slice id = permission_wait_id_of(call);
    if (params.request_id_is != FIELD_SET || params.request_id.size == 0) {
        params.request_id = id;
        params.request_id_is = id.size > 0 ? FIELD_SET : FIELD_ABSENT;
    }
    return out ? json_encode(out, call->method->params, &params) : 0;
}
