/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/daemon_dispatch.h"
#include "contract/sample.h"
#include "contract/shared.h"
#include "contract/wire.h"

static int handle_ping(struct call *call, const void *params)
{
    return ping(call, params);
}

static int handle_sample_everything(struct call *call, const void *params)
{
    return sample_everything(call, params);
}

static int handle_sample_echo(struct call *call, const void *params)
{
    return sample_echo(call, params);
}

static int handle_sample_wait(struct call *call, const void *params)
{
    return sample_wait(call, params);
}

static int handle_sample_note(struct call *call, const void *params)
{
    return sample_note(call, params);
}

static int handle_sample_names(struct call *call, const void *params)
{
    return sample_names(call, params);
}

static int handle_sample_counts(struct call *call, const void *params)
{
    return sample_counts(call, params);
}

static int handle_sample_set_mode(struct call *call, const void *params)
{
    return sample_set_mode(call, params);
}

static int handle_sample_level(struct call *call, const void *params)
{
    return sample_level(call, params);
}

static int handle_shared_sample(struct call *call, const void *params)
{
    return shared_sample(call, params);
}

static const struct dispatch_entry entries[] = {
    {&ping_method, handle_ping},
    {&sample_everything_method, handle_sample_everything},
    {&sample_echo_method, handle_sample_echo},
    {&sample_wait_method, handle_sample_wait},
    {&sample_note_method, handle_sample_note},
    {&sample_names_method, handle_sample_names},
    {&sample_counts_method, handle_sample_counts},
    {&sample_set_mode_method, handle_sample_set_mode},
    {&sample_level_method, handle_sample_level},
    {&shared_sample_method, handle_shared_sample},
};

static const uint16_t slots[] = {
    0, 0, 3, 0, 0, 0, 0, 0, 0, 1, 0, 5, 7, 9, 2, 0,
    0, 0, 4, 0, 0, 0, 8, 0, 0, 6, 0, 0, 10, 0, 0, 0,
};

const struct dispatch daemon_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 10,
    .slot_mask = 31,
};
