/* Calculates the costs of model calls and what budgets still allow, and handles budget.status. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/saturate.h"
#include "contract/budget.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/budget.h"
#include "daemon/client/client.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- budgets --- */

enum { MILLION = 1000000 };
#define MICROS_MAX INT64_C(1000000000000000)

/* Converts a number of the configuration to millionths. */
static int64_t in_micros(double amount)
{
    double micros = amount * (double)MILLION;
    return micros >= (double)MICROS_MAX ? MICROS_MAX : micros > 0 ? (int64_t)llround(micros) : 0;
}

struct budget_price budget_price_of(const struct config_settings *settings, struct slice model)
{
    struct budget_price price = {0};
    size_t best = 0;
    if (settings->prices_is != FIELD_SET)
        return price;
    for (size_t i = 0; i < settings->prices.count; i++) {
        struct slice name = settings->prices.items[i].key;
        bool open = name.size > 0 && name.data[name.size - 1] == '*';
        bool fits =
            open ? slice_starts_with(model, (struct slice){name.data, name.size - 1}) : slice_equal(name, model);
        size_t weight = open ? name.size : SIZE_MAX;
        if (!fits || weight <= best)
            continue;
        best = weight;
        const struct config_price *named = &settings->prices.items[i].value;
        price = (struct budget_price){
            .is_known = true,
            .input = in_micros(named->input),
            .output = in_micros(named->output),
            .cache_read = in_micros(named->cache_read),
            .has_cache_read = named->cache_read_is == FIELD_SET,
            .cache_write = in_micros(named->cache_write),
            .has_cache_write = named->cache_write_is == FIELD_SET,
        };
    }
    return price;
}

/* Divides by a million, rounding up. */
static int64_t of_million(__int128 cost)
{
    cost = (cost + MILLION - 1) / MILLION;
    return cost > MICROS_MAX ? MICROS_MAX : (int64_t)cost;
}

int64_t budget_cost(const struct budget_price *price, int64_t input_tokens, int64_t output_tokens)
{
    return of_million((__int128)price->input * input_tokens + (__int128)price->output * output_tokens);
}

bool budget_task_cost(const struct config_settings *settings, struct slice model, const struct task_token_usage *usage,
                      int64_t *ret_micros)
{
    struct budget_price price = budget_price_of(settings, model);
    int64_t read = usage->cache_read_tokens_is == FIELD_SET ? usage->cache_read_tokens : 0;
    int64_t written = usage->cache_write_tokens_is == FIELD_SET ? usage->cache_write_tokens : 0;
    if (!price.is_known || (read > 0 && !price.has_cache_read) || (written > 0 && !price.has_cache_write))
        return false;
    *ret_micros =
        of_million((__int128)price.input * usage->input_tokens + (__int128)price.output * usage->output_tokens +
                   (__int128)price.cache_read * read + (__int128)price.cache_write * written);
    return true;
}

struct budget_limit budget_day_limit(const struct config_settings_budget *settings)
{
    return (struct budget_limit){
        .has_tokens = settings->day_tokens > 0,
        .tokens = settings->day_tokens,
        .has_micros = settings->day_cost > 0,
        .micros = in_micros(settings->day_cost),
    };
}

struct budget_limit budget_session_limit(const struct config_settings_budget *settings,
                                         const struct session_budget *own)
{
    struct budget_limit limit = {
        .has_tokens = settings->session_tokens > 0,
        .tokens = settings->session_tokens,
        .has_micros = settings->session_cost > 0,
        .micros = in_micros(settings->session_cost),
    };
    if (own && own->tokens_is == FIELD_SET) {
        limit.has_tokens = true;
        limit.tokens = own->tokens;
    }
    if (own && own->cost_micros_is == FIELD_SET) {
        limit.has_micros = true;
        limit.micros = own->cost_micros;
    }
    return limit;
}

/* Returns the rest of a limit, at least 0. */
static int64_t subtract(int64_t limit, int64_t used, int64_t reserved)
{
    __int128 left = (__int128)limit - used - reserved;
    return left < 0 ? 0 : (int64_t)left;
}

bool budget_admits(const struct budget_limit *limit, const struct store_account *account, int64_t tokens,
                   int64_t micros, bool price_is_known, struct budget_refusal *ret_refusal)
{
    if (limit->has_tokens) {
        int64_t left = subtract(limit->tokens, saturate_add(account->input_tokens, account->output_tokens),
                                account->reserved_tokens);
        *ret_refusal = (struct budget_refusal){.unit = "tokens", .left = left, .could = tokens};
        if (tokens > left)
            return false;
    }
    if (limit->has_micros) {
        int64_t left = subtract(limit->micros, account->cost_micros, account->reserved_micros);
        *ret_refusal =
            (struct budget_refusal){.unit = "money", .no_price = !price_is_known, .left = left, .could = micros};
        if (micros > left || !price_is_known)
            return false;
    }
    return true;
}

/* --- budget.status --- */

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
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(params->session_id));
    else if (request->status < 0)
        (void)store_fail_call(request->store, request->call, request->status);
    else
        (void)budget_status_reply(request->call, &found->result);
}

int budget_status(struct call *call, const struct budget_status_params *params)
{
    struct found found = {.settings = broker_of(call)->settings->budget};
    char now[CLOCK_ISO_SIZE];
    (void)params;
    clock_format_iso(clock_epoch_ms(), now);
    memcpy(found.day, now, STORE_DAY_SIZE - 1);
    return store_request_read_with(call, &found, sizeof found, find, answer);
}
