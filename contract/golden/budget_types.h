/* Generated from contract/budget.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* Money is in millionths of the unit of the price table. */
struct budget_account {
    int64_t input_tokens;
    int64_t output_tokens;
    int64_t cost_micros;
    int64_t reserved_tokens;
    int64_t reserved_micros;
    /* Absent: no limit. */
    int64_t tokens_limit;
    enum field_is tokens_limit_is;
    /* Absent: no limit. */
    int64_t cost_limit_micros;
    enum field_is cost_limit_micros_is;
};

extern const struct shape budget_account_shape;
