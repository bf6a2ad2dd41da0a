/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/broker_dispatch.h"
#include "contract/broker.h"

static int handle_broker_serve(struct call *call, const void *params)
{
    return broker_serve(call, params);
}

static int handle_broker_leave(struct call *call, const void *params)
{
    return broker_leave(call, params);
}

static int handle_broker_models(struct call *call, const void *params)
{
    return broker_models(call, params);
}

static const struct dispatch_entry entries[] = {
    {&broker_serve_method, handle_broker_serve},
    {&broker_leave_method, handle_broker_leave},
    {&broker_models_method, handle_broker_models},
};

static const uint16_t slots[] = {
    3, 1, 0, 0, 0, 2, 0, 0,
};

const struct dispatch broker_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 3,
    .slot_mask = 7,
};
