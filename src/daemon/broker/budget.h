/* What a model call costs, and whether there is enough left for it. Reckons, and does no I/O. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/config_types.h"
#include "contract/session_types.h"
#include "contract/task_types.h"
#include "daemon/store/rows.h"

/* More tokens than this nobody means. */
#define BUDGET_TOKENS_MAX INT64_C(1000000000000)

/* Millionths of the unit for a million tokens. */
struct budget_price {
    bool is_known, has_cache_read, has_cache_write;
    int64_t input, output, cache_read, cache_write;
};

/* The price of the name itself, or of the longest beginning of it with a * behind. */
struct budget_price budget_price_of(const struct config_settings *settings, struct slice model);

/* In millionths of the unit, rounded up. */
int64_t budget_cost(const struct budget_price *price, int64_t input_tokens, int64_t output_tokens);

struct budget_limit {
    bool has_tokens, has_micros;
    int64_t tokens, micros;
};
struct budget_limit budget_day_limit(const struct config_settings_budget *settings);
/* `own` is the session's; what that does not say, the configuration does. NULL: it says nothing. */
struct budget_limit budget_session_limit(const struct config_settings_budget *settings,
                                         const struct session_budget *own);

/* Why a call is refused. */
struct budget_refusal {
    const char *account; /* "session", "day" */
    const char *unit;    /* "tokens", "money" */
    bool no_price;       /* money is limited, and nobody knows what the model costs */
    int64_t left, could; /* millionths of the unit where that is money */
};

/* Whether a call that may use so much still fits. False with *ret_refusal, but for its account. */
bool budget_admits(const struct budget_limit *limit, const struct store_account *account, int64_t tokens,
                   int64_t micros, bool price_is_known, struct budget_refusal *ret_refusal);
