/* Generated from contract/system.json by contract/generate; do not edit. */
/* The health of the four services that a desktop shell shows. weir's own parts are in daemon.status. */
#pragma once

#include "rpc/method.h"
#include "contract/system_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method system:retry: Try a service again that has failed or is degraded.
 *
 * Answers as soon as the attempt has begun; system:health reports its outcome. A service in another state stays as
 * it is. mcp: starts the servers that have failed. agents: starts an executor. capture: starts weir-capture again.
 * ollama: asks it for its models. */

struct system_retry_params {
    enum system_service service;
};

struct system_retry_result {
    /* False: the attempt has failed at once. */
    bool success;
    enum system_service_state new_state;
};

extern const struct shape system_retry_params_shape;
extern const struct shape system_retry_result_shape;
extern const struct method system_retry_method;
int system_retry(struct call *call, const struct system_retry_params *params);

static inline int system_retry_reply(struct call *call, const struct system_retry_result *result)
{
    return call_reply(call, result);
}

/* Event system:health: The state of a service. Not part of the log.
 *
 * A connection that has called initialize gets the present state of each service after the response, and then each
 * change. */

struct system_health_params {
    enum system_service service;
    enum system_service_state state;
    /* What is wrong, or off. */
    struct slice message;
    enum field_is message_is;
};

extern const struct shape system_health_params_shape;
extern const struct event_type system_health_event;
