/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/unpacker_dispatch.h"
#include "contract/unpacker.h"

static int handle_unpacker_unpack(struct call *call, const void *params)
{
    return unpacker_unpack(call, params);
}

static const struct dispatch_entry entries[] = {
    {&unpacker_unpack_method, handle_unpacker_unpack},
};

static const uint16_t slots[] = {
    1, 0,
};

const struct dispatch unpacker_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 1,
    .slot_mask = 1,
};
