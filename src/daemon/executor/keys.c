/* get_api_key: a key for an executor whose session may have it. */
#include <stdio.h>

#include "base/fault.h"
#include "base/log.h"
#include "daemon/agent/agent.h"
#include "daemon/executor/internal.h"
#include "daemon/key/key.h"
#include "rpc/call.h"

/* NULL: it may have it. */
static const char *refusal(const struct session_record *session, struct slice service)
{
    if (session->keys == SESSION_KEYS_BROKER)
        return "this session gets no keys: its calls go through the broker's socket";
    if (session->keys != SESSION_KEYS_DIRECT)
        return "this session gets no keys";
    return agent_session_may(session, service) ? NULL : "this session may not use the key of that service";
}

int get_api_key(struct call *call, const struct get_api_key_params *params)
{
    struct executor *executor = executor_of(call);
    struct key_value value = {0};
    enum error_id error = ERROR_KEY_REFUSED;
    char problem[256] = "", who[160];
    if (!executor_token_admits(executor, params->session_token, NULL, "get_api_key"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token is not the one of this executor's task");
    const struct session_record *session = executor->run->session;
    const char *why_not = refusal(session, params->service);
    (void)snprintf(who, sizeof who, "executor %s", executor->process.id);
    if (why_not) {
        key_note_refused(executor->pool->keys, params->service, session->id, executor->run->task->id, slice_of(who));
        return call_fail(call, ERROR_KEY_REFUSED, "%s", why_not);
    }
    if (key_use(executor->pool->keys, params->service, session->id, executor->run->task->id, slice_of(who), &value,
                &error, problem) < 0)
        return key_fail(executor->pool->keys, call, session->id, error, problem);
    (void)fault_point("key.give");
    int r = get_api_key_reply(
        call, &(struct get_api_key_result){.api_key = {value.data, value.size}, .expires_at_is = FIELD_ABSENT});
    key_clear(&value);
    return r;
}
