/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/connector_dispatch.h"
#include "contract/connector.h"

static int handle_connector_open(struct call *call, const void *params)
{
    return connector_open(call, params);
}

static int handle_connector_list(struct call *call, const void *params)
{
    return connector_list(call, params);
}

static int handle_connector_call(struct call *call, const void *params)
{
    return connector_call(call, params);
}

static int handle_connector_cancel(struct call *call, const void *params)
{
    return connector_cancel(call, params);
}

static int handle_connector_prompt(struct call *call, const void *params)
{
    return connector_prompt(call, params);
}

static int handle_connector_read(struct call *call, const void *params)
{
    return connector_read(call, params);
}

static const struct dispatch_entry entries[] = {
    {&connector_open_method, handle_connector_open},
    {&connector_list_method, handle_connector_list},
    {&connector_call_method, handle_connector_call},
    {&connector_cancel_method, handle_connector_cancel},
    {&connector_prompt_method, handle_connector_prompt},
    {&connector_read_method, handle_connector_read},
};

static const uint16_t slots[] = {
    0, 0, 1, 6, 0, 0, 2, 0, 4, 5, 0, 0, 0, 0, 3, 0,
};

const struct dispatch connector_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 6,
    .slot_mask = 15,
};
