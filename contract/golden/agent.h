/* Generated from contract/agent.json by contract/generate; do not edit. */
/* Who can work: weir's own agents, and programs of others. */
#pragma once

#include "rpc/method.h"
#include "contract/agent_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method agent.list: All agents, in the order in which one is taken where none is named, with their state as an
 * executor finds it in its sandbox. */

struct agent_list_params {
    char unused;
};

struct agent_list_result_agents {
    struct agent_record *items;
    size_t count;
};

struct agent_list_result {
    struct agent_list_result_agents agents;
};

extern const struct shape agent_list_params_shape;
extern const struct shape agent_list_result_shape;
extern const struct method agent_list_method;
int agent_list(struct call *call, const struct agent_list_params *params);

static inline int agent_list_reply(struct call *call, const struct agent_list_result *result)
{
    return call_reply(call, result);
}
