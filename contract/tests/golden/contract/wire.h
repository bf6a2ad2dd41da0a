/* Generated from contract/wire.json by contract/generate; do not edit. */
/* Names without a prefix. */
#pragma once

#include "rpc/method.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method ping: Is anyone there? */

struct ping_params {
    char unused;
};

extern const struct shape ping_params_shape;
extern const struct shape ping_result_shape;
extern const struct method ping_method;
int ping(struct call *call, const struct ping_params *params);

static inline int ping_reply(struct call *call, const bool *result)
{
    return call_reply(call, result);
}

/* Method shutdown: A function of libc has this name; the executor answers. */

struct wire_shutdown_params {
    int64_t timeout_ms;
};

struct wire_shutdown_result {
    bool ok;
};

extern const struct shape wire_shutdown_params_shape;
extern const struct shape wire_shutdown_result_shape;
extern const struct method wire_shutdown_method;
int wire_shutdown(struct call *call, const struct wire_shutdown_params *params);

static inline int wire_shutdown_reply(struct call *call, const struct wire_shutdown_result *result)
{
    return call_reply(call, result);
}

/* Method getURLList: A run of capitals is one word. */

struct get_url_list_params {
    char unused;
};

struct get_url_list_result {
    struct slice *items;
    size_t count;
};

extern const struct shape get_url_list_params_shape;
extern const struct shape get_url_list_result_shape;
extern const struct method get_url_list_method;
int get_url_list(struct call *call, const struct get_url_list_params *params);

static inline int get_url_list_reply(struct call *call, const struct get_url_list_result *result)
{
    return call_reply(call, result);
}

/* Notification $/poke: Both ends take it. */

struct poke_params {
    struct json_any id;
};

extern const struct shape poke_params_shape;
extern const struct method poke_method;
