/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/executor_dispatch.h"
#include "contract/wire.h"

static int handle_wire_shutdown(struct call *call, const void *params)
{
    return wire_shutdown(call, params);
}

static int handle_get_url_list(struct call *call, const void *params)
{
    return get_url_list(call, params);
}

static const struct dispatch_entry entries[] = {
    {&wire_shutdown_method, handle_wire_shutdown},
    {&get_url_list_method, handle_get_url_list},
};

static const uint16_t slots[] = {
    2, 0, 0, 1,
};

const struct dispatch executor_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 2,
    .slot_mask = 3,
};
