/* Calculates what a model call costs and whether a budget allows it. Does no I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/config_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "daemon/store/rows.h"

/* An upper bound on the tokens of a call, which keeps sums from overflowing. */
#define BUDGET_TOKENS_MAX INT64_C(1000000000000)

/* Prices in millionths of the currency unit for a million tokens. */
struct budget_price {
    bool is_known, has_cache_read, has_cache_write;
    int64_t input, output, cache_read, cache_write;
};

/* Returns the price for exactly this name, or for the longest matching prefix that is followed by a *. */
struct budget_price budget_price_of(const struct config_settings *settings, struct slice model);

/* In millionths of the currency unit, rounded up. */
int64_t budget_cost(const struct budget_price *price, int64_t input_tokens, int64_t output_tokens);

struct budget_limit {
    bool has_tokens, has_micros;
    int64_t tokens, micros;
};
struct budget_limit budget_day_limit(const struct config_settings_budget *settings);
/* Combines the session's own limits with the configuration, which applies where the session sets none. `own`
 * may be NULL. */
struct budget_limit budget_session_limit(const struct config_settings_budget *settings,
                                         const struct session_budget *own);

/* Why a call was refused. */
struct budget_refusal {
    const char *account; /* "session" or "day" */
    const char *unit;    /* "tokens" or "money" */
    bool no_price;       /* money is limited, but the price of the model is unknown */
    int64_t left, could; /* what is left, and what the call could use; money in millionths of the unit */
};

/* Whether a call with these maximum costs fits into the budget. If not, fills *ret_refusal except `account`. */
bool budget_admits(const struct budget_limit *limit, const struct store_account *account, int64_t tokens,
                   int64_t micros, bool price_is_known, struct budget_refusal *ret_refusal);
