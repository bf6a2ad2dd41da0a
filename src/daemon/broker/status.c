/* budget.status */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "contract/budget.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/budget.h"
#include "daemon/client/client.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

struct found {
    struct config_settings_budget settings;
    char day[STORE_DAY_SIZE];
    struct budget_status_result result;
};

static struct budget_account make_account(const struct store_account *account, const struct budget_limit *limit)
{
    return (struct budget_account){
        .input_tokens = account->input_tokens,
        .output_tokens = account->output_tokens,
        .cost_micros = account->cost_micros,
        .reserved_tokens = account->reserved_tokens,
        .reserved_micros = account->reserved_micros,
        .tokens_limit = limit->tokens,
        .tokens_limit_is = limit->has_tokens ? FIELD_SET : FIELD_ABSENT,
        .cost_limit_micros = limit->micros,
        .cost_limit_micros_is = limit->has_micros ? FIELD_SET : FIELD_ABSENT,
    };
}

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct budget_status_params *params = request->call->params;
    struct found *found = request->more;
    struct budget_limit limit = budget_day_limit(&found->settings);
    struct store_account account;
    struct store_session session;
    int r = store_usage_account(tx, 0, found->day, &account);
    if (r < 0)
        return r;
    found->result.day = make_account(&account, &limit);
    if (params->session_id_is != FIELD_SET)
        return 0;
    r = store_session_find(tx, params->session_id, &request->arena, &session);
    if (r == 0)
        r = store_usage_account(tx, session.no, NULL, &account);
    if (r < 0)
        return r;
    limit =
        budget_session_limit(&found->settings, session.record.budget_is == FIELD_SET ? &session.record.budget : NULL);
    found->result.session = make_account(&account, &limit);
    found->result.session_is = FIELD_SET;
    return 0;
}

static void answer(struct store_request *request)
{
    const struct budget_status_params *params = request->call->params;
    const struct found *found = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no session %.*s", SLICE_ARG(params->session_id));
    else if (request->status < 0)
        (void)store_fail_call(request->store, request->call, request->status);
    else
        (void)budget_status_reply(request->call, &found->result);
}

int budget_status(struct call *call, const struct budget_status_params *params)
{
    struct found found = {.settings = broker_of(daemon_of(call))->settings->budget};
    char now[CLOCK_ISO_SIZE];
    (void)params;
    clock_format_iso(clock_epoch_ms(), now);
    memcpy(found.day, now, STORE_DAY_SIZE - 1);
    return store_request_read_with(call, &found, sizeof found, find, answer);
}
