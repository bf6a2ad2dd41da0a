/* Generated from contract/shared.json by contract/generate; do not edit. */
/* Types that another namespace uses. */
#pragma once

#include "rpc/method.h"
#include "contract/shared_types.h"
#include "contract/sample_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method shared.sample: Needs a type of the namespace that needs this one's types. */

struct shared_sample_params {
    struct sample_record sample;
    enum field_is sample_is;
};

extern const struct shape shared_sample_params_shape;
extern const struct shape shared_sample_result_shape;
extern const struct method shared_sample_method;
int shared_sample(struct call *call, const struct shared_sample_params *params);

static inline int shared_sample_reply(struct call *call, const struct json_any *result)
{
    return call_reply(call, result);
}
