#include "daemon/broker/budget.h"

#include "daemon/broker/broker.h"

#include <math.h>

#include "base/saturate.h"

enum { MILLION = 1000000 };
#define MICROS_MAX INT64_C(1000000000000000)

/* A number of the configuration, in millionths. */
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

/* Rounded up. */
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
