/* Requests of executors, create_message and get_api_key, and the session tokens that requests and reports must carry.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/secret.h"
#include "daemon/agent/agent.h"
#include "daemon/executor/internal.h"
#include "daemon/key/key.h"
#include "rpc/call.h"
#include "json/write.h"

/* --- session tokens --- */

enum { RANDOM_BYTES = 32, LOUD_REFUSALS = 4 };

int executor_token_make(struct executor_token *token)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char random[RANDOM_BYTES];
    if (getrandom(random, sizeof random, 0) != sizeof random)
        return -EIO;
    for (size_t i = 0; i < sizeof random; i++) {
        token->text[2 * i] = digits[random[i] >> 4];
        token->text[2 * i + 1] = digits[random[i] & 15];
    }
    token->text[EXECUTOR_TOKEN_SIZE - 1] = '\0';
    token->expires_ms = clock_epoch_ms() + EXECUTOR_TOKEN_MS;
    return 0;
}

bool executor_token_is(const struct executor_token *token, struct slice text)
{
    return token->expires_ms > 0 && secret_equal(slice_of(token->text), text);
}

bool executor_token_fits(const struct executor_token *token, struct slice text)
{
    return executor_token_is(token, text) && clock_epoch_ms() < token->expires_ms;
}

/* Why the token does not fit; for the log only. */
static const char *owner_of(const struct executor *executor, struct slice token)
{
    const struct executor_pool *pool = executor->pool;
    if (executor_token_is(&executor->token, token))
        return "it has expired";
    if (executor_token_is(&executor->old_token, token))
        return "its task has ended";
    if (executor_token_is(&executor->terminal_token, token))
        return "it is for terminals";
    for (const struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        const struct executor *other = list_member(link, struct executor, link);
        if (other != executor &&
            (executor_token_is(&other->token, token) || executor_token_is(&other->old_token, token)))
            return "it belongs to another executor";
    }
    return "it is unknown";
}

/* Limits the log: a hostile executor can send a hundred thousand bad tokens a second. The first few are logged, then
 * each time their number doubles. */
static void note_refusal(struct executor *executor, const char *method, const char *why)
{
    unsigned count = ++executor->refused;
    if (count <= LOUD_REFUSALS || (count & (count - 1)) == 0)
        log_warn("executor %s: refused the session token of %s: %s (%u in total)", executor->process.id, method, why,
                 count);
}

/* After a reconnect an executor reports the end of its task twice: in the handshake, and with report_completion. */
static bool is_repeated_end(const struct executor *executor, struct slice token, const char *method)
{
    return !executor->job && executor->resumes && strcmp(method, "report_completion") == 0 &&
           executor_token_is(&executor->old_token, token);
}

bool executor_token_admits(struct executor *executor, struct slice token, const struct slice *task_id,
                           const char *method)
{
    if (is_repeated_end(executor, token, method))
        return false;
    if (!executor->job || !executor_token_fits(&executor->token, token)) {
        note_refusal(executor, method, owner_of(executor, token));
        return false;
    }
    if (task_id && !slice_equal(*task_id, executor->job->task->id)) {
        note_refusal(executor, method, "the message names another task");
        return false;
    }
    return true;
}

static int refuse_token(struct call *call)
{
    return call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
}

/* --- create_message --- */

static void on_stated(void *user, int status, const char *message_id, int64_t created_at_ms)
{
    struct call *call = user;
    char created_at[CLOCK_ISO_SIZE];
    if (status < 0) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot store the message: %s", strerror(-status));
    } else {
        clock_format_iso(created_at_ms, created_at);
        (void)create_message_reply(call, &(struct create_message_result){.message_id = slice_of(message_id),
                                                                         .created_at = slice_of(created_at)});
    }
    (void)call_drop(call);
}

int create_message(struct call *call, const struct create_message_params *params)
{
    struct executor *executor = executor_of(call);
    struct buf *scratch = &executor->pool->scratch;
    const struct slice *task_id = params->task_id_is == FIELD_SET ? &params->task_id : NULL;
    struct call *kept = NULL;
    if (!executor_token_admits(executor, params->session_token, task_id, "create_message"))
        return refuse_token(call);
    buf_reset(scratch, 0);
    int r = json_write_stored(scratch, &params->message.content);
    struct task_statement statement = {
        .by_user = params->message.role == CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_USER,
        .type = params->message.type,
        .data = buf_slice(scratch),
        .key = params->message_key_is == FIELD_SET ? params->message_key : SLICE(""),
    };
    size_t bytes = scratch->size;
    if (r == 0)
        r = call_defer(call, NULL, NULL, &kept);
    if (r < 0)
        return r;
    call_hold(kept);
    r = task_job_state(executor->job, &statement, on_stated, kept);
    executor_count_while_paused(executor, bytes);
    if (r < 0)
        on_stated(kept, r, NULL, 0);
    else
        executor_count_bytes(executor, bytes);
    return 0;
}

/* --- get_api_key --- */

/* Why the session may not have the key; NULL: it may. */
static const char *refusal(const struct session_record *session, struct slice service)
{
    if (session->keys == SESSION_KEYS_BROKER)
        return "the session's setting `keys` is broker: its executors get no keys; its model calls go through the "
               "broker's socket";
    if (session->keys != SESSION_KEYS_DIRECT)
        return "the session's setting `keys` is none: its executors get no keys";
    return agent_session_may(session, service) ? NULL : "the session may not use the key of this provider";
}

int get_api_key(struct call *call, const struct get_api_key_params *params)
{
    struct executor *executor = executor_of(call);
    struct key_value value = {0};
    enum error_id error = ERROR_KEY_REFUSED;
    char problem[256] = "", who[160];
    if (!executor_token_admits(executor, params->session_token, NULL, "get_api_key"))
        return refuse_token(call);
    const struct session_record *session = executor->job->session;
    const char *why_not = refusal(session, params->service);
    (void)snprintf(who, sizeof who, "executor %s", executor->process.id);
    if (why_not) {
        key_note_refused(executor->pool->keys, params->service, session->id, executor->job->task->id, slice_of(who));
        return call_fail(call, ERROR_KEY_REFUSED, "%s", why_not);
    }
    if (key_use(executor->pool->keys, params->service, session->id, executor->job->task->id, slice_of(who), &value,
                &error, problem) < 0)
        return key_fail(executor->pool->keys, call, session->id, error, problem);
    (void)fault_point("key.give");
    int r = get_api_key_reply(
        call, &(struct get_api_key_result){.api_key = {value.data, value.size}, .expires_at_is = FIELD_ABSENT});
    key_clear(&value);
    return r;
}
