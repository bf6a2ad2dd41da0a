/* Generated from contract/broker.json by contract/generate; do not edit. */
/* Model calls of executors that hold no key. The daemon decides whether a call may be made, and weir-broker makes
 * it. */
#pragma once

#include "rpc/method.h"
#include "contract/broker_types.h"
#include "contract/agent_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method broker.serve: Accept connections from an executor on the listening socket that this message carries. */

/* The providers that this session may use. */
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

/* Method broker.leave: Close the socket of an executor that has ended, and its calls. */

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

/* Method broker.models: Ask a provider for its models. */

/* Further headers of the request. */
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
    /* Absent: the provider needs no key. */
    struct slice api_key;
    enum field_is api_key_is;
};

struct broker_models_result_models {
    struct agent_model *items;
    size_t count;
};

struct broker_models_result {
    struct broker_models_result_models models;
    /* False: the provider has more models than these. */
    bool complete;
    /* Why the list is empty. */
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

/* Method broker.reserve: Ask whether a call may be made, and reserve its highest possible usage in the budget until
 * broker.settle. */

struct broker_reserve_params {
    struct slice executor_id;
    struct slice service;
    /* Empty: the request names no model. */
    struct slice model;
    /* An estimate, rounded up. */
    int64_t input_tokens;
    /* The highest number of tokens of all answers together. Absent: the request sets no limit, and the configured
     * number is reserved for each answer. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
    /* The number of answers that the request asks for. */
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

/* Method broker.settle: Report the usage of a call and release the rest of its reservation. */

struct broker_settle_params {
    struct slice reservation_id;
    /* Absent: the provider did not report usage, and the whole reservation counts as used. */
    int64_t input_tokens;
    enum field_is input_tokens_is;
    /* Absent: as for inputTokens. */
    int64_t output_tokens;
    enum field_is output_tokens_is;
    /* The HTTP status; 0: there was no response. */
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
