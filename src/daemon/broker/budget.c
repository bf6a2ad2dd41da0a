#include "daemon/broker/budget.h"

#include <math.h>

enum { MILLION = 1000000 };
#define MICROS_MAX INT64_C(1000000000000000)

/* A number of the configuration, in millionths. */
static int64_t in_micros(double amount)
{
    double micros = amount * MILLION;
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
        price = (struct budget_price){
            .is_known = true,
            .input = in_micros(settings->prices.items[i].value.input),
            .output = in_micros(settings->prices.items[i].value.output),
        };
    }
    return price;
}

int64_t budget_cost(const struct budget_price *price, int64_t input_tokens, int64_t output_tokens)
{
    __int128 cost = (__int128)price->input * input_tokens + (__int128)price->output * output_tokens;
    cost = (cost + MILLION - 1) / MILLION;
    return cost > MICROS_MAX ? MICROS_MAX : (int64_t)cost;
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

/* What is left; never below 0. */
static int64_t subtract(int64_t limit, int64_t used, int64_t reserved)
{
    __int128 left = (__int128)limit - used - reserved;
    return left < 0 ? 0 : (int64_t)left;
}

bool budget_admits(const struct budget_limit *limit, const struct store_account *account, int64_t tokens,
                   int64_t micros, bool price_is_known, struct budget_refusal *ret_refusal)
{
    if (limit->has_tokens) {
        int64_t left =
            subtract(limit->tokens, account->input_tokens + account->output_tokens, account->reserved_tokens);
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
