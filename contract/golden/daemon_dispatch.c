/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/daemon_dispatch.h"
#include "contract/core.h"
#include "contract/daemon.h"

static int handle_initialize(struct call *call, const void *params)
{
    return initialize(call, params);
}

static int handle_ping(struct call *call, const void *params)
{
    return ping(call, params);
}

static int handle_rpc_discover(struct call *call, const void *params)
{
    return rpc_discover(call, params);
}

static int handle_daemon_status(struct call *call, const void *params)
{
    return daemon_status(call, params);
}

static int handle_daemon_stop(struct call *call, const void *params)
{
    return daemon_stop(call, params);
}

static const struct dispatch_entry entries[] = {
    {&initialize_method, handle_initialize},
    {&ping_method, handle_ping},
    {&rpc_discover_method, handle_rpc_discover},
    {&daemon_status_method, handle_daemon_status},
    {&daemon_stop_method, handle_daemon_stop},
};

static const uint16_t slots[] = {
    0, 3, 5, 4, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0,
};

const struct dispatch daemon_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 5,
    .slot_mask = 15,
};
