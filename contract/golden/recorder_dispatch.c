/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/recorder_dispatch.h"
#include "contract/recorder.h"

static int handle_recorder_set(struct call *call, const void *params)
{
    return recorder_set(call, params);
}

static int handle_recorder_flush(struct call *call, const void *params)
{
    return recorder_flush(call, params);
}

static const struct dispatch_entry entries[] = {
    {&recorder_set_method, handle_recorder_set},
    {&recorder_flush_method, handle_recorder_flush},
};

static const uint16_t slots[] = {
    0, 1, 0, 2,
};

const struct dispatch recorder_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 2,
    .slot_mask = 3,
};
