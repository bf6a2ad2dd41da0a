/* Generated from contract/budget.json by contract/generate; do not edit. */
/* The usage and the limits of model calls through weir-broker. */
#pragma once

#include "rpc/method.h"
#include "contract/budget_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method budget.status: Get the usage, the reservations and the rest of the budget, for the day and for a session. */

struct budget_status_params {
    struct slice session_id;
    enum field_is session_id_is;
};

struct budget_status_result {
    struct budget_account day;
    struct budget_account session;
    enum field_is session_is;
};

extern const struct shape budget_status_params_shape;
extern const struct shape budget_status_result_shape;
extern const struct method budget_status_method;
int budget_status(struct call *call, const struct budget_status_params *params);

static inline int budget_status_reply(struct call *call, const struct budget_status_result *result)
{
    return call_reply(call, result);
}
