/* Generated from contract/broker.json by contract/generate; do not edit. */
/* The model calls of executors that hold no key: weir-broker makes them, the daemon decides. */
#pragma once

#include "rpc/method.h"
#include "contract/broker_types.h"
#include "contract/agent_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method broker.serve: Accept connections of an executor on the listening socket that comes with this message. */

/* That this session may use. */
struct broker_serve_params_providers {
    struct broker_provider *items;
    size_t count;
};

struct broker_serve_params {
    struct slice executor_id;
    struct slice session_id;
    struct broker_serve_params_providers providers;
};

struct broker_serve_result {
    bool serving;
};

extern const struct shape broker_serve_params_shape;
extern const struct shape broker_serve_result_shape;
extern const struct method broker_serve_method;
int broker_serve(struct call *call, const struct broker_serve_params *params);

static inline int broker_serve_reply(struct call *call, const struct broker_serve_result *result)
{
    return call_reply(call, result);
}

/* Method broker.leave: The executor is gone: its socket and its calls too. */

struct broker_leave_params {
    struct slice executor_id;
};

struct broker_leave_result {
    bool left;
};

extern const struct shape broker_leave_params_shape;
extern const struct shape broker_leave_result_shape;
extern const struct method broker_leave_method;
int broker_leave(struct call *call, const struct broker_leave_params *params);

static inline int broker_leave_reply(struct call *call, const struct broker_leave_result *result)
{
    return call_reply(call, result);
}

/* Method broker.models: Ask a service which models it has. */

/* Besides. */
struct broker_models_params_headers {
    struct broker_models_params_headers_pair *items;
    size_t count;
};

struct broker_models_params_headers_pair {
    struct slice key;
    struct slice value;
};

struct broker_models_params {
    struct broker_provider provider;
    struct broker_models_params_headers headers;
    enum field_is headers_is;
    /* Absent: the service needs none. */
    struct slice api_key;
    enum field_is api_key_is;
};

struct broker_models_result_models {
    struct agent_model *items;
    size_t count;
};

struct broker_models_result {
    struct broker_models_result_models models;
    /* False: it has more. */
    bool complete;
    /* Why there are none. */
    struct slice error;
    enum field_is error_is;
};

extern const struct shape broker_models_params_shape;
extern const struct shape broker_models_result_shape;
extern const struct method broker_models_method;
int broker_models(struct call *call, const struct broker_models_params *params);

static inline int broker_models_reply(struct call *call, const struct broker_models_result *result)
{
    return call_reply(call, result);
}

/* Method broker.reserve: May this call be made? What it could use at most is taken off the budget until it is
 * settled. */

struct broker_reserve_params {
    struct slice executor_id;
    struct slice service;
    /* Empty where the request names none. */
    struct slice model;
    /* Estimated, rather too high. */
    int64_t input_tokens;
    /* At most, of all answers together; absent: the request does not say, and as much as is configured is reserved
     * for each answer. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
    /* That the request wants. */
    int64_t answers;
};

struct broker_reserve_result {
    struct slice reservation_id;
    struct slice api_key;
};

extern const struct shape broker_reserve_params_shape;
extern const struct shape broker_reserve_result_shape;
extern const struct method broker_reserve_method;
int broker_reserve(struct call *call, const struct broker_reserve_params *params);

static inline int broker_reserve_reply(struct call *call, const struct broker_reserve_result *result)
{
    return call_reply(call, result);
}

/* Method broker.settle: What the call has used. The rest of its reservation is given back. */

struct broker_settle_params {
    struct slice reservation_id;
    /* Absent: the provider did not tell, and what was reserved stands as used. */
    int64_t input_tokens;
    enum field_is input_tokens_is;
    /* Likewise. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
    /* Of HTTP; 0: there was no answer. */
    int64_t status;
};

struct broker_settle_result {
    bool settled;
};

extern const struct shape broker_settle_params_shape;
extern const struct shape broker_settle_result_shape;
extern const struct method broker_settle_method;
int broker_settle(struct call *call, const struct broker_settle_params *params);

static inline int broker_settle_reply(struct call *call, const struct broker_settle_result *result)
{
    return call_reply(call, result);
}
