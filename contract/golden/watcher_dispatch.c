/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/watcher_dispatch.h"
#include "contract/watcher.h"

static int handle_watcher_set(struct call *call, const void *params)
{
    return watcher_set(call, params);
}

static int handle_watcher_remove(struct call *call, const void *params)
{
    return watcher_remove(call, params);
}

static int handle_watcher_quiet(struct call *call, const void *params)
{
    return watcher_quiet(call, params);
}

static const struct dispatch_entry entries[] = {
    {&watcher_set_method, handle_watcher_set},
    {&watcher_remove_method, handle_watcher_remove},
    {&watcher_quiet_method, handle_watcher_quiet},
};

static const uint16_t slots[] = {
    0, 1, 3, 0, 0, 0, 0, 2,
};

const struct dispatch watcher_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 3,
    .slot_mask = 7,
};
