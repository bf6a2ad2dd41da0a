/* Generated from contract/core.json by contract/generate; do not edit. */
/* The protocol itself: say who you are, ask whether the daemon is there and what it can do. */
#pragma once

#include "rpc/method.h"
#include "contract/core_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method initialize: Say who you are and which notifications you do not want. Optional: a client that skips it gets
 * the defaults. */

/* Names of notifications that this connection shall not receive. */
struct initialize_params_opt_out_notification_methods {
    struct slice *items;
    size_t count;
};

struct initialize_params {
    struct core_client_info client;
    enum field_is client_is;
    /* The newest protocol that the client speaks, MAJOR.MINOR. */
    struct slice protocol_version;
    /* A person is there who can answer permission requests: they are pushed to this connection, subscribed or not. */
    bool approves;
    struct initialize_params_opt_out_notification_methods opt_out_notification_methods;
    enum field_is opt_out_notification_methods_is;
};

/* The best level at which agents run here; off: they have all rights of the user, and a front end shows that. */
enum initialize_result_sandbox {
    INITIALIZE_RESULT_SANDBOX_NAMESPACE = 0,
    INITIALIZE_RESULT_SANDBOX_LANDLOCK = 1,
    INITIALIZE_RESULT_SANDBOX_OFF = 2,
};

/* Every notification that the daemon may push. */
struct initialize_result_notifications {
    struct slice *items;
    size_t count;
};

struct initialize_result {
    /* The protocol that both sides speak from here on. */
    struct slice protocol_version;
    struct core_server_info server;
    struct core_limits limits;
    enum initialize_result_sandbox sandbox;
    enum core_notify notify;
    enum field_is notify_is;
    struct initialize_result_notifications notifications;
};

extern const struct shape initialize_params_shape;
extern const struct shape initialize_result_shape;
extern const struct method initialize_method;
int initialize(struct call *call, const struct initialize_params *params);

static inline int initialize_reply(struct call *call, const struct initialize_result *result)
{
    return call_reply(call, result);
}

/* Method ping: Ask whether the daemon is there. */

struct ping_params {
    char unused;
};

struct ping_result {
    bool pong;
    /* The daemon's clock, epoch milliseconds. */
    int64_t timestamp;
};

extern const struct shape ping_params_shape;
extern const struct shape ping_result_shape;
extern const struct method ping_method;
int ping(struct call *call, const struct ping_params *params);

static inline int ping_reply(struct call *call, const struct ping_result *result)
{
    return call_reply(call, result);
}

/* Method rpc.discover: The whole contract as an OpenRPC document. */

struct rpc_discover_params {
    char unused;
};

extern const struct shape rpc_discover_params_shape;
extern const struct shape rpc_discover_result_shape;
extern const struct method rpc_discover_method;
int rpc_discover(struct call *call, const struct rpc_discover_params *params);

static inline int rpc_discover_reply(struct call *call, const struct json_any *result)
{
    return call_reply(call, result);
}

/* Notification $/cancel_request: Cancel a request of this connection that waits for its answer. It is still
 * answered, with -32800. An unknown id is ignored. */

struct cancel_request_params {
    /* The id of the request, as it was sent. */
    struct json_any request_id;
};

extern const struct shape cancel_request_params_shape;
extern const struct method cancel_request_method;
